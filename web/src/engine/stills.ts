// SPDX-License-Identifier: MIT
// What a scene looks like where its script says `still`: kept while it is played, for who asks afterwards.

import type { StillState } from '../protocol';
import type { Library } from './library';

export class Stills {
  readonly seen: StillState[] = [];
  private readonly steps: number[] = [];

  constructor(
    private readonly lib: Library,
    private readonly look: () => StillState,
  ) {
    for (let i = 0; i < lib.call('bw_step_count'); i++) {
      if (lib.text('bw_step_verb', i) === 'still') {
        this.steps.push(i);
      }
    }
  }

  /** bw_play(), cycle by cycle as long as stills are to come: they are reached between two cycles, so each sees what was there
   *  before the next one. Also leaves in the box what bw_play() does. */
  play(most: number): number {
    let done = 0;
    while (this.seen.length < this.steps.length && done < most) {
      const before = this.look();
      const one = this.lib.call('bw_play', 1);
      while (this.seen.length < this.steps.length && this.lib.call('bw_step_began', this.steps[this.seen.length]) >= 0) {
        this.seen.push(before);
      }
      done += one;
      if (one === 0) {
        return done;
      }
    }
    return done + this.lib.call('bw_play', most - done);
  }
}
