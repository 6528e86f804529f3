// SPDX-License-Identifier: MIT
// The engine in node: does the knot hold that lies there?

import { freeLengths, loadOf, loopsOf } from '../src/engine/hold_desk';
import { Library } from '../src/engine/library';
import type { RopeInfo } from '../src/protocol';
import { tieOverhand } from './gestures';
import { check, refusal, same, seeded, type Case } from './harness';
import { example, module, TestEngine } from './stage';

async function tied(name: string): Promise<TestEngine> {
  const engine = new TestEngine();
  await engine.core.ask('tie', { name });
  engine.run(1e6);
  return engine;
}

/** Links from each end to the first that comes near any other: all pairs. */
function freeOfAllPairs(nodes: Float64Array[], ropes: RopeInfo[], rope: number): [number, number] {
  const { radius, link } = ropes[rope];
  const count = nodes[rope].length / 3;
  const point = (r: number, i: number): Float64Array => nodes[r].subarray(3 * i, 3 * i + 3);
  const meeting = [...Array(count).keys()].filter((i) =>
    nodes.some((other, r) =>
      [...Array(other.length / 3).keys()].some((j) => {
        const [p, q] = [point(rope, i), point(r, j)];
        const beside = r === rope && Math.abs(i - j) * link < 8 * radius;
        return !beside && Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) < 2.6 * 0.5 * (radius + ropes[r].radius);
      }),
    ),
  );
  return meeting.length > 0 ? [meeting[0], count - 1 - meeting[meeting.length - 1]] : [count, count];
}

export const holdCases: Case[] = [
  {
    name: 'hold: the free length of an end is that of all pairs, on curves at random',
    run() {
      let met = 0;
      for (let seed = 1; seed <= 60; seed++) {
        const random = seeded(seed);
        const ropes = [0.5, 0.2 + random()].map((radius) => ({ radius, link: 0.4 + random() }) as RopeInfo);
        const nodes = ropes.map(({ link }) => {
          const points = new Float64Array(3 * 80).map((_, k) => (k < 3 ? 12 * random() : 0));
          let [a, b] = [6 * random(), 0];
          for (let i = 1; i < 80; i++) {
            a += random() - 0.4;
            b += random() - 0.5;
            [Math.cos(a) * Math.cos(b), Math.sin(a) * Math.cos(b), Math.sin(b)].forEach((d, c) => (points[3 * i + c] = points[3 * i - 3 + c] + link * d));
          }
          return points;
        });
        for (const rope of [0, 1]) {
          const found = freeLengths(nodes, ropes, rope);
          same(found, freeOfAllPairs(nodes, ropes, rope), `seed ${seed}, rope ${rope}`);
          met += found[0] < 80 ? 1 : 0;
        }
      }
      check(met > 20 && met < 110, `${met} of 120 met something`);
    },
  },
  {
    name: 'hold: an overhand holds between its ends, with what it was pulled as, and the scene stays as it is',
    async run() {
      const engine = await tieOverhand();
      const before = await engine.hash();
      const held = await engine.core.ask('hold', {});
      same([held.verdict, held.material, held.was, held.is], ['holds', 'climbing_rope', ['3_1'], ['3_1']], 'what came of it');
      // it held at 100 N, and then at three times that
      check(Math.abs(held.load - 300) < 1e-9 && held.slip === 0, `${held.load} N, ${held.slip} mm`);
      same(await engine.hash(), before, 'the scene');
      await engine.core.ask('rod', { material: 'paracord', friction: 0.2 });
      const other = await engine.core.ask('hold', {});
      same([other.verdict, other.material, other.friction], ['holds', 'paracord', 0.2], 'as the rod that lies there');
      check(Math.abs(other.load - 48) < 1e-9, `${other.load} N`);
    },
  },
  {
    name: 'hold: of two ropes the short ends are free, and a thief knot falls apart',
    async run() {
      const held = await (await tied('thief knot')).core.ask('hold', {});
      same([held.verdict, held.load], ['apart', 100], JSON.stringify(held));
      check(held.drawn > 20, `${held.drawn} diameters`);
    },
  },
  {
    name: 'hold: a bowline is pulled by its loop against its standing part', // the pull takes half a minute here: tests/test_hold.c
    async run() {
      const { session } = await tied('bowline');
      const { pull, hold, free } = loadOf([session.nodes(0).slice()], session.info.ropes, 0, loopsOf(new Library(module)));
      const last = session.nodes(0).length / 3 - 1;
      same([pull.map(({ node }) => node), hold.length, free.map(({ node }) => node)], [[0], 2, [last]], 'hands');
      check(hold[0].node > 60 && hold[1].node < last - 40 && hold[1].node - hold[0].node === 4, JSON.stringify(hold));
    },
  },
  {
    name: 'hold: a rope without a knot has nothing to hold, and what is not a rope or closed is refused in words',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('preset', { preset: 'rope' });
      same((await engine.core.ask('hold', {})).verdict, 'none', 'verdict');
      await engine.core.ask('open', { text: example('cloth_fold') });
      check((await refusal(() => engine.core.ask('hold', {}))).message.includes('ropes'), 'cloth');
    },
  },
];
