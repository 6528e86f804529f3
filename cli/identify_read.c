// SPDX-License-Identifier: MIT
// From files and streams to jobs.

#define _POSIX_C_SOURCE 200809L

#include "cli/identify_read.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK 65536
#define LOOK 65536 // bytes that decide what a stream is
#define IDLE_MILLISECONDS 2
#define MOST_BYTES ((size_t)1 << 30)
#define LONG_FILE ((int64_t)1 << 28) // bytes

static int no_memory(void)
{
    cli_say(NULL, 0, "no memory for another curve");
    return CLI_FAILED;
}

// A share that lacks a file is not whole.
static void unread(identify_reader *reader)
{
    if (reader->shard != NULL) {
        reader->shard->unread = true;
    }
}

static identify_source *new_source(const char *file, bight_bytes *bytes)
{
    identify_source *source = calloc(1, sizeof *source);
    char *name = source != NULL ? strdup(file) : NULL;
    if (name == NULL) {
        free(source);
        bight_bytes_free(NULL, bytes);
        return NULL;
    }
    *source = (identify_source){.file = name, .bytes = *bytes, .jobs = 1};
    *bytes = (bight_bytes){0};
    return source;
}

// What the caller has set of a job, whose other fields are 0.
typedef struct given {
    int32_t first, count;
    int32_t frame; ///< 0 for none
    bight_code_item item;
    bight_code_kind kind;
    bool alone;
    const bight_error *fault; ///< nullable: why there is no curve
} given;

// Is the next curve or code ours?
static bool takes(identify_reader *reader)
{
    return reader->shard == NULL || reader->shard->files || identify_shard_takes(reader->shard);
}

static int add_job(identify_reader *reader, identify_source *source, given from)
{
    if (!takes(reader)) {
        reader->number++;
        return CLI_DONE;
    }
    identify_job *job = calloc(1, sizeof *job);
    if (job == NULL) {
        return no_memory();
    }
    if (from.fault != NULL) {
        job->status = from.fault->status;
        job->error = *from.fault;
    }
    job->first = from.first;
    job->count = from.count;
    job->item = from.item;
    job->kind = from.kind;
    job->alone = from.alone;
    job->wish = reader->wish;
    job->source = source;
    job->number = reader->number++;
    job->frame = from.frame;
    source->jobs++;
    reader->added++;
    cli_pool_add(reader->pool, job);
    return CLI_DONE;
}

// A share of the work says of each of its files and frames what came of it, also when nothing could be read there.
static int add_fault(identify_reader *reader, identify_source *source, const bight_error *fault)
{
    if ((reader->shard == NULL && !reader->wish->table) || fault->status == BIGHT_ERROR_NO_MEMORY ||
        fault->status == BIGHT_ERROR_STOPPED) {
        return cli_input_error(source->file, fault);
    }
    return add_job(reader, source,
                   (given){.frame = reader->frames_before > 0 ? reader->frames_before + 1 : 0,
                           .fault = fault}); // which says so, and gives the exit code
}

static int add_codes(identify_reader *reader, identify_source *source, bight_code_kind kind, bool alone)
{
    const bight_bytes *bytes = &source->bytes;
    size_t at = 0;
    int32_t line = reader->line, code = CLI_DONE;
    bight_code_item item, next;
    if (identify_frames_asked(&reader->frames)) {
        cli_say(source->file[0] != '\0' ? source->file : NULL, 0, "a code has no frames: leave out --frames");
        return CLI_INPUT;
    }
    if (cli_refuse_binary(source->file, bytes)) {
        const bight_error fault = {.status = BIGHT_ERROR_INVALID, .message = "a zero byte: this is no text"};
        return reader->shard != NULL ? add_fault(reader, source, &fault) : CLI_INPUT;
    }
    bool more = bight_code_next(bytes->data, bytes->size, &at, &line, &item);
    if (!more && alone) {
        const bight_error fault = {
            .status = BIGHT_ERROR_INVALID, .line = line, .message = "no code in the file"};
        return add_fault(reader, source, &fault);
    }
    while (more && code == CLI_DONE && !cli_interrupted()) {
        more = bight_code_next(bytes->data, bytes->size, &at, &line, &next);
        alone = alone && !more;
        code = add_job(reader, source, (given){.item = item, .kind = kind, .alone = alone});
        item = next;
    }
    reader->line = line;
    return code;
}

// Has this note been said of an earlier frame of the same stream? Remembers it while there is room.
static bool is_said(identify_reader *reader, const char *note, size_t length)
{
    char line[256];
    size_t used = strlen(reader->said);
    snprintf(line, sizeof line, "%.*s\n", (int)length, note);
    if (strstr(reader->said, line) != NULL) {
        return true;
    }
    if (used + strlen(line) < sizeof reader->said) {
        memcpy(reader->said + used, line, strlen(line) + 1);
    }
    return false;
}

static void print_notes(identify_reader *reader, const identify_source *source)
{
    const bight_bytes *notes = &source->curves.notes;
    if (notes->size == 0) {
        return;
    }
    const char *at = (const char *)notes->data, *end = at + notes->size;
    while (at < end && !reader->wish->json) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop != NULL ? stop : end;
        if (!is_said(reader, at, (size_t)(stop - at))) {
            cli_say(source->file, 0, "%.*s", (int)(stop - at), at);
        }
        at = stop + 1;
    }
}

// How many curves from this one on are one link: all that are no frames, or as asked for those of a frame; where each
// frame has one curve, all frames.
static int32_t group_size(const identify_reader *reader, const bight_curves *curves, int32_t first)
{
    int32_t count = curves->curve_count, end = first + 1;
    const int32_t *frame = curves->frame_of;
    if (reader->apart || (curves->frames && !reader->together)) {
        return 1;
    }
    bool several = false;
    for (int32_t i = 1; i < count; i++) {
        several = several || frame[i] == frame[i - 1];
    }
    while (end < count && (!several || frame[end] == frame[first])) {
        end++;
    }
    return end - first;
}

static int add_curves(identify_reader *reader, identify_source *source, bool alone)
{
    bight_error error = {0};
    const bight_read_options options = {.format = reader->format,
                                        .file_name = source->file,
                                        .all_models =
                                            reader->all_models || identify_frames_asked(&reader->frames),
                                        .atoms = reader->atoms,
                                        .select = reader->select,
                                        .frames_before = reader->frames_before};
    bight_status status =
        bight_read_curves(NULL, source->bytes.data, source->bytes.size, &options, &source->curves, &error);
    bight_bytes_free(NULL, &source->bytes);
    if (status != BIGHT_OK) {
        error.status = status;
        error.line += error.line > 0 ? reader->line : 0;
        return add_fault(reader, source, &error);
    }
    print_notes(reader, source);
    int32_t count = source->curves.curve_count, code = CLI_DONE;
    if (identify_frames_asked(&reader->frames) && source->curves.frame_of[count - 1] == 0) {
        cli_say(source->file, 0, "no frames in this file: leave out --frames");
        return CLI_INPUT;
    }
    bool any = false;
    for (int32_t i = 0, size; i < count && code == CLI_DONE && !cli_interrupted(); i += size) {
        int32_t frame = source->curves.frame_of[i];
        size = group_size(reader, &source->curves, i);
        if (!identify_frames_have(&reader->frames, frame)) {
            reader->number++;
            continue;
        }
        any = true;
        code = add_job(reader, source,
                       (given){.first = i, .count = size, .frame = frame, .alone = alone && size == count});
    }
    reader->frames_before = source->curves.frame_of[count - 1];
    reader->frames_taken = reader->frames_taken || any;
    return code;
}

// A whole file, or a piece of a stream that can stand alone.
static int add_bytes(identify_reader *reader, const char *file, bight_bytes *bytes, bool alone)
{
    bight_code_kind kind = reader->kind;
    if (kind == BIGHT_CODE_COUNT && reader->format == BIGHT_CURVE_FORMAT_AUTO) {
        kind = bight_code_detect(bytes->data, bytes->size, file);
    }
    identify_source *source = new_source(file, bytes);
    if (source == NULL) {
        return no_memory();
    }
    int code =
        kind != BIGHT_CODE_COUNT ? add_codes(reader, source, kind, alone) : add_curves(reader, source, alone);
    identify_release(source);
    return code;
}

int identify_read_code(identify_reader *reader, const char *front, const char *text, bight_code_kind kind)
{
    size_t before = strlen(front), length = before + strlen(text);
    bight_bytes bytes = {.data = malloc(length + 1), .size = length, .capacity = (int32_t)length + 1};
    if (bytes.data == NULL) {
        return no_memory();
    }
    memcpy(bytes.data, front, before);
    memcpy(bytes.data + before, text, length - before + 1);
    identify_source *source = new_source("", &bytes);
    if (source == NULL) {
        return no_memory();
    }
    source->front = before;
    reader->number = reader->line = 0;
    int code = add_codes(reader, source, kind, true);
    identify_release(source);
    return code;
}

// ---- streams ----------------------------------------------------------------------------------------

// What has come and has not been worked on: the piece in hand begins at `begin`. Nothing is looked at twice
// for each byte that comes, so a long piece costs no more than its length.
typedef struct stream {
    const char *name; ///< "-" for stdin
    int file;
    bight_bytes bytes;
    size_t begin, looked; ///< looked: up to here this piece has been read through
    size_t searched;      ///< up to here there is no line end after `looked`
    bool is_known;        ///< the next two are
    bool codes, frames;

    // codes: the last line end outside of all brackets, and what lies open at `looked`
    size_t end;
    int64_t depth;
    bool comment;

    // frames: points announced (-1: none), lines read, where the last line begins
    int64_t count, lines;
    size_t last;
} stream;

// The line's one whole number, or -1.
static int64_t lone_count(const bight_bytes *bytes, size_t at, size_t end)
{
    char text[24];
    size_t length = end - at;
    if (length >= sizeof text) {
        return -1;
    }
    memcpy(text, bytes->data + at, length);
    text[length] = '\0';
    char *stop;
    long long count = strtoll(text, &stop, 10);
    return stop != text && stop[strspn(stop, " \t\r\n")] == '\0' && count >= 0 ? (int64_t)count : -1;
}

static void begin_piece(stream *s, size_t begin)
{
    s->begin = s->looked = s->searched = s->end = s->last = begin;
    s->is_known = s->comment = false;
    s->depth = s->lines = 0;
    s->count = -1;
}

// A frame is its count, a comment, its points. One more line must have come, or a file without comments could
// be cut in the wrong place.
static size_t frame_end(stream *s)
{
    const bight_bytes *bytes = &s->bytes;
    while (s->looked < bytes->size && s->lines < (s->count < 0 ? 1 : s->count + 2)) {
        size_t from = s->searched > s->looked ? s->searched : s->looked;
        const uint8_t *stop = memchr(bytes->data + from, '\n', bytes->size - from);
        if (stop == NULL) {
            s->searched = bytes->size;
            return 0;
        }
        s->last = s->looked;
        s->looked = (size_t)(stop - bytes->data) + 1;
        s->lines++;
        s->count = s->lines == 1 ? lone_count(bytes, s->begin, s->looked) : s->count;
        if (s->count < 2) {
            s->frames = false;
            return 0;
        }
    }
    if (s->count < 2 || s->lines < s->count + 2) {
        return 0;
    }
    return lone_count(bytes, s->last, s->looked) >= 0 ? s->last : s->looked;
}

// The last line end outside of all brackets.
static size_t codes_end(stream *s)
{
    for (; s->looked < s->bytes.size; s->looked++) {
        char c = (char)s->bytes.data[s->looked];
        s->comment = c == '#' || (s->comment && c != '\n');
        s->depth += !s->comment && strchr("[({", c) != NULL && c != '\0';
        s->depth -= !s->comment && strchr("])}", c) != NULL && c != '\0';
        s->end = c == '\n' && s->depth <= 0 ? s->looked + 1 : s->end;
    }
    return s->end > s->begin ? s->end : 0;
}

static int32_t count_lines(const bight_bytes *bytes)
{
    int32_t lines = 0;
    for (size_t i = 0; i < bytes->size; i++) {
        lines += bytes->data[i] == '\n';
    }
    return lines;
}

// Where the part ends that can be worked on now: whole frames one by one, whole codes; 0 for other formats,
// which are read to their end. What it is shows in its first bytes.
static size_t ready_end(const identify_reader *reader, stream *s)
{
    size_t length = s->bytes.size - s->begin;
    if (!s->is_known && length > 0) {
        bool look = reader->format == BIGHT_CURVE_FORMAT_AUTO && reader->kind == BIGHT_CODE_COUNT;
        size_t first = length < LOOK ? length : LOOK;
        s->codes = reader->kind != BIGHT_CODE_COUNT ||
                   (look && bight_code_detect(s->bytes.data + s->begin, first, s->name) != BIGHT_CODE_COUNT);
        s->frames = !s->codes && (look || reader->format == BIGHT_CURVE_FORMAT_XYZ);
        s->is_known = length >= LOOK;
        s->looked = s->searched = s->end = s->last = s->begin;
        s->depth = s->lines = 0;
        s->comment = false;
        s->count = -1;
    }
    return s->codes ? codes_end(s) : s->frames ? frame_end(s) : 0;
}

// A frame that nobody asked for, or is another share's, is counted and not read. Each frame is one curve.
static bool skips(identify_reader *reader, stream *s, size_t end)
{
    identify_shard *shard = reader->shard;
    bool asked = identify_frames_have(&reader->frames, reader->frames_before + 1);
    if (asked && (shard == NULL || shard->files || shard->dealt % shard->count == shard->index - 1)) {
        return false;
    }
    if (asked) {
        shard->dealt++;
        reader->frames_taken = true;
    }
    reader->number++;
    reader->frames_before++;
    reader->line += (int32_t)(end == s->last ? s->lines - 1 : s->lines);
    begin_piece(s, end);
    return true;
}

// Works on the piece in hand up to `end`.
static int take_piece(identify_reader *reader, stream *s, size_t end, bool alone)
{
    size_t size = end - s->begin;
    if (s->frames && !alone && size > 0 && skips(reader, s, end)) {
        return CLI_DONE;
    }
    bight_bytes piece = {.data = malloc(size + 1), .size = size, .capacity = (int32_t)size + 1};
    if (piece.data == NULL) {
        return no_memory();
    }
    if (size > 0) {
        memcpy(piece.data, s->bytes.data + s->begin, size);
    }
    bool frame = s->frames && !alone;
    begin_piece(s, end);
    int32_t lines = count_lines(&piece), before = reader->line, frames = reader->frames_before;
    int code = add_bytes(reader, s->name, &piece, alone);
    reader->line = before + lines;
    reader->frames_before = frame ? frames + 1 : reader->frames_before;
    return code;
}

// Print finished lines while no input arrives; nobody should wait for an answer until the next question.
static void print_while_idle(identify_reader *reader, int file)
{
    struct pollfd input = {.fd = file, .events = POLLIN};
    bool more = true;
    while (more && !cli_interrupted()) {
        more = cli_pool_drain(reader->pool);
        if (reader->shard == NULL) {
            fflush(stdout);
        }
        more = more && poll(&input, 1, IDLE_MILLISECONDS) == 0;
    }
}

// Moves the rest to the front when that frees most of the buffer, else makes it longer.
static bool make_room(stream *s)
{
    bight_bytes *bytes = &s->bytes;
    if ((size_t)bytes->capacity - bytes->size >= CHUNK) {
        return true;
    }
    if (s->begin > bytes->size / 2) {
        size_t by = s->begin;
        memmove(bytes->data, bytes->data + by, bytes->size - by);
        bytes->size -= by;
        s->begin = 0;
        s->looked -= by;
        s->searched = s->looked;
        s->end -= by;
        s->last -= by;
        return make_room(s);
    }
    int32_t capacity = bytes->capacity == 0 ? 4 * CHUNK : 2 * bytes->capacity;
    uint8_t *grown = bytes->size < MOST_BYTES ? realloc(bytes->data, (size_t)capacity) : NULL;
    if (grown != NULL) {
        bytes->data = grown;
        bytes->capacity = capacity;
    }
    return grown != NULL;
}

// size: of the file, 0 for a stream without an end
static int read_stream(identify_reader *reader, const char *name, int file, double size)
{
    double read_bytes = 0.0;
    stream s = {.name = name, .file = file, .count = -1};
    bool pieces = false;
    int worst = CLI_DONE;
    for (;;) {
        if (!make_room(&s)) {
            cli_say(name, 0, "more than 1 GiB without an end: send counted frames");
            worst = CLI_INPUT;
            unread(reader);
            break;
        }
        print_while_idle(reader, file);
        ssize_t got = read(file, s.bytes.data + s.bytes.size, CHUNK);
        if (got < 0 && errno == EINTR && !cli_interrupted()) {
            continue;
        }
        if (got < 0 && !cli_interrupted()) {
            cli_say(name, 0, "cannot be read (%s)", strerror(errno));
            worst = CLI_INPUT;
            unread(reader);
        }
        if (got <= 0) {
            break;
        }
        s.bytes.size += (size_t)got;
        read_bytes += (double)got;
        reader->read = size > 0.0 ? fmin(read_bytes / size, 1.0) : -1.0;
        for (size_t end = ready_end(reader, &s); end > 0; end = ready_end(reader, &s)) {
            int code = take_piece(reader, &s, end, false);
            worst = code > worst ? code : worst;
            pieces = true;
        }
    }

    bool blank = true;
    for (size_t i = s.begin; i < s.bytes.size && blank; i++) {
        blank = strchr(" \t\r\n", s.bytes.data[i]) != NULL && s.bytes.data[i] != '\0';
    }

    if ((!pieces || !blank) && !cli_interrupted()) { // then the rest is half of something
        int code = take_piece(reader, &s, s.bytes.size, !pieces);
        worst = code > worst ? code : worst;
    }

    bight_bytes_free(NULL, &s.bytes);
    return worst;
}

static bool is_gltf(const char *file)
{
    const char *end = strrchr(file, '.');
    return end != NULL && (strcasecmp(end, ".gltf") == 0 || strcasecmp(end, ".glb") == 0);
}

// Files that are too long to be held, and all that are shared out by curves, come as streams do: frame by frame.
// A glTF file has no frames, and may have its buffers in files beside it.
static bool is_streamed(const identify_reader *reader, const char *file)
{
    struct stat about;
    if (reader->together || is_gltf(file) || stat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        return false;
    }
    return about.st_size > LONG_FILE || (reader->shard != NULL && !reader->shard->files);
}

static int read_one(identify_reader *reader, const char *file)
{
    if (strcmp(file, "-") == 0) {
        return read_stream(reader, file, STDIN_FILENO, 0.0);
    }
    int opened = is_streamed(reader, file) ? open(file, O_RDONLY | O_CLOEXEC) : -1;
    if (opened >= 0) {
        struct stat about;
        double size = fstat(opened, &about) == 0 ? (double)about.st_size : 0.0;
        int streamed = read_stream(reader, file, opened, size);
        close(opened);
        return streamed;
    }
    bight_bytes bytes = {0};
    int code = cli_read_shape(file, &bytes);
    if (code != CLI_DONE) {
        unread(reader);
        return code;
    }
    return add_bytes(reader, file, &bytes, true);
}

int identify_read(identify_reader *reader, const char *file)
{
    reader->number = reader->line = reader->frames_before = 0;
    reader->frames_taken = false;
    reader->said[0] = '\0';
    reader->read = 1.0;
    int code = read_one(reader, file);
    if (code == CLI_DONE && identify_frames_asked(&reader->frames) && !reader->frames_taken) {
        cli_say(file, 0, "--frames: the file has %d frame%s, and none of these", (int)reader->frames_before,
                reader->frames_before == 1 ? "" : "s");
        unread(reader);
        return CLI_INPUT;
    }
    return code;
}
