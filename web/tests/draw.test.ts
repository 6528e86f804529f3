// SPDX-License-Identifier: MIT
// The engine in node: hands that follow lines, over and under what they cross.

import { FIRST_SCENE, tableScene } from '../src/engine/first_scene';
import type { Side, Vec3 } from '../src/protocol';
import { check, same, seeded, type Case } from './harness';
import { runCommand, TestEngine } from './stage';

const TABLE = { origin: [0, 0, 0] as Vec3, up: [0, 1, 0] as Vec3 };

/** An overhand from the end of the first scene, (x, z) from there: down over the rope, round and back up under it, into the
 *  loop and out over its upper side. */
const OVERHAND: [number, number, Side][] = [
  [-1, 8, 'over'], [1, 19, 'over'], [7, 23, 'over'], [14, 22, 'over'], [16, 18, 'over'], [16, 5, 'under'], [16, -15, 'over'],
]; // prettier-ignore

/** The first scene, an elastic rope, and the same with Follow The Leader. */
const SCENES = { elastic: FIRST_SCENE, ftl: tableScene() };
type Kind = keyof typeof SCENES;

async function table(kind: Kind): Promise<{ engine: TestEngine; hand: number; end: Vec3 }> {
  const engine = new TestEngine();
  await engine.core.ask('open', { text: JSON.stringify(SCENES[kind]) });
  const last = engine.session.info.ropes[0].nodes - 1;
  const { hand, at } = await engine.core.ask('grasp', { rope: 0, node: last });
  return { engine, hand, end: at };
}

/** So many links from the end that is held. */
function beside(engine: TestEngine, end: Vec3, x: number, z: number): Vec3 {
  const { link } = engine.session.info.ropes[0];
  return [end[0] + link * x, 0, end[2] + link * z];
}

/** A pointer's events along the way, off by up to `noise`; all in links. */
function draw(engine: TestEngine, hand: number, end: Vec3, way: [number, number, Side][], noise = 0, seed = 1): void {
  const random = seeded(seed);
  const off = (): number => (2 * random() - 1) * noise;
  let [x, z] = [0, 0];
  for (const [toX, toZ, side] of way) {
    const steps = Math.ceil(Math.hypot(toX - x, toZ - z) / 1.6);
    for (let k = 1; k <= steps; k++) {
      const at = [x + ((toX - x) * k) / steps, z + ((toZ - z) * k) / steps];
      engine.core.tell('draw', { hand, to: beside(engine, end, at[0] + off(), at[1] + off()), side, plane: TABLE });
      engine.run(16);
    }
    [x, z] = [toX, toZ];
  }
}

const handsOf = (engine: TestEngine): number => engine.session.hands.all().length;

const casesOf = (kind: Kind): Case[] => [
  {
    name: `draw, ${kind}: the first scene is held at its far end, and an overhand that is drawn is tied, whatever the hand`,
    async run() {
      let hand = '';
      for (let seed = 0; seed < 12; seed++) {
        const all = await table(kind);
        same(handsOf(all.engine), 2, 'the holder and the hand');
        draw(all.engine, all.hand, all.end, OVERHAND, 0.8, seed);
        await all.engine.core.ask('release', { hand: all.hand });
        all.engine.run(1500);
        same(all.engine.knot(), '3_1', `seed ${seed}`);
        const found = all.engine.last('knots')?.ropes[0].knot.handedness ?? '';
        hand = hand === '' ? found : hand;
        same(found, hand, 'always the same hand');
      }
      // sides exchanged: the mirror image
      const other = await table(kind);
      draw(other.engine, other.hand, other.end, OVERHAND.map(([x, z, side]) => [x, z, side === 'over' ? 'under' : 'over']));
      other.engine.run(1500);
      same(other.engine.knot(), '3_1', 'mirror image');
      const mirror = other.engine.last('knots')?.ropes[0].knot.handedness;
      same([hand, mirror].sort(), ['left', 'right'], 'hands');
    },
  },
  {
    name: `draw, ${kind}: what is laid stays where it was laid`,
    async run() {
      const { engine, hand, end } = await table(kind);
      draw(engine, hand, end, OVERHAND.slice(0, 3));
      await engine.core.ask('release', { hand });
      engine.run(600);
      const before = (await engine.core.ask('state', {})).ropes[0].slice();
      engine.run(2000);
      const after = (await engine.core.ask('state', {})).ropes[0];
      const { link } = engine.session.info.ropes[0];
      const most = Math.max(...before.map((x, i) => Math.abs(x - after[i]))) / link;
      // a rod in its bed creeps for a while
      check(engine.session.resting && most <= (kind === 'elastic' ? 0.02 : 0), `nothing moves by itself: ${most} links`);
    },
  },
  {
    name: `draw, ${kind}: a hand says what it crosses, and on which side`,
    async run() {
      const { engine, hand, end } = await table(kind);
      const said = new Set<string>();
      const { link } = engine.session.info.ropes[0];
      for (const [x, z, side] of OVERHAND) {
        engine.core.tell('draw', { hand, to: beside(engine, end, x, z), side, plane: TABLE });
        for (let k = 0; k < 200; k++) {
          engine.run(1);
          engine.session.hands.each((one) => {
            if (one.hand === hand && one.crossing) {
              said.add(`${one.under ? 'under' : 'over'} ${one.crossedRope} ${one.height > 0.3 * link ? 'up' : one.height < -0.3 * link ? 'down' : ''}`.trim());
            }
          });
        }
      }
      check(said.has('over 0 up') && said.has('under 0 down') && !said.has('over 0 down') && !said.has('under 0 up'), [...said].join(', '));
    },
  },
  {
    name: `draw, ${kind}: a hand lets go at the end of its line, and never where it was let go`,
    async run() {
      const { engine, hand, end } = await table(kind);
      const to = beside(engine, end, -6, -12);
      engine.core.tell('draw', { hand, to, side: 'over', plane: TABLE });
      await engine.core.ask('release', { hand });
      // what is let go of at full speed runs on along its track
      const runsOn = kind === 'elastic' ? 3 : 0.1;
      same(handsOf(engine), 2, 'it is still there');
      engine.run(400);
      same(handsOf(engine), 1, 'it has gone');
      const at = (await engine.core.ask('state', {})).ropes[0].slice(-3);
      check(Math.hypot(at[0] - to[0], at[2] - to[2]) < runsOn * engine.session.info.ropes[0].link, `the end lies at ${at}`);
      // one that waits at its end lets go, too
      const other = await table(kind);
      other.engine.core.tell('draw', { hand: other.hand, to, side: 'over', plane: TABLE });
      other.engine.run(800);
      check(other.engine.session.resting, 'at rest');
      await other.engine.core.ask('release', { hand: other.hand });
      other.engine.run(100);
      same(handsOf(other.engine), 1, 'it has gone after a rest');
    },
  },
  {
    name: `draw, ${kind}: a hand that the rope holds back comes to the end of its line all the same`,
    async run() {
      const { engine, hand, end } = await table(kind);
      // farther than the rope is long, and back
      engine.core.tell('draw', { hand, to: beside(engine, end, 300, 0), side: 'over', plane: TABLE });
      engine.run(900);
      const to = beside(engine, end, 0, -8);
      engine.core.tell('draw', { hand, to, side: 'over', plane: TABLE });
      engine.run(900);
      const at = (await engine.core.ask('state', {})).ropes[0].slice(-3);
      check(Math.hypot(at[0] - to[0], at[2] - to[2]) < 0.3 * engine.session.info.ropes[0].link, `the end lies at ${at}`);
    },
  },
  {
    name: `draw, ${kind}: a recording of drawn lines plays to the same hash in the command`,
    async run() {
      const { engine, hand, end } = await table(kind);
      draw(engine, hand, end, OVERHAND, 0.6, 5);
      await engine.core.ask('release', { hand });
      engine.run(300);
      const { text } = await engine.core.ask('save', { what: 'recording' });
      same(runCommand(text).hash, await engine.hash(), 'hash');
    },
  },
  {
    name: `draw, ${kind}: starting again gives the first state to the bit, and can be undone and redone`,
    async run() {
      const { engine, hand, end } = await table(kind);
      const untouched = new TestEngine();
      await untouched.core.ask('open', { text: JSON.stringify(SCENES[kind]) });
      draw(engine, hand, end, OVERHAND);
      await engine.core.ask('release', { hand });
      engine.run(400);
      const tied = await engine.hash();
      same(await engine.core.ask('again', {}), true, 'it was begun again');
      same(await engine.hash(), await untouched.hash(), 'as at the start');
      same(handsOf(engine), 1, 'the holder');
      const again = await engine.core.ask('grasp', { rope: 0, node: 40 });
      engine.core.tell('draw', { hand: again.hand, to: beside(engine, [0, 0, 0], 0, 20), side: 'over', plane: TABLE });
      engine.run(200);
      await engine.core.ask('undo', {});
      await engine.core.ask('undo', {});
      same(await engine.hash(), tied, 'undone: the knot is there');
      const { text } = await engine.core.ask('save', { what: 'recording' });
      same(runCommand(text).hash, tied, 'and its recording');
      await engine.core.ask('redo', {});
      same(await engine.hash(), await untouched.hash(), 'redone');
      const fresh = await engine.core.ask('save', { what: 'recording' });
      same(runCommand(fresh.text).hash, await untouched.hash(), 'and its recording');
    },
  },
];

export const drawCases: Case[] = [...casesOf('elastic'), ...casesOf('ftl')];
