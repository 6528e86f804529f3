// SPDX-License-Identifier: MIT
// The engine in node: practice tasks.

import { practiceTasks } from '../src/engine/practice_tasks';
import type { Vec3 } from '../src/protocol';
import { check, same, type Case } from './harness';
import { example, TestEngine } from './stage';

export const practiceCases: Case[] = [
  {
    name: 'practice: the way of each ghost does all its steps in order',
    async run() {
      for (const { task, example: name } of practiceTasks) {
        const engine = new TestEngine();
        await engine.core.ask('practice', { id: task.id });
        same(engine.session.info.kind, 'practice', 'kind');
        // follow the example: its script is played beside, hands are led where its hands go
        const teacher = new TestEngine();
        await teacher.core.ask('open', { text: example(name) });
        const done: number[] = [0];
        const mine = new Map<number, { id: number; node: number }>();
        for (let cycle = 0; cycle < 8000 && done.at(-1) !== task.steps.length; cycle += 4) {
          teacher.run(4);
          const seen = new Set<number>();
          teacher.session.hands.each(({ hand, node, target }) => {
            seen.add(hand);
            let own = mine.get(hand);
            if (own && own.node !== node) {
              engine.session.release(own.id);
              own = undefined;
            }
            if (!own) {
              own = { id: engine.session.grasp({ rope: 0, cloth: -1, node }), node };
              mine.set(hand, own);
            }
            engine.core.tell('target', { hand: own.id, to: Array.from(target) as Vec3 });
          });
          for (const [hand, { id }] of mine) {
            if (!seen.has(hand)) {
              engine.session.release(id);
              mine.delete(hand);
            }
          }
          engine.run(4);
          if (cycle % 40 === 0) {
            engine.name();
            const now = engine.last('practice')?.done ?? 0;
            if (now !== done.at(-1)) {
              done.push(now);
            }
          }
        }
        same(done, [...task.steps.keys(), task.steps.length], task.id);
      }
    },
  },
  {
    name: 'practice: nothing is done before anything was done, and the ghost moves',
    async run() {
      for (const { task } of practiceTasks) {
        const engine = new TestEngine();
        await engine.core.ask('practice', { id: task.id });
        engine.run(50);
        engine.name();
        engine.name();
        same(engine.last('practice')?.done, 0, task.id);
        const first = engine.last('practice')?.ghost;
        for (let i = 0; i < 8; i++) {
          engine.clock += 60;
          engine.core.tick();
        }
        const later = engine.last('ghost');
        check(!!first && !!later && first.some((x, i) => Math.abs(x - later[i]) > 0.1), 'the ghost moved');
        check(later?.length === 3 * engine.session.info.ropes[0].nodes, 'ghost has the nodes of the rope');
      }
    },
  },
];
