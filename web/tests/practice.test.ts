// SPDX-License-Identifier: MIT
// The engine in node: practice tasks.

import { sceneToTie } from '../src/engine/book';
import { everydayKnots } from '../src/engine/catalogue';
import { Library } from '../src/engine/library';
import { LAID_STEPS } from '../src/engine/laid_cards';
import { LaidLesson } from '../src/engine/laid_lesson';
import { isLaid, practiceTasks, taskId } from '../src/engine/practice_tasks';
import type { PracticeState } from '../src/protocol';
import { check, refusal, same, type Case } from './harness';
import { module, TestEngine } from './stage';

const lib = new Library(module);
const knots = everydayKnots(lib);
const tasks = practiceTasks(knots);
/** Its rope is seen along its own line. */
const NOT_TRACED = ['prusik knot'];

/** Of laid knots, those that are pulled tight in the test. */
const SOME = ['sheet-bend', 'cow-hitch', 'noose', 'stevedore-knot', 'anchor-hitch'];

function tick(engine: TestEngine, until: () => boolean, most: number): void {
  for (let i = 0; i < most && !until(); i++) {
    engine.clock += 30;
    engine.core.tick();
  }
}

const stateOf = (engine: TestEngine): PracticeState => engine.last('practice') as PracticeState;

export const practiceCases: Case[] = [
  {
    name: 'practice: the bowline comes first, and every knot that can be tied has a task',
    async run() {
      same(tasks[0].id, 'bowline', 'first');
      const hands = knots.filter(({ name, tied }) => tied !== 'described only' && !NOT_TRACED.includes(name));
      same(tasks.map(({ id }) => id).sort(), hands.map(({ name }) => taskId(name)).sort(), 'tasks');
      check(/practice task/.test((await refusal(() => new TestEngine().core.ask('practice', { id: 'no such knot' }))).message), 'refused');
    },
  },
  {
    name: 'practice: written steps of laid knots have all crossings between them, and what is paid out ends at the hand',
    run() {
      for (const [name, written] of Object.entries(LAID_STEPS)) {
        const lesson = new LaidLesson(new Library(module), sceneToTie(lib, name), written);
        const made = new LaidLesson(new Library(module), sceneToTie(lib, name));
        const count = ({ parts }: LaidLesson): number => parts.reduce((sum, { crossings }) => sum + crossings.length, 0);
        same(written.reduce((sum, [crossings]) => sum + crossings, 0), count(made), `${name}: crossings`);
        same(lesson.parts.map(({ words }) => words), written.map(([, words]) => words), name);
        same(count(lesson), count(made), `${name}: none is lost`);
      }
      const noose = new LaidLesson(new Library(module), sceneToTie(lib, 'noose'));
      const all = Float64Array.from({ length: 3 * 240 }, (_, i) => (i % 3 === 0 ? i : 0));
      const [{ way, first }] = noose.parts;
      for (const place of [0, 30, way.length / 3 - 1]) {
        noose.lead(place);
        const shown = noose.shown(0, all);
        const hand = 3 * (first + place);
        check(shown.every((x, i) => (i <= hand + 2 ? x === all[i] : Math.abs(x - all[hand + (i % 3)]) < 1)), `place ${place}`);
      }
    },
  },
  {
    name: 'practice: traced to its end each task ties its knot, step by step, and no step is done before it is traced',
    async run() {
      for (const { id, title } of tasks) {
        const engine = new TestEngine();
        await engine.core.ask('practice', { id });
        const { steps } = stateOf(engine);
        check(steps.length > 0, `${id} has steps`);
        engine.name();
        const [first] = engine.last('knots')?.ropes ?? [];
        const beside = isLaid(title.toLowerCase()) && engine.session.info.obstacles.length > 0;
        check(!(beside && first?.knot.complete && first.knot.proved), `${id}: beside a pole or ring it is called proved`);
        for (const { words, way, crossings } of steps) {
          check(words.length > 8 && !/^(move|together)$/i.test(words), `${id}: "${words}"`);
          check(way.length >= 6 && way.every(Number.isFinite), `${id}: a way`);
          check(crossings.length <= 6 && crossings.every(({ at }) => at > 0 && at < way.length / 3), `${id}: crossings on the way`);
        }
        const all = stateOf(engine).steps.length;
        for (let step = 0; step < all; step++) {
          tick(engine, () => false, 12);
          same(stateOf(engine).done, step, `${id}: waits at step ${step + 1}`);
          const last = stateOf(engine).steps[step].way.length / 3 - 1;
          for (let place = 0; place < last; place += 3) {
            engine.core.tell('trace', { place });
            engine.clock += 8;
            engine.core.tick();
          }
          same(stateOf(engine).done, step, `${id}: the end of the way is not reached`);
          engine.core.tell('trace', { place: last });
          tick(engine, () => stateOf(engine).done > step, 800);
          same(stateOf(engine).done, step + 1, `${id}: step ${step + 1}`);
        }
        // what is laid is the scene's own rope: cards.test.ts pulls all of them tight
        if (!SOME.includes(id) && isLaid(title.toLowerCase())) {
          continue;
        }
        tick(engine, () => stateOf(engine).finished, 4000);
        same([stateOf(engine).finished, stateOf(engine).failure], [true, ''], id);
      }
    },
  },
  {
    name: 'practice: a step can be done again, from where it began, to the bit',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('practice', { id: 'bowline' });
      const trace = (): void => {
        const { steps, done } = stateOf(engine);
        engine.core.tell('trace', { place: steps[done].way.length / 3 - 1 });
        tick(engine, () => stateOf(engine).done > done, 800);
        tick(engine, () => false, 60);
      };
      trace();
      const first = await engine.hash();
      trace();
      const second = await engine.hash();
      await engine.core.ask('practiceStep', { step: 1 });
      same([stateOf(engine).done, await engine.hash()], [1, first], 'back');
      trace();
      same(await engine.hash(), second, 'and done again');
    },
  },
];
