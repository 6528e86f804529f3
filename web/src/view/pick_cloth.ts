// SPDX-License-Identifier: MIT
// Which vertex of a cloth a pointer would grasp.

import { Matrix4 } from 'three';
import type { Orbit } from './camera';
import type { Sheet } from './sheet';

export interface ClothHit {
  cloth: number;
  node: number;
  /** Along the line of sight. */
  depth: number;
  /** The pointer is on the cloth, not only near it. */
  on: boolean;
}

const toClip = new Matrix4();
let screen = new Float32Array(0); // (vertices x 3) pixels, depth; depth 0: behind the camera

function project(sheet: Sheet, orbit: Orbit, width: number, height: number): void {
  const { points, count } = sheet;
  if (screen.length < 3 * count) {
    screen = new Float32Array(3 * count);
  }
  const { camera } = orbit;
  const m = toClip.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).elements;
  for (let i = 0; i < 3 * count; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    const w = m[3] * x + m[7] * y + m[11] * z + m[15];
    screen[i] = (0.5 + (0.5 * (m[0] * x + m[4] * y + m[8] * z + m[12])) / w) * width;
    screen[i + 1] = (0.5 - (0.5 * (m[1] * x + m[5] * y + m[9] * z + m[13])) / w) * height;
    screen[i + 2] = w > camera.near ? w : 0;
  }
}

/** The vertex nearest to (x, y) of the triangle in front there, or else the nearest within `reach` pixels; nothing
 *  behind `blocked` (what stands before the cloth at the pointer). Pixels of a window of this width and height. */
export function pickVertex(
  sheets: readonly Sheet[],
  orbit: Orbit,
  [width, height]: [number, number],
  [x, y]: [number, number],
  reach: number,
  blocked: number,
): ClothHit | null {
  let best: ClothHit | null = null;
  sheets.forEach((sheet, cloth) => {
    if (!sheet.known) {
      return;
    }
    project(sheet, orbit, width, height);
    const hit = under(sheet, cloth, x, y) ?? beside(sheet, cloth, x, y, reach);
    if (hit && hit.depth < blocked && (!best || (hit.on && !best.on) || (hit.on === best.on && hit.depth < best.depth))) {
      best = hit;
    }
  });
  return best;
}

function under(sheet: Sheet, cloth: number, x: number, y: number): ClothHit | null {
  const { triangles } = sheet.info;
  let depth = Infinity;
  let node = -1;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    if (screen[a + 2] === 0 || screen[b + 2] === 0 || screen[c + 2] === 0) {
      continue;
    }
    // twice the areas that the point cuts off
    const wa = (screen[b] - x) * (screen[c + 1] - y) - (screen[b + 1] - y) * (screen[c] - x);
    const wb = (screen[c] - x) * (screen[a + 1] - y) - (screen[c + 1] - y) * (screen[a] - x);
    const wc = (screen[a] - x) * (screen[b + 1] - y) - (screen[a + 1] - y) * (screen[b] - x);
    const all = wa + wb + wc;
    if (all === 0 || wa * all < 0 || wb * all < 0 || wc * all < 0) {
      continue;
    }
    const near = all / (wa / screen[a + 2] + wb / screen[b + 2] + wc / screen[c + 2]);
    if (near < depth) {
      depth = near;
      const [fa, fb, fc] = [wa / all, wb / all, wc / all];
      node = triangles[fa >= fb && fa >= fc ? t : fb >= fc ? t + 1 : t + 2];
    }
  }
  return node >= 0 ? { cloth, node, depth, on: true } : null;
}

function beside(sheet: Sheet, cloth: number, x: number, y: number, reach: number): ClothHit | null {
  let least = reach;
  let node = -1;
  for (let i = 0; i < 3 * sheet.count; i += 3) {
    const away = screen[i + 2] > 0 ? Math.hypot(screen[i] - x, screen[i + 1] - y) : Infinity;
    if (away < least) {
      least = away;
      node = i / 3;
    }
  }
  return node >= 0 ? { cloth, node, depth: screen[3 * node + 2], on: false } : null;
}
