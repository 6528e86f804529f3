// SPDX-License-Identifier: MIT
// What is tied is kept now and then, and is there again when the page is loaded again, after a crash too.

import type { Engine, Kept } from '../protocol';
import type { CameraPlace } from '../view/camera';
import { dropKept, readKept, writeKept } from './store';

export interface Stored {
  kept: Kept;
  place: CameraPlace;
  /** What was behind the # then. */
  hash: string;
  /** Loads of the page that have begun to bring it back: where one never came to its end it may be to blame. */
  tries: number;
}

/** Milliseconds between two looks, and the share of time that keeping may take. */
const EVERY = 1500;
const SHARE = 0.05;
const MOST_TRIES = 2;

/** What the last page has left, when this one is to go on with it: not when the address holds something else. */
export async function leftBehind(): Promise<Stored | null> {
  const stored = await readKept<Stored>();
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const followed = location.hash !== '' && (navigation?.type === 'navigate' || location.hash !== stored?.hash);
  if (!stored || followed) {
    return null;
  }
  if (stored.tries >= MOST_TRIES) {
    await dropKept();
    return null;
  }
  await writeKept({ ...stored, tries: stored.tries + 1 });
  return stored;
}

/** It is there again. */
export async function cameBack(stored: Stored): Promise<void> {
  await writeKept({ ...stored, tries: 0 });
}

export class Keeper {
  /** Something has been done that is worth to be kept. */
  private wanted = false;
  private changed = false;
  private busy = false;
  private next = 0;

  constructor(
    private readonly engine: Engine,
    private readonly place: () => CameraPlace,
  ) {
    // the page may never be seen again
    document.addEventListener('visibilitychange', () => document.hidden && void this.keep());
  }

  /** The scene has moved. */
  moved(): void {
    this.changed = true;
  }

  /** From now on; not while nobody has touched the scene that one meets. */
  begin(): void {
    this.wanted = this.changed = true;
  }

  /** Each frame. */
  turn(now: number): void {
    if (this.changed && now >= this.next) {
      void this.keep();
    }
  }

  private async keep(): Promise<void> {
    if (!this.wanted || !this.changed || this.busy) {
      return;
    }
    this.busy = true;
    this.changed = false;
    const start = performance.now();
    try {
      const kept = await this.engine.ask('keep', {});
      if (kept) {
        const stored: Stored = { kept, place: this.place(), hash: location.hash, tries: 0 };
        this.wanted = await writeKept(stored);
      } else {
        await dropKept();
      }
    } catch {
      // the engine has stopped: what was kept before is there still
      this.wanted = false;
    }
    const now = performance.now();
    this.next = now + Math.max(EVERY, (now - start) / SHARE);
    this.busy = false;
  }
}
