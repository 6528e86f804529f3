// SPDX-License-Identifier: MIT
// Undo and redo: states of the world before each gesture, and what was recorded after them.

import type { Held } from './hands';
import type { Deed, Recorder } from './recorder';
import type { Snapshot } from './snapshot';

export interface Moment {
  state: Snapshot;
  cycle: number;
  /** How many had been recorded. */
  deeds: number;
  /** What was recorded after it: kept for redo. */
  later: Deed[];
  held: Held[];
  /** Before the scene was begun again: all that had been done. */
  before: Deed[] | null;
}

/** The scene whose history it is. */
export interface Present {
  readonly recorder: Recorder;
  moment(): Moment;
  comeBack(moment: Moment): void;
}

const MOST = 100;
/** Memory that may be kept. Scenes with cloth have megabytes of state. */
export const MOST_BYTES = 192 * 1024 * 1024;

export class History {
  /** Where the hands' work began; null while a script is played. */
  start: Moment | null = null;
  private undoable: Moment[] = [];
  private redoable: Moment[] = [];

  constructor(private readonly present: Present) {}

  clear(): void {
    this.start = null;
    this.undoable = [];
    this.redoable = [];
  }

  get count(): { undo: number; redo: number } {
    return { undo: this.undoable.length, redo: this.redoable.length };
  }

  get bytes(): number {
    return [...this.undoable, ...this.redoable].reduce((sum, { state }) => sum + state.bytes.length, 0);
  }

  /** Since the scene was last begun again: what was before that is not done once more. */
  get sinceBegun(): Moment[] {
    return this.undoable.slice(this.undoable.map(({ before }) => before !== null).lastIndexOf(true) + 1);
  }

  /** A gesture begins: what could be redone cannot any more. */
  remember(moment: Moment): void {
    this.redoable = [];
    this.mark(moment);
    while (this.undoable.length > MOST || (this.undoable.length > 1 && this.bytes > MOST_BYTES)) {
      this.undoable.shift();
    }
  }

  /** A gesture that is done once more, as it was kept. */
  mark(moment: Moment): void {
    this.undoable.push(moment);
  }

  undo(): void {
    const { present } = this;
    const moment = this.undoable.pop();
    if (moment) {
      const now = present.moment();
      now.later = present.recorder.cut(moment.before ? (this.start as Moment).deeds : moment.deeds);
      now.before = moment.before;
      present.recorder.append(moment.before ?? []);
      this.redoable.push(now);
      present.comeBack(moment);
    }
  }

  redo(): void {
    const { present } = this;
    const moment = this.redoable.pop();
    if (moment) {
      const now = present.moment();
      if (moment.before) {
        now.before = present.recorder.cut((this.start as Moment).deeds);
      }
      this.undoable.push(now);
      present.recorder.append(moment.later);
      present.comeBack(moment);
    }
  }

  /** The scene as it was before anything was done to it; that can be undone. False when it was not done by hand. */
  again(): boolean {
    const { present, start } = this;
    if (!start) {
      return false;
    }
    const now = present.moment();
    now.before = present.recorder.cut(start.deeds);
    this.remember(now);
    present.comeBack(start);
    return true;
  }
}
