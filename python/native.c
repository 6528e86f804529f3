// SPDX-License-Identifier: MIT
// What the binding adds to the library (native.h): Ctrl-C, and naming many curves in one call.

#include <Python.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile int interrupted = 0;

// Asked by the library every 50 ms. Only Python's main thread sees signals; what a handler raises is raised again
// by the caller as KeyboardInterrupt.
static bool stop(void *user)
{
    (void)user;
    if (interrupted) {
        return true;
    }
    PyGILState_STATE state = PyGILState_Ensure();
    if (PyErr_CheckSignals() != 0) {
        PyErr_Clear();
        interrupted = 1;
    }
    PyGILState_Release(state);
    return interrupted != 0;
}

bight_env bight_python_env(int32_t threads)
{
    bight_env env;
    memset(&env, 0, sizeof env);
    env.threads = threads;
    env.watch.stop = stop;
    return env;
}

// Was the last call stopped by Ctrl-C? Asking forgets it.
bool bight_python_interrupted(void)
{
    bool was = interrupted != 0;
    interrupted = 0;
    return was;
}

// Frames first .. end - 1 of an array (frames, count, 3). A frame that has no answer has its status in its row; only a stop
// ends the loop. Python calls this from several threads, each with rows of its own.
int32_t bight_python_identify_rows(const double *points, int64_t first, int64_t end, int32_t count,
                                   bool closed, const bight_knot_options *options, bight_row *rows,
                                   bight_error *error)
{
    bight_env env = bight_python_env(1);
    bight_knot_workspace *workspace = bight_knot_workspace_new(&env);
    bight_knot_result *result = workspace != NULL ? malloc(sizeof *result) : NULL;
    int32_t status = result != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    for (int64_t i = first; i < end && status == BIGHT_OK; i++) {
        const bight_vec3 *at = (const bight_vec3 *)(const void *)(points + 3 * (size_t)i * (size_t)count);
        bight_curve curve = {at, count, closed};
        bight_row *row = &rows[i];
        memset(row, 0, sizeof *row);
        row->status = (int32_t)bight_knot_identify(&env, workspace, &curve, 1, options, result, error);
        if (row->status == BIGHT_ERROR_STOPPED || row->status == BIGHT_ERROR_NO_MEMORY) {
            status = row->status;
        } else if (row->status == BIGHT_OK) {
            // a name that is cut says so: it must not be read as another knot's
            bool whole = strlen(result->name) < sizeof row->name;
            snprintf(row->name, sizeof row->name, "%.*s%s",
                     whole ? (int)sizeof row->name - 1 : (int)sizeof row->name - 5, result->name,
                     whole ? "" : " ...");
            row->handedness = result->factor_count == 1 ? (int32_t)result->factors[0].handedness
                              : result->factor_count == 0 ? (int32_t)BIGHT_HANDEDNESS_AMPHICHIRAL
                                                          : (int32_t)BIGHT_HANDEDNESS_UNKNOWN;
            row->crossings = result->crossings;
            row->factors = result->factor_count;
            row->signature = result->signature;
            row->determinant = result->determinant;
            row->proved = result->proved && closed;
        }
    }
    free(result);
    bight_knot_workspace_free(workspace);
    return status;
}
