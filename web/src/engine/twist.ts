// SPDX-License-Identifier: MIT
// How elastic rods are twisted, node by node.

import { nodesOf } from './look';
import type { Session } from './session';

/** The angle between the two links of each node about themselves, radians (nodes) for each rope; empty where it carries none. */
export function twistsOf({ lib, info }: Session): Float32Array[] {
  return info.ropes.map(({ rod }, rope) => {
    if (rod === null) {
      return new Float32Array(0);
    }
    return lib.lend(new Uint8Array(4 * (nodesOf(lib, rope).length / 3)), (at) => {
      const count = lib.call('bw_twists', rope, at);
      return new Float32Array(lib.memory.buffer, at, count).slice();
    });
  });
}
