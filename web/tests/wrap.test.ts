// SPDX-License-Identifier: MIT
// The wrap tab's module in node: what it says is what the command says, to the byte; what is refused; lines; words.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Library } from '../src/engine/library';
import { OBJECT_FILE, WrapDesk, type WrapPlan, type WrapWish } from '../src/engine/wrap_desk';
import { judgedWords, plannedWords, refusedWords, wrapProgress } from '../src/ui/wrap_words';
import { lineTubes } from '../src/view/line_tubes';
import { check, near, refusal, same, type Case } from './harness';
import { TestEngine } from './stage';
import type { Timeline } from '../src/protocol';

const root = process.env.BIGHT_ROOT ?? '..';
const folder = join(root, 'data/wraps');
const names = readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => name.replace('.json', ''));
const program = (name: string): string => readFileSync(join(folder, `${name}.json`), 'utf8');
const desk = (): WrapDesk => new WrapDesk(new Library(new WebAssembly.Module(readFileSync(join(root, 'build/wasm/web/wrap.wasm')))));
const wish = (name: string, object: string | Uint8Array, more: Partial<WrapWish> = {}): WrapWish => ({ program: program(name), object, size: 0, vertices: 0, preview: true, ...more });

/** What `bight wrap` leaves before anything moves, or at its end. */
function command(...args: string[]): { scene: string; object: string; summary: string } {
  const out = mkdtempSync(join(tmpdir(), 'bight-wrap-'));
  const read = (name: string): string => {
    try {
      return readFileSync(join(out, name), 'utf8');
    } catch {
      return '';
    }
  };
  try {
    try {
      execFileSync(process.env.BIGHT_COMMAND ?? join(root, 'build/release/bight'), ['wrap', ...args, '--quiet', '--out', out], { stdio: 'pipe' });
    } catch {
      // no good wrap: its files are there
    }
    return { scene: read('scene.json'), object: read(OBJECT_FILE), summary: read('summary.json') };
  } finally {
    rmSync(out, { recursive: true });
  }
}

const timeline = (more: Partial<Timeline>): Timeline => ({ start: 0, cycle: 10, head: 10, expected: 20, done: false, playing: false, steps: [], failure: '', ...more });
const lengthOf = (line: Float64Array): number => {
  let sum = 0;
  for (let i = 3; i < line.length; i += 3) {
    sum += Math.hypot(line[i] - line[i - 3], line[i + 1] - line[i - 2], line[i + 2] - line[i - 1]);
  }
  return sum;
};

export const wrapCases: Case[] = [
  {
    name: 'wrap: every program with three objects in two sizes is the scene and the object of the command, to the byte',
    run: () => {
      const wraps = desk();
      const objects = wraps.ask('objects', {}).map(({ name }) => name);
      same(objects.length >= 8, true, `${objects.length} objects`);
      for (const name of names) {
        for (const [i, object] of ['box', 'sphinx', 'ball'].entries()) {
          const size = i === 1 ? 1.3 : 1;
          let plan: WrapPlan;
          try {
            plan = wraps.ask('rehearse', wish(name, object, { size, preview: i !== 1 }));
          } catch (error) {
            // what is refused here is refused there, before a file is written
            same(command(name, '--object', object, '--size', String(size), '--preview', '--rehearse').scene, '', `${name}, ${object}: ${(error as Error).message}`);
            continue;
          }
          const { scene, object: file } = command(name, '--object', object, '--size', String(size), ...(i !== 1 ? ['--preview'] : []), '--rehearse');
          check(scene.length > 500 && plan.text === scene, `${name}, ${object}: another scene`);
          check(new TextDecoder().decode(plan.object) === file, `${name}, ${object}: another object`);
          check(plan.lines.length === 4, 'four lines');
          near(Math.max(...plan.lines.map(lengthOf)), plan.over, 1e-9, 'length of the lines');
          check(plan.needed <= plan.line && plan.over < plan.needed && plan.least <= 1.001 * plan.size, `${plan.over} ${plan.needed} ${plan.line} ${plan.least}`);
        }
      }
    },
  },
  {
    name: 'wrap: the engine plays a preview to the hash and the coverage of the command',
    run: async () => {
      const wraps = desk();
      const plan = wraps.ask('rehearse', wish('sling', 'ball'));
      const engine = new TestEngine();
      await engine.core.ask('open', { text: plan.text, files: { [OBJECT_FILE]: plan.object }, wait: true });
      const look = async (): Promise<{ coverage: number; meetings: number }> => {
        const { cloths, obstacles } = await engine.core.ask('state', {});
        const triangles = await engine.core.ask('faces', { cloth: 0 });
        return wraps.ask('judge', { cloth: cloths[0], triangles, pose: obstacles.slice(-7) });
      };
      const before = await look();
      check(before.meetings === 0 && before.coverage > 0.2 && before.coverage < 0.6, `${before.coverage} before`);
      await engine.core.ask('pause', { on: false });
      engine.run(100000);
      const { hash, wrap } = JSON.parse(command('sling', '--object', 'ball', '--preview').summary) as { hash: string; wrap: { coverage: number } };
      same(await engine.hash(), hash, 'hash');
      // as many digits as the summary has
      near((await look()).coverage, wrap.coverage, 1e-9, 'coverage');
      // a cloth that is put where the object is meets it
      const { cloths, obstacles } = await engine.core.ask('state', {});
      const pose = obstacles.slice(-7);
      pose[1] += 0.1;
      check(wraps.ask('judge', { cloth: cloths[0], triangles: await engine.core.ask('faces', { cloth: 0 }), pose }).meetings > 0, 'meetings');
    },
  },
  {
    name: 'wrap: what cannot be done is refused with numbers, and the desk goes on',
    run: async () => {
      const wraps = desk();
      const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
      const refused = async (words: RegExp, some: WrapWish): Promise<void> => {
        const { message } = await refusal(() => wraps.ask('rehearse', some));
        check(words.test(message), message);
      };
      await refused(/did you mean ball/, wish('sling', 'bal'));
      await refused(/too coarse.*13 x 13/, wish('sling', 'box', { vertices: 11, preview: false }));
      await refused(/half the cloth.s diagonal is 0\.212 m/, wish('sling', 'box', { size: 0.3 }));
      await refused(/is not made/, wish('sling', 'box', { size: 1e9 }));
      await refused(/open/, wish('sling', bytes('v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n')));
      await refused(/./, wish('sling', bytes('f 1 2 3\n')));
      await refused(/not JSON/, { ...wish('sling', 'box'), program: '{' });
      check(wraps.ask('rehearse', wish('sling', 'box')).over > 0.1, 'it goes on');
      check((await refusal(() => desk().ask('judge', { cloth: new Float64Array(0), triangles: new Uint32Array(0), pose: new Float64Array(7) }))).message !== '', 'no cloth');
    },
  },
  {
    name: 'wrap: lines are tubes round them, whatever turns they take',
    run: () => {
      const line = [0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1];
      const { points, triangles } = lineTubes([line, []], 0.1);
      same([points.length / 3, triangles.length / 3], [5 * 6, 4 * 12], 'vertices and triangles');
      check(triangles.every((i) => i >= 0 && i < points.length / 3), 'corners');
      const places = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1], [1, 0, 1]];
      for (let i = 0; i < points.length; i += 3) {
        const p = places[Math.floor(i / 18)];
        near(Math.hypot(points[i] - p[0], points[i + 1] - p[1], points[i + 2] - p[2]), 0.1, 1e-6, `vertex ${i / 3}`);
      }
    },
  },
  {
    name: 'wrap: words of a rehearsal, of a run on its way, of good and bad ends',
    run: () => {
      const plan = { over: 0.31849, needed: 0.418, line: 0.7071, least: 0.999, wanted: 0.98 } as WrapPlan;
      const work = { pierced: 0, stretch: 1.05 };
      check(/^It can be wrapped: 0\.318 m of .* 0\.418 m .* 0\.707 m .* 0\.999 m/.test(plannedWords(plan).words), plannedWords(plan).words);
      same(refusedWords('the cloth is too small'), 'The cloth is too small.');
      same(judgedWords(plan, { coverage: 0.5, meetings: 0 }, work, timeline({})), { words: 'Covered: 50.0 % of the object.', good: true });
      const end = timeline({ done: true });
      same(judgedWords(plan, { coverage: 0.981, meetings: 0 }, work, end), { words: 'Wrapped. Covered: 98.1 % of the object.', good: true });
      const bad = [
        judgedWords(plan, { coverage: 0.5, meetings: 0 }, work, end),
        judgedWords(plan, { coverage: 0.99, meetings: 1 }, work, end),
        judgedWords(plan, { coverage: 0.99, meetings: 0 }, { ...work, stretch: 1.2 }, end),
        judgedWords(plan, { coverage: 0.99, meetings: 0 }, { ...work, pierced: 2 }, end),
        judgedWords(plan, { coverage: 0.99, meetings: 0 }, work, { ...end, failure: 'Step 3 (expect): cloth is torn' }),
      ];
      check(bad.every(({ good, words }) => !good && !/^Wrapped/.test(words)) && new Set(bad.map(({ words }) => words)).size === 4, JSON.stringify(bad));
      same(wrapProgress(null, work).value, null);
      same(wrapProgress(timeline({ cycle: 0, head: 0 }), work), { value: null, words: '', button: 'Wrap it' });
      same(wrapProgress(timeline({ playing: true }), work), { value: 0.5, words: 'step 10 of about 20, 50 %; nothing crosses, stretch 1.05.', button: 'Stop' });
      same(wrapProgress(timeline({ done: true, cycle: 5 }), work).button, 'Go on');
      same(wrapProgress(end, work), { value: 1, words: '10 steps.', button: 'Play again' });
    },
  },
];
