// SPDX-License-Identifier: MIT
// The engine in node: does the knot hold that lies there?

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeLengths, holdScene, loadOf, loopsOf } from '../src/engine/hold_desk';
import { Library } from '../src/engine/library';
import type { Held, RopeInfo } from '../src/protocol';
import { tieOverhand } from './gestures';
import { check, refusal, same, seeded, type Case } from './harness';
import { example, module, TestEngine } from './stage';

async function tied(name: string): Promise<TestEngine> {
  const engine = new TestEngine();
  await engine.core.ask('tie', { name });
  engine.run(1e6);
  return engine;
}

interface Told {
  verdict: string;
  load: number;
  drawn_diameters: number;
  friction: number;
}

/** What `bight hold` says. @param scene Of a knot "pulled"; null: name is a knot of the book. */
function holdCommand(name: string, scene: string | null, ...options: string[]): Told {
  const folder = mkdtempSync(join(tmpdir(), 'bight-hold-'));
  try {
    if (scene !== null) {
      writeFileSync(join(folder, 'pulled.json'), scene);
      writeFileSync(join(folder, 'index.txt'), 'pulled.json\n');
    }
    const command = process.env.BIGHT_COMMAND ?? join(process.env.BIGHT_ROOT ?? '..', 'build/release/bight');
    const out = execFileSync(command, ['hold', name, '--json', ...(scene !== null ? ['--knots', folder] : []), ...options], { encoding: 'utf8', maxBuffer: 1e8 });
    return JSON.parse(out) as Told;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The command writes twelve digits. */
function sameAs(held: Held, told: Told, words: string): void {
  const verdict = { holds: 'holds', slips: 'slips', 'runs out': 'slips, and runs out', none: '' }[held.verdict];
  same([verdict, held.load, held.friction], [told.verdict, told.load, told.friction], words);
  check(Math.abs(held.drawn - told.drawn_diameters) <= 1e-11 * Math.max(1, held.drawn), `${words}: ${held.drawn}, the command ${told.drawn_diameters}`);
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
      same([held.verdict, held.material, held.was, held.is], ['holds', '', ['3_1'], ['3_1']], 'what came of it');
      check(Math.abs(held.load - 100) < 1e-9 && held.slip === 0, `${held.load} N, ${held.slip} mm`);
      same(await engine.hash(), before, 'the scene');
      // what was pulled is a scene with a card: the command pulls it to the same end
      const { session } = engine;
      const text = holdScene(session.save('now'), session.info, [session.nodes(0).slice()], loopsOf(new Library(module)), false);
      sameAs(held, holdCommand('pulled', text, '--friction', '0.3'), 'overhand');
      await engine.core.ask('rod', { material: 'paracord', friction: 0.2 });
      const other = await engine.core.ask('hold', { material: 'paracord' });
      same([other.verdict, other.material, other.friction], ['holds', 'paracord', 0.2], 'of the material, with the friction that was chosen');
      check(Math.abs(other.load - 16) < 1e-9, `${other.load} N`);
    },
  },
  {
    name: 'hold: a knot of the book that its script has tied is what `bight hold` says of it, to its figures',
    async run() {
      for (const [name, material, verdict] of [['thief knot', '', 'runs out'], ['square knot', '', 'holds'], ['bowline', '', 'holds'], ['sheet bend', 'paracord', null]] as const) {
        const engine = await tied(name);
        const held = await engine.core.ask('hold', { material });
        const told = holdCommand(name, null, '--friction', String(held.friction), ...(material ? ['--material', material] : []));
        sameAs(held, told, name);
        check(verdict === null || held.verdict === verdict, `${name}: ${held.verdict}`);
      }
    },
  },
  {
    name: 'hold: of two ropes that were taken over the short ends are free',
    async run() {
      const engine = await tied('thief knot');
      await engine.core.ask('takeOver', {});
      const { session } = engine;
      const nodes = session.info.ropes.map((_, i) => session.nodes(i).slice());
      const { pull, hold, free } = loadOf(nodes, session.info.ropes, 0, loopsOf(new Library(module)));
      same([pull.length, hold.length, free.length], [1, 1, 2], 'hands');
      const held = await engine.core.ask('hold', {});
      const text = holdScene(session.save('now'), session.info, nodes, loopsOf(new Library(module)), false);
      sameAs(held, holdCommand('pulled', text, '--friction', String(held.friction)), 'as it lies');
      check(held.verdict !== 'none' && held.drawn >= 0, JSON.stringify(held));
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
