// SPDX-License-Identifier: MIT
// The hashes of the golden scenes: the same on every compiler, thread count and machine, under sanitizers and
// in WebAssembly. They change when the simulation is meant to change, and then in a commit that says so.
// scripts/golden_wasm.c prints them in this order.

#pragma once

#define GOLDEN_HASH UINT64_C(0x1C93E248E869B186)         ///< golden_scene()
#define GOLDEN_SPRINGS_HASH UINT64_C(0x561B1F986C1A4FAB) ///< golden_springs()
#define GOLDEN_RODS_HASH UINT64_C(0x37E30C7AC4E944A8)    ///< golden_rods()
#define GOLDEN_CLOTH_HASH UINT64_C(0x1FECBBEDFE0B20A4)   ///< golden_cloth()
#define GOLDEN_COUPLE_HASH UINT64_C(0xCF7947CF7DD7CAAF)  ///< golden_couple()
