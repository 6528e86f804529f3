// SPDX-License-Identifier: MIT
// The state in words, for screen readers and for the corner of the eye. Said when it changes, and not too often.

import type { Frame, SceneInfo } from '../protocol';
import type { Spot, Stage } from '../view/stage';
import { byId } from './dom';

const PAUSE_MS = 700;

export class StatusLine {
  private readonly line = byId('status');
  private readonly work = byId('work');
  private knotWords = '';
  private handWords = '';
  private chosenWords = '';
  private sceneWords = '';
  private said = '';
  private timer = 0;
  private workAt = 0;
  private lookedAt = 0;
  private handKey = '';

  constructor(private readonly stage: Stage) {}

  scene(info: SceneInfo): void {
    this.sceneWords = info.title;
    this.chosenWords = '';
    this.handWords = '';
    this.knotWords = '';
    this.soon();
  }

  knot(words: string): void {
    this.knotWords = `Knot: ${words}`;
    this.soon();
  }

  choose(spot: Spot): void {
    const rope = this.stage.info?.ropes[spot.rope];
    const many = (this.stage.info?.ropes.length ?? 1) > 1;
    this.chosenWords = rope ? `Node ${spot.node + 1} of ${rope.nodes}${many ? ` of rope ${spot.rope + 1}` : ''} chosen` : '';
    this.soon();
  }

  frame(frame: Frame): void {
    // often enough for words
    const time = performance.now();
    if (time - this.lookedAt < 90) {
      return;
    }
    this.lookedAt = time;
    let key = frame.paused ? 'p' : '';
    for (let i = 0; i < frame.hands.length; i++) {
      const hand = frame.hands[i];
      key += `${hand.node}${hand.pinned ? 'n' : ''}${hand.stretched ? 't' : ''}${hand.blocked ? 'b' : ''},`;
    }
    if (key !== this.handKey) {
      this.handKey = key;
      const words = frame.hands.map(
        (hand) =>
          `${hand.pinned ? 'pinned' : 'held'} at node ${hand.node + 1}${
            hand.blocked ? ', held back by strands' : hand.stretched ? ', taut' : ''
          }`,
      );
      this.handWords = [frame.paused ? 'Paused' : '', words.length > 0 ? `Rope ${words.join(' and ')}` : '']
        .filter(Boolean)
        .join('. ');
      this.soon();
    }
    const now = performance.now();
    if (now - this.workAt > 500) {
      this.workAt = now;
      const { cyclesPerSecond, possible, namesPerSecond } = frame.work;
      this.work.textContent = frame.paused
        ? `paused at cycle ${frame.cycle.toLocaleString('en')}`
        : frame.resting
          ? `at rest after ${frame.cycle.toLocaleString('en')} cycles`
          : `${Math.round(cyclesPerSecond)} cycles/s of ${compact(possible)} possible · named ${Math.round(namesPerSecond)}×/s`;
    }
  }

  private soon(): void {
    if (this.timer === 0) {
      this.timer = window.setTimeout(() => {
        this.timer = 0;
        const words = [this.sceneWords, this.knotWords, this.chosenWords, this.handWords].filter(Boolean).join('. ');
        if (words !== this.said) {
          this.said = words;
          this.line.textContent = words;
        }
      }, PAUSE_MS);
    }
  }
}

function compact(value: number): string {
  return value >= 10_000 ? `${Math.round(value / 1000)}k` : Math.round(value).toLocaleString('en');
}
