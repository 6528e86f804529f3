// SPDX-License-Identifier: MIT
// The engine in node: names of ropes with what they hold, and "Check my knot".

import { check, same, type Case } from './harness';
import { TestEngine } from './stage';

async function tied(name: string): Promise<TestEngine> {
  const engine = new TestEngine();
  await engine.core.ask('tie', { name });
  for (let more = true; more; ) {
    const before = engine.session.cycle;
    engine.run(2000);
    more = engine.session.cycle > before;
  }
  engine.name();
  return engine;
}

/** What it is, what it should be, what is said, and how many crossings are lit: null for any number but none. */
const PAIRS: [string, string, string, number | null][] = [
  ['granny knot', 'square knot', 'granny knot: reverse the second half', null],
  ['square knot', 'granny knot', 'square knot: reverse the second half', null],
  ['thief knot', 'square knot', 'thief knot: the short ends lie on opposite sides, and should lie on the same', 0],
  ['cow hitch', 'clove hitch', 'cow hitch: the second half hitch is reversed', null],
  ['clove hitch', 'clove hitch', 'right: this is a clove hitch', 0],
  ['overhand knot', 'overhand knot', 'right: this is an overhand knot', 0],
];

export const checkCases: Case[] = [
  {
    name: 'beside a pole, a ring or another rope a knot has the name that people give it there, and is never proved for it',
    async run() {
      for (const [name, words] of [
        ['clove hitch', 'clove hitch round the pole'],
        ['cow hitch', 'cow hitch round the pole'],
        ['anchor hitch', 'anchor hitch on the ring'],
        ['sheet bend', 'sheet bend'],
      ]) {
        const engine = await tied(name);
        const knot = engine.last('knots')?.ropes[0].knot;
        same(knot?.everyday, words, name);
        same(knot?.complete, false, `${name} is all that there is to say`);
      }
    },
  },
  {
    name: 'a check says in a sentence what differs, and which crossings',
    async run() {
      for (const [is, meant, words, lit] of PAIRS) {
        const engine = await tied(is);
        const verdict = await engine.core.ask('check', { intended: meant });
        same(verdict.words, words, is);
        same(verdict.right, is === meant, is);
        check(lit === null ? verdict.crossings.length > 0 : verdict.crossings.length === lit, `${is}: ${verdict.crossings.length} crossings`);
        for (const { rope, node } of verdict.crossings) {
          const info = engine.session.info.ropes[rope];
          check(info !== undefined && node >= 0 && node < info.nodes, `${is}: node ${node} of rope ${rope}`);
        }
      }
    },
  },
];
