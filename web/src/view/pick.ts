// SPDX-License-Identifier: MIT
// Which node a pointer would grasp.

import { Vector3 } from 'three';
import type { Spot } from '../protocol';
import type { Orbit } from './camera';
import type { Tube } from './tube';

const point = new Vector3();
const away = new Vector3();

/** Of the nodes within `reach` pixels of the rope's surface at (x, y) the one in front; null when there is none.
 *  Pixels of a window of this width and height. */
export function pickNode(
  tubes: readonly Tube[],
  orbit: Orbit,
  [width, height]: [number, number],
  [x, y]: [number, number],
  reach: number,
): Spot | null {
  let best: Spot | null = null;
  let bestScore = Infinity;
  const { camera } = orbit;
  tubes.forEach((tube, rope) => {
    for (let node = 0; tube.known && node < tube.count; node++) {
      point.fromArray(tube.nodes, 3 * node);
      const depth = away.copy(point).sub(camera.position).dot(orbit.forward);
      if (depth <= camera.near) {
        continue;
      }
      point.project(camera);
      const pixels = tube.radius / orbit.unitsPerPixel(depth);
      const off = Math.hypot(((point.x + 1) / 2) * width - x, ((1 - point.y) / 2) * height - y);
      if (off > pixels + reach) {
        continue;
      }
      // pixels past the surface count most, then depth, in diameters
      const score = Math.max(0, off - pixels) * 4 + depth / (2 * tube.radius) + off / (8 * pixels + 1);
      if (score < bestScore) {
        bestScore = score;
        best = { rope, cloth: -1, node };
      }
    }
  });
  return best;
}
