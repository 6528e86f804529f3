// SPDX-License-Identifier: MIT
// The engine in node: does the knot hold that lies there?

import { tieOverhand } from './gestures';
import { check, refusal, same, type Case } from './harness';
import { example, TestEngine } from './stage';

async function tied(name: string): Promise<TestEngine> {
  const engine = new TestEngine();
  await engine.core.ask('tie', { name });
  engine.run(1e6);
  return engine;
}

export const holdCases: Case[] = [
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
    name: 'hold: a bowline is pulled by its loop, not by its ends, between which there is no knot',
    async run() {
      const held = await (await tied('bowline')).core.ask('hold', {});
      same([held.verdict, held.was], ['holds', ['0_1']], JSON.stringify(held));
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
