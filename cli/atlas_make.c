// SPDX-License-Identifier: MIT
// The rows of two lists are proved piece by piece by several workers. What has been proved stands in OUT.part, which a
// later run goes on from; so it does from what is proved in OUT itself.

#include "cli/atlas_make.h"

#include "bight/knot_atlas.h"
#include "cli/atlas_aliases.h"
#include "cli/pool.h"

#include <stdlib.h>
#include <string.h>

#define LEVELS (BIGHT_ATLAS_CROSSINGS - BIGHT_ATLAS_LEAST + 1)
#define PIECE 256         // rows that a worker takes at once
#define SAVE_SECONDS 20.0 // between two states on disk
#define PART_MAGIC "bightpt1"

// Prime knots by crossing number, alternating and not: Hoste, Thistlethwaite, Weeks 1998.
static const int32_t published[BIGHT_ATLAS_CROSSINGS + 1][2] = {
    {0, 0},      {0, 0},       {0, 0},         {1, 0},          {1, 0},           {2, 0},
    {3, 0},      {7, 0},       {18, 3},        {41, 8},         {123, 42},        {367, 185},
    {1288, 888}, {4878, 5110}, {19536, 27436}, {85263, 168030}, {379799, 1008906}};

// Amphichiral ones among them; Hoste, Thistlethwaite, Weeks 1998.
static const int32_t amphichiral[BIGHT_ATLAS_CROSSINGS + 1] = {[13] = 0, [14] = 274, [15] = 1, [16] = 1539};

typedef struct making {
    const atlas_wish *wish;
    bight_bytes files[2]; // alternating, others
    bight_atlas_list lists[2 * LEVELS];
    int32_t list_count;
    uint8_t *states; // of all rows, list after list
    bight_atlas_aliases aliases;
    int64_t rows, done;
    char part[4096];
    double saved;
    int64_t diagrams;
    int code; // what has gone wrong
} making;

typedef struct piece {
    making *m;
    const bight_atlas_list *list;
    int32_t first, count;
    int64_t diagrams;
    bight_status status;
    bight_error error;
} piece;

static bool read_list(const char *folder, const char *name, size_t row, bight_bytes *bytes)
{
    char path[4096];
    int64_t rows = 0;
    if (!cli_join(path, sizeof path, folder, name) || cli_read_input(path, bytes) != CLI_DONE) {
        return false;
    }
    for (int32_t n = 3; n <= BIGHT_ATLAS_CROSSINGS; n++) {
        rows += published[n][row == 8 ? 0 : 1];
    }
    if (bytes->size != (size_t)rows * row) {
        cli_say(path, 0, "has %zu bytes: a list of all knots to 16 crossings has %lld rows of %zu (unpacked)",
                bytes->size, (long long)rows, row);
        return false;
    }
    return true;
}

// The lists of 13 crossings and more begin behind those of 3 to 12.
static bool lay_out(making *m)
{
    size_t at[2] = {0, 0};
    for (int32_t n = 3; n <= m->wish->crossings; n++) {
        for (int32_t kind = 0; kind < 2; kind++) {
            int32_t count = published[n][kind];
            if (n >= BIGHT_ATLAS_LEAST) {
                m->lists[m->list_count++] =
                    (bight_atlas_list){n, kind == 0, m->files[kind].data + at[kind], count, NULL};
                m->rows += count;
            }
            at[kind] += (size_t)count * (kind == 0 ? 8 : 10);
        }
    }
    m->states = calloc((size_t)m->rows, 1);
    int64_t row = 0;
    for (int32_t i = 0; i < m->list_count && m->states != NULL; i++) {
        m->lists[i].state = m->states + row;
        row += m->lists[i].count;
    }
    return m->states != NULL;
}

// @return false when it is of more crossings than are asked for, and would be lost
static bool load_part(making *m)
{
    bool whole = true;
    FILE *file = fopen(m->part, "rb");
    char magic[8];
    uint8_t *states = malloc((size_t)m->rows);
    if (file != NULL && states != NULL && fread(magic, 1, 8, file) == 8 &&
        memcmp(magic, PART_MAGIC, 8) == 0) {
        // fewer rows are those of fewer crossings
        size_t got = fread(states, 1, (size_t)m->rows, file);
        for (size_t i = 0; i < got; i++) {
            m->states[i] = states[i] <= BIGHT_ATLAS_SPENT ? states[i] : BIGHT_ATLAS_UNCHECKED;
            m->done += m->states[i] != BIGHT_ATLAS_UNCHECKED;
        }
        whole = fgetc(file) == EOF;
    }
    free(states);
    if (file != NULL) {
        fclose(file);
    }
    if (!whole) {
        cli_say(m->part, 0, "has proofs of more than %d crossings, which would be lost: ask for as many",
                (int)m->wish->crossings);
    }
    return whole;
}

// What the atlas has that is to be written again, if there is one.
static bool load_atlas(making *m)
{
    bight_bytes bytes = {0};
    bight_knot_atlas *atlas = NULL;
    bight_error error = {0};
    FILE *file = fopen(m->wish->out, "rb");
    if (file == NULL) {
        return true;
    }
    fclose(file);
    int64_t taken = 0;
    bool good = cli_read_input(m->wish->out, &bytes) == CLI_DONE;
    if (good) {
        good =
            bight_knot_atlas_open(NULL, bytes.data, bytes.size, &atlas, &error) == BIGHT_OK &&
            bight_knot_atlas_check(atlas, &error) == BIGHT_OK &&
            bight_atlas_take(NULL, atlas, m->lists, m->list_count, &m->aliases, &taken, &error) == BIGHT_OK;
        if (good && m->wish->crossings < BIGHT_ATLAS_CROSSINGS &&
            bight_knot_atlas_count(atlas, m->wish->crossings + 1, true) > 0) {
            good = false;
            snprintf(error.message, sizeof error.message, "it has more than %d crossings",
                     (int)m->wish->crossings);
        }
        if (!good) {
            cli_say(m->wish->out, 0, "is there already and cannot be gone on from: %s", error.message);
        }
    }
    m->done += taken;
    bight_knot_atlas_close(atlas);
    bight_bytes_free(NULL, &bytes);
    return good;
}

static void save_part(making *m)
{
    uint8_t *bytes = malloc((size_t)m->rows + 8);
    if (bytes != NULL) {
        memcpy(bytes, PART_MAGIC, 8);
        memcpy(bytes + 8, m->states, (size_t)m->rows);
        if (!cli_write_file(m->part, bytes, (size_t)m->rows + 8)) {
            m->code = CLI_FAILED;
        }
    }
    free(bytes);
    m->saved = cli_seconds();
}

static void work(void *worker, void *job)
{
    piece *p = job;
    (void)worker;
    p->status = cli_interrupted()
                    ? BIGHT_ERROR_STOPPED
                    : bight_atlas_prove(cli_env(), p->list, p->first, p->count, &p->diagrams, &p->error);
}

static void done(void *user, void *job)
{
    making *m = user;
    piece *p = job;
    m->diagrams += p->diagrams;
    m->done += p->count;
    if (p->status != BIGHT_OK && p->status != BIGHT_ERROR_STOPPED && m->code == CLI_DONE) {
        cli_say(NULL, 0, "%s", p->error.message);
        m->code = CLI_INPUT;
    }
    char words[80];
    snprintf(words, sizeof words, "%d crossings, %lld of %lld knots", (int)p->list->crossings,
             (long long)m->done, (long long)m->rows);
    cli_progress((double)m->done / (double)m->rows, words);
    if (cli_seconds() - m->saved > SAVE_SECONDS) {
        save_part(m);
    }
    free(p);
}

static bool is_open(const bight_atlas_list *list, int32_t first, int32_t count)
{
    for (int32_t i = first; i < first + count; i++) {
        if (list->state[i] == BIGHT_ATLAS_UNCHECKED) {
            return true;
        }
    }
    return false;
}

static void prove_all(making *m)
{
    const cli_pool_def def = {m->wish->threads, NULL, NULL, work, done, m};
    cli_pool *pool = cli_pool_open(&def);
    m->saved = cli_seconds();
    for (int32_t i = 0; i < m->list_count && pool != NULL; i++) {
        for (int32_t row = 0; row < m->lists[i].count && m->code == CLI_DONE && !cli_interrupted();
             row += PIECE) {
            int32_t count = m->lists[i].count - row < PIECE ? m->lists[i].count - row : PIECE;
            piece *p = is_open(&m->lists[i], row, count) ? calloc(1, sizeof *p) : NULL;
            if (p != NULL) {
                *p = (piece){.m = m, .list = &m->lists[i], .first = row, .count = count};
                cli_pool_add(pool, p);
            }
        }
    }
    cli_pool_close(pool);
    cli_progress(1.0, NULL);
    save_part(m);
}

// The proof's state of each list. @return CLI_DONE when it is all of it.
static int report(const making *m)
{
    int code = CLI_DONE;
    for (int32_t i = 0; i < m->list_count; i++) {
        const bight_atlas_list *list = &m->lists[i];
        int32_t states[BIGHT_ATLAS_SPENT + 1] = {0};
        for (int32_t k = 0; k < list->count; k++) {
            states[list->state[k]]++;
        }
        int32_t proved = states[BIGHT_ATLAS_CHIRAL] + states[BIGHT_ATLAS_AMPHICHIRAL];
        printf("%d crossings, %s: %d knots, %d proved, %d unchecked, %d wrong, %d spent; %d mirror images in "
               "orbits\n",
               (int)list->crossings, list->alternating ? "alternating" : "not alternating", (int)list->count,
               (int)proved, (int)states[BIGHT_ATLAS_UNCHECKED], (int)states[BIGHT_ATLAS_WRONG],
               (int)states[BIGHT_ATLAS_SPENT], (int)states[BIGHT_ATLAS_AMPHICHIRAL]);
        code = states[BIGHT_ATLAS_WRONG] > 0 ? CLI_FAILED : code;
        if (i % 2 == 1) {
            printf("%d crossings: %d amphichiral knots are published\n", (int)list->crossings,
                   (int)amphichiral[list->crossings]);
        }
    }
    printf("%lld diagrams seen in this run\n", (long long)m->diagrams);
    return code;
}

static int run(making *m)
{
    if (!read_list(m->wish->folder, "alternating", 8, &m->files[0]) ||
        !read_list(m->wish->folder, "nonalternating", 10, &m->files[1])) {
        return CLI_INPUT;
    }
    if (!lay_out(m) || !(snprintf(m->part, sizeof m->part, "%s.part", m->wish->out) < (int)sizeof m->part)) {
        cli_say(NULL, 0, "no memory for the lists, or --out is too long");
        return CLI_FAILED;
    }
    if (!load_part(m) || !load_atlas(m)) {
        return CLI_INPUT;
    }
    if (!m->wish->unchecked) {
        prove_all(m);
    }
    int code = report(m);
    if (m->code != CLI_DONE || code != CLI_DONE || (cli_interrupted() && !m->wish->unchecked)) {
        return cli_interrupted() ? CLI_INTERRUPTED : m->code != CLI_DONE ? m->code : code;
    }
    if (m->wish->aliases > 0.0) {
        code = atlas_aliases_find(m->lists, m->list_count, m->wish->threads, m->wish->aliases, &m->aliases);
    }
    if (m->aliases.done > 0) {
        atlas_aliases_report(m->lists, m->list_count, &m->aliases);
    }
    bight_bytes bytes = {0};
    bight_error error = {0};
    const bight_atlas_aliases *aliases = m->aliases.done > 0 ? &m->aliases : NULL;
    if (bight_atlas_write(NULL, m->lists, m->list_count, aliases, &bytes, &error) != BIGHT_OK) {
        cli_say(NULL, 0, "%s", error.message);
        return CLI_FAILED;
    }
    bool written = cli_write_file(m->wish->out, bytes.data, bytes.size);
    printf("%s: %lld knots, %zu bytes\n", m->wish->out, (long long)m->rows, bytes.size);
    bight_bytes_free(NULL, &bytes);
    return written ? code : CLI_FAILED;
}

int atlas_make(const atlas_wish *wish)
{
    making *m = calloc(1, sizeof *m);
    if (m == NULL) {
        cli_say(NULL, 0, "no memory for the lists");
        return CLI_FAILED;
    }
    m->wish = wish;
    int code = run(m);
    bight_bytes_free(NULL, &m->files[0]);
    bight_bytes_free(NULL, &m->files[1]);
    bight_atlas_aliases_free(NULL, &m->aliases);
    free(m->states);
    free(m);
    return code;
}
