// SPDX-License-Identifier: MIT
// Where something happens in a rope: where it bends. A camera that watches a knot being tied looks there.

import type { Vector3 } from 'three';
import type { Tube } from './tube';

/** Directions so many nodes before and after are compared. */
const SPAN = 4;
/** The cosine of the turn between them from which the rope counts as bent: about 35 degrees. */
const BENT = 0.82;
/** So many nodes of straight rope are shown on either side. */
const TAIL = 13;

/** Widen low and high to where the ropes are bent. False, and nothing changed, when none is. */
export function bentPart(tubes: readonly Tube[], low: Vector3, high: Vector3): boolean {
  let found = false;
  for (const tube of tubes) {
    const { tangents: t } = tube.frames;
    const { nodes, count } = tube;
    let first = count;
    let last = -1;
    for (let i = SPAN; i + SPAN < count; i++) {
      const a = 3 * (i - SPAN);
      const b = 3 * (i + SPAN);
      if (t[a] * t[b] + t[a + 1] * t[b + 1] + t[a + 2] * t[b + 2] < BENT) {
        first = Math.min(first, i);
        last = i;
      }
    }
    if (last < 0) {
      continue;
    }
    if (!found) {
      found = true;
      low.setScalar(Infinity);
      high.setScalar(-Infinity);
    }
    first = Math.max(0, first - TAIL);
    last = Math.min(count - 1, last + TAIL);
    for (let i = 3 * first; i <= 3 * last; i += 3) {
      low.set(Math.min(low.x, nodes[i]), Math.min(low.y, nodes[i + 1]), Math.min(low.z, nodes[i + 2]));
      high.set(Math.max(high.x, nodes[i]), Math.max(high.y, nodes[i + 1]), Math.max(high.z, nodes[i + 2]));
    }
  }
  return found;
}
