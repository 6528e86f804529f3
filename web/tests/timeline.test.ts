// SPDX-License-Identifier: MIT
// The engine in node: scripts on a timeline.

import { parseScene, writeJson, writeScene, type JsonObject } from '../src/engine/recorder';
import { check, refusal, same, seeded, type Case } from './harness';
import { example, runCommand, TestEngine } from './stage';

export const timelineCases: Case[] = [
  {
    name: 'scrubbing shows the very states of the run',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('open', { text: example('overhand') });
      const hashes = new Map<number, string>();
      for (let cycle = 0; cycle < 880; cycle++) {
        engine.session.advance(1);
        hashes.set(cycle + 1, await engine.hash());
      }
      const random = seeded(3);
      for (let i = 0; i < 40; i++) {
        const cycle = 1 + Math.floor(879 * random());
        await engine.core.ask('seek', { cycle });
        same(await engine.hash(), hashes.get(cycle), `state at ${cycle}`);
      }
      await engine.core.ask('pause', { on: false });
      engine.run(1e5);
      const end = engine.session.describeTimeline();
      // pictures take long and change nothing
      const scene = parseScene(example('overhand'));
      const script = (scene.script as JsonObject[]).filter((step) => !('still' in step));
      const { cycles } = runCommand(writeScene({ ...scene, script }));
      same([end?.done, end?.cycle, end?.head, end?.failure], [true, cycles, cycles, ''], 'end');
      same(end?.steps.length, 11, 'steps');
      await engine.core.ask('pause', { on: false });
      same(engine.session.cycle, 0, 'playing again from the end begins at the start');
    },
  },
  {
    name: 'everyday knots and knots of the table are tied, left ones too',
    async run() {
      for (const [name, left, knot, hand] of [
        ['7_4', false, '7_4', 'right'],
        ['5_2', true, '5_2', 'left'],
        ['bowline', false, null, null],
        ['3_1 # 4_1', false, '3_1 # 4_1', null],
      ] as const) {
        const engine = new TestEngine();
        same((await engine.core.ask('tie', { name, left })).kind, 'timeline', 'kind');
        engine.run(300);
        engine.name();
        const found = engine.last('knots')?.ropes[0].knot;
        if (knot) {
          same(found?.name, knot, name);
        }
        if (hand) {
          same(found?.handedness, hand, name);
        }
      }
      const engine = new TestEngine();
      const error = await refusal(() => engine.core.ask('tie', { name: 'no such knot', left: false }));
      check(error.message.length > 10, error.message);
    },
  },
  {
    name: 'a step that fails is told, and the hands can be had all the same',
    async run() {
      const engine = new TestEngine();
      const ropes = [{ line: { from: [0, 0, 0], to: [10, 0, 0] } }];
      const script: JsonObject[] = [
        { grasp: { hand: 'a', node: 0 } },
        { grasp: { hand: 'b', node: -1 } },
        { move: { hand: 'a', to: [-30, 0, 0], patience: 20 } },
      ];
      await engine.core.ask('open', { text: writeJson({ bight: 1, ropes, script }) });
      engine.run(1e4);
      check(/taut/.test(engine.session.describeTimeline()?.failure ?? ''), 'it says why');
      await engine.core.ask('takeOver', {});
      engine.run(30);
      const { text } = await engine.core.ask('save', { what: 'recording' });
      same(runCommand(text).hash, await engine.hash(), 'hash');
    },
  },
];
