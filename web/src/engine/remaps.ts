// SPDX-License-Identifier: MIT
// The knot of a template put into cloth otherwise, as the cloth lies, and the way back.

import { EngineError } from '../protocol';
import { MOST_BYTES } from './history';
import type { Library } from './library';
import { parseScene, stepsBefore, writeJson, type Json, type JsonObject } from './recorder';
import type { Snapshot, Snapshots } from './snapshot';
import { ScriptTimeline } from './timeline';

/** A scene whose script has a knot in its cloth, at a cycle. */
export interface Dressed {
  cycle: number;
  base: JsonObject;
  timeline: ScriptTimeline;
}

interface Remap extends Dressed {
  state: Snapshot;
}

export class Remaps {
  /** What was there before each of them. */
  private past: Remap[] = [];
  /** Those that memory had no room for. */
  private forgotten = 0;

  constructor(
    private readonly lib: Library,
    private readonly snapshots: Snapshots,
  ) {}

  /** How many there have been. */
  get count(): number {
    return this.forgotten + this.past.length;
  }

  clear(): void {
    this.past = [];
    this.forgotten = 0;
  }

  /** On failure nothing has changed. */
  redress(now: Omit<Dressed, 'timeline'> & { timeline: ScriptTimeline | null }, step: string, then: string): Dressed {
    const { cycle, base, timeline } = now;
    if (!timeline || !('dress' in base)) {
      throw new EngineError('There is no knot in the cloth that a script has: open one in the tab Cloth.');
    }
    const state = this.snapshots.take();
    // where nothing has moved since the last one, this takes its place
    const last = this.past.at(-1);
    const from = last?.cycle === cycle ? last : { state, cycle, base, timeline };
    let next = from.base;
    try {
      if (from === last) {
        this.snapshots.restore(last.state);
      }
      const script: Json[] = [...stepsBefore(from.base, from.timeline.left()), { redress: parseScene(step) }, ...(JSON.parse(then) as Json[])];
      next = { ...from.base, script };
      const text = writeJson(next);
      this.lib.lend(text, (at, size) => this.lib.must('bw_go_on', at, size));
    } catch (error) {
      this.snapshots.restore(state);
      throw error;
    }
    if (from !== last) {
      this.past.push(from);
    }
    while (this.past.length > 1 && this.past.reduce((sum, remap) => sum + remap.state.bytes.length, 0) > MOST_BYTES) {
      this.past.shift();
      this.forgotten++;
    }
    return { cycle, base: next, timeline: new ScriptTimeline(this.lib, this.snapshots, this.snapshots.take(), cycle) };
  }

  /** The state before the last of them. */
  undress(): Dressed {
    const remap = this.past.pop();
    if (!remap) {
      throw new EngineError('There is no earlier knot to come back to.');
    }
    this.snapshots.restore(remap.state);
    return remap;
  }
}
