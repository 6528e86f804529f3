// SPDX-License-Identifier: MIT
// A rope with what it holds, for the instance that names: poles, rings, the other rope, its own loops in hands, loaded ends.

import type { CheckedCrossing, Verdict } from '../protocol';
import type { Library } from './library';
import type { NamingCurve } from './namer';
import type { Session } from './session';

/** Numbers of bw_make_setting(); see web_sail.c. */
const [ROPES, RINGS, POLES, HELD, HEAD, ROPE] = [0, 1, 2, 3, 4, 4];

const MOST_HELD = 16;
/** Longer ropes are not named with what they hold while they move. */
const MOST_NODES = 1500;

/** Null where names do not know what is around the rope, and for what is only looked at. */
export function settingOf(session: Session, rope: number): Float64Array | null {
  const { lib } = session;
  if (session.still || lib.must('bw_make_setting', rope) === 0) {
    return null;
  }
  const bytes = lib.made();
  return withHands(session, new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8), rope);
}

// hands of the page that are pinned: on an end they bear the load, elsewhere they hold a loop
function withHands({ lib, hands }: Session, setting: Float64Array, rope: number): Float64Array {
  const loops: number[] = [];
  const last = setting[HEAD] - 1;
  const near = Math.floor(last / 50);
  const ends = [false, false];
  for (const hand of hands.all()) {
    lib.call('bw_hand', hand.slot);
    const node = lib.box(3)[2];
    if (hand.pinned && hand.rope === rope) {
      if (node <= near || node >= last - near) {
        ends[node <= near ? 0 : 1] = true;
      } else {
        loops.push(node);
      }
    }
  }
  if (ends[1] && !ends[0]) {
    setting[HEAD + ROPE - 1] = 1;
  }
  const known = new Set(setting.subarray(setting.length - setting[HELD]));
  const fresh = loops.filter((node) => !known.has(node)).slice(0, MOST_HELD - setting[HELD]);
  const all = new Float64Array(setting.length + fresh.length);
  all.set(setting);
  all.set(fresh, setting.length);
  all[HELD] += fresh.length;
  return all;
}


/** It holds something beside itself: another rope, a ring, a pole. */
export function holdsMore(setting: Float64Array): boolean {
  return setting[ROPES] > 1 || setting[RINGS] + setting[POLES] > 0;
}

/** A copy, with what it may hold. */
export function curveToName(session: Session, rope: number, closed: boolean): NamingCurve {
  const around = session.around(rope);
  const curve = { nodes: session.nodes(rope).slice(), closed, around };
  const [poles, rings, objects, ropes, cloths] = around;
  const known = !session.still && poles + rings + ropes > 0 && objects + cloths === 0 && curve.nodes.length <= 3 * MOST_NODES;
  const setting = known ? settingOf(session, rope) : null;
  return setting && holdsMore(setting) ? { ...curve, setting } : curve;
}

/** lib: any instance. */
export function phraseOf(lib: Library, setting: Float64Array): string {
  return lib.lendDoubles(setting, (at) => lib.text('bw_sail', at));
}

export function checkSetting(lib: Library, setting: Float64Array, intended: string): Verdict {
  return lib.lendDoubles(setting, (at) =>
    lib.lend(intended, (name): Verdict => {
      const count = lib.must('bw_check', at, name);
      const box = [...lib.box(2 + 3 * count)];
      const crossings = Array.from({ length: count }, (_, i): CheckedCrossing => {
        const [rope, node, over] = box.slice(2 + 3 * i, 5 + 3 * i);
        return { rope, node, side: over ? 'over' : 'under' };
      });
      return { right: box[0] !== 0, words: lib.text('bw_check_words'), name: lib.text('bw_check_name'), crossings };
    }),
  );
}
