// SPDX-License-Identifier: MIT
// What a page keeps, to go on after it was loaded again: how the scene was opened, what hands have done, and where undo leads.
// All of it is done once more, to the same bits; what would take too long is kept as it lies, without undo.

import { EngineError, type Kept, type SceneInfo, type SceneKind } from '../protocol';
import type { Hands, Held } from './hands';
import type { Library } from './library';
import type { Deed, Left } from './recorder';

export type KeptHand = Pick<Held, 'name' | 'pinned' | 'leaving'>;

/** A scene and its history. */
export interface Past {
  /** As what its text was opened. */
  opened: SceneKind;
  scene: string;
  /** Where its script was taken over; null when it is still played, or was never. */
  left: Left | null;
  cycle: number;
  paused: boolean;
  /** Nothing moved any more. */
  resting: boolean;
  deeds: Deed[];
  /** States to which undo leads, oldest first: how many deeds were done, and who held on. */
  undo: { cycle: number; deeds: number; hands: KeptHand[] }[];
  hands: KeptHand[];
}

/** Cycles that are done once more at most: a second or a few, of ropes, of elastic ones and of cloth. */
export const MOST_CYCLES = 40_000;
export const MOST_CYCLES_OF_RODS = 12_000;
export const MOST_CYCLES_OF_CLOTH = 240;
/** Targets: 48 bytes each. */
const MOST_TARGETS = 100_000;

export const handsOf = (held: readonly Held[]): KeptHand[] => held.map(({ name, pinned, leaving }) => ({ name, pinned, leaving }));

/** Targets as numbers, the rest as JSON. Null when it is too much. */
export function packPast(past: Past): Kept | null {
  const names: string[] = [];
  const numbers: number[] = [];
  const rest: (Deed | null)[] = [];
  for (const [index, deed] of past.deeds.entries()) {
    if (deed.do === 'target') {
      const known = names.indexOf(deed.hand);
      const hand = known >= 0 ? known : names.push(deed.hand) - 1;
      numbers.push(index, deed.cycle, hand, ...deed.at);
    } else {
      rest.push(deed);
    }
  }
  return numbers.length > 6 * MOST_TARGETS ? null : { head: JSON.stringify({ ...past, deeds: rest, names }), targets: Float64Array.from(numbers) };
}

/** Throws EngineError when it is nothing that was kept. */
export function unpackPast({ head, targets }: Kept): Past {
  try {
    const { names, ...past } = JSON.parse(head) as Past & { names: string[] };
    const rest = past.deeds;
    const deeds: Deed[] = [];
    let next = 0;
    for (let i = 0; i + 5 < targets.length; i += 6) {
      for (; deeds.length < targets[i]; next++) {
        if (next >= rest.length) {
          throw new Error();
        }
        deeds.push(rest[next]);
      }
      deeds.push({ cycle: targets[i + 1], do: 'target', hand: names[targets[i + 2]], at: [targets[i + 3], targets[i + 4], targets[i + 5]] });
    }
    return { ...past, deeds: deeds.concat(rest.slice(next)) };
  } catch {
    throw new EngineError('What was kept of the last scene cannot be read.');
  }
}

/** What a history is done to. */
export interface Doer {
  cycle(): number;
  coast(cycles: number): void;
  /** Here undo leads back to; these hands hold on, pinned or not. */
  mark(hands: readonly KeptHand[]): void;
  act(deed: Deed): void;
}

/** Do all once more, in its order. */
export function replay({ deeds, undo, cycle }: Past, doer: Doer): void {
  const goOnTo = (to: number): void => {
    if (to > doer.cycle()) {
      doer.coast(to - doer.cycle());
    }
  };
  let mark = 0;
  for (let done = 0; done <= deeds.length; done++) {
    for (; mark < undo.length && undo[mark].deeds === done; mark++) {
      // who came back to it and waited before going on with what was undone has a later one
      goOnTo(Math.min(undo[mark].cycle, deeds[done]?.cycle ?? cycle));
      doer.mark(undo[mark].hands);
    }
    if (done < deeds.length) {
      goOnTo(deeds[done].cycle);
      doer.act(deeds[done]);
    }
  }
  goOnTo(cycle);
}

/** Do once more what a hand did, or what was set. */
export function actAgain(lib: Library, hands: Hands, { ropes, cloths }: SceneInfo, deed: Deed): void {
  const held = (wanted: string): Held => {
    const hand = hands.all().find(({ name }) => name === wanted);
    if (!hand) {
      throw new EngineError('What was kept of the last scene cannot be done again.');
    }
    return hand;
  };
  switch (deed.do) {
    case 'grasp':
      hands.grasp({ rope: ropes.findIndex(({ name }) => name === deed.rope), cloth: -1, node: deed.node });
      held(deed.hand);
      break;
    case 'grasp cloth':
      hands.grasp({ rope: -1, cloth: cloths.findIndex(({ name }) => name === deed.cloth), node: deed.vertex });
      held(deed.hand);
      break;
    case 'target':
      lib.must('bw_target', held(deed.hand).slot, ...deed.at);
      break;
    case 'release':
      hands.release(held(deed.hand));
      break;
    case 'rub':
      lib.must('bw_rub', deed.friction);
      break;
    case 'set': {
      const { slip, speedLimit, stretchLimit, gravity } = deed.settings;
      lib.must('bw_set_settings', slip, speedLimit, stretchLimit, ...gravity);
      break;
    }
  }
}
