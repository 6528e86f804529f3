// SPDX-License-Identifier: MIT
// The engine in node: practice tasks.

import { everydayKnots, sceneOf } from '../src/engine/catalogue';
import { Library } from '../src/engine/library';
import { practiceTasks, taskId } from '../src/engine/practice_tasks';
import type { PracticeState } from '../src/protocol';
import { check, refusal, same, type Case } from './harness';
import { module, TestEngine } from './stage';

const lib = new Library(module);
const knots = everydayKnots(lib);
const tasks = practiceTasks(knots);
/** Hands are led in their scenes, but these begin tied. */
const TIED = ['bowknot', 'daisy chain', 'prusik knot'];

function tick(engine: TestEngine, until: () => boolean, most: number): void {
  for (let i = 0; i < most && !until(); i++) {
    engine.clock += 30;
    engine.core.tick();
  }
}

const stateOf = (engine: TestEngine): PracticeState => engine.last('practice') as PracticeState;

export const practiceCases: Case[] = [
  {
    name: 'practice: the bowline comes first, and every knot that hands tie has a task with words for each step',
    async run() {
      same(tasks[0].id, 'bowline', 'first');
      const hands = knots.filter(({ name, tied }) => tied === 'scene' && !TIED.includes(name) && /"(move|together)"\s*:/.test(sceneOf(lib, name)));
      same(tasks.map(({ id }) => id).sort(), hands.map(({ name }) => taskId(name)).sort(), 'tasks');
      check(/practice task/.test((await refusal(() => new TestEngine().core.ask('practice', { id: 'no such knot' }))).message), 'refused');
    },
  },
  {
    name: 'practice: traced to its end each task ties its knot, step by step, and no step is done before it is traced',
    async run() {
      for (const { id } of tasks) {
        const engine = new TestEngine();
        await engine.core.ask('practice', { id });
        const { steps } = stateOf(engine);
        check(steps.length > 0, `${id} has steps`);
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
          for (let place = 0; place <= last; place += 3) {
            engine.core.tell('trace', { place });
            engine.clock += 8;
            engine.core.tick();
          }
          same(stateOf(engine).done, step, `${id}: the end of the way is not reached`);
          engine.core.tell('trace', { place: last });
          tick(engine, () => stateOf(engine).done > step, 800);
          same(stateOf(engine).done, step + 1, `${id}: step ${step + 1}`);
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
