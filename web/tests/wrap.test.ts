// SPDX-License-Identifier: MIT
// The wrap tab's module in node: what it says is what the command says, to the byte; what is refused; lines; words.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Library } from '../src/engine/library';
import { OBJECT_FILE, WrapDesk, type WrapPlan, type WrapVerdict, type WrapWish } from '../src/engine/wrap_desk';
import { startWraps, type WrapThread } from '../src/engine/wrap_client';
import { type Hang, hangOf, liftingHands, poseOf } from '../src/ui/wrap_judge';
import { judgedWords, plannedWords, refusedWords, wrapProgress } from '../src/ui/wrap_words';
import { type Dictionary, learn, speak } from '../src/words/words';
import { lineTubes } from '../src/view/line_tubes';
import { check, near, refusal, same, type Case } from './harness';
import { TestEngine } from './stage';
import type { Timeline } from '../src/protocol';

const root = process.env.BIGHT_ROOT ?? '..';
const folder = join(root, 'data/wraps');
const names = readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => name.replace('.json', ''));
const program = (name: string): string => readFileSync(join(folder, `${name}.json`), 'utf8');
const desk = (): WrapDesk => new WrapDesk(new Library(new WebAssembly.Module(readFileSync(join(root, 'build/wasm/web/wrap.wasm')))));
const wish = (name: string, object: string | Uint8Array, more: Partial<WrapWish> = {}): WrapWish => ({ program: program(name), object, size: 0, vertices: 0, preview: true, rehearsal: 1, ...more });

/** What `bight wrap` leaves before anything moves, or at its end. */
function command(...args: string[]): { scene: string; object: string; summary: string; exit: number; words: string } {
  const out = mkdtempSync(join(tmpdir(), 'bight-wrap-'));
  const read = (name: string): string => {
    try {
      return readFileSync(join(out, name), 'utf8');
    } catch {
      return '';
    }
  };
  try {
    // no good wrap leaves its files, too
    const { status, stderr } = spawnSync(process.env.BIGHT_COMMAND ?? join(root, 'build/release/bight'), ['wrap', ...args, '--quiet', '--out', out], { encoding: 'utf8' });
    return { scene: read('scene.json'), object: read(OBJECT_FILE), summary: read('summary.json'), exit: status ?? -1, words: stderr };
  } finally {
    rmSync(out, { recursive: true });
  }
}

interface Summary {
  hash: string;
  wrap: { coverage: number; states: { coverage: number; stretch: number; object_height: number }[]; lifted: { by: number; object_moved: number; sank: number } };
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
        const own = wraps.ask('program', { text: program(name) }).size;
        let compared = 0;
        for (const [i, object] of ['box', 'sphinx', 'ball'].entries()) {
          const size = own * (i === 1 ? 1.3 : 1);
          const { scene, object: file, exit, words } = command(name, '--object', object, '--size', String(size), ...(i !== 1 ? ['--preview'] : []), '--rehearse');
          let plan: WrapPlan;
          try {
            plan = wraps.ask('rehearse', wish(name, object, { size, preview: i !== 1 }));
          } catch (error) {
            // what is refused here is refused there, in the same words, before a file is written
            const bare = (error as Error).message.slice(1, -1);
            check(exit === 3 && scene === '' && words.includes(bare), `${name}, ${object}: exit ${exit}, "${words}", and here "${bare}"`);
            continue;
          }
          compared++;
          same(exit, 0, `${name}, ${object}: ${words}`);
          check(scene.length > 500 && plan.text === scene, `${name}, ${object}: another scene`);
          check(new TextDecoder().decode(plan.object) === file, `${name}, ${object}: another object`);
          check(plan.lines.length === 4, 'four lines');
          near(Math.max(...plan.lines.map(lengthOf)), plan.over, 1e-9, 'length of the lines');
          check(plan.lift > 0.02 && liftingHands(plan.text).every((hand) => ['a', 'b', 'c', 'd', 'knot'].includes(hand)), `a lift of ${plan.lift} m`);
          check(plan.needed <= plan.line && plan.over < plan.needed && plan.least <= 1.001 * plan.size, `${plan.over} ${plan.needed} ${plan.line} ${plan.least}`);
        }
        check(compared > 0, `${name}: all was refused`);
      }
    },
  },
  {
    name: 'wrap: the engine plays a preview to the hash, the coverage and the verdict of the command',
    run: async () => {
      const wraps = desk();
      const plan = wraps.ask('rehearse', wish('sling', 'ball'));
      const engine = new TestEngine();
      await engine.core.ask('open', { text: plan.text, files: { [OBJECT_FILE]: plan.object }, wait: true, stills: true });
      const look = async (): Promise<WrapVerdict> => {
        const { cloths, obstacles } = await engine.core.ask('state', {});
        return judge({ cloths, obstacles });
      };
      const judge = async ({ cloths, obstacles }: { cloths: Float64Array[]; obstacles: Float64Array }): Promise<WrapVerdict> => {
        const triangles = await engine.core.ask('faces', { cloth: 0 });
        return wraps.ask('judge', { rehearsal: 1, cloth: cloths[0], triangles, pose: poseOf({ obstacles }) });
      };
      const before = await look();
      check(before.meetings === 0 && before.coverage > 0.2 && before.coverage < 0.6, `${before.coverage} before`);
      await engine.core.ask('pause', { on: false });
      engine.run(100000);
      const { summary, words } = command('sling', '--object', 'ball', '--preview');
      const { hash, wrap } = JSON.parse(summary) as Summary;
      same(await engine.hash(), hash, 'hash');
      // as many digits as the summary has
      near((await look()).coverage, wrap.coverage, 1e-9, 'coverage');
      const stills = await engine.core.ask('stills', {});
      same(stills.length, wrap.states.length, 'stills');
      for (const [i, { coverage, stretch, object_height }] of wrap.states.entries()) {
        near((await judge(stills[i])).coverage, coverage, 1e-9, `coverage of state ${i}`);
        near(stills[i].stretch, stretch, 1e-9, `stretch of state ${i}`);
        near(poseOf(stills[i])[1], object_height, 1e-9, `height of state ${i}`);
      }
      const hang = (await hangOf(stills, liftingHands(plan.text), async (state) => (await judge(state)).coverage)) as Hang;
      near(hang.risen, wrap.lifted.by, 1e-9, 'rise of the hands');
      near(hang.moved, wrap.lifted.object_moved, 1e-9, 'rise of the object');
      near(hang.sunk, wrap.lifted.sank, 1e-9, 'sinking');
      // that the cloth was lifted without the ball is said here as there
      const told = judgedWords(plan, await look(), { pierced: 0 }, engine.session.describeTimeline() as Timeline, hang);
      same(told.good, false, told.words);
      check(/went up by 50 mm, and the object by 0 mm/.test(words) && /^Covered: 99\.8 % .*Not wrapped: The hands went up by 49\.9 mm, and the object by 0\.2 mm\.$/.test(told.words), `${words}; ${told.words}`);
      // what was seen stays when it is looked back, and is not seen twice
      await engine.core.ask('seek', { cycle: 200 });
      await engine.core.ask('pause', { on: false });
      engine.run(100000);
      same(await engine.hash(), hash, 'hash of the second run');
      same((await engine.core.ask('stills', {})).length, stills.length, 'stills of the second run');
      // a cloth that is put where the object is meets it
      const { cloths, obstacles } = await engine.core.ask('state', {});
      const pose = obstacles.slice(-7);
      pose[1] += 0.1;
      const triangles = await engine.core.ask('faces', { cloth: 0 });
      check(wraps.ask('judge', { rehearsal: 1, cloth: cloths[0], triangles, pose }).meetings > 0, 'meetings');
      // not by another's object, whether that was rehearsed or refused
      for (const other of ['box', 'none']) {
        try {
          wraps.ask('rehearse', wish('sling', other, { rehearsal: 2 }));
        } catch (error) {
          check(other === 'none', (error as Error).message);
        }
        const { message } = await refusal(() => wraps.ask('judge', { rehearsal: 1, cloth: cloths[0], triangles, pose }));
        check(/Another wrap/.test(message), message);
      }
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
      check((await refusal(() => desk().ask('judge', { rehearsal: 0, cloth: new Float64Array(0), triangles: new Uint32Array(0), pose: new Float64Array(7) }))).message !== '', 'no cloth');
    },
  },
  {
    name: 'wrap: what is refused has its words in every language, with its numbers',
    run: async () => {
      const wraps = desk();
      const refused = async (some: WrapWish): Promise<string> => (await refusal(() => wraps.ask('rehearse', some))).message;
      const moved = (...by: [string, number[]][]): WrapWish => {
        const sling = JSON.parse(program('sling')) as { steps: { move?: unknown }[] };
        (sling.steps.find(({ move }) => move) as { move: unknown }).move = by.map(([corner, way]) => ({ corner, by: way }));
        return { ...wish('sling', 'ball'), program: JSON.stringify(sling) };
      };
      const messages = [
        await refused(wish('sling', 'box', { size: 1e9 })),
        await refused(moved(['a', [3, 0, 0]])),
        await refused(moved(['a', [-0.2, 0, -0.5]], ['b', [0.2, 0, -0.5]])),
        await refused(wish('sling', 'box', { size: 0.3 })),
        await refused(wish('sling', 'box', { vertices: 11, preview: false })),
        (await refusal(() => wraps.ask('judge', { rehearsal: 7, cloth: new Float64Array(3), triangles: new Uint32Array(0), pose: new Float64Array(7) }))).message,
        // as the library writes what no file here brings about
        'no cloth is large enough with a tail of 0.9 sides: give a shorter one',
        'no cloth is large enough for an object of 90 x 91 x 92 m: take a smaller one',
        'no line leads over the object: the line does not come there',
        'choose a wrap and an object first',
        'cloths[0].pleats: cloth goes through cloth 1551 times, pleats 0.02 m wide and the strand bent to 0.03 m: take finer, thinner or larger cloth',
        'the knot leaves 0.1 m of cloth on either side of the middle, and a bag needs 0.2: take a shorter tail, thinner or larger cloth',
        'the line from tip to tip is 3_1 and should be 4_1: take thinner or larger cloth',
        'The rehearsal has stopped, or its part of the page could not be loaded: try it again.',
      ];
      const english = messages.map(refusedWords);
      const parts = ['de', 'es', 'fr'].map((code) => [code, JSON.parse(readFileSync(join(root, `web/src/words/${code}/library.json`), 'utf8')) as Dictionary] as const);
      try {
        for (const [code, words] of parts) {
          speak(code, {});
          learn({}, words);
          for (const [i, message] of messages.entries()) {
            const told = refusedWords(message);
            check(told !== english[i], `${code}: no words for "${message}"`);
            const marks = message.replace(/^cloths\[0\]\.pleats: /, '').match(/\d[\d.e+-]*\d|\d/g) ?? [];
            marks.forEach((mark) => check(told.includes(mark), `${code}: "${told}" lacks ${mark} of "${message}"`));
          }
        }
      } finally {
        speak('en', {});
      }
    },
  },
  {
    name: 'wrap: the thread that does not load answers nothing for ever: all that waits is refused, and the next question starts another',
    run: async () => {
      const threads: (WrapThread & { ended: boolean; asked: number })[] = [];
      const ask = startWraps(() => {
        const thread = { onmessage: null, onerror: null, ended: false, asked: 0, terminate: () => (thread.ended = true), postMessage: () => thread.asked++ } as (typeof threads)[0];
        threads.push(thread);
        return thread;
      });
      const first = [ask('objects', {}), ask('program', { text: '' })];
      same([threads.length, threads[0].asked], [1, 2], 'one thread');
      // what a script that does not load comes with has no message
      threads[0].onerror?.call(threads[0] as unknown as Worker, { type: 'error' } as ErrorEvent);
      for (const one of first) {
        check(/try it again/.test((await refusal(() => one)).message), 'refused');
      }
      check(threads[0].ended, 'the first has ended');
      const second = ask('objects', {});
      same([threads.length, threads[1].asked], [2, 1], 'another thread');
      threads[1].onmessage?.call(threads[1] as unknown as Worker, { data: { id: 3, give: [] } } as MessageEvent);
      same(await second, [], 'it answers');
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
      const { limits } = desk().ask('rehearse', wish('sling', 'ball'));
      const plan = { over: 0.31849, needed: 0.418, line: 0.7071, least: 0.999, wanted: 0.98, lift: 0.2, limits } as WrapPlan;
      const work = { pierced: 0, stretch: 1.05 };
      const good = { coverage: 0.981, stretch: 1.05 };
      const hang: Hang = { risen: 0.19, moved: 0.101, sunk: 0.0049, lifted: good, held: good };
      check(/^It can be wrapped: 0\.318 m of .* 0\.418 m .* 0\.707 m .* 0\.999 m/.test(plannedWords(plan).words), plannedWords(plan).words);
      same(refusedWords('the cloth is too small'), 'The cloth is too small.');
      same(judgedWords(plan, { coverage: 0.5, meetings: 0 }, work, timeline({}), null), { words: 'Covered: 50.0 % of the object.', good: true });
      const end = timeline({ done: true });
      same(judgedWords(plan, { coverage: 0.981, meetings: 0 }, work, end, hang), { words: 'Wrapped. Covered: 98.1 % of the object.', good: true });
      same(judgedWords(plan, { coverage: 0.981, meetings: 0 }, work, end, null), { words: 'Covered: 98.1 % of the object. Whether it hangs is not judged here.', good: true });
      const bad = [
        judgedWords(plan, { coverage: 0.99, meetings: 1 }, work, end, hang),
        judgedWords(plan, { coverage: 0.99, meetings: 0 }, { ...work, pierced: 2 }, end, hang),
        judgedWords(plan, { coverage: 0.99, meetings: 0 }, work, { ...end, failure: 'Step 3 (expect): cloth is torn' }, null),
      ];
      check(bad.every(({ good, words }) => !good && !/^Wrapped/.test(words)) && new Set(bad.map(({ words }) => words)).size === 2, JSON.stringify(bad));
      const hangs: [Partial<Hang>, RegExp][] = [
        [{ lifted: { ...good, coverage: 0.979 } }, /At least 98\.0 % must be covered, lifted and held, and it was 97\.9 %\.$/],
        [{ held: { ...good, coverage: NaN } }, /At least 98\.0 %/],
        [{ lifted: { ...good, stretch: 1.11 } }, /stretched to 1\.11\.$/],
        [{ held: { ...good, stretch: 1.2 } }, /stretched to 1\.20\.$/],
        [{ sunk: 0.005 }, /sank by 5 mm while it hung\.$/],
        [{ risen: 0.189 }, /A hand went up by 189 mm in the lift, and 200 mm are wanted\.$/],
        [{ moved: 0.1 }, /The hands went up by 190 mm, and the object by 100 mm\.$/],
        [{ risen: NaN }, /A hand went up/],
        [{ moved: NaN }, /the object by/],
      ];
      for (const [some, form] of hangs) {
        const told = judgedWords(plan, { coverage: 0.99, meetings: 0 }, work, end, { ...hang, ...some });
        check(!told.good && /^Covered: 99\.0 % of the object\. Not wrapped: /.test(told.words) && form.test(told.words), told.words);
      }
      same(wrapProgress(null, work).value, null);
      same(wrapProgress(timeline({ cycle: 0, head: 0 }), work), { value: null, words: '', button: 'Wrap it' });
      same(wrapProgress(timeline({ playing: true }), work), { value: 0.5, words: 'step 10 of about 20, 50 %; nothing crosses, stretch 1.05.', button: 'Stop' });
      same(wrapProgress(timeline({ done: true, cycle: 5 }), work).button, 'Go on');
      same(wrapProgress(end, work), { value: 1, words: '10 steps.', button: 'Play again' });
    },
  },
];
