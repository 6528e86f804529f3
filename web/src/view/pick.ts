// SPDX-License-Identifier: MIT
// Which node a pointer would grasp.

import { Vector3 } from 'three';
import type { Spot } from '../protocol';
import type { Orbit } from './camera';
import type { Tube } from './tube';

/** So far from an end, along the rope in radii, the whipped tip is the end. */
const TIP = 5;
/** Nodes at the ends may be farther from the pointer, by this part of its reach. */
const END_REACH = 1.5;

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
      const end = !tube.closed && (node === 0 || node === tube.count - 1);
      if (off > pixels + (end ? END_REACH * reach : reach)) {
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
  return best && tipOf(tubes[(best as Spot).rope], best);
}

// a hand on the tip of a rope holds its end
function tipOf(tube: Tube, spot: Spot): Spot {
  const nodes = Math.floor((TIP * tube.radius) / tube.shape.linkLength);
  const last = tube.count - 1;
  if (tube.closed || last < 3 * nodes) {
    return spot;
  }
  return { ...spot, node: spot.node <= nodes ? 0 : spot.node >= last - nodes ? last : spot.node };
}
