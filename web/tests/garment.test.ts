// SPDX-License-Identifier: MIT
// The garment tab's scenes in node: templates read, ribbons, regions; edits to the bit; what is refused; the command plays the same.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTemplate, ribbonFile, ribbonPieces, type StudioState, studioScene, type Template, wholePieces } from '../src/engine/studio';
import { strandsOf } from '../src/engine/dress';
import { Library } from '../src/engine/library';
import { check, near, refusal, same, type Case } from './harness';
import { module, runCommand, TestEngine } from './stage';

const folder = join(process.env.BIGHT_ROOT ?? '..', 'data/templates');
const names = readdirSync(folder).map((name) => name.replace('.json', ''));

function template(name: string): Template {
  const text = readFileSync(join(folder, `${name}.json`), 'utf8');
  return readTemplate(text, strandsOf(new Library(module), text));
}

function ribbon(name: string, values: Record<string, number> = {}): { state: StudioState; knot: Template; file: Uint8Array } {
  const knot = template(name);
  const pieces = ribbonPieces(knot);
  const state = { sample: 'ribbon', template: name, values, regions: wholePieces(knot, pieces) };
  return { state, knot, file: new TextEncoder().encode(ribbonFile(pieces)) };
}

async function open(engine: TestEngine, { state, knot, file }: ReturnType<typeof ribbon>): Promise<string> {
  await engine.core.ask('open', { ...studioScene(state, knot, file), wait: true });
  return engine.hash();
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
        check((dress?.pipe.triangles.length ?? 0) > 1000, `${name}: its pipe`);
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
        near(pipeRadius(dress.pipe.points, 48), 0.012, 1e-5, `${name}: radius of the first ring`);
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
];

/** Mean distance of the first ring's points from their middle. */
function pipeRadius(points: Float32Array, sides: number): number {
  const middle = [0, 1, 2].map((k) => Array.from({ length: sides }, (_, i) => points[3 * i + k]).reduce((a, b) => a + b, 0) / sides);
  const all = Array.from({ length: sides }, (_, i) => Math.hypot(...middle.map((m, k) => points[3 * i + k] - m)));
  return all.reduce((a, b) => a + b, 0) / sides;
}
