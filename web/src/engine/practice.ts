// SPDX-License-Identifier: MIT
// A practice task going on: the session plays the knot's own script as far as the hand has been led.

import { EngineError, type PracticeState } from '../protocol';
import { sceneToTie } from './book';
import { everydayKnots } from './catalogue';
import { LAID_STEPS } from './laid_cards';
import { LaidLesson } from './laid_lesson';
import { Lesson } from './lesson';
import { Library } from './library';
import { isLaid, practiceTasks, taskId, wordsOf } from './practice_tasks';
import type { Emit, Session } from './session';

export class Practice {
  /** Of the scene. */
  readonly text: string;
  readonly lesson: Lesson | LaidLesson;
  private readonly state: PracticeState;

  constructor(
    module: WebAssembly.Module,
    readonly id: string,
    private readonly session: Session,
    private readonly emit: Emit,
  ) {
    const lib = new Library(module);
    const everyday = everydayKnots(lib);
    const knot = everyday.find(({ name }) => taskId(name) === id);
    const task = practiceTasks(everyday).find((one) => one.id === id);
    if (!knot || !task) {
      throw new EngineError(`There is no practice task called "${id}".`);
    }
    this.text = sceneToTie(lib, knot.name);
    this.lesson = isLaid(knot.name) ? new LaidLesson(lib, this.text, LAID_STEPS[knot.name]) : new Lesson(lib, this.text, wordsOf(knot.name));
    const steps = this.lesson.parts.map(({ words, way, crossings }) => ({ words, way, crossings }));
    this.state = { task, steps, done: 0, finished: false, failure: '' };
  }

  /** The session has opened the scene. */
  begin(): void {
    this.session.goal = this.lesson.goal;
    this.tell();
  }

  lead(place: number): void {
    this.lesson.lead(place);
    this.session.goal = this.lesson.goal;
  }

  again(step: number): void {
    const cycle = this.lesson.again(step);
    this.session.goal = cycle;
    this.session.goBack(cycle);
    Object.assign(this.state, { done: this.lesson.now, finished: false, failure: '' });
    this.tell();
  }

  /** Rope is being paid out: what the world has is not there yet. */
  get laying(): boolean {
    return this.lesson instanceof LaidLesson && this.lesson.laying;
  }

  /** A rope of the world as it is seen. */
  shown(rope: number, nodes: Float64Array): Float64Array {
    return this.lesson instanceof LaidLesson ? this.lesson.shown(rope, nodes) : nodes;
  }

  get done(): number {
    return this.state.done;
  }

  /** Go on at a step, with those before it done. */
  skipTo(step: number): void {
    const cycle = this.lesson.again(step);
    this.session.goal = cycle;
    while (this.session.cycle < cycle && this.session.advance(cycle - this.session.cycle) > 0);
    this.state.done = this.lesson.now;
    this.tell();
  }

  /** See how far it has come. */
  look(): void {
    const { lesson, session, state } = this;
    if (lesson.reached(session.cycle)) {
      session.goal = lesson.goal;
      state.done = lesson.now;
      this.tell();
    }
    const end = session.timeline?.end();
    if (end && !state.finished && state.done === state.steps.length) {
      Object.assign(state, { finished: true, failure: end.failure });
      this.tell();
    }
  }

  private tell(): void {
    this.emit('practice', { ...this.state });
  }
}
