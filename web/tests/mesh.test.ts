// SPDX-License-Identifier: MIT
// Meshes of cloth that are dropped, in node: units, faults, hands, files, against the command line.

import { Library } from '../src/engine/library';
import { MeshFile, unitFor } from '../src/engine/mesh_file';
import type { ExportFormat, MeshState, Vec3 } from '../src/protocol';
import { check, near, refusal, same, type Case } from './harness';
import { faultyObj, objCounts, sheetObj, tubePly } from './meshes.mjs';
import { meshCommand, module, runCommand, TestEngine } from './stage';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const vertex = (engine: TestEngine, node: number): Vec3 =>
  Array.from(engine.session.vertices(0).subarray(3 * node, 3 * node + 3)) as Vec3;

async function drop(name: string, text: string | Uint8Array, engine = new TestEngine()): Promise<TestEngine> {
  await engine.core.ask('drop', { name, bytes: typeof text === 'string' ? bytesOf(text) : text });
  return engine;
}

const meshOf = (engine: TestEngine): MeshState => engine.last('mesh') as MeshState;

/** A corner is led away, and let go when asked. */
async function pull(engine: TestEngine, node: number, by: Vec3, letGo: boolean): Promise<void> {
  const { hand, at } = await engine.core.ask('grasp', { rope: -1, cloth: 0, node });
  for (let i = 1; i <= 10; i++) {
    engine.core.tell('target', { hand, to: at.map((x, k) => x + (by[k] * i) / 10) as Vec3 });
    engine.run(8);
  }
  if (letGo) {
    await engine.core.ask('release', { hand });
  }
}

async function exported(engine: TestEngine, format: ExportFormat): Promise<{ name: string; bytes: Uint8Array }> {
  return engine.core.ask('export', { format });
}

export const meshCases: Case[] = [
  {
    name: 'the unit of a mesh is chosen by its length, and can be chosen again',
    async run() {
      same([0.01, 0.05, 0.5, 5, 5.1, 70, 300, 301, 1700, 5000, 5001].map(unitFor), ['fit', 'm', 'm', 'm', 'cm', 'cm', 'cm', 'mm', 'mm', 'mm', 'fit'], 'units');
      const engine = await drop('napkin.obj', sheetObj(8, 40));
      const state = meshOf(engine);
      same([state.unit, state.chosen, state.length, state.placed, state.pattern], ['cm', false, 40, 'draped', 'used'], 'mesh');
      near(state.metres, 0.4, 1e-12, 'metres');
      const [low, high] = [0, 80].map((node) => vertex(engine, node));
      near(Math.hypot(...low.map((x, k) => x - high[k])), 0.4 * Math.SQRT2, 1e-9, 'diagonal');
      // centred, flat, above a ball that stands on the floor
      same(low.map((x, k) => Math.abs(x + (k === 1 ? -x : high[k])) < 1e-9), [true, true, true], 'centred');
      near(low[1], high[1], 1e-12, 'flat');
      const ball = engine.session.info.obstacles[1].shape;
      check(ball.kind === 'sphere' && low[1] > 2 * ball.radius, 'above the ball');
      await engine.core.ask('mesh', { unit: 'in' });
      same([meshOf(engine).unit, meshOf(engine).chosen], ['in', true], 'chosen');
      near(meshOf(engine).metres, 40 * 0.0254, 1e-12, 'inches');
      await engine.core.ask('preset', { preset: 'rope', links: 40 });
      same(engine.last('mesh'), null, 'another scene');
      check(/drop/.test((await refusal(() => engine.core.ask('mesh', {}))).message), 'no mesh');
    },
  },
  {
    name: 'an open tube hangs by two hands, a closed one is put above the floor, and both move',
    async run() {
      const engine = await drop('sleeve.ply', tubePly(16, 12, 0.06, 0.3));
      same([meshOf(engine).placed, meshOf(engine).pattern, meshOf(engine).panels], ['hung', 'unfit', 1], 'tube');
      same(engine.session.hands.all().map(({ cloth, pinned }) => [cloth, pinned]), [[0, true], [0, true]], 'hands'); // prettier-ignore
      const before = engine.session.vertices(0).slice();
      engine.run(40);
      const after = engine.session.vertices(0);
      check(after.some((x, i) => Math.abs(x - before[i]) > 0.005), 'it hangs');
      check(after.every((x, i) => i % 3 !== 1 || x > 0), 'above the floor');

      const cube = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n';
      const closed = await drop('cube.obj', cube);
      same([meshOf(closed).placed, meshOf(closed).borders, meshOf(closed).unit], ['dropped', 0, 'm'], 'cube');
      const top = vertex(closed, 3)[1];
      closed.run(60);
      check(vertex(closed, 3)[1] < top - 0.05, 'it falls');
    },
  },
  {
    name: 'a dropped OBJ is dragged and undone; OBJ and PLY keep its faces, groups and pattern',
    async run() {
      const text = sheetObj(10, 0.5);
      const engine = await drop('flag.obj', text);
      engine.run(10);
      const before = await engine.hash();
      await pull(engine, 0, [0.05, 0.2, 0.05], true);
      check((await engine.hash()) !== before, 'it was moved');
      const places = engine.session.vertices(0).slice();
      const pattern = [...text.matchAll(/^vt (\S+) (\S+)$/gm)].map(([, u, v]) => [Number(u), Number(v)]);

      const obj = await exported(engine, 'obj');
      same(obj.name, 'flag.obj', 'name');
      const words = new TextDecoder().decode(obj.bytes);
      const { v, vt, f, groups } = objCounts(words);
      same([v, vt, f, groups], [121, 121, 100, ['lower', 'upper']], 'counts'); // faces of four corners stay so
      same([...words.matchAll(/^vt (\S+) (\S+)/gm)].map(([, a, b]) => [Number(a), Number(b)]), pattern, 'pattern');
      const written = [...words.matchAll(/^v (\S+) (\S+) (\S+)/gm)].flatMap((line) => line.slice(1).map(Number));
      check(written.every((x, i) => Object.is(x, places[i])), 'places, to the last bit');

      const ply = await exported(engine, 'ply');
      const again = await drop(ply.name, ply.bytes);
      const { vertices, faces, triangles } = meshOf(again);
      same([vertices, faces, triangles], [121, 100, 200], 'PLY');
      const { uv } = again.session.info.cloths[0];
      check(uv.length === 242 || uv.length === 2 * 121, `${uv.length} numbers of the pattern`);
      const glb = await exported(engine, 'glb');
      check((meshCommand('check', 'flag.glb', glb.bytes).faces as number) > 800, 'GLB has ball and floor, too');

      await engine.core.ask('undo', {});
      same(await engine.hash(), before, 'undone');
    },
  },
  {
    name: 'grids and tubes are exported as meshes, too; ropes are not',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('preset', { preset: 'curtain' });
      const { v, vt, f, groups } = objCounts(new TextDecoder().decode((await exported(engine, 'obj')).bytes));
      same([v, vt, f, groups], [33 * 33, 33 * 33, 2 * 32 * 32, ['curtain']], 'curtain');
      await engine.core.ask('preset', { preset: 'rope', links: 40 });
      check(/no cloth/.test((await refusal(() => exported(engine, 'ply'))).message), 'words');
    },
  },
  {
    name: 'a recording names the mesh, and replays beside it in command and page to the same bits',
    async run() {
      const engine = await drop('flag.obj', sheetObj(10, 50));
      engine.run(9);
      await pull(engine, 10, [0.04, 0.15, 0], false);
      const { text, files } = await engine.core.ask('save', { what: 'recording' });
      same(Object.keys(files), ['flag.obj'], 'files');
      const hash = await engine.hash();
      const { cycle } = engine.session;
      same(runCommand(text, false, files).hash, hash, 'in the command');
      const again = new TestEngine();
      const name = 'recording.json';
      check(/flag\.obj/.test((await refusal(() => again.core.ask('drop', { name, bytes: bytesOf(text) }))).message), 'without its mesh');
      await again.core.ask('drop', { name, bytes: bytesOf(text), files });
      again.run(cycle);
      same([await again.hash(), again.session.cycle], [hash, cycle], 'in the page');
    },
  },
  {
    name: 'faults are listed as the command lists them, refused with words, and mended when asked',
    async run() {
      const text = faultyObj(6, 0.5);
      const engine = await tell();
      const wanted = meshCommand('check', 'torn.obj', bytesOf(text));
      const counts: Record<string, number> = {};
      (wanted.faults as { kind: string }[]).forEach(({ kind }) => (counts[kind] = (counts[kind] ?? 0) + 1));
      check(counts.non_manifold > 0 && counts.duplicate > 0 && counts.unused > 0, JSON.stringify(counts));
      const state = meshOf(engine);
      same(Object.fromEntries(state.faults.map(({ name, count }) => [name, count])), counts, 'faults');
      same(
        [state.vertices, state.faces, state.triangles, state.panels, state.borders, state.intersections, state.contours, state.touching],
        ['vertices', 'faces', 'triangles', 'panels', 'border_edges', 'intersections', 'contours', 'touching'].map((key) => wanted[key] as number),
        'report',
      );
      same(state.opened, false, 'opened');
      await engine.core.ask('mesh', { mend: true });
      const mended = meshOf(engine);
      same(mended.opened, true, 'opened when mended');
      const repaired = meshCommand('repair', 'torn.obj', bytesOf(text));
      same(Object.fromEntries(mended.mended.map(({ name, count }) => [name, count])), repaired.mended as Record<string, number>, 'mended');
      same([mended.vertices, mended.faces, mended.faults.length], [repaired.vertices, repaired.faces, (repaired.faults as unknown[]).length] as number[], 'after');
      engine.run(5);
      const { text: recording, files } = await engine.core.ask('save', { what: 'recording' });
      same(runCommand(recording, false, files).hash, await engine.hash(), 'recording of the mended mesh');

      async function tell(): Promise<TestEngine> {
        const fresh = new TestEngine();
        await fresh.core.ask('preset', { preset: 'rope', links: 40 });
        const before = await fresh.hash();
        const error = await refusal(() => drop('torn.obj', text, fresh));
        check(/1 non_manifold/.test(error.message) && /Mend/.test(error.message), error.message);
        same(await fresh.hash(), before, 'the scene before is there still');
        return fresh;
      }
    },
  },
  {
    name: 'files that are no mesh are refused in the words of the reader, with the line, and nothing changes',
    async run() {
      const engine = await drop('flag.obj', sheetObj(6, 0.5));
      const before = await engine.hash();
      const cases: [string, string][] = [
        ['a.obj', 'v 0 0 0\nv 1 0 zero\n'],
        ['b.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n'],
        ['c.ply', 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nend_header\n'],
        ['d.ply', tubePly(8, 2, 0.1, 0.1).slice(0, 300)],
        ['e.glb', 'glTF'],
      ];
      for (const [name, text] of cases) {
        const error = await refusal(() => drop(name, text, engine));
        let words = '';
        try {
          meshCommand('check', name, bytesOf(text));
        } catch (refused) {
          words = (refused as Error).message;
        }
        const line = (error.line ?? 0) > 0 ? `:${error.line}` : '';
        const told = error.message.replace(/\.$/, '');
        check(name === 'e.glb' || words.toLowerCase().includes(`${name}${line}: ${told}`.toLowerCase()), `${name}${line}: ${told}\ncommand: ${words}`);
        check(name !== 'a.obj' || error.line === 2, `line ${error.line}`);
        same(await engine.hash(), before, name);
      }
      const points = (await refusal(() => drop('points.obj', 'v 0 0 0\n', engine))).message;
      check(/No faces/.test(points), points);
      same(await engine.hash(), before, 'points');
    },
  },
  {
    name: 'a glTF of lines is a curve, one of faces a cloth, and a mesh that was mended says its file',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('preset', { preset: 'curtain' });
      const glb = await exported(engine, 'glb');
      const again = await drop('curtain.glb', glb.bytes);
      check(again.session.info.cloths.length === 1, 'a cloth');
      const file = new MeshFile(new Library(module), 'torn.obj', bytesOf(faultyObj(4, 0.3)), true);
      same(Object.keys(file.scene('auto').files), ['torn-mended.obj'], 'file');
    },
  },
];
