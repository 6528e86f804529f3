// SPDX-License-Identifier: MIT
// A main for the harnesses where there is no libFuzzer: runs one over nothing, and over each file that is
// named or stands in a folder that is named. Each is a copy of exactly its size, so that a sanitizer sees a
// read past its end.
//   fuzz_xyz FILE_OR_FOLDER ...
// A harness that finds a fault ends the program; the last name that was printed is the input.

#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// An input of its own memory; no larger than it is.
static void run(const char *name, const uint8_t *bytes, size_t size)
{
    printf("[ RUN      ] %s\n", name);
    fflush(stdout);
    uint8_t *copy = malloc(size);
    if (copy == NULL && size > 0) {
        fprintf(stderr, "no memory for %s\n", name);
        exit(1);
    }
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    printf("[       OK ] %s\n", name);
}

static void run_file(const char *path)
{
    struct stat about;
    FILE *file = fopen(path, "rb");
    if (file == NULL || stat(path, &about) != 0) {
        perror(path);
        exit(1);
    }
    size_t size = (size_t)about.st_size;
    uint8_t *bytes = malloc(size + 1);
    if (bytes == NULL || fread(bytes, 1, size, file) != size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    run(path, bytes, size);
    free(bytes);
}

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv)
{
    run("nothing", NULL, 0);
    for (int i = 1; i < argc; i++) {
        struct stat about;
        if (stat(argv[i], &about) != 0) {
            perror(argv[i]);
            return 1;
        }
        if (!S_ISDIR(about.st_mode)) {
            run_file(argv[i]);
            continue;
        }

        // a folder: all its files, in the order of their names; an empty one is a mistake
        struct dirent **entries;
        int count = scandir(argv[i], &entries, visible, alphasort);
        if (count <= 0) {
            fprintf(stderr, "%s: no files\n", argv[i]);
            return 1;
        }
        for (int k = 0; k < count; k++) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", argv[i], entries[k]->d_name);
            run_file(path);
            free(entries[k]);
        }
        free(entries);
    }
    return 0;
}
