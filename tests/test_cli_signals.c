// SPDX-License-Identifier: MIT
// Ctrl-C and SIGTERM for each verb of the built command, at random moments: it ends with 130 (or had ended
// before), and what it leaves is whole.

#define _POSIX_C_SOURCE 200809L

#include "command.h"

#include "core/random.h"

static const char endless[] = "{\"bight\": 1, \"ropes\": [{\"points\": [[-0.2, 0, 0], [0.2, 0, 0]], "
                              "\"radius\": 0.005, \"links\": 40}],\n"
                              "\"view\": {\"film_width\": 320, \"film_height\": 180},\n"
                              "\"script\": [{\"grasp\": {\"hand\": \"a\", \"node\": \"last\"}}, {\"wait\": "
                              "{\"cycles\": 100000}}, {\"wait\": {\"cycles\": 100000}}, {\"wait\": "
                              "{\"cycles\": 100000}}, {\"wait\": {\"cycles\": 100000}}]}\n";

// {the verb's words}, and what it reads: stdin is a pipe that nobody writes to
static const struct {
    const char *arguments[12];
    bool endless; // it cannot have ended by itself
} verbs[] = {
    {{"run", "endless.json", "--out", "out", "--frames", "5", "--quiet"}, true},
    {{"run", "endless.json", "--json"}, true},
    {{"tie", "10_100", "--out", "out", "--frames", "20", "--quiet"}, false},
    {{"tie", "bowline", "--out", "out", "--quiet"}, false},
    {{"render", "endless.json", "-o", "a.mp4"}, true},
    {{"render", "endless.json", "-o", "a.png", "--width", "4000", "--height", "4000"}, false},
    {{"identify", "-"}, true},
    {{"identify", "--json", "walk.xyz", "--closure", "sphere:100000", "--svg", "a.svg"}, false},
    {{"convert", "-", "--to", "pd"}, true},
    {{"mesh", "check", "large.obj"}, false},
    {{"mesh", "repair", "large.obj", "--out", "a.obj"}, false},
    {{"tabulate", "13", "--out", "table.c"}, true},
    {{"tabulate", "links", "--out", "table.c"}, false},
    {{"bench", "rope"}, false},
    {{"bench", "torture", "--count", "1000000"}, true},
    {{"list"}, false},
    {{"help", "scene"}, false},
};

enum { VERBS = sizeof verbs / sizeof *verbs };

static void write_inputs(void)
{
    put_text("endless.json", endless);
    FILE *walk = fopen("walk.xyz", "w"), *mesh = fopen("large.obj", "w");
    CHECK(walk != NULL && mesh != NULL);
    bi_random state = bi_random_from(5);
    fprintf(walk, "300\nwalk\n");
    for (int32_t i = 0; i < 300; i++) {
        fprintf(walk, "C %g %g %g\n", bi_random_range(&state, 0.0, 1.0), bi_random_range(&state, 0.0, 1.0),
                bi_random_range(&state, 0.0, 1.0));
    }
    for (int32_t i = 0; i < 40000; i++) { // soup: many intersections
        double x = bi_random_range(&state, 0.0, 1.0), y = bi_random_range(&state, 0.0, 1.0),
               z = bi_random_range(&state, 0.0, 1.0);
        for (int32_t k = 0; k < 3; k++) {
            fprintf(mesh, "v %g %g %g\n", x + 0.1 * bi_random_range(&state, 0.0, 1.0),
                    y + 0.1 * bi_random_range(&state, 0.0, 1.0), z + 0.1 * bi_random_range(&state, 0.0, 1.0));
        }
        fprintf(mesh, "f -3 -2 -1\n");
    }
    CHECK(fclose(walk) == 0 && fclose(mesh) == 0);
}

static pid_t start_in(const char *folder, const char *const *arguments, int input)
{
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        const char *all[16] = {"bight"};
        for (int32_t i = 0; arguments[i] != NULL; i++) {
            all[i + 1] = arguments[i];
        }
        dup2(input, STDIN_FILENO);
        if (chdir(folder) != 0) {
            _exit(98);
        }
        int out = open("stdout", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        execv(BIGHT_COMMAND, (char *const *)(uintptr_t)all);
        _exit(99);
    }
    return child;
}

static bool ends_with(const char *path, const char *ending, size_t length)
{
    char text[16];
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL && length <= sizeof text);
    bool read = fseek(file, -(long)length, SEEK_END) == 0 && fread(text, 1, length, file) == length;
    fclose(file);
    return read && memcmp(text, ending, length) == 0;
}

// Nothing unfinished, and each file that has an ending of its own has it.
static void check_whole(const char *folder)
{
    static const struct {
        const char *name, *ending;
        size_t length;
    } kinds[] = {{".json", "}\n", 2}, {".svg", "</svg>\n", 7}, {".png", "IEND\xae\x42\x60\x82", 8},
                 {".xyz", "\n", 1},   {".obj", "\n", 1},       {".c", "\n", 1}};
    DIR *directory = opendir(folder);
    for (const struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        char path[700];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        size_t length = strlen(path);
        if (strstr(path, ".tmp") != NULL) {
            fail_msg("%s is left", path);
        }
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            size_t ending = strlen(kinds[i].name);
            if (length > ending && strcmp(path + length - ending, kinds[i].name) == 0 &&
                !ends_with(path, kinds[i].ending, kinds[i].length)) {
                fail_msg("%s is not whole", path);
            }
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
}

// All verbs side by side; each gets its signal after up to 0.4 s, and has half a minute, however slow the
// machine is, before it counts as deaf.
static void signal_all(int number, uint64_t seed)
{
    pid_t children[VERBS];
    bi_random state = bi_random_from(seed);
    int pipes[2];
    CHECK(pipe(pipes) == 0);
    fcntl(pipes[1], F_SETFD, FD_CLOEXEC);
    mkdir("signals", 0777);
    for (int32_t i = 0; i < VERBS; i++) {
        char folder[100], inside[120];
        snprintf(folder, sizeof folder, "signals/%d", (int)i);
        snprintf(inside, sizeof inside, "%s/out", folder);
        remove_folder(inside);
        remove_folder(folder);
        mkdir(folder, 0777);
        const char *const inputs[] = {"endless.json", "walk.xyz", "large.obj"};
        for (size_t k = 0; k < 3; k++) {
            char from[100];
            snprintf(inside, sizeof inside, "%s/%s", folder, inputs[k]);
            snprintf(from, sizeof from, "../../%s", inputs[k]);
            CHECK(symlink(from, inside) == 0);
        }
        children[i] = start_in(folder, verbs[i].arguments, pipes[0]);
    }
    for (int32_t i = 0; i < VERBS; i++) {
        long wait = (long)(2.0 * 4e8 / VERBS * bi_random_range(&state, 0.0, 1.0));
        nanosleep(&(struct timespec){0, wait}, NULL);
        CHECK(kill(children[i], number) == 0);
    }
    const char *fault = NULL;
    int32_t which = -1, code = 0;
    for (int32_t i = 0; i < VERBS; i++) {
        int status = 0;
        pid_t ended = 0;
        for (int32_t k = 0; k < 3000 && ended == 0; k++) {
            ended = waitpid(children[i], &status, WNOHANG);
            if (ended == 0) {
                nanosleep(&(struct timespec){0, 10000000}, NULL);
            }
        }
        if (ended == 0) {
            kill(children[i], SIGKILL);
            waitpid(children[i], &status, 0);
            fault = "is deaf", which = i;
            continue;
        }
        code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
        bool early = WIFSIGNALED(status) && WTERMSIG(status) == number; // before its first line
        bool ended_before = !verbs[i].endless && code <= 1;
        if (code != 130 && !early && !ended_before) {
            fault = "ended otherwise", which = i;
            break;
        }
    }
    close(pipes[0]);
    close(pipes[1]);
    if (fault != NULL) {
        fail_msg("seed %llu, signal %d: bight %s %s %s: %d", (unsigned long long)seed, number,
                 verbs[which].arguments[0], verbs[which].arguments[1], fault, (int)code);
    }
    for (int32_t i = 0; i < VERBS; i++) {
        char folder[100];
        snprintf(folder, sizeof folder, "signals/%d", (int)i);
        check_whole(folder);
        snprintf(folder, sizeof folder, "signals/%d/out", (int)i);
        check_whole(folder);
    }
}

TEST(every_verb_hears_an_interrupt)
{
    write_inputs();
    signal_all(SIGINT, 11);
}

TEST(every_verb_hears_a_request_to_end)
{
    signal_all(SIGTERM, 12);
}

RUN_TESTS(unit(every_verb_hears_an_interrupt), unit(every_verb_hears_a_request_to_end))
