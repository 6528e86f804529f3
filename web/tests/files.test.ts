// SPDX-License-Identifier: MIT
// The engine in node: dropped files, saved scenes, exports.

import { lead, tieOverhand } from './gestures';
import { check, near, refusal, same, type Case } from './harness';
import { TestEngine } from './stage';

function trefoilPdb(): string {
  const lines: string[] = [];
  const count = 160;
  for (let i = 0; i < count; i++) {
    // a trefoil, opened where it is farthest out
    const t = Math.PI / 3 + (2 * Math.PI * (i + 2)) / (count + 4);
    const [x, y, z] = [Math.sin(t) + 2 * Math.sin(2 * t), Math.cos(t) - 2 * Math.cos(2 * t), -1.6 * Math.sin(3 * t)].map(
      (v) => 17 * v,
    );
    const number = (v: number): string => v.toFixed(3).padStart(8);
    lines.push(
      `ATOM  ${String(i + 1).padStart(5)}  CA  ALA A${String(i + 1).padStart(4)}    ${number(x)}${number(y)}${number(z)}  1.00  0.00           C`,
    );
  }
  return `${lines.join('\n')}\nEND\n`;
}

async function drop(engine: TestEngine, name: string, text: string): Promise<string> {
  return (await engine.core.ask('drop', { name, bytes: new TextEncoder().encode(text) })).kind;
}

export const fileCases: Case[] = [
  {
    name: 'a dropped PDB is shown and named',
    async run() {
      const engine = new TestEngine();
      await drop(engine, 'trefoil.pdb', trefoilPdb());
      engine.name();
      same(engine.last('knots')?.ropes[0].knot.name, '3_1', 'knot');
      check((engine.last('knots')?.ropes[0].knot.svg ?? '').startsWith('<svg'), 'a diagram is drawn');
    },
  },
  {
    name: 'codes become ropes that can be grasped',
    async run() {
      for (const [name, text, knot] of [
        ['a.pd', 'PD[X[4,2,5,1],X[8,6,1,5],X[6,3,7,4],X[2,7,3,8]]', '4_1'],
        ['b.dt', '4 6 2', '3_1'],
        ['c.dt', '6 8 10 2 4', '5_1'],
      ]) {
        const engine = new TestEngine();
        same(await drop(engine, name, text), 'free', 'kind');
        engine.name();
        same(engine.last('knots')?.ropes[0].knot.name, knot, name);
        await engine.core.ask('grasp', { rope: 0, node: 0 });
        engine.run(5);
      }
    },
  },
  {
    name: 'uneven curves are only looked at',
    async run() {
      const engine = new TestEngine();
      const kind = await drop(engine, 'uneven.xyz', '0 0 0\n1 0 0\n9 1 0\n9 9 3\n');
      same(kind, 'still', 'kind');
      const error = await refusal(() => engine.core.ask('grasp', { rope: 0, node: 0 }));
      check(/looked at/.test(error.message), error.message);
      engine.clock += 100;
      engine.core.tick();
      same(Array.from(engine.slot?.ropes[0] ?? []).slice(6, 9), [9, 1, 0], 'frame');
    },
  },
  {
    name: 'broken files are refused with a place, and nothing changes',
    async run() {
      const engine = await tieOverhand();
      const before = await engine.hash();
      const serial = engine.session.info.serial;
      const cases: [string, string, RegExp, number][] = [
        ['x.json', '{"bight": 1,\n "ropes": [{"line": {"from": [0,0,0], "to": [1,0,0]}, "radios": 1}]}', /radius/, 2],
        ['x.json', '{"bight": 1, "ropes": [', /ends in the middle/, 1],
        ['x.xyz', '0 0 0\n1 0 zero\n', /./, 2],
        ['x.pdb', 'ATOM  nonsense\n', /./, 1],
        ['x.pd', 'PD[X[1,2,3]]', /./, 1],
        ['x.xyz', '', /./, 0],
        ['x.json', '{"bight": 1, "ropes": [{"file": "other.xyz"}]}', /other\.xyz/, 1],
        ['x.json', `{"bight": ${'['.repeat(100000)}`, /nested too deeply/, 1],
        ['x.json', `{"bight": 1, "ropes": [], "x": ${'['.repeat(2000)}${']'.repeat(2000)}}`, /x is not a key/, 1],
      ];
      for (const [name, text, words, line] of cases) {
        const error = await refusal(() => drop(engine, name, text));
        check(words.test(error.message), `${name}: ${error.message}`);
        check(line === 0 || error.line === line, `${name}: line ${error.line}, wanted ${line}: ${error.message}`);
        same(await engine.hash(), before, 'hash');
        same(engine.session.info.serial, serial, 'scene');
      }
      engine.run(10);
      await engine.core.ask('undo', {});
      same(engine.knot(), '0_1', 'undo works still');
    },
  },
  {
    name: 'a scene saved as it is comes back the same, a link nearly so',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('preset', { preset: 'ring', settings: { slip: 0.1 } });
      const { hand } = await engine.core.ask('grasp', { rope: 0, node: 100 });
      lead(engine, hand, [[30, 20, -15], [0, 0, -12]]);
      await engine.core.ask('pin', { hand, on: true });
      const nodes = Array.from(engine.session.nodes(0));
      for (const [what, tolerance] of [['now', 0], ['link', 1e-4]] as const) {
        const { text } = await engine.core.ask('save', { what });
        const again = new TestEngine();
        const info = await again.core.ask('open', { text });
        same([info.kind, info.settings.slip, again.session.hands.all().length], ['free', 0.1, 1], 'scene');
        const back = Array.from(again.session.nodes(0));
        near(Math.max(...back.map((x, i) => Math.abs(x - nodes[i]))), 0, tolerance, what);
        check(what === 'now' || text.length < 6000, `a link has ${text.length} characters`);
      }
    },
  },
  {
    name: 'exports are files of their kind',
    async run() {
      const engine = await tieOverhand();
      const glb = (await engine.core.ask('export', { format: 'glb' })).bytes;
      same(new TextDecoder().decode(glb.subarray(0, 4)), 'glTF', 'magic');
      same(new DataView(glb.buffer).getUint32(8, true), glb.length, 'length');
      const stl = (await engine.core.ask('export', { format: 'stl' })).bytes;
      same(84 + 50 * new DataView(stl.buffer).getUint32(80, true), stl.length, 'triangles');
      const xyz = await engine.core.ask('export', { format: 'xyz' });
      const again = new TestEngine();
      await drop(again, xyz.name, new TextDecoder().decode(xyz.bytes));
      again.name();
      same(again.last('knots')?.ropes[0].knot.name, '3_1', 'dropped again');
    },
  },
  {
    name: 'a GLB of ropes that was saved here is the scene again, one of the command is named for what it is',
    async run() {
      const engine = await tieOverhand();
      const { bytes, name } = await engine.core.ask('export', { format: 'glb' });
      const again = new TestEngine();
      const info = await again.core.ask('drop', { name, bytes });
      same([info.kind, info.ropes.length, info.cloths.length], ['free', 1, 0], 'a rope');
      same(Array.from(again.session.nodes(0)), Array.from(engine.session.nodes(0)), 'nodes');
      same(again.knot(), '3_1', 'knot');
      // without the scene: as the command writes it
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      let end = 12;
      while (view.getUint32(end + 4, true) !== 0x54484742) {
        end += 8 + view.getUint32(end, true);
      }
      const bare = bytes.slice(0, end);
      new DataView(bare.buffer).setUint32(8, end, true);
      const { message } = await refusal(() => again.core.ask('drop', { name, bytes: bare }));
      check(/drawing of a scene/.test(message), message);
      same(again.knot(), '3_1', 'the scene before is there still');
      // cut short, it is refused by the reader, not by a crash
      for (let cut = 1; cut < bytes.length; cut += Math.ceil(bytes.length / 60)) {
        await again.core.ask('drop', { name, bytes: bytes.slice(0, cut) }).catch(() => undefined);
      }
    },
  },
  {
    name: 'files that are no curves are named for what they are',
    async run() {
      const engine = await tieOverhand();
      const { bytes: stl } = await engine.core.ask('export', { format: 'stl' });
      const text = (words: string): Uint8Array => Uint8Array.from(words, (char) => char.charCodeAt(0));
      const files: [string, Uint8Array, RegExp][] = [
        ['rope.stl', stl, /mesh of bare triangles \(STL\)/],
        ['rope.xyz', stl, /STL/],
        ['a.stl', text('solid cube\n  facet normal 0 0 1\n outer loop\n'), /STL/],
        ['a.png', text('\x89PNG\r\n\x1a\n0000'), /picture \(PNG\)/],
        ['a.jpg', text('\xff\xd8\xff\xe0 0000'), /JPEG/],
        ['a.zip', text('PK\x03\x04 0000'), /ZIP.*unpack/],
        ['a.xyz.gz', text('\x1f\x8b\x08 0000'), /gzip/],
        ['a.pdf', text('%PDF-1.7\n'), /document/],
        ['a.7z', text('7z\xbc\xaf\x27\x1c'), /archive \(7z\)/],
        ['a.wasm', text('\0asm\x01\0\0\0'), /WebAssembly/],
        ['a.webp', text('RIFF0000WEBP'), /RIFF/],
        ['a.blend', text('BLENDER-v304'), /Blender file/],
        ['a.npy', text('\x93NUMPY\x01\0'), /numpy/],
        ['a.mp4', text('\0\0\0\x20ftypisom'), /film/],
      ];
      for (const [name, bytes, wanted] of files) {
        const { message } = await refusal(() => engine.core.ask('drop', { name, bytes }));
        check(wanted.test(message) && !/column|line \d/.test(message), `${name}: ${message}`);
      }
      // no more than a word in common with these
      const curve = text('solid 1 2 3\n0 0 0\n');
      const { message } = await refusal(() => engine.core.ask('drop', { name: 'a.xyz', bytes: curve }));
      check(!/STL/.test(message), message);
      same(engine.knot(), '3_1', 'nothing is lost');
    },
  },
  {
    name: 'a curve of 300,000 points is read, and looked at',
    async run() {
      const lines = Array.from({ length: 300_000 }, (_, i) => `${i % 1000} ${Math.floor(i / 1000)} ${(i % 7) / 10}`);
      const engine = new TestEngine();
      const { kind, ropes } = await engine.core.ask('drop', { name: 'long.xyz', bytes: new TextEncoder().encode(lines.join('\n')) });
      same([kind, ropes[0].nodes], ['still', 300_000], 'a curve');
      engine.core.tell('unnamed', { scene: engine.session.info.serial });
      same(engine.core.toName(), null, 'its name is given up');
      await engine.core.ask('preset', { preset: 'rope' });
      check(engine.core.toName() !== null, 'the next scene has one');
    },
  },
];
