// SPDX-License-Identifier: MIT
// A glTF file that keeps its buffers in files beside it, made into one that holds them itself: each name of a
// file becomes a data URI, in its place, so that lines stay what they were.

#define _POSIX_C_SOURCE 200809L

#include "bight/io.h"

#include "core/error.h"
#include "io/gltf_data.h"

#include <string.h>
#include <sys/stat.h>

#define PATH_BYTES 4096
#define MOST_BYTES ((size_t)1 << 30) // of all files together

/// Start from {0}.
typedef struct gather {
    bi_gltf gltf;
    const char *path;
    bight_bytes *text; ///< the JSON with the files in it, behind the head of a GLB
    size_t copied;     ///< of the old text; 0 while no file is in it
    size_t held;       ///< bytes of files so far
} gather;

// ---- the file that a name means ---------------------------------------------------------------------------

static int32_t hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// RFC 3986, section 2.1: %20 is a blank. False where a % is followed by something else, or by 00.
static bool decode_percent(char *name)
{
    char *to = name;
    for (const char *from = name; *from != '\0'; from++) {
        if (*from != '%') {
            *to++ = *from;
            continue;
        }
        int32_t high = hex_digit(from[1]), low = high < 0 ? -1 : hex_digit(from[2]);
        if (low < 0 || 16 * high + low == 0) {
            return false;
        }
        *to++ = (char)(16 * high + low);
        from += 2;
    }
    *to = '\0';
    return true;
}

// Names from the file's own folder or from folders in it: never upwards, and never from a drive or the net.
static bool stays_beside(const char *name)
{
    if (name[0] == '\0' || name[0] == '/' || strpbrk(name, "\\:") != NULL) {
        return false;
    }
    for (const char *part = name; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        size_t length = strcspn(part, "/");
        if (length == 2 && memcmp(part, "..", 2) == 0) {
            return false;
        }
    }
    return true;
}

static bight_status find_file(gather *g, int32_t index, const char *uri, char path[PATH_BYTES])
{
    const char *slash = strrchr(g->path, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - g->path) + 1;
    if (folder + strlen(uri) >= PATH_BYTES) {
        return bi_gltf_fail(&g->gltf, "buffers", index, "the path of its file is too long: move both");
    }
    memcpy(path, g->path, folder);
    memcpy(path + folder, uri, strlen(uri) + 1);
    bi_shown shown = bi_word_show((bi_word){uri, strlen(uri)});
    if (!decode_percent(path + folder)) {
        return bi_gltf_fail(
            &g->gltf, "buffers", index,
            "its file is \"%.50s\", where a %% has no two digits behind it: write %%25 for a %%", shown.text);
    }
    if (!stays_beside(path + folder)) {
        return bi_gltf_fail(
            &g->gltf, "buffers", index,
            "its file is \"%.50s\": only files in its own folder are read; embed it, or write GLB",
            shown.text);
    }
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) {
        return bi_gltf_fail(&g->gltf, "buffers", index,
                            "there is no file \"%.50s\" beside it: put it there, embed it, or write GLB",
                            shown.text);
    }
    return BIGHT_OK;
}

// ---- putting it in ----------------------------------------------------------------------------------------

static bight_status append(gather *g, const void *data, size_t size)
{
    bight_status status = bi_bytes_append(g->gltf.allocator, g->text, data, size);
    return status == BIGHT_OK ? status
                              : bi_fail(g->gltf.error, status, 0, "no room for the files of its buffers");
}

// RFC 4648, section 4.
static bight_status append_base64(gather *g, const uint8_t *data, size_t size)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bight_status status = BIGHT_OK;
    for (size_t i = 0; i < size && status == BIGHT_OK; i += 3) {
        uint32_t second = i + 1 < size ? data[i + 1] : 0, third = i + 2 < size ? data[i + 2] : 0;
        uint32_t bits = (uint32_t)data[i] << 16 | second << 8 | third;
        const char four[4] = {letters[bits >> 18], letters[bits >> 12 & 63],
                              i + 1 < size ? letters[bits >> 6 & 63] : '=',
                              i + 2 < size ? letters[bits & 63] : '='};
        status = append(g, four, sizeof four);
    }
    return status;
}

static bight_status put_in(gather *g, int32_t index, const char *uri, size_t start, size_t end)
{
    char path[PATH_BYTES];
    bight_status status = find_file(g, index, uri, path);
    if (status != BIGHT_OK) {
        return status;
    }
    bight_bytes file;
    const bight_env env = {.allocator =
                               g->gltf.allocator != NULL ? *g->gltf.allocator : (bight_allocator){0}};
    status = bight_read_file(&env, path, MOST_BYTES - g->held, &file, g->gltf.error);
    if (status != BIGHT_OK) {
        return status;
    }

    // the buffer may be shorter than its file, never longer
    const bi_json *buffer = bi_gltf_element(&g->gltf, "buffers", index);
    int64_t size = bi_gltf_integer(buffer, "byteLength", (int64_t)file.size);
    if (size < 0 || (uint64_t)size > file.size) {
        status = bi_gltf_fail(&g->gltf, "buffers", index,
                              "its file \"%.50s\" has %zu bytes, and byteLength is %lld: copy the whole file",
                              bi_word_show((bi_word){uri, strlen(uri)}).text, file.size, (long long)size);
    } else {
        static const char head[] = "\"data:application/octet-stream;base64,";
        g->held += (size_t)size;
        status = append(g, g->gltf.text + g->copied, start - g->copied);
        status = status == BIGHT_OK ? append(g, head, sizeof head - 1) : status;
        status = status == BIGHT_OK ? append_base64(g, file.data, (size_t)size) : status;
        status = status == BIGHT_OK ? append(g, "\"", 1) : status;
        g->copied = end;
    }
    bight_bytes_free(g->gltf.allocator, &file);
    return status;
}

// ---- names in the text ------------------------------------------------------------------------------------

// From a string's first quote to behind the other; the text has been parsed, so there is one.
static size_t end_of_string(const char *text, size_t at)
{
    for (at++; text[at] != '"'; at++) {
        at += text[at] == '\\';
    }
    return at + 1;
}

static size_t skip_blanks(const bi_gltf *gltf, size_t at)
{
    while (at < gltf->text_length && gltf->text[at] != '\0' && strchr(" \t\r\n", gltf->text[at]) != NULL) {
        at++;
    }
    return at;
}

static bool says(const char *text, size_t start, size_t end, const char *word)
{
    return end - start == strlen(word) && memcmp(text + start, word, end - start) == 0;
}

// Every string behind "uri", in the elements of "buffers" at the root, that names a file.
static bight_status put_all_in(gather *g)
{
    const char *text = g->gltf.text;
    int32_t depth = 0, element = -1;
    bool buffers = false; // inside that list
    for (size_t at = 0; at < g->gltf.text_length;) {
        if (text[at] != '"') {
            depth += text[at] == '{' || text[at] == '[';
            element += buffers && depth == 3 && text[at] == '{';
            depth -= text[at] == '}' || text[at] == ']';
            at++;
            continue;
        }
        size_t start = at, end = end_of_string(text, at);
        at = skip_blanks(&g->gltf, end);
        if (at == g->gltf.text_length || text[at] != ':') {
            continue; // a value
        }
        at = skip_blanks(&g->gltf, at + 1);
        buffers = depth == 1 ? says(text, start, end, "\"buffers\"") : buffers;
        if (!buffers || depth != 3 || !says(text, start, end, "\"uri\"") || text[at] != '"') {
            continue;
        }
        const bi_json *buffer = bi_gltf_element(&g->gltf, "buffers", element);
        const char *uri = bi_json_string(bi_json_get(buffer, "uri"));
        start = at;
        at = end_of_string(text, at);
        if (uri != NULL && strncmp(uri, "data:", 5) != 0) {
            bight_status status = put_in(g, element, uri, start, at);
            if (status != BIGHT_OK) {
                return status;
            }
        }
    }
    return g->copied > 0 ? append(g, text + g->copied, g->gltf.text_length - g->copied) : BIGHT_OK;
}

// ---- the whole ----------------------------------------------------------------------------------------------

static bool has_word(const char *bytes, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = bytes, *end = bytes + length; length >= size;) {
        at = memchr(at, '"', (size_t)(end - at));
        if (at == NULL || (size_t)(end - at) < size) {
            return false;
        }
        if (memcmp(at, word, size) == 0) {
            return true;
        }
        at++;
    }
    return false;
}

static bool may_name_files(const char *bytes, size_t length)
{
    size_t at = 0;
    while (at < length && bytes[at] != '\0' && strchr(" \t\r\n", bytes[at]) != NULL) {
        at++;
    }
    bool json = at < length && bytes[at] == '{', glb = length >= 20 && memcmp(bytes, "glTF", 4) == 0;
    size_t text = glb ? bi_gltf_u32(bytes + 12) : length;
    text = glb && text > length - 20 ? length - 20 : text;
    bytes += glb ? 20 : 0;
    return (json || glb) && has_word(bytes, text, "\"buffers\"") && has_word(bytes, text, "\"uri\"");
}

static void put_u32(uint8_t *to, size_t number)
{
    for (int32_t i = 0; i < 4; i++) {
        to[i] = (uint8_t)(number >> 8 * i & 0xff);
    }
}

// A GLB has its JSON as a chunk: the head and that chunk's length change, what is behind it stays.
static bight_status wrap(gather *g, const uint8_t *glb, size_t length)
{
    const uint8_t *behind = (const uint8_t *)g->gltf.text + bi_gltf_u32(glb + 12);
    size_t rest = (size_t)(glb + length - behind);
    bight_status status = BIGHT_OK;
    while (g->text->size % 4 != 0 && status == BIGHT_OK) {
        status = append(g, " ", 1);
    }
    uint8_t head[20];
    memcpy(head, glb, sizeof head);
    put_u32(head + 8, g->text->size + rest);
    put_u32(head + 12, g->text->size - sizeof head);
    memcpy(g->text->data, head, sizeof head);
    return status == BIGHT_OK ? append(g, behind, rest) : status;
}

bight_status bight_gltf_gather(const bight_env *env, const char *path, const void *bytes, size_t length,
                               bight_bytes *whole, bight_error *error)
{
    *whole = (bight_bytes){0};
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    gather g = {.gltf = {.allocator = allocator}, .path = path, .text = whole};

    // what is no glTF file is its reader's to refuse; most have no files beside them, and are not parsed for it
    size_t mark = bi_text_mark(bytes, length);
    const char *start = length > 0 ? (const char *)bytes + mark : "";
    length -= mark;
    if (!may_name_files(start, length)) {
        return BIGHT_OK;
    }
    bight_status status = bi_gltf_open(&g.gltf, start, length);
    if (status == BIGHT_OK) {
        g.gltf.error = error;
        status = g.gltf.lines ? BIGHT_OK : append(&g, start, 20);
        status = status == BIGHT_OK ? put_all_in(&g) : status;
        status = status == BIGHT_OK && g.copied > 0 && !g.gltf.lines
                     ? wrap(&g, (const uint8_t *)start, length)
                     : status;
    } else if (status != BIGHT_ERROR_NO_MEMORY) {
        status = BIGHT_OK;
    }
    if (status != BIGHT_OK || g.copied == 0) {
        bight_bytes_free(allocator, whole);
    }
    bi_gltf_close(&g.gltf);
    return status;
}
