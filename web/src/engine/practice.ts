// SPDX-License-Identifier: MIT
// A practice task going on: which steps are done, and the ghost that shows the next.

import { EngineError, type PracticeState } from '../protocol';
import { Library } from './library';
import { nodesOf } from './look';
import { practiceTasks, type Practice } from './practice_tasks';
import { parseScene, writeJson, type JsonObject } from './recorder';
import { Snapshots, type Snapshot } from './snapshot';

const CHIRALITIES = ['left', 'right', 'none', 'mixed', 'unknown'];
const PAUSE = 30; // ghost frames that the end of a step is shown

export function findPractice(id: string): Practice {
  const found = practiceTasks.find(({ task }) => task.id === id);
  if (!found) {
    throw new EngineError(`There is no practice task called "${id}".`);
  }
  return found;
}

/** The example's ropes and obstacles, with the task's expectations in place of its script. */
export function practiceScene(practice: Practice, example: string): string {
  const { script: _script, ...rest } = parseScene(example);
  const script = practice.steps.flatMap(({ expect }) => expect.map((one) => ({ expect: one })));
  return writeJson({ ...rest, title: practice.task.title, note: practice.task.note, script });
}

/** Which expectations of that scene belong to which step. */
function places(practice: Practice): number[][] {
  let next = 0;
  return practice.steps.map(({ expect }) => expect.map(() => next++));
}

/** Steps of the user, looked at in the session's own scene. */
export class PracticeWatch {
  done = 0;
  private readonly places: number[][];

  constructor(
    readonly practice: Practice,
    private readonly lib: Library,
  ) {
    this.places = places(practice);
  }

  know(rope: number, name: string, handedness: string): void {
    this.lib.lend(name, (at) => this.lib.call('bw_know', rope, at, CHIRALITIES.indexOf(handedness)));
  }

  /** True when a step was done since the last look. A later step that holds has those before it done. */
  look(): boolean {
    const before = this.done;
    for (let step = this.places.length - 1; step >= this.done; step--) {
      if (this.places[step].some((place) => this.lib.call('bw_holds', place) === 1)) {
        this.done = step + 1;
        break;
      }
    }
    return this.done !== before;
  }
}

/** The ghost plays the example, from where the step before was done to where this one is, again and again. */
export class Ghost {
  private readonly lib: Library;
  private readonly snapshots: Snapshots;
  private readonly places: number[][];
  private readonly starts: Snapshot[];
  private step = 0;
  private pause = 0;
  private over = false;

  constructor(module: WebAssembly.Module, practice: Practice, example: string) {
    this.lib = new Library(module);
    const scene = parseScene(example);
    const script = (scene.script ?? []) as JsonObject[];
    this.places = places(practice).map((step) => step.map((place) => place + script.length));
    const expects = practice.steps.flatMap(({ expect }) => expect.map((one) => ({ expect: one })));
    const text = writeJson({ ...scene, script: [...script, ...expects] });
    this.lib.lend(text, (at, size) => this.lib.must('bw_open', at, size));
    this.snapshots = new Snapshots(this.lib.memory);
    this.starts = [this.snapshots.take()];
  }

  /** Show the way of this step from now on; nothing when all are done. */
  show(step: number): void {
    while (this.starts.length <= step && step < this.places.length && !this.over) {
      this.snapshots.restore(this.starts[this.starts.length - 1]);
      while (!this.over && !this.reached(this.starts.length - 1)) {
        this.play(16);
      }
      this.starts.push(this.snapshots.take());
    }
    this.step = Math.min(step, this.starts.length - 1);
    this.over = false;
    this.pause = 0;
    this.snapshots.restore(this.starts[this.step]);
  }

  /** Nodes after so many more cycles. */
  next(cycles: number): Float32Array {
    if (this.pause > 0) {
      if (--this.pause === 0) {
        this.snapshots.restore(this.starts[this.step]);
        this.over = false;
      }
    } else {
      this.play(cycles);
      const reached = this.reached(this.step);
      if (reached && this.starts.length === this.step + 1) {
        this.starts.push(this.snapshots.take()); // the next step begins here
      }
      this.pause = reached || this.over ? PAUSE : 0;
    }
    return Float32Array.from(nodesOf(this.lib, 0));
  }

  private play(cycles: number): void {
    // the task's own expectations follow the script: reaching them is its end
    this.lib.call('bw_play', cycles);
    this.over = this.lib.box(1)[0] !== 0;
  }

  private reached(step: number): boolean {
    const knots = this.lib;
    knots.call('bw_rope', 0);
    const count = knots.box(1)[0];
    if (knots.call('bw_name', knots.call('bw_nodes', 0), count, 0) === 0) {
      const name = knots.text('bw_knot_name');
      const hand = CHIRALITIES.indexOf(knots.text('bw_knot_hand'));
      knots.lend(name, (at) => knots.call('bw_know', 0, at, hand));
    }
    return this.places[step].some((place) => knots.call('bw_holds', place) === 1);
  }
}

export function practiceState(watch: PracticeWatch, ghost: Float32Array | null): PracticeState {
  return { task: watch.practice.task, done: watch.done, ghost };
}
