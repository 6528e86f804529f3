// SPDX-License-Identifier: MIT
// The engine in node: rest, pace, trouble, settings, and the scenes that are offered.

import { Pace } from '../src/engine/pace';
import { writeScene } from '../src/engine/recorder';
import { freeRope, lead } from './gestures';
import { check, near, refusal, same, type Case } from './harness';
import { runCommand, TestEngine } from './stage';

export const timeCases: Case[] = [
  {
    name: 'a rope that lies still rests, and wakes when it is touched',
    async run() {
      const engine = await freeRope();
      for (let i = 0; i < 100 && !engine.session.resting; i++) {
        engine.run(16);
      }
      check(engine.session.resting, 'it rests');
      same(engine.session.advance(16), 0, 'cycles while resting');
      const report = await engine.core.ask('report', {});
      check(report.rests && !report.tight && report.jammed === 0 && report.gap === null,
            'the library says so, too');
      near(report.stretch, 1, 1e-6, 'longest link');
      const [x, y, z] = engine.session.nodes(0).subarray(30, 33);
      const picked =
          await engine.core.ask('pick', {origin : [ x, y, z + 7 ], direction : [ 0, 0, -2 ], reach : 0});
      check(picked?.rope === 0 && picked.node === 10, 'the node below a ray');
      near(picked?.distance ?? 0, 7, 1e-6, 'how far along it');
      same(await engine.core.ask('pick', {origin : [ x, y, z + 7 ], direction : [ 0, 0, 1 ], reach : 0}),
           null, 'nothing behind');
      const { hand } = await engine.core.ask('grasp', { rope: 0, node: 0 });
      engine.core.tell('target', { hand, to: [-50, 5, 0] });
      same(engine.session.advance(16), 16, 'cycles when woken');
      const { text } = await engine.core.ask('save', { what: 'recording' });
      same(runCommand(text).hash, await engine.hash(), 'hash');
    },
  },
  {
    name: 'a cycle that cannot be done pauses with a message, and undo goes on',
    async run() {
      const engine = new TestEngine();
      // soft springs under hands that are quicker than any wave along them
      const line = { from: [-30, 0, 0], to: [30, 0, 0] };
      const scene = { bight: 1, ropes: [{ model: 'spring', line, links: 60 }] };
      await engine.core.ask('open', { text: writeScene(scene), hands: true });
      const before = await engine.hash();
      const { hand } = await engine.core.ask('grasp', { rope: 0, node: 60 });
      for (let i = 0; i < 400 && !engine.session.paused; i++) {
        engine.core.tell('target', { hand, to: [30 + 40 * (i % 2), 60 * (i % 3), 20] });
        engine.clock += 20;
        engine.core.tick();
      }
      check(engine.session.paused, 'it pauses');
      check(/Undo/.test(engine.last('trouble')?.message ?? ''), 'it says so');
      await engine.core.ask('undo', {});
      same(await engine.hash(), before, 'hash');
      await engine.core.ask('pause', { on: false });
      engine.run(16);
    },
  },
  {
    name: 'cycles are done at the rate that was asked for, and lost time is let go',
    run() {
      let clock = 0;
      let cost = 0.1;
      const pace = new Pace(() => clock);
      let done = 0;
      const turn = (): void =>
        pace.run((most) => {
          done += most;
          clock += cost * most;
          return most;
        });
      for (let i = 0; i < 500; i++) {
        clock += 2;
        turn();
      }
      near(done / clock, 0.96, 0.02, 'cycles a millisecond');
      near(pace.cyclesPerSecond, 960, 30, 'measured');
      near(pace.possible, 10000, 100, 'possible');
      cost = 4; // slower than wanted
      const before = clock;
      done = 0;
      for (let i = 0; i < 200; i++) {
        clock += 0.01;
        turn();
      }
      near((1000 * done) / (clock - before), 250, 5, 'as many as can be');
      cost = 0.1;
      clock += 10000;
      done = 0;
      turn();
      clock += 2;
      turn();
      check(done <= 0.96 * 110, `${done} cycles after a long pause`);
    },
  },
  {
    name: 'settings out of range are refused in words',
    async run() {
      const engine = await freeRope();
      const before = await engine.hash();
      const error = await refusal(() => engine.core.ask('settings', { slip: 3 }));
      check(/slip is 3/i.test(error.message), error.message);
      await refusal(() => engine.core.ask('preset', { preset: 'rope', links: 1e9 }));
      await refusal(() => engine.core.ask('grasp', { rope: 0, node: 5000 }));
      same(await engine.hash(), before, 'hash');
      same(engine.last('settings')?.slip, 0.15, 'slip');
    },
  },
  {
    name: 'every free scene opens, holds a rope and stays whole for a while',
    async run() {
      const engine = new TestEngine();
      const { presets } = await engine.core.ask('catalogue', {});
      same(presets.length, 11, 'presets');
      for (const { id } of presets.slice(0, 5)) {
        const info = await engine.core.ask('preset', { preset: id });
        const { hand } = await engine.core.ask('grasp', { rope: 0, node: 10 });
        lead(engine, hand, [[0, 20, -10], [10, -20, -10]]);
        check(info.bounds[0].every((x, k) => x < info.bounds[1][k]), 'bounds');
        same(engine.knot(), '0_1', id);
      }
    },
  },
];
