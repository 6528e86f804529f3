// SPDX-License-Identifier: MIT
// What the binding adds to the library (native.c), read by cffi and by the compiler.

// As numpy sees it in bight/knots.py.
typedef struct bight_row {
    char name[96];
    int32_t handedness, crossings, factors, signature, status;
    int64_t determinant;
    uint8_t proved;
} bight_row;

bight_env bight_python_env(int32_t threads, int32_t *wish);
void *bight_python_raised(void);
int32_t bight_python_identify_rows(const double *points, int64_t first, int64_t end, int32_t count,
                                   bool closed, const bight_knot_options *options, bight_row *rows,
                                   int32_t *wish, bight_error *error);
int32_t bight_python_mesh_copy(const bight_cloth_mesh *from, bight_cloth_mesh *to);
