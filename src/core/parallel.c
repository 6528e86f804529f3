// SPDX-License-Identifier: MIT

#include "core/parallel.h"

void bi_parallel_for(int32_t threads, int32_t blocks, void (*run)(void *data, int32_t block), void *data)
{
#ifdef _OPENMP
    if (threads > 1 && blocks > 1) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
        for (int32_t block = 0; block < blocks; block++) {
            run(data, block);
        }
        return;
    }
#endif
    (void)threads;
    for (int32_t block = 0; block < blocks; block++) {
        run(data, block);
    }
}
