// SPDX-License-Identifier: MIT
// Hands that tie an overhand knot in a free rope, in node.

import type { Vec3 } from '../src/protocol';
import { TestEngine } from './stage';

/** Lead a hand through points, a target every `every` cycles, as a pointer would. */
export function lead(engine: TestEngine, hand: number, points: Vec3[], every = 8, step = 3): void {
  const state = { at: [0, 0, 0] as Vec3 };
  engine.session.hands.each((record) => {
    if (record.hand === hand) {
      state.at = Array.from(record.position) as Vec3;
    }
  });
  for (const to of points) {
    const from = state.at;
    const way = Math.hypot(...to.map((x, k) => x - from[k]));
    const steps = Math.max(1, Math.ceil(way / step));
    for (let i = 1; i <= steps; i++) {
      const at = to.map((x, k) => from[k] + ((x - from[k]) * i) / steps) as Vec3;
      engine.core.tell('target', { hand, to: at });
      engine.run(every);
    }
    state.at = to;
  }
  engine.run(40);
}

/** The way of examples/overhand.json, from an end at the origin. */
export const OVERHAND: Vec3[] = [
  [8, 4, 2], [12, 12, 3], [6, 20, 3], [-4, 20, 4], [-11, 12, 5], [-12, 0, 5], [-9, -8, 3], [-2, -9, -3],
  [1, -3, -6], [0, 5, -4], [3, 10, 2], [10, 11, 8], [20, 12, 6], [36, 8, 2],
]; // prettier-ignore

export async function freeRope(): Promise<TestEngine> {
  const engine = new TestEngine();
  await engine.core.ask('preset', { preset: 'rope', links: 120 });
  return engine;
}

export function fromEnd(points: Vec3[], end: Vec3): Vec3[] {
  return points.map((p) => p.map((x, k) => x + end[k]) as Vec3);
}

export async function tieOverhand(): Promise<TestEngine> {
  const engine = await freeRope();
  const { hand } = await engine.core.ask('grasp', { rope: 0, node: 120 });
  lead(engine, hand, fromEnd(OVERHAND, [60, 0, 0]));
  await engine.core.ask('release', { hand });
  return engine;
}
