// SPDX-License-Identifier: MIT
// The hashes of the golden scenes: the same on every compiler, thread count and machine, under sanitizers and
// in WebAssembly. They change when the simulation is meant to change, and then in a commit that says so.
// scripts/golden_wasm.c prints them in this order.

#pragma once

#define GOLDEN_HASH UINT64_C(0x0F443F86FD6FFD04)            ///< golden_scene()
#define GOLDEN_SPRINGS_HASH UINT64_C(0x980A244E96557B66)    ///< golden_springs()
#define GOLDEN_PROJECTION_HASH UINT64_C(0xDBAA42955FDDE605) ///< golden_projection()
#define GOLDEN_RODS_HASH UINT64_C(0x99BBE3A483C03A7F)       ///< golden_rods()
#define GOLDEN_MIXED_HASH UINT64_C(0x2A69217A9B96E6B4)      ///< golden_mixed()
#define GOLDEN_CLOTH_HASH UINT64_C(0x1FECBBEDFE0B20A4)      ///< golden_cloth()
#define GOLDEN_COUPLE_HASH UINT64_C(0x5889932CAA2D7F66)     ///< golden_couple()
