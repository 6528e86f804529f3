// SPDX-License-Identifier: MIT
// The garment tab's scenes in node: templates read, ribbons, regions; edits to the bit; what is refused; the command plays the same.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeFor, readTemplate, redressStep, regionsFor, reshape, ribbonFile, ribbonPieces, type StudioState, studioScene, type Template, THICKNESS, tyingSteps, type Units, wholePieces } from '../src/engine/studio';
import { OWN, patternScale, piecesOf, plainWords, RIBBON, SAMPLES, unitsOf } from '../src/engine/studio_samples';
import { finishedWords, progressOf } from '../src/ui/garment_words';
import { strandsOf } from '../src/engine/dress';
import { writeJson } from '../src/engine/recorder';
import { outlineOf } from '../src/ui/uv_view';
import { Sheet } from '../src/view/sheet';
import { sheetMesh } from '../src/view/sheet_mesh';
import { Library } from '../src/engine/library';
import { check, near, refusal, same, type Case } from './harness';
import { module, runCommand, TestEngine } from './stage';

const folder = join(process.env.BIGHT_ROOT ?? '..', 'data/templates');
const names = readdirSync(folder).map((name) => name.replace('.json', ''));

function template(name: string): Template {
  const text = readFileSync(join(folder, `${name}.json`), 'utf8');
  return readTemplate(text, strandsOf(new Library(module), text));
}

interface Studio {
  state: StudioState;
  knot: Template;
  file: Uint8Array;
  units?: Units;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function ribbon(name: string, values: Record<string, number> = {}): Studio {
  const knot = template(name);
  const pieces = ribbonPieces(knot);
  const state = { sample: 'ribbon', thickness: THICKNESS, template: name, values, regions: wholePieces(knot, pieces) };
  return { state, knot, file: bytesOf(ribbonFile(pieces)) };
}

async function open(engine: TestEngine, { state, knot, file, units }: Studio): Promise<string> {
  await engine.core.ask('open', { text: studioScene(state, knot, units), files: { 'cloth.obj': file }, wait: true });
  return engine.hash();
}

/** Regions where the tab puts them at first, as it does it. */
async function laid(engine: TestEngine, name: string, sample: string, file: Uint8Array, units?: Units): Promise<Studio> {
  const knot = template(name);
  const state: StudioState = { sample, thickness: THICKNESS, template: name, values: {}, regions: [] };
  await open(engine, { state, knot, file, units });
  const { uv, triangles } = await engine.core.ask('pattern', { cloth: 0 });
  const regions = regionsFor(knot, piecesOf(uv, triangles));
  const { cloths } = await engine.core.ask('state', {});
  const place = placeFor(regions, { uv, corners: triangles }, cloths[0], await engine.core.ask('faces', { cloth: 0 }));
  return { state: { ...state, regions }, knot, file, units: { scale: 1, pattern: 1, ...units, place } };
}

const redress = (engine: TestEngine, { state, knot }: Studio): Promise<{ remaps: number }> =>
  engine.core.ask('redress', { step: writeJson(redressStep(state, knot)), then: writeJson(tyingSteps()) });

/** A flat strip of squares, 1.1 m by 72 mm: places on the pattern times `size`. */
function strip({ columns = 110, rows = 7, size = 1, ends = '\n', quads = false, pattern = true } = {}): string {
  const lines: string[] = [];
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) {
      const [u, v] = [(1.1 * i) / columns, (0.072 * j) / rows];
      lines.push(`v ${u * size} ${v * size} 0`);
      if (pattern) {
        lines.push(`vt ${u} ${v}`);
      }
    }
  }
  const corner = (i: number, j: number): string => {
    const at = 1 + i + j * (columns + 1);
    return pattern ? `${at}/${at}` : String(at);
  };
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
      lines.push(...(quads ? [`f ${a} ${b} ${c} ${d}`] : [`f ${a} ${b} ${c}`, `f ${a} ${c} ${d}`]));
    }
  }
  return lines.join(ends) + ends;
}

export const garmentCases: Case[] = [
  {
    name: 'garment: every template goes on its ribbons, is its knot, and waits',
    async run() {
      check(names.length >= 14, 'there are templates');
      for (const name of names) {
        const engine = new TestEngine();
        await open(engine, ribbon(name));
        const dress = engine.last('dress');
        same([dress?.kept, dress?.stopped], [true, false], `${name}: ${dress?.failure}`);
        same(dress?.pipe, null, `${name}: a pipe that nobody asked for`);
        await engine.core.ask('pipes', { on: true });
        check((engine.last('dress')?.pipe?.triangles.length ?? 0) > 1000, `${name}: its pipe`);
        engine.clock += 1000;
        engine.core.tick();
        same(engine.session.cycle, 0, `${name}: cycles`);
      }
    },
  },
  {
    name: 'garment: ribbons are as long as their strands: the template keeps its size',
    async run() {
      for (const name of ['bow', 'reef']) {
        const engine = new TestEngine();
        const { state, knot, file } = ribbon(name);
        await open(engine, { state, knot, file });
        const [dress] = await engine.core.ask('dress', {});
        near(pipeRadius(dress.pipe?.points ?? new Float32Array(), 48), 0.012, 1e-5, `${name}: radius of the first ring`);
      }
    },
  },
  {
    name: 'garment: the same choice is the same state to the bit, another is not',
    async run() {
      const engine = new TestEngine();
      const first = await open(engine, ribbon('overhand'));
      const wide = await open(engine, ribbon('overhand', { radius: 1.1 }));
      check(first !== wide, 'a slider changes the cloth');
      same(await open(engine, ribbon('overhand')), first, 'hash after undo');
      same(await open(engine, ribbon('overhand', { radius: 1.1 })), wide, 'hash after redo');
    },
  },
  {
    name: 'garment: a region off the pattern is refused with its place, and nothing changes',
    async run() {
      const engine = new TestEngine();
      const good = ribbon('overhand');
      const hash = await open(engine, good);
      const regions = good.state.regions.map((region) => ({ ...region, u: region.u + 0.5 }));
      const error = await refusal(() => open(engine, { ...good, state: { ...good.state, regions } }));
      check(/region|pattern/i.test(error.message), error.message);
      same(await engine.hash(), hash, 'hash');
    },
  },
  {
    name: 'garment: what settles here settles in the command to the same bits',
    async run() {
      const engine = new TestEngine();
      await open(engine, ribbon('overhand'));
      await engine.core.ask('pause', { on: false });
      engine.run(12);
      const { text, files } = await engine.core.ask('save', { what: 'recording' });
      const command = runCommand(text, false, files);
      same([command.hash, command.cycles], [await engine.hash(), 12], 'hash and cycles');
    },
  },
  {
    name: 'garment: an edit that does not send the file again is the same to the bit, and a file that is not there is said',
    async run() {
      const [one, other] = [new TestEngine(), new TestEngine()];
      const wide = ribbon('overhand', { radius: 1.1 });
      const wanted = await open(one, wide);
      await open(other, ribbon('overhand'));
      await other.core.ask('open', { text: studioScene(wide.state, wide.knot), sameFiles: true, wait: true });
      same(await other.hash(), wanted, 'hash');
      const error = await refusal(() => new TestEngine().core.ask('open', { text: studioScene(wide.state, wide.knot), sameFiles: true, wait: true }));
      check(/cloth\.obj/.test(error.message), error.message);
    },
  },
  {
    name: 'garment: an edit is seen with its answer, before any time has passed',
    async run() {
      const engine = new TestEngine();
      await open(engine, ribbon('overhand'));
      const before = engine.slot?.cloths[0].slice();
      const published = engine.published;
      await open(engine, ribbon('overhand', { radius: 1.2 }));
      check(engine.published > published, 'a frame is there');
      const [now, were] = [engine.slot?.cloths[0] ?? [], before ?? []];
      check(now.length === were.length && now.some((x, i) => Math.abs(x - were[i]) > 1e-3), 'the cloth has moved');
    },
  },
  {
    name: 'garment: every sample that is offered is its knot, fine enough for a page',
    async run() {
      for (const { id, garment, knot } of SAMPLES) {
        if (id === OWN || id === RIBBON) {
          continue;
        }
        const engine = new TestEngine();
        const file = await engine.core.ask('garment', { garment: writeJson(garment) });
        await open(engine, await laid(engine, knot, id, file));
        const vertices = engine.session.vertices(0).length / 3;
        check(vertices > 1500 && vertices <= 10_500, `${id}: ${vertices} vertices`);
        same(engine.last('dress')?.kept, true, `${id}: ${engine.last('dress')?.failure}`);
        // its first steps are made, and are proved
        await engine.core.ask('pause', { on: false });
        engine.run(3);
        same(engine.session.cycle, 3, `${id}: cycles`);
      }
    },
  },
  {
    name: 'garment: another knot in cloth that has settled: a bow becomes a noose, undone and done again to the bit',
    async run() {
      const engine = new TestEngine();
      const bow = ribbon('bow');
      await open(engine, bow);
      await engine.core.ask('pause', { on: false });
      engine.run(6);
      const settled = await engine.hash();
      const knot = template('noose');
      const noose: Studio = { ...bow, knot, state: { ...bow.state, template: 'noose', values: { radius: 1.05 }, regions: bow.state.regions.map((region) => ({ ...region, strand: knot.strands[0].name })) } };
      const { remaps } = await redress(engine, noose);
      same([remaps, engine.session.cycle, engine.last('dress')?.kept, engine.session.paused], [1, 6, true, true], 'a noose, at once, and waiting');
      const laidNoose = await engine.hash();
      check(laidNoose !== settled, 'the cloth lies otherwise');

      // an edit before anything has moved takes its place; to the first values it is the same again
      const wider = { ...noose, state: { ...noose.state, values: { radius: 1.1 } } };
      same((await redress(engine, wider)).remaps, 1, 'still one');
      check((await engine.hash()) !== laidNoose, 'a slider changes it');
      await redress(engine, noose);
      same(await engine.hash(), laidNoose, 'hash as at first');

      // what cannot be is refused, and nothing has changed
      const off = { ...noose, state: { ...noose.state, regions: noose.state.regions.map((region) => ({ ...region, u: region.u + 5 })) } };
      const error = await refusal(() => redress(engine, off));
      check(/region 1 at .* is off the pattern/i.test(error.message), error.message);
      same(await engine.hash(), laidNoose, 'hash after a refusal');

      // played on, it is what the command makes of the recording
      await engine.core.ask('pause', { on: false });
      engine.run(5);
      const { text, files } = await engine.core.ask('save', { what: 'recording' });
      const command = runCommand(text, false, files);
      same([command.hash, command.cycles], [await engine.hash(), 11], 'hash and cycles');

      // a second one, and back: to the bit
      const played = await engine.hash();
      same((await redress(engine, wider)).remaps, 2, 'two');
      same((await engine.core.ask('undress', {})).remaps, 1, 'one');
      same([await engine.hash(), engine.session.cycle], [played, 11], 'before the second');
      same((await engine.core.ask('undress', {})).remaps, 0, 'none');
      same([await engine.hash(), engine.session.cycle], [settled, 6], 'before the first');
      await redress(engine, noose);
      same(await engine.hash(), laidNoose, 'done again');
      check(/no earlier knot/i.test((await refusal(async () => { await engine.core.ask('undress', {}); await engine.core.ask('undress', {}); })).message), 'no more to undo');
    },
  },
  {
    name: 'garment: two circles on a strand are its tips, and come back as the rectangle',
    async run() {
      const engine = new TestEngine();
      const knot = template('overhand');
      const state: StudioState = { sample: OWN, thickness: THICKNESS, template: 'overhand', values: {}, regions: [] };
      const file = bytesOf(square(1.2, 60));
      await open(engine, { state, knot, file });
      const { uv, triangles } = await engine.core.ask('pattern', { cloth: 0 });
      const whole = regionsFor(knot, piecesOf(uv, triangles));
      const circles = reshape(whole, knot.strands[0].name, 'circle');
      same(circles.map(({ shape, end, strand }) => [shape, end, strand]), [['circle', 'first', 'strand'], ['circle', 'last', 'strand']].map(([a, b]) => [a, b, knot.strands[0].name]), 'shapes');
      same(reshape(circles, knot.strands[0].name, 'rectangle').map(({ shape, u, v }) => [shape, u, v]), whole.map(({ shape, u, v }) => [shape, u, v]), 'back');
      const tips = circles.map((circle, i) => ({ ...circle, u: i === 0 ? 0.3 : 0.9, v: 0.6, radius: 0.28 }));

      // they are laid, and it is the knot; overlapping ones are refused with their place
      const before = await engine.hash();
      await open(engine, { state: { ...state, regions: tips }, knot, file });
      check((await engine.hash()) !== before, 'laid');
      same(engine.last('dress')?.kept, true, engine.last('dress')?.failure);
      const over = await refusal(() => open(engine, { state: { ...state, regions: tips.map((tip) => ({ ...tip, u: 0.6 })) }, knot, file }));
      check(/overlap/.test(over.message), over.message);
    },
  },
  {
    name: 'garment: own files: quads, CRLF, centimetres, and what is exported can be opened again',
    async run() {
      for (const [words, text, scale] of [
        ['triangles', strip(), 1],
        ['quads', strip({ quads: true }), 1],
        ['CRLF', strip({ ends: '\r\n' }), 1],
        ['centimetres', strip({ size: 100 }), 0.01],
      ] as const) {
        const file = bytesOf(text);
        const units = unitsOf(file);
        same(units.scale, scale, `${words}: unit`);
        const engine = new TestEngine();
        await open(engine, await laid(engine, 'overhand', OWN, file, units));
        same(engine.last('dress')?.kept, true, `${words}: ${engine.last('dress')?.failure}`);

        // its own export, as it lies on the pipe
        const { bytes } = await engine.core.ask('export', { format: 'obj' });
        const again = new TestEngine();
        const back = await laid(again, 'overhand', OWN, bytes, unitsOf(bytes));
        const { uv, triangles } = await again.core.ask('pattern', { cloth: 0 });
        const { cloths } = await again.core.ask('state', {});
        same(patternScale(uv, triangles, cloths[0], await again.core.ask('faces', { cloth: 0 })), 1, `${words}: pattern in metres`);
        await open(again, back);
        same(again.last('dress')?.kept, true, `${words} again: ${again.last('dress')?.failure}`);
      }
    },
  },
  {
    name: 'garment: own files that cannot be are refused in a sentence with the place and the mend',
    async run() {
      const wide = strip();
      const refusals: [string, string, RegExp][] = [
        ['empty', '', /no mesh/],
        ['points alone', 'v 0 0 0\nv 1 0 0\n', /no mesh/],
        ['no pattern', strip({ pattern: false }), /no texture coordinates \(vt\).*unwrap it/],
        ['NaN', wide.replace('v 0 0 0', 'v nan 0 0'), /Line 1: a vertex has three numbers.*Export the mesh again/],
        ['a point', 'v 0 0 0\nv 0 0 0\nv 0 0 0\nvt 0 0\nf 1/1 2/1 3/1\n', /at one place/],
        ['huge', `${'v 0 0 0\n'.repeat(100_001)}vt 0 0\nf 1/1 2/1 3/1\n`, /100001 vertices.*coarser/],
        ['three faces at an edge', `${wide}v 0.5 0.03 0.1\nf 363/363 364/364 889/500\n`, /The edge of vertices .* has 3 triangles.*mesh check lists/],
        ['a face without a place', wide.replace(/f 5\/5 6\/6/, 'f 5 6'), /face 9 has no texture coordinates|face 9|line/],
        ['too coarse a face list', wide.replace(/f 5\/5/, 'f 50000/5'), /line \d+|50000/i],
      ];
      for (const [words, text, wanted] of refusals) {
        const engine = new TestEngine();
        let passed = false;
        const error = await refusal(async () => {
          const file = bytesOf(text);
          await open(engine, await laid(engine, 'overhand', OWN, file, unitsOf(file)));
          passed = true;
        }).catch((why: Error) => why);
        check(!passed, `${words}: was taken`);
        const said = plainWords(error.message);
        check(wanted.test(said), `${words}: ${said}`);
        check(!/dress\[|cloths\[/.test(said) && said.length < 260 && /^[A-Z]/.test(said), `${words}: ${said}`);
      }
    },
  },
  {
    name: 'garment: a cloth that lies otherwise is drawn by the same triangles, one with other faces is not',
    async run() {
      const engine = new TestEngine();
      await open(engine, ribbon('overhand'));
      const info = engine.session.info.cloths[0];
      const { vertex, ends, uv, index } = sheetMesh(info);
      // a disc has vertices + faces - 1 edges, each with a middle; its hem is where a third coordinate is 0
      const faces = info.triangles.length / 3;
      same([vertex.length, ends.length / 2, index.length], [info.vertices, info.vertices + faces - 1, 12 * faces], 'corners, middles, corners of small triangles');
      const hem = Array.from({ length: vertex.length }, (_, i) => i).filter((i) => uv[3 * i + 2] === 0).length;
      const { borders } = outlineOf(Float64Array.from(info.uv), Int32Array.from(info.uvTriangles));
      same([hem, borders.length / 4], [2 * (info.vertices - 1) - faces, 2 * (info.vertices - 1) - faces], 'vertices and edges of the hem');

      const sheet = new Sheet(info);
      await open(engine, ribbon('overhand', { radius: 1.1 }));
      same(sheet.become(engine.session.info.cloths[0]), true, 'another place');
      await open(engine, ribbon('pretzel'));
      same(sheet.become(engine.session.info.cloths[0]), false, 'another cloth');
    },
  },
  {
    name: 'garment: what is said while it settles, and at its end',
    run() {
      const timeline = { start: 10, cycle: 60, head: 60, expected: 210, done: false, playing: true, steps: [{ cycle: 10, words: 'redress' }, { cycle: 10, words: 'It settles.' }], failure: '' };
      const { value, words, button } = progressOf(timeline, { pierced: 3, stretch: 1.034 });
      same([value, button], [0.25, 'Stop'], 'progress');
      same(words, 'It settles until nothing moves any more: step 50 of about 200, 25 %; 3 crossings are left, stretch 1.03.', 'words');
      same(progressOf({ ...timeline, playing: false, cycle: 10 }, { pierced: 0, stretch: 1 }), { value: null, words: '', button: 'Settle' }, 'before');
      const good = { kept: true, name: '3_1', wanted: '3_1', failure: '', place: [0, 0, 0] as [number, number, number], unproved: 0, rested: true, stopped: false, reached: 1, reason: '', pipe: null };
      same(finishedWords('Bow knot', good, ''), { words: 'Tied: bow knot, kept, proved (3_1).', good: true }, 'good');
      same(finishedWords('Bow knot', { ...good, kept: false, failure: 'strand is 0_1, not 3_1' }, 'x').words, 'Not tied: strand is 0_1, not 3_1. The place is lit on the cloth.', 'lost');
      same(finishedWords('Bow knot', { ...good, unproved: 2 }, '').good, false, 'unproved');
      same(finishedWords('Bow knot', good, 'Step 5 (expect): cloth: intersections: expected at most 0, found 2').words, 'Not tied: cloth: intersections: expected at most 0, found 2.', 'expectations');
    },
  },
];

/** Mean distance of the first ring's points from their middle. */
function pipeRadius(points: Float32Array, sides: number): number {
  const middle = [0, 1, 2].map((k) => Array.from({ length: sides }, (_, i) => points[3 * i + k]).reduce((a, b) => a + b, 0) / sides);
  const all = Array.from({ length: sides }, (_, i) => Math.hypot(...middle.map((m, k) => points[3 * i + k] - m)));
  return all.reduce((a, b) => a + b, 0) / sides;
}

/** A flat square of cloth. */
function square(side: number, cells: number): string {
  const lines: string[] = [];
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) {
      const at = `${(side * i) / cells} ${(side * j) / cells}`;
      lines.push(`v ${at} 0`, `vt ${at}`);
    }
  }
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const [a, b, c, d] = [0, 1, cells + 2, cells + 1].map((k) => 1 + i + j * (cells + 1) + k);
      lines.push(`f ${a}/${a} ${b}/${b} ${c}/${c}`, `f ${a}/${a} ${c}/${c} ${d}/${d}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
