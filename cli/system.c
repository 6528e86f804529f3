// SPDX-License-Identifier: MIT
// Signals, clocks, processors: what C17 does not have.

#define _POSIX_C_SOURCE 200809L

#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#if defined(BIGHT_SANITIZED)
#define SLOWER 10 // than what is installed
#else
#define SLOWER 1
#endif
#define GRACE_MS (700 * SLOWER) // after a signal, for loops that hear it
#define HOLD_MS (8000 * SLOWER) // for what would be lost, see cli_hold_on()
#define KICK_MS 20

static atomic_bool stop, holding;
static pthread_t main_thread;

// ---- signals ----------------------------------------------------------------------------------------

static void end_at_once(int number)
{
    (void)number;
    _exit(CLI_INTERRUPTED);
}

static void wake(int number)
{
    (void)number; // only so that a call which waits comes back with EINTR
}

static sigset_t both_signals(void)
{
    sigset_t both;
    sigemptyset(&both);
    sigaddset(&both, SIGINT);
    sigaddset(&both, SIGTERM);
    return both;
}

// Whole lines that wait to be printed still are; a reader that no longer reads must not keep us.
static void end_hard(void)
{
    struct sigaction action = {.sa_handler = end_at_once};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    alarm(1);
    cli_remove_unfinished();
    if (ftrylockfile(stdout) == 0) { // else the main thread is printing
        fflush(stdout);
    }
    _exit(CLI_INTERRUPTED);
}

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Has it had its time, in seconds? On a crowded machine a second may pass in which it hardly ran: so much of
// the time must have been its own, or the wait be out of all proportion.
static bool is_over(double patience, double waited, double worked)
{
    return waited >= patience && (worked >= 0.5 * patience || waited >= 10.0 * patience);
}

// Waits for the signal that everyone else leaves blocked. Then the main thread has a while to come to an end
// by itself; a second signal, or the end of that while, ends the process here, whatever the other threads do.
static void *watch(void *unused)
{
    (void)unused;
    sigset_t both = both_signals();
    int number;
    while (sigwait(&both, &number) != 0) {
    }
    atomic_store(&stop, true);
    double wall = seconds_of(CLOCK_MONOTONIC), own = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    double held = 0.0,
           held_own = 0.0; // since the signal, up to the last look at which something was held on to
    for (bool over = false; !over;) {
        pthread_kill(main_thread, SIGURG); // it may have begun to wait just after it looked at the flag
        struct timespec moment = {0, KICK_MS * 1000000L};
        over = sigtimedwait(&both, NULL, &moment) >= 0;
        double waited = seconds_of(CLOCK_MONOTONIC) - wall;
        double worked = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - own;
        if (atomic_load(&holding)) {
            held = waited;
            held_own = worked;
        }
        over = over || is_over(0.001 * GRACE_MS, waited - held, worked - held_own) ||
               is_over(0.001 * HOLD_MS, waited, worked);
    }
    end_hard();
    return NULL;
}

static void on_signal(int number)
{
    (void)number;
    atomic_store(&stop, true);
}

// Closed standard streams: the next file that is opened would take their place, and what is printed would end
// up in it. A descriptor that can do nothing takes it, so that printing fails as it should.
static void fill_standard_streams(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
        if (fcntl(file, F_GETFD) < 0 && errno == EBADF) {
            int got = open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
            (void)got; // the lowest free one: this one
        }
    }
}

void cli_begin(void)
{
    fill_standard_streams();

    // a file beyond a limit is an error like any other; ffmpeg inherits this
    struct sigaction action = {.sa_handler = SIG_IGN};
    sigemptyset(&action.sa_mask);
    sigaction(SIGXFSZ, &action, NULL);
    action.sa_handler = wake; // without SA_RESTART
    sigaction(SIGURG, &action, NULL);

    // blocked here, and so in all threads and processes to come: Ctrl-C stops this command, which ends the
    // others in good order
    sigset_t both = both_signals();
    pthread_sigmask(SIG_BLOCK, &both, NULL);
    main_thread = pthread_self();
    pthread_t watcher;
    if (pthread_create(&watcher, NULL, watch, NULL) == 0) {
        pthread_detach(watcher);
        return;
    }
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    pthread_sigmask(SIG_UNBLOCK, &both, NULL);
}

bool cli_interrupted(void)
{
    return atomic_load(&stop);
}

void cli_hold_on(bool on)
{
    atomic_store(&holding, on);
}

static bool stop_asked(void *user)
{
    (void)user;
    return cli_interrupted();
}

const bight_env *cli_env(void)
{
    static const bight_env env = {.watch = {stop_asked, NULL}};
    return &env;
}

// ---- time, processors -------------------------------------------------------------------------------

double cli_seconds(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

int32_t cli_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 64 ? 64 : (int32_t)count;
}
