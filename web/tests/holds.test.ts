// SPDX-License-Identifier: MIT
// The page's hands, with an engine that answers a grasp when the test says so: what is done meanwhile is not lost.

import { Vector3 } from 'three';
import type { Engine, Notices, Vec3 } from '../src/protocol';
import { Holds } from '../src/ui/holds';
import type { Stage } from '../src/view/stage';
import { check, same, type Case } from './harness';

const SPOT = { rope: 0, cloth: -1, node: 3 };

/** Holds of a page whose node 3 is seen at a place, and all that the engine is told, in order. */
function page(seen: Vec3) {
  const told: { what: string; notice: unknown }[] = [];
  let grasped: (give: { hand: number; at: Vec3 }) => void = () => undefined;
  const engine = {
    ask: (what: string, take: unknown) => {
      if (what === 'grasp') {
        return new Promise((resolve) => (grasped = resolve));
      }
      told.push({ what, notice: take });
      return Promise.resolve();
    },
    tell: (what: keyof Notices, notice: unknown) => told.push({ what, notice }),
  } as unknown as Engine;
  const stage = {
    nodePoint: (_spot: unknown, out: Vector3) => out.set(...seen),
    orbit: { right: new Vector3(1, 0, 0), up: new Vector3(0, 1, 0), forward: new Vector3(0, 0, -1) },
    layingPlane: () => ({ origin: [0, 0, 0], up: [0, 0, 1] }),
    radiusOf: () => 0.5,
    solidFloor: false,
  } as unknown as Stage;
  return {
    holds: new Holds(engine, stage, () => undefined),
    told,
    /** The engine's answer to the last grasp, and all that the page does at it. */
    answer: async (at: Vec3) => {
      grasped({ hand: 7, at });
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}

export const holdsCases: Case[] = [
  {
    name: 'holds: drawn and then moved freely before the hand is there, it goes where it was moved, and along no line',
    run: async () => {
      const { holds, told, answer } = page([1, 2, 3]);
      const hold = holds.grasp(SPOT);
      holds.draw(hold, new Vector3(4, 2, 3), 'over');
      holds.move(hold, 0, 0, 5);
      same(told, [], 'told before the hand is there');
      await answer([1, 2, 3]);
      same(told, [{ what: 'target', notice: { hand: 7, to: [4, 2, -2] } }], 'told');
    },
  },
  {
    name: 'holds: moved freely and then drawn before the hand is there, it is drawn on',
    run: async () => {
      const { holds, told, answer } = page([1, 2, 3]);
      const hold = holds.grasp(SPOT);
      holds.move(hold, 1, 0, 0);
      holds.draw(hold, new Vector3(4, 2, 3), 'under');
      holds.draw(hold, new Vector3(6, 2, 3), 'over');
      await answer([1, 2, 3]);
      const plane = { origin: [0, 0, 0], up: [0, 0, 1] };
      same(told, [
        { what: 'draw', notice: { hand: 7, to: [4, 2, 3], side: 'under', plane } },
        { what: 'draw', notice: { hand: 7, to: [6, 2, 3], side: 'over', plane } },
      ], 'told');
    },
  },
  {
    name: 'holds: what moved between being seen and being grasped is led from where it was grasped',
    run: async () => {
      // the answer comes before the first key, and after it
      for (const early of [false, true]) {
        const { holds, told, answer } = page([1, 2, 3]);
        const hold = holds.grasp(SPOT);
        if (early) {
          holds.move(hold, 0.5, 0, 0);
        }
        await answer([1, -8, 3]);
        if (!early) {
          same(told, [], 'told without a move');
          holds.move(hold, 0.5, 0, 0);
        }
        same(told, [{ what: 'target', notice: { hand: 7, to: [1.5, -8, 3] } }], early ? 'moved before' : 'moved after');
      }
    },
  },
  {
    name: 'holds: let go and pinned before the hand is there, it is let go and pinned',
    run: async () => {
      const first = page([0, 0, 0]);
      first.holds.release(first.holds.grasp(SPOT));
      check(first.holds.all.length === 0, 'forgotten');
      await first.answer([0, 0, 0]);
      same(first.told, [{ what: 'release', notice: { hand: 7 } }], 'told');
      const second = page([0, 0, 0]);
      second.holds.pin(second.holds.grasp(SPOT), true);
      await second.answer([0, 0, 0]);
      same(second.told, [{ what: 'pin', notice: { hand: 7, on: true } }], 'told');
    },
  },
];
