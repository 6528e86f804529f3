// SPDX-License-Identifier: MIT

#define _XOPEN_SOURCE 700

#include "cli/identify_shard.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_SHARDS 1000000
#define LAST_LINE 512 // bytes; the line that ends a share is shorter

bool identify_shard_read(const char *text, identify_shard *shard)
{
    char first[16];
    size_t length = strcspn(text, "/");
    int64_t index = 0, count = 0;
    if (text[length] != '/' || length >= sizeof first) {
        cli_say(NULL, 0, "--shard is \"%s\": give I/N, as in 3/8 for the third of eight",
                cli_show_start(text, 40).text);
        return false;
    }
    memcpy(first, text, length);
    first[length] = '\0';
    if (!cli_integer("N of --shard I/N", text + length + 1, 1, MOST_SHARDS, &count) ||
        !cli_integer("I of --shard I/N", first, 1, count, &index)) {
        return false;
    }
    shard->index = (int32_t)index;
    shard->count = (int32_t)count;
    return true;
}

// ---- what was asked ---------------------------------------------------------------------------------

// FNV-1a, 64 bits.
static uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *byte = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint64_t mix_word(uint64_t hash, const char *word)
{
    return word != NULL ? mix(hash, word, strlen(word) + 1) : mix(hash, "\1", 1);
}

void identify_shard_request(identify_shard *shard, const char *const *words, int32_t word_count,
                            char *const *files, int32_t file_count)
{
    uint64_t hash = mix_word(UINT64_C(0xcbf29ce484222325), bight_version());
    for (int32_t i = 0; i < word_count; i++) {
        hash = mix_word(hash, words[i]);
    }
    for (int32_t i = 0; i < file_count; i++) {
        struct stat about;
        int64_t size = stat(files[i], &about) == 0 ? (int64_t)about.st_size : -1;
        hash = mix_word(hash, files[i]);
        hash = mix(hash, &size, sizeof size);
    }
    shard->request = hash;
    shard->files = file_count >= shard->count && file_count > 1;
}

bool identify_shard_takes(identify_shard *shard)
{
    bool mine = shard->dealt++ % shard->count == shard->index - 1;
    shard->had += mine;
    return mine;
}

// ---- the file ---------------------------------------------------------------------------------------

static bool set_path(identify_shard *shard, const char *folder)
{
    char name[64];
    snprintf(name, sizeof name, "shard-%d-of-%d.jsonl", (int)shard->index, (int)shard->count);
    if (!cli_join(shard->path, sizeof shard->path, folder, name)) {
        cli_say(NULL, 0, "--out: the path is too long: give a shorter one");
        return false;
    }
    return true;
}

// The end of a file as text, "" when there is none.
static void read_end(const char *path, char text[LAST_LINE + 1])
{
    FILE *file = fopen(path, "rb");
    size_t got = 0;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        long from = size > LAST_LINE ? size - LAST_LINE : 0;
        got = fseek(file, from, SEEK_SET) == 0 ? fread(text, 1, LAST_LINE, file) : 0;
    }
    text[got] = '\0';
    if (file != NULL) {
        fclose(file);
    }
}

bool identify_shard_is_done(identify_shard *shard, const char *folder, int *code)
{
    char end[LAST_LINE + 1], wanted[48];
    struct stat about;
    *code = CLI_FAILED;
    if (!set_path(shard, folder)) {
        return true;
    }
    if (stat(shard->path, &about) != 0) {
        return false;
    }
    read_end(shard->path, end);
    snprintf(wanted, sizeof wanted, "\"request\": \"%016" PRIx64 "\"}\n", shard->request);
    const char *failed = strstr(end, "\"failed\": ");
    if (strstr(end, wanted) == NULL || failed == NULL) {
        cli_say(shard->path, 0,
                "this is of other files, options or another version: remove it, or leave out --resume");
        *code = CLI_INPUT;
        return true;
    }
    *code = atoi(failed + strlen("\"failed\": ")) > 0 ? CLI_INPUT : CLI_DONE;
    return true;
}

int identify_shard_open(identify_shard *shard, const char *folder)
{
    shard->old_stdout = -1;
    if (!set_path(shard, folder)) {
        return CLI_USAGE;
    }
    if (!cli_make_folder(folder)) {
        return CLI_FAILED;
    }

    // machines that share a folder may have processes of one number
    int file = -1;
    for (int32_t i = 0; file < 0 && i < 1000; i++) {
        char name[64];
        snprintf(name, sizeof name, "bight-%ld-shard-%d.tmp", (long)getpid(), (int)i);
        if (!cli_join(shard->temporary, sizeof shard->temporary, folder, name)) {
            cli_say(NULL, 0, "--out: the path is too long: give a shorter one");
            return CLI_USAGE;
        }
        file = open(shard->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST) {
            break;
        }
    }
    if (file < 0) {
        cli_say(shard->temporary, 0, "cannot be written (%s)", strerror(errno));
        return CLI_FAILED;
    }
    cli_unfinished(shard->path);
    fflush(stdout);
    shard->old_stdout = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    bool good = shard->old_stdout >= 0 && dup2(file, STDOUT_FILENO) >= 0;
    close(file);
    if (!good) {
        cli_say(shard->path, 0, "cannot be written (%s)", strerror(errno));
        return identify_shard_close(shard, CLI_FAILED);
    }
    return CLI_DONE;
}

void identify_shard_line(identify_shard *shard, const identify_job *job)
{
    shard->lines++;
    if (job->status == BIGHT_OK) {
        return;
    }
    shard->failed++;
    cli_json json = {.out = stdout, .line = true};
    cli_json_open(&json, NULL, '{');
    identify_json_place(&json, job);
    cli_json_text(&json, "error",
                  job->error.message[0] != '\0' ? job->error.message : bight_status_text(job->status));
    cli_json_close(&json, '}');
}

// The last line: by it a reader sees that the share is whole and that all shares are of one request.
static void print_end(const identify_shard *shard)
{
    char request[24];
    snprintf(request, sizeof request, "%016" PRIx64, shard->request);
    cli_json json = {.out = stdout, .line = true};
    cli_json_open(&json, NULL, '{');
    cli_json_integer(&json, "shard", shard->index);
    cli_json_integer(&json, "of", shard->count);
    cli_json_text(&json, "dealt", shard->files ? "files" : "curves");
    cli_json_integer(&json, "had", shard->had);
    cli_json_integer(&json, "all", shard->dealt);
    cli_json_integer(&json, "lines", shard->lines);
    cli_json_integer(&json, "failed", shard->failed);
    cli_json_text(&json, "request", request);
    cli_json_close(&json, '}');
}

int identify_shard_close(identify_shard *shard, int code)
{
    bool whole = shard->old_stdout >= 0 && (code == CLI_DONE || code == CLI_INPUT) && !shard->unread &&
                 !cli_interrupted();
    if (whole) {
        print_end(shard);
    }

    // the name comes last: what it leads to must be on the disk
    errno = 0;
    bool written = fflush(stdout) == 0 && !ferror(stdout) && (!whole || fsync(STDOUT_FILENO) == 0);
    if (whole && (!written || rename(shard->temporary, shard->path) != 0)) {
        cli_say(shard->path, 0, "cannot be written (%s)", strerror(errno));
        whole = false;
        code = CLI_FAILED;
    }
    if (!whole) {
        unlink(shard->temporary);
    }
    cli_unfinished(NULL);
    if (shard->old_stdout >= 0) {
        dup2(shard->old_stdout, STDOUT_FILENO);
        close(shard->old_stdout);
        clearerr(stdout);
    }
    shard->old_stdout = -1;
    return code;
}
