// SPDX-License-Identifier: MIT
// Scenes of cloth in node: hands, undo, recordings against the command line, files.

import type { ClothPreset, HandId, Vec3 } from '../src/protocol';
import { check, refusal, same, type Case } from './harness';
import { runCommand, TestEngine } from './stage';

function vertex(engine: TestEngine, cloth: number, node: number): Vec3 {
  return Array.from(engine.session.vertices(cloth).subarray(3 * node, 3 * node + 3)) as Vec3;
}

async function scene(preset: ClothPreset): Promise<TestEngine> {
  const engine = new TestEngine();
  await engine.core.ask('preset', { preset });
  return engine;
}

const away = (a: Vec3, b: Vec3): number => Math.hypot(...a.map((x, k) => x - b[k]));

/** Lead a hand to a place as a pointer would, a target every two cycles, and wait until it is there. */
function lead(engine: TestEngine, hand: HandId, from: Vec3, to: Vec3): void {
  for (let i = 1; i <= 20; i++) {
    engine.core.tell('target', { hand, to: from.map((x, k) => x + ((to[k] - x) * i) / 20) as Vec3 });
    engine.run(2);
  }
  for (let i = 0; i < 40; i++) {
    engine.run(10);
    engine.session.hands.each((record) => {
      i = record.hand === hand && record.lag < 1e-9 ? 40 : i;
    });
  }
}

/** A cloth small enough to be played often. */
const SMALL = JSON.stringify({
  bight: 1,
  title: 'Small cloth',
  cloth: { thickness: 0.008 },
  cloths: [{ name: 'cloth', grid: { width: 0.4, height: 0.4, columns: 12, rows: 12 }, position: [0, 0.5, 0], along: [0, 0, 1], pins: ['u0v1', 'u1v1'] }],
});

export const clothCases: Case[] = [
  {
    name: 'scenes of cloth say what is in them, fall, and come to rest with nothing crossing',
    async run() {
      for (const preset of ['ball', 'towel'] as const) {
        const engine = await scene(preset);
        const { info } = engine.session;
        same([info.kind, info.ropes.length, info.cloths.length], ['free', 0, 1], 'kind, ropes, cloths');
        const [cloth] = info.cloths;
        check(cloth.vertices >= 1000 && cloth.vertices <= 2500, `${cloth.vertices} vertices`);
        same([cloth.triangles.length, Math.max(...cloth.triangles)], [cloth.uvTriangles.length, cloth.vertices - 1], 'triangles');
        const before = engine.session.vertices(0).slice();
        let done = 0;
        const start = performance.now();
        for (; done < 1500 && !engine.session.resting; done += 10) {
          engine.run(10);
        }
        console.log(`        ${preset}: ${((performance.now() - start) / done).toFixed(1)} ms a cycle, rest after ${done}`);
        check(engine.session.resting, `${preset} rests`);
        const after = engine.session.vertices(0);
        check(after.some((x, i) => Math.abs(x - before[i]) > 0.1), 'it has moved');
        engine.session.lib.call('bw_cloth_state');
        const [pierced, stretch] = engine.session.lib.box(2);
        same(pierced, 0, 'edges that go through it');
        check(stretch < 1.1, `stretch ${stretch}`);
      }
    },
  },
  {
    name: 'a corner of the curtain is led by a hand, the cloth hangs from it, and undo and redo are exact',
    async run() {
      const engine = await scene('curtain');
      engine.run(60);
      same(engine.session.hands.all().map(({ name, cloth, rope, pinned }) => [name, cloth, rope, pinned]), [
        ['left', 0, -1, true],
        ['right', 0, -1, true],
      ]); // prettier-ignore
      const before = await engine.hash();
      const at = engine.session.cycle;
      const from = vertex(engine, 0, 0);
      const { hand } = await engine.core.ask('grasp', { rope: -1, cloth: 0, node: 0 });
      const to: Vec3 = [from[0] - 0.1, from[1] + 0.25, from[2] + 0.3];
      lead(engine, hand, from, to);
      check(away(vertex(engine, 0, 0), to) < 1e-6, `the vertex is at ${vertex(engine, 0, 0)}, wanted ${to}`);
      const neighbour = away(vertex(engine, 0, 1), to);
      check(neighbour < 1.2 / 32, `its neighbour is ${neighbour} away`);
      const seen: number[] = [];
      engine.session.hands.each(({ cloth, node, lag }) => seen.push(cloth, node, lag < 1e-6 ? 0 : lag));
      same(seen.slice(-3), [0, 0, 0], 'the hand');
      await engine.core.ask('release', { hand });
      engine.run(40);
      check(vertex(engine, 0, 0)[1] < to[1] - 0.1, `it falls when it is let go: ${vertex(engine, 0, 0)}`);
      const after = await engine.hash();

      await engine.core.ask('undo', {});
      same([await engine.hash(), engine.session.cycle], [before, at], 'undone');
      await engine.core.ask('redo', {});
      same(await engine.hash(), after, 'redone');
      await engine.core.ask('undo', {});
      await engine.core.ask('grasp', { rope: -1, cloth: 0, node: 3 });
      engine.run(5);
      check((await engine.hash()) !== before, 'time goes on');
    },
  },
  {
    name: 'what hands do to cloth is recorded, and replays in the command and in the page to the same bits',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('open', { text: SMALL, hands: true });
      engine.run(15);
      const { hand } = await engine.core.ask('grasp', { rope: -1, cloth: 0, node: 6 });
      lead(engine, hand, vertex(engine, 0, 6), [0.05, 0.6, 0.25]);
      await engine.core.ask('pin', { hand, on: true });
      const other = (await engine.core.ask('grasp', { rope: -1, cloth: 0, node: 84 })).hand;
      lead(engine, other, vertex(engine, 0, 84), [0, 0.3, -1 / 3]);
      await engine.core.ask('release', { hand });
      engine.run(31);
      const { text } = await engine.core.ask('save', { what: 'recording' });
      const { hash, cycle, cloths } = await engine.core.ask('state', {});
      const command = runCommand(text);
      same([command.code, command.hash, command.cycles], [0, hash, cycle], 'in the command');

      const again = new TestEngine();
      same((await again.core.ask('open', { text })).kind, 'timeline', 'kind');
      again.run(1e5);
      same([await again.hash(), again.session.describeTimeline()?.failure], [hash, ''], 'in the page');
      await again.core.ask('seek', { cycle: 100 });
      await again.core.ask('seek', { cycle });
      same(await again.hash(), hash, 'scrubbed to and fro');
      same(Array.from((await again.core.ask('state', {})).cloths[0]), Array.from(cloths[0]), 'vertices');
      // a scene file cannot say how a cloth lies: what is saved otherwise is the recording, too
      same((await engine.core.ask('save', { what: 'now' })).text, text, 'now');
      same((await engine.core.ask('save', { what: 'link' })).text, text, 'link');
    },
  },
  {
    name: 'cloth is exported as the surface that is seen, and says that it is no curve',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('open', { text: SMALL, hands: true });
      engine.run(30);
      const stl = (await engine.core.ask('export', { format: 'stl' })).bytes;
      const triangles = new DataView(stl.buffer, stl.byteOffset).getUint32(80, true);
      same([triangles, stl.length], [4 * 2 * 144, 84 + 50 * 4 * 2 * 144], 'triangles of the .stl');
      const glb = (await engine.core.ask('export', { format: 'glb' })).bytes;
      const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
      const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length))) as {
        nodes: { name: string }[];
        materials: { doubleSided?: boolean }[];
        accessors: { count: number }[];
      };
      same([json.nodes[0].name, json.materials[0].doubleSided], ['cloth', true], 'the .glb');
      check(json.accessors.some(({ count }) => count === 25 * 25), 'vertices of the .glb');
      const error = await refusal(() => engine.core.ask('export', { format: 'xyz' }));
      check(/no rope/.test(error.message), error.message);
    },
  },
  {
    name: 'what cannot be done to cloth is refused in words, and nothing has changed',
    async run() {
      const engine = await scene('curtain');
      engine.run(3);
      const before = await engine.hash();
      for (const [spot, words] of [
        [{ rope: -1, cloth: 0, node: 99999 }, /vertex/i],
        [{ rope: -1, cloth: 7, node: 0 }, /cloth|sheet/i],
        [{ rope: 0, cloth: -1, node: 0 }, /rope|stale/i],
      ] as const) {
        const error = await refusal(() => engine.core.ask('grasp', spot));
        check(words.test(error.message), error.message);
      }
      same(await engine.hash(), before, 'hash');
      const rope = new TestEngine();
      await rope.core.ask('preset', { preset: 'rope', links: 20 });
      const error = await refusal(() => rope.core.ask('grasp', { rope: -1, cloth: 0, node: 0 }));
      check(/no cloth/.test(error.message), error.message);
    },
  },
  {
    name: 'a scene of cloth takes the memory that it may for undo, and no more',
    async run() {
      const engine = await scene('curtain');
      for (let i = 0; i < 60; i++) {
        const { hand } = await engine.core.ask('grasp', { rope: -1, cloth: 0, node: 10 * i });
        engine.core.tell('target', { hand, to: [0.1 * (i % 3), 0.5, 0.2] });
        engine.run(1);
        await engine.core.ask('release', { hand });
      }
      check(engine.session.keptBytes() < 200 * 1024 * 1024, `${engine.session.keptBytes()} bytes`);
      check((engine.last('undo')?.undo ?? 0) > 10, `${engine.last('undo')?.undo} to undo`);
    },
  },
];
