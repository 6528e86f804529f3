// SPDX-License-Identifier: MIT
// The engine in node: undo and redo.

import { freeRope, lead, tieOverhand } from './gestures';
import { check, same, seeded, type Case } from './harness';
import { runCommand } from './stage';

export const undoCases: Case[] = [
  {
    name: 'undo and redo bring back whole gestures to the bit',
    async run() {
      const engine = await freeRope();
      const hashes = [await engine.hash()];
      const random = seeded(11);
      for (let i = 0; i < 4; i++) {
        const { hand } = await engine.core.ask('grasp', { rope: 0, node: Math.floor(121 * random()) });
        lead(engine, hand, [[40 * random(), 40 * random(), 40 * random()]]);
        await engine.core.ask('release', { hand });
        hashes.push(await engine.hash());
      }
      same(engine.last('undo'), { undo: 4, redo: 0 }, 'counts');
      for (let i = 3; i >= 0; i--) {
        await engine.core.ask('undo', {});
        same(await engine.hash(), hashes[i], `undo to ${i}`);
      }
      await engine.core.ask('undo', {}); // nothing more: no error
      for (let i = 1; i <= 4; i++) {
        await engine.core.ask('redo', {});
        same(await engine.hash(), hashes[i], `redo to ${i}`);
      }
      await engine.core.ask('undo', {});
      await engine.core.ask('undo', {});
      await engine.core.ask('grasp', { rope: 0, node: 60 });
      same(engine.last('undo'), { undo: 3, redo: 0 }, 'a new gesture leaves nothing to redo');
    },
  },
  {
    name: 'what was undone is not in the recording, what was redone is',
    async run() {
      const engine = await tieOverhand();
      const tied = await engine.hash();
      await engine.core.ask('undo', {});
      same(engine.knot(), '0_1', 'undone');
      let { text } = await engine.core.ask('save', { what: 'recording' });
      same(runCommand(text).hash, await engine.hash(), 'hash undone');
      await engine.core.ask('redo', {});
      ({ text } = await engine.core.ask('save', { what: 'recording' }));
      same(runCommand(text).hash, tied, 'hash redone');
      same(engine.knot(), '3_1', 'redone');
    },
  },
  {
    name: 'a hundred gestures are kept in little memory, older ones are forgotten',
    async run() {
      const engine = await freeRope();
      for (let i = 0; i < 105; i++) {
        const { hand } = await engine.core.ask('grasp', { rope: 0, node: i });
        engine.core.tell('target', { hand, to: [i - 60, (i % 7) - 3, 1] });
        engine.run(6);
        await engine.core.ask('release', { hand });
      }
      same(engine.last('undo'), { undo: 100, redo: 0 }, 'counts');
      check(engine.session.keptBytes() < 60e6, `${engine.session.keptBytes()} bytes`);
      const before = await engine.hash();
      for (let i = 0; i < 105; i++) {
        await engine.core.ask('undo', {});
      }
      same(engine.last('undo'), { undo: 0, redo: 100 }, 'counts');
      for (let i = 0; i < 105; i++) {
        await engine.core.ask('redo', {});
      }
      same(await engine.hash(), before, 'hash');
    },
  },
  {
    name: 'undo in the middle of a gesture lets go; hands that are gone are no error',
    async run() {
      const engine = await freeRope();
      const before = await engine.hash();
      const { hand } = await engine.core.ask('grasp', { rope: 0, node: 3 });
      lead(engine, hand, [[0, 30, 0]]);
      await engine.core.ask('undo', {});
      same(await engine.hash(), before, 'hash');
      engine.core.tell('target', { hand, to: [0, 0, 0] });
      await engine.core.ask('release', { hand });
      await engine.core.ask('pin', { hand, on: true });
      engine.run(10);
      same(engine.session.hands.all().length, 0, 'hands');
    },
  },
];
