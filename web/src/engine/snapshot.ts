// SPDX-License-Identifier: MIT
// States of a WebAssembly instance. Between calls its memory is all there is (the stack is empty, nothing is
// imported), so a copy of the memory brings back everything to the last bit, whatever the library grows to.
// Only pages that differ from a base copy are kept.

const PAGE = 4096;
const WORDS = PAGE / 4;

export interface Snapshot {
  pages: Uint32Array;
  bytes: Uint8Array;
}

export class Snapshots {
  private base: Int32Array;

  constructor(private readonly memory: WebAssembly.Memory) {
    this.base = new Int32Array(memory.buffer.slice(0));
  }

  /** Take the present state as the base: earlier snapshots are void. @return that state. */
  rebase(): Snapshot {
    if (this.base.byteLength === this.memory.buffer.byteLength) {
      this.base.set(new Int32Array(this.memory.buffer));
    } else {
      this.base = new Int32Array(this.memory.buffer.slice(0));
    }
    return { pages: new Uint32Array(0), bytes: new Uint8Array(0) };
  }

  take(): Snapshot {
    const now = new Int32Array(this.memory.buffer);
    const changed: number[] = [];
    for (let page = 0; page * WORDS < now.length; page++) {
      if (this.differs(now, page * WORDS)) {
        changed.push(page);
      }
    }
    const bytes = new Uint8Array(changed.length * PAGE);
    const all = new Uint8Array(this.memory.buffer);
    changed.forEach((page, i) => bytes.set(all.subarray(page * PAGE, (page + 1) * PAGE), i * PAGE));
    return { pages: Uint32Array.from(changed), bytes };
  }

  restore(snapshot: Snapshot): void {
    // memory never shrinks: what lies beyond the base was zero then
    const now = new Int32Array(this.memory.buffer);
    now.set(this.base);
    now.fill(0, this.base.length);
    const all = new Uint8Array(this.memory.buffer);
    snapshot.pages.forEach((page, i) => all.set(snapshot.bytes.subarray(i * PAGE, (i + 1) * PAGE), page * PAGE));
  }

  private differs(now: Int32Array, start: number): boolean {
    const { base } = this;
    if (start >= base.length) {
      for (let i = start; i < start + WORDS; i++) {
        if (now[i] !== 0) {
          return true;
        }
      }
      return false;
    }
    for (let i = start; i < start + WORDS; i++) {
      if (now[i] !== base[i]) {
        return true;
      }
    }
    return false;
  }
}
