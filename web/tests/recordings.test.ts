// SPDX-License-Identifier: MIT
// The engine in node: what is done by hand is recorded, and replays in the command line to the same bits.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseScene, writeJson, writeScene, type JsonObject } from '../src/engine/recorder';
import { freeRope, lead, tieOverhand } from './gestures';
import { check, same, seeded, type Case } from './harness';
import { example, runCommand, TestEngine } from './stage';

/** They take long here, and shorter ones of their kind are played by the same code: suture_air_knot, wrap_half_knot, dress_noose. */
const LONG = ['suture_knot.json', 'corners_half_knot.json', 'dress_overhand.json', 'dress_windsor.json'];

export const recordingCases: Case[] = [
  {
    name: 'a knot tied by hand is named, and its recording replays in the command to the same bits',
    async run() {
      const engine = await tieOverhand();
      same(engine.knot(), '3_1', 'knot');
      engine.run(100);
      const { text } = await engine.core.ask('save', { what: 'recording' });
      const command = runCommand(text, true);
      const state = await engine.core.ask('state', {});
      same(command.hash, state.hash, 'hash');
      same(command.cycles, state.cycle, 'cycles');
      const numbers = command.xyz.split('\n').slice(2).filter(Boolean).flatMap((line) => line.trim().split(/\s+/).slice(-3).map(Number));
      same(numbers, Array.from(state.ropes[0]), 'nodes');
    },
  },
  {
    name: 'a recording opens as a timeline that ends in the same state',
    async run() {
      const engine = await tieOverhand();
      const wanted = await engine.hash();
      const { text } = await engine.core.ask('save', { what: 'recording' });
      const again = new TestEngine();
      same((await again.core.ask('open', { text })).kind, 'timeline', 'kind');
      again.run(1e6);
      same(await again.hash(), wanted, 'hash');
      same(again.session.describeTimeline()?.failure, '', 'failure');
    },
  },
  {
    name: 'settings, pins, two hands and odd numbers are recorded to the bit',
    async run() {
      const engine = await freeRope();
      const random = seeded(5);
      const a = (await engine.core.ask('grasp', { rope: 0, node: 0 })).hand;
      engine.core.tell('target', { hand: a, to: [-59, -0, 1 / 3] });
      engine.run(20);
      await engine.core.ask('pin', { hand: a, on: true });
      await engine.core.ask('settings', { slip: 0.07, gravity: [0, -0.003, 0] });
      for (let round = 0; round < 6; round++) {
        const node = 20 + Math.floor(100 * random());
        const { hand } = await engine.core.ask('grasp', { rope: 0, node });
        lead(engine, hand, [[60 * random() - 30, 40 * random() - 20, 20 * random() - 10]], 5);
        await engine.core.ask('release', { hand });
        engine.run(7);
      }
      await engine.core.ask('settings', { speedLimit: 0.5 });
      engine.run(30);
      const { text } = await engine.core.ask('save', { what: 'recording' });
      check(text.includes('-0.0'), 'minus zero is written');
      same(runCommand(text).hash, await engine.hash(), 'hash');
    },
  },
  {
    name: 'a script taken over in the middle of a step goes on by hand, and replays',
    async run() {
      for (const [name, cycle] of [['overhand', 201], ['munter_hitch', 700], ['square', 333], ['overhand', 500]] as const) {
        const engine = new TestEngine();
        await engine.core.ask('open', { text: example(name) });
        engine.run(cycle + 60);
        await engine.core.ask('seek', { cycle });
        await engine.core.ask('takeOver', {});
        same(engine.session.info.kind, 'free', 'kind');
        const held = engine.session.hands.all();
        check(held.length > 0 && held.every((hand) => hand.pinned), 'its hands are pinned');
        engine.core.tell('target', { hand: held[0].id, to: [1.5, 20.25, -3.1] });
        engine.run(50);
        const { hand } = await engine.core.ask('grasp', { rope: 0, node: 40 });
        lead(engine, hand, [[-20, -20, 5]]);
        await engine.core.ask('release', { hand: held[0].id });
        engine.run(25);
        const { text } = await engine.core.ask('save', { what: 'recording' });
        check(text.includes('"until"'), 'the step is cut off');
        const command = runCommand(text);
        same(command.hash, await engine.hash(), `hash after ${name}`);
      }
    },
  },
  {
    name: 'ropes of other models are led by hand, and their recordings replay',
    async run() {
      for (const model of ['spring', 'projection'] as const) {
        const engine = new TestEngine();
        await engine.core.ask('preset', { preset: 'rope', links: 60, model });
        const before = engine.session.nodes(0).length;
        const { hand } = await engine.core.ask('grasp', { rope: 0, node: 0 });
        lead(engine, hand, [
          [-20, 20, 5],
          [10, 5, -5],
        ]);
        engine.run(400);
        await engine.core.ask('release', { hand });
        engine.run(50);
        check(engine.session.nodes(0).length !== before || model !== 'spring', 'a spring rope gets or loses nodes');
        const { text } = await engine.core.ask('save', { what: 'recording' });
        same(runCommand(text).hash, await engine.hash(), `hash with ${model}`);
      }
    },
  },
  {
    name: 'every example plays to the same bits as in the command',
    async run() {
      const all = readdirSync(join(process.env.BIGHT_ROOT ?? '..', 'examples')).filter((name) => name.endsWith('.json'));
      const files = all.filter((name) => !LONG.includes(name));
      check(files.length === all.length - LONG.length && files.length >= 12, 'there are examples');
      for (const file of files) {
        const text = example(file.replace('.json', ''));
        const engine = new TestEngine();
        await engine.core.ask('open', { text });
        engine.run(1e6);
        const timeline = engine.session.describeTimeline();
        same([timeline?.done, timeline?.failure], [true, ''], file);
        // pictures take long and change nothing
        const scene = parseScene(text);
        const script = (scene.script as JsonObject[]).filter((step) => !('still' in step));
        same(await engine.hash(), runCommand(writeScene({ ...scene, script })).hash, `hash of ${file}`);
      }
    },
  },
  {
    name: 'saving before the script is over cuts it off there',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('open', { text: example('overhand') });
      engine.run(137);
      const { text } = await engine.core.ask('save', { what: 'recording' });
      const command = runCommand(text);
      same([command.hash, command.cycles], [await engine.hash(), 137], 'hash and cycles');
    },
  },
  {
    name: 'scene text keeps its numbers',
    run() {
      const text = '{"a": [-0, -0.0, 1e300, 0.1, 12345678901234567890, -0e0], "s": "x-0,\\"-0"}';
      const value = parseScene(text);
      same(writeJson(value), '{"a": [0, -0.0, 1e+300, 0.1, 12345678901234567000, -0.0], "s": "x-0,\\"-0"}', 'text');
      same(JSON.stringify(parseScene(writeScene(value))), JSON.stringify(value), 'again');
    },
  },
];
