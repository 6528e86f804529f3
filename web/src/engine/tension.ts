// SPDX-License-Identifier: MIT
// What elastic rods are pulled with, link by link.

import { nodesOf } from './look';
import type { Session } from './session';

/** Newtons in each link, (nodes) for each rope, the last of an open one 0; empty for ropes that are no rods. */
export function tensionsOf({ lib, info }: Session): Float32Array[] {
  return info.ropes.map(({ rod }, rope) => {
    if (rod === null) {
      return new Float32Array(0);
    }
    const nodes = nodesOf(lib, rope).length / 3;
    return lib.lend(new Uint8Array(4 * nodes), (at) => {
      const count = lib.call('bw_tensions', rope, at);
      return new Float32Array(lib.memory.buffer, at, count).slice();
    });
  });
}
