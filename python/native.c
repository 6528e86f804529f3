// SPDX-License-Identifier: MIT
// What the binding adds to the library (native.h): Ctrl-C, and naming many curves in one call.

#include <Python.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What a signal's handler raised while the library was at work, to be raised again when it has come back. Only Python's main
// thread runs handlers, so other threads never have one.
static _Thread_local PyObject *raised = NULL;

// Asked by the library every 50 ms.
// @param user Nullable: an int32_t of the caller, not 0 when another thread wants this call to end.
static bool stop(void *user)
{
    const volatile int32_t *wish = user;
    if (raised != NULL || (wish != NULL && *wish != 0)) {
        return true;
    }
    PyGILState_STATE state = PyGILState_Ensure();
    if (PyErr_CheckSignals() != 0) {
        PyObject *type = NULL, *trace = NULL;
        PyErr_Fetch(&type, &raised, &trace);
        PyErr_NormalizeException(&type, &raised, &trace);
        Py_XDECREF(type);
        Py_XDECREF(trace);
    }
    PyGILState_Release(state);
    return raised != NULL;
}

bight_env bight_python_env(int32_t threads, int32_t *wish)
{
    bight_env env;
    memset(&env, 0, sizeof env);
    env.threads = threads;
    env.watch.stop = stop;
    env.watch.user = wish;
    return env;
}

// The exception that a handler raised during the last call of this thread, or NULL. The caller owns the reference; asking
// again gives NULL.
void *bight_python_raised(void)
{
    PyObject *one = raised;
    raised = NULL;
    return one;
}

// Frames first .. end - 1 of an array (frames, count, 3). A frame that has no answer has its status in its row; only a stop
// ends the loop. Python calls this from several threads, each with rows of its own.
int32_t bight_python_identify_rows(const double *points, int64_t first, int64_t end, int32_t count,
                                   bool closed, const bight_knot_options *options, bight_row *rows,
                                   int32_t *wish, bight_error *error)
{
    bight_env env = bight_python_env(1, wish);
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

// A mesh that the library may change and grow: what `from` points to is borrowed from Python's arrays. Free it with
// bight_cloth_mesh_free().
int32_t bight_python_mesh_copy(const bight_cloth_mesh *from, bight_cloth_mesh *to)
{
    memset(to, 0, sizeof *to);
    to->vertex_count = from->vertex_count;
    to->uv_count = from->uv_count;
    to->triangle_count = from->triangle_count;
    to->face_count = from->face_count;
    to->group_count = from->group_count;
    to->seam_count = from->seam_count;
    const struct {
        const void *from;
        void **to;
        int32_t count;
        size_t size;
    } arrays[8] = {
        {from->positions, (void **)&to->positions, from->vertex_count, sizeof *from->positions},
        {from->uv, (void **)&to->uv, from->uv_count, 2 * sizeof *from->uv},
        {from->triangles, (void **)&to->triangles, from->triangle_count, 3 * sizeof *from->triangles},
        {from->uv_triangles, (void **)&to->uv_triangles, from->triangle_count,
         3 * sizeof *from->uv_triangles},
        {from->faces, (void **)&to->faces, from->triangle_count, sizeof *from->faces},
        {from->groups, (void **)&to->groups, from->triangle_count, sizeof *from->groups},
        {from->names, (void **)&to->names, from->group_count, sizeof *from->names},
        {from->seams, (void **)&to->seams, from->seam_count, 2 * sizeof *from->seams},
    };
    for (int32_t i = 0; i < 8; i++) {
        size_t size = (size_t)arrays[i].count * arrays[i].size;
        if (size == 0) {
            continue;
        }
        *arrays[i].to = malloc(size);
        if (*arrays[i].to == NULL) {
            bight_cloth_mesh_free(NULL, to);
            return BIGHT_ERROR_NO_MEMORY;
        }
        memcpy(*arrays[i].to, arrays[i].from, size);
        to->capacities[i] = arrays[i].count;
    }
    return BIGHT_OK;
}
