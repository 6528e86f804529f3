// SPDX-License-Identifier: MIT
// A script being played, that can be scrubbed: states are kept now and then, and what lies between is played
// again from the state before, which comes to the same bits.

import { EngineError, type Timeline } from '../protocol';
import { sentence, type Library } from './library';
import type { Left } from './recorder';
import type { Snapshot, Snapshots } from './snapshot';
import type { Stills } from './stills';

const MOST_KEYS = 96;
/** Memory that they may take. */
const MOST_BYTES = 128 * 1024 * 1024;

export class ScriptTimeline {
  playing = true;
  cycle: number;
  private head: number;
  private over = false;
  private failure = '';
  private every = 250;
  private bytes = 0;
  private keys: { cycle: number; state: Snapshot }[];
  private readonly steps: { cycle: number; words: string }[] = [];

  constructor(
    private readonly lib: Library,
    private readonly snapshots: Snapshots,
    /** The state where it starts: it is not scrubbed to before that. */
    first: Snapshot,
    private readonly start = 0,
    /** Who keeps what is seen at stills. */
    readonly stills: Stills | null = null,
  ) {
    this.cycle = this.head = start;
    this.keys = [{ cycle: start, state: first }];
  }

  /** Go on with the script: cycles done. */
  advance(most: number): number {
    if (!this.playing) {
      return 0;
    }
    const done = this.stills ? this.stills.play(most) : this.lib.call('bw_play', most);
    const state = this.lib.box(1)[0];
    this.cycle += done;
    if (state !== 0) {
      this.playing = false;
      this.over = true;
      this.failure = state === 2 ? sentence(this.lib.text('bw_error')) : '';
    }
    this.note();
    return done;
  }

  seek(cycle: number): void {
    if (!Number.isFinite(cycle)) {
      throw new EngineError('The timeline has no such place.');
    }
    const wanted = Math.round(Math.min(Math.max(cycle, this.start), this.head));
    const near = [...this.keys].reverse().find((key) => key.cycle <= wanted) ?? this.keys[0];
    if (!(this.cycle <= wanted && this.cycle >= near.cycle)) {
      this.snapshots.restore(near.state);
      this.cycle = near.cycle;
    }
    while (this.cycle < wanted) {
      const done = this.lib.call('bw_play', wanted - this.cycle);
      this.cycle += done;
      if (done === 0) {
        break;
      }
    }
    this.playing = false;
  }

  play(): void {
    // from the end, again from the start
    if (this.over && this.cycle === this.head) {
      this.seek(this.start);
    }
    this.playing = true;
  }

  /** How the script ended; null while it goes on. */
  end(): { failure: string } | null {
    return this.over && this.cycle === this.head ? { failure: this.failure } : null;
  }

  left(): Left {
    this.lib.call('bw_progress');
    const [cycle, , step, begun] = this.lib.box(4);
    return { step, begun: begun !== 0, cycle };
  }

  describe(): Timeline {
    this.lib.call('bw_progress');
    const expected = this.lib.box(2)[1];
    return {
      start: this.start,
      cycle: this.cycle,
      head: this.head,
      expected: this.over ? this.head : Math.max(expected, this.head),
      done: this.over,
      playing: this.playing,
      steps: this.steps.slice(),
      failure: this.failure,
    };
  }

  // keep what a look back will want
  private note(): void {
    if (this.cycle >= this.keys[this.keys.length - 1].cycle + this.every) {
      this.keys.push({ cycle: this.cycle, state: this.snapshots.take() });
      this.bytes += this.keys[this.keys.length - 1].state.bytes.length;
      if (this.keys.length > MOST_KEYS || (this.bytes > MOST_BYTES && this.keys.length > 4)) {
        this.keys = this.keys.filter((_, i) => i % 2 === 0);
        this.every *= 2;
        this.bytes = this.keys.reduce((sum, { state }) => sum + state.bytes.length, 0);
      }
    }
    this.head = Math.max(this.head, this.cycle);
    const count = this.lib.call('bw_step_count');
    for (let i = this.steps.length; i < count; i++) {
      const began = this.lib.call('bw_step_began', i);
      if (began < 0) {
        break;
      }
      this.steps.push({ cycle: began, words: this.words(i) });
    }
  }

  private words(step: number): string {
    const note = this.lib.text('bw_step_note', step);
    const verb = this.lib.text('bw_step_verb', step).replace('_', ' ');
    return note !== '' ? note : verb;
  }
}
