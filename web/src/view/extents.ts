// SPDX-License-Identifier: MIT
// How far ropes and obstacles reach, and where the floor is.

import { Box3, type Vector3 } from 'three';
import type { SceneInfo } from '../protocol';
import { FLOOR_NAME } from '../protocol/gravity';
import type { ObstacleMesh } from './obstacles';
import type { Tube } from './tube';

/** Corners of all ropes as they are now. False, and nothing of use, before the first frame. */
export function boundTubes(tubes: readonly Tube[], low: Vector3, high: Vector3): boolean {
  low.setScalar(Infinity);
  high.setScalar(-Infinity);
  for (const tube of tubes) {
    const { nodes } = tube;
    for (let i = 0; tube.known && i < 3 * tube.count; i += 3) {
      if (nodes[i] < low.x) low.x = nodes[i];
      if (nodes[i] > high.x) high.x = nodes[i];
      if (nodes[i + 1] < low.y) low.y = nodes[i + 1];
      if (nodes[i + 1] > high.y) high.y = nodes[i + 1];
      if (nodes[i + 2] < low.z) low.z = nodes[i + 2];
      if (nodes[i + 2] > high.z) high.z = nodes[i + 2];
    }
  }
  return low.x <= high.x;
}

/** The level on which all ropes lie; null when they do not lie flat, or there are none. */
export function flatHeight(tubes: readonly Tube[]): number | null {
  let low = Infinity;
  let high = -Infinity;
  let least = Infinity;
  for (const tube of tubes) {
    least = Math.min(least, tube.radius);
    for (let i = 1; tube.known && i < 3 * tube.count; i += 3) {
      low = Math.min(low, tube.nodes[i]);
      high = Math.max(high, tube.nodes[i]);
    }
  }
  return high - low <= 2 * least ? (low + high) / 2 : null;
}

/** Widen two corners to the obstacles that are seen. */
export function boundObstacles(obstacles: readonly ObstacleMesh[], low: Vector3, high: Vector3): void {
  const box = new Box3();
  for (const obstacle of obstacles) {
    if (obstacle.visible) {
      box.setFromObject(obstacle);
      low.min(box.min);
      high.max(box.max);
    }
  }
}

/** The floor of a scene that has none: a little below everything. unit: see unitOf(). */
export function floorBelow(info: SceneInfo, unit: number): number {
  const size = info.bounds[1][1] - info.bounds[0][1];
  const wide = Math.max(info.bounds[1][0] - info.bounds[0][0], info.bounds[1][2] - info.bounds[0][2]);
  return info.bounds[0][1] - Math.max(5 * unit, 0.07 * wide, 0.12 * size);
}

/** What stands in the scene stands on the floor. An obstacle that is the floor is not drawn itself.
 *  solid: there is such an obstacle; height: null when nothing stands there. */
export function floorUnder(obstacles: readonly ObstacleMesh[]): { height: number | null; solid: boolean } {
  const box = new Box3();
  for (const obstacle of obstacles) {
    const { name, shape } = obstacle.info;
    obstacle.updateMatrixWorld();
    if (name === FLOOR_NAME && shape.kind === 'box') {
      obstacle.visible = false;
      return { height: obstacle.position.y + shape.size[1] / 2, solid: true };
    }
    box.expandByObject(obstacle, true);
  }
  return { height: box.isEmpty() ? null : box.min.y, solid: false };
}
