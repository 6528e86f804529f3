// SPDX-License-Identifier: MIT
// How many cycles are due: wall-clock time times the rate, no more than fits into a slice.

const SLICE = 8; // milliseconds of work before the worker looks at its messages again
const DEBT = 50; // milliseconds that are made up for; what is older is let go
/** Most cycles between two looks at the clock; one where they are slow, as those of cloth are. */
const CHUNK = 4;
const SLOW = 1; // milliseconds
const WINDOW = 500;

export class Pace {
  /** Measured over the last half second. */
  cyclesPerSecond = 0;
  possible = 0;
  private rate = 960;
  private factor = 1;
  private last: number;
  private owed = 0;
  private since: number;
  private done = 0;
  private spent = 0;
  private chunk = CHUNK;

  constructor(private readonly now: () => number) {
    this.last = this.since = now();
  }

  set(cyclesPerSecond: number): void {
    this.rate = Math.min(Math.max(cyclesPerSecond, 1), 100_000) || 960;
  }

  /** A new scene; factor: how much slower it is to be watched. */
  begin(factor: number): void {
    this.factor = factor;
    this.idle();
  }

  idle(): void {
    this.last = this.now();
    this.owed = 0;
    this.measure(this.last);
  }

  run(advance: (most: number) => number): void {
    const start = this.now();
    const elapsed = Math.min(start - this.last, DEBT);
    this.last = start;
    this.owed += (elapsed * this.rate * this.factor) / 1000;
    let now = start;
    while (this.owed >= 1 && now - start < SLICE) {
      const most = Math.min(this.chunk, Math.floor(this.owed));
      const done = advance(most);
      this.owed -= most;
      this.done += done;
      const after = this.now();
      this.spent += after - now;
      this.chunk = after - now > SLOW * most ? 1 : CHUNK;
      now = after;
      if (done < most) {
        this.owed = 0;
      }
    }
    // what does not fit is let go: better late than ever later
    this.owed = Math.min(this.owed, (DEBT * this.rate * this.factor) / 1000);
    this.measure(now);
  }

  private measure(now: number): void {
    const elapsed = now - this.since;
    if (elapsed < WINDOW) {
      return;
    }
    this.cyclesPerSecond = (1000 * this.done) / elapsed;
    if (this.done > 0 && this.spent > 0) {
      this.possible = (1000 * this.done) / this.spent;
    }
    this.since = now;
    this.done = 0;
    this.spent = 0;
  }
}
