// SPDX-License-Identifier: MIT
// The engine in node: what a page keeps brings all back on another, to the bit, with undo.

import type { Vec3 } from '../src/protocol';
import { lead, tieOverhand } from './gestures';
import { check, refusal, same, seeded, type Case } from './harness';
import { example, TestEngine } from './stage';

/** What is kept goes through the browser's storage: a copy. */
async function onAnotherPage(engine: TestEngine): Promise<TestEngine> {
  const kept = await engine.core.ask('keep', {});
  check(kept !== null, 'something is kept');
  const other = new TestEngine();
  await other.core.ask('resume', structuredClone(kept as NonNullable<typeof kept>));
  return other;
}

async function sameUndo(engine: TestEngine, other: TestEngine): Promise<void> {
  same(other.last('undo'), engine.last('undo'), 'undo');
  const { undo } = engine.last('undo') ?? { undo: 0 };
  for (let i = 0; i < undo; i++) {
    await engine.core.ask('undo', {});
    await other.core.ask('undo', {});
    same(await other.hash(), await engine.hash(), `undo ${i + 1}`);
  }
  for (let i = 0; i < undo; i++) {
    await engine.core.ask('redo', {});
    await other.core.ask('redo', {});
    same(await other.hash(), await engine.hash(), `redo ${i + 1}`);
  }
}

export const keptCases: Case[] = [
  {
    name: 'kept: a knot, gesture by gesture, with pins, settings and what was undone',
    async run() {
      for (const seed of [3, 4]) {
        const random = seeded(seed);
        const engine = await tieOverhand();
        for (let i = 0; i < 3; i++) {
          const { hand } = await engine.core.ask('grasp', { rope: 0, node: Math.floor(121 * random()) });
          lead(engine, hand, [[40 * random(), 40 * random(), 40 * random()]]);
          if (i === 1) {
            await engine.core.ask('pin', { hand, on: true });
          } else {
            await engine.core.ask('release', { hand });
          }
        }
        await engine.core.ask('settings', { slip: 0.1 });
        engine.run(50);
        await engine.core.ask('undo', {});
        engine.run(70);
        await engine.core.ask('redo', {});
        same(await (await onAnotherPage(engine)).hash(), await engine.hash(), `done again after a while, seed ${seed}`);
        await engine.core.ask('undo', {});
        const { hand } = await engine.core.ask('grasp', { rope: 0, node: 30 });
        lead(engine, hand, [[0, 20, 0]]);
        await engine.core.ask('release', { hand });
        const other = await onAnotherPage(engine);
        same(await other.hash(), await engine.hash(), `hash, seed ${seed}`);
        same(other.knot(), engine.knot(), 'knot');
        same(other.session.hands.save().map(({ name, pinned }) => [name, pinned]), engine.session.hands.save().map(({ name, pinned }) => [name, pinned]), 'hands');
        await sameUndo(engine, other);
        const recordings = [await engine.core.ask('save', { what: 'recording' }), await other.core.ask('save', { what: 'recording' })];
        same(recordings[1].text, recordings[0].text, 'recording');
      }
    },
  },
  {
    name: 'kept: a line that was drawn in the first scene, also in the middle of it, and after it was begun again',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('preset', { preset: 'table' });
      const draw = async (to: Vec3[], release: boolean): Promise<void> => {
        const { hand } = await engine.core.ask('grasp', { rope: 0, node: engine.session.info.ropes[0].nodes - 1 });
        for (const at of to) {
          engine.core.tell('draw', { hand, to: at, side: 'over', plane: { origin: [0, 0, 0], up: [0, 1, 0] } });
          engine.run(150);
        }
        if (release) {
          await engine.core.ask('release', { hand });
          engine.run(300);
        }
      };
      await draw([[-10, 0, 12], [0, 0, 14]], true);
      await sameUndo(engine, await onAnotherPage(engine));
      await engine.core.ask('again', {});
      await draw([[10, 0, 4]], true);
      const after = await onAnotherPage(engine);
      same(await after.hash(), await engine.hash(), 'begun again');
      same(after.last('undo'), { undo: 1, redo: 0 }, 'undo leads back to where it was begun again');
      await draw([[-12, 0, 4]], false);
      const [pinned] = engine.session.hands.save();
      const other = await onAnotherPage(engine);
      same(other.session.hands.save().map(({ name }) => name), [pinned.name], 'nobody leads the other hand any more');
      const nodes = (one: TestEngine): number[] => Array.from(one.session.nodes(0));
      same(nodes(other), nodes(engine), 'nodes');
    },
  },
  {
    name: 'kept: to ask for it makes no frame, or it would be asked for again and again',
    async run() {
      const engine = await tieOverhand();
      engine.run(1000);
      const tick = (): number => {
        for (let i = 0; i < 20; i++) {
          engine.clock += 20;
          engine.core.tick();
        }
        return engine.published;
      };
      const before = [tick(), tick()];
      same(before[1], before[0], 'at rest');
      await engine.core.ask('keep', {});
      same(tick(), before[0], 'asked');
    },
  },
  {
    name: 'kept: a script that is played, one that was taken over, a practice task at its step',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('open', { text: example('overhand') });
      engine.run(120);
      const played = await onAnotherPage(engine);
      same(await played.hash(), await engine.hash(), 'played');
      same(played.session.info.kind, 'timeline', 'kind');
      await engine.core.ask('takeOver', {});
      engine.run(30);
      const taken = await onAnotherPage(engine);
      same(await taken.hash(), await engine.hash(), 'taken over');
      same(taken.session.info.kind, 'free', 'kind');
      await engine.core.ask('practice', { id: 'bowline' });
      const place = 1e6;
      engine.core.tell('trace', { place });
      for (let i = 0; i < 4000 && (engine.last('practice')?.done ?? 0) < 1; i++) {
        engine.clock += 16;
        engine.core.tick();
      }
      same(engine.last('practice')?.done, 1, 'a step is done');
      const practised = await onAnotherPage(engine);
      same(practised.last('practice')?.done, 1, 'it is done there, too');
      same(practised.last('practice')?.task.id, 'bowline', 'task');
    },
  },
  {
    name: 'kept: what has moved for long lies as it lay; what is only looked at is not kept, and nonsense is refused',
    async run() {
      const engine = await tieOverhand();
      const { hand } = await engine.core.ask('grasp', { rope: 0, node: 60 });
      // a hand that never rests
      for (let i = 0; engine.session.cycle < 40_500; i++) {
        engine.core.tell('target', { hand, to: [0, 20 + (i % 2), 0] });
        engine.run(64);
      }
      await engine.core.ask('release', { hand });
      const other = await onAnotherPage(engine);
      const [a, b] = [engine, other].map((one) => Array.from(one.session.nodes(0)));
      check(a.length === b.length && a.every((x, i) => Math.abs(x - b[i]) < 1e-9), 'as it lay');
      same(other.knot(), engine.knot(), 'knot');
      await engine.core.ask('drop', { name: 'k.xyz', bytes: new TextEncoder().encode('0 0 0\n1 0 0\n9 9 9\n') });
      same(await engine.core.ask('keep', {}), null, 'only looked at');
      for (const head of ['', '{}', '{"scene": 3}', '{"practice":"no such","step":2}', '{"scene":"{","opened":"free","deeds":[],"undo":[],"hands":[],"names":[]}']) {
        await refusal(() => other.core.ask('resume', { head, targets: new Float64Array(0) }));
      }
    },
  },
];
