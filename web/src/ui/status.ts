// SPDX-License-Identifier: MIT
// The state in words, for screen readers and for the corner of the eye. Said when it changes, and not too often.

import type { Frame, SceneInfo, Spot } from '../protocol';
import type { Stage } from '../view/stage';
import { byId } from './dom';

const PAUSE_MS = 700;

export class StatusLine {
  private readonly line = byId('status');
  private readonly work = byId('work');
  private knotWords = '';
  private handWords = '';
  private chosenWords = '';
  private sceneWords = '';
  private meshWords = '';
  private said = '';
  private timer = 0;
  private workAt = 0;
  private lookedAt = 0;
  private handKey = '';
  private ropes = 0;

  constructor(private readonly stage: Stage) {}

  scene(info: SceneInfo): void {
    this.sceneWords = info.title;
    this.meshWords = '';
    this.ropes = info.ropes.length;
    this.chosenWords = '';
    this.handWords = '';
    this.knotWords = '';
    this.soon();
  }

  /** Of the scene that has just come. */
  mesh(words: string): void {
    this.meshWords = words;
    this.soon();
  }

  knot(words: string): void {
    this.knotWords = `Knot: ${words}`;
    this.soon();
  }

  choose(spot: Spot): void {
    const rope = this.stage.info?.ropes[spot.rope];
    const cloth = this.stage.info?.cloths[spot.cloth];
    const many = (this.stage.info?.ropes.length ?? 1) > 1;
    this.chosenWords = rope
      ? `Node ${spot.node + 1} of ${rope.nodes}${many ? ` of rope ${spot.rope + 1}` : ''} chosen`
      : cloth
        ? `Vertex ${spot.node + 1} of ${cloth.vertices} of the ${cloth.name} chosen`
        : '';
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
      key += `${hand.cloth >= 0 ? 'c' : ''}${hand.node}${hand.pinned ? 'n' : ''}${hand.stretched ? 't' : ''}${hand.blocked ? 'b' : ''}${hand.crossing && !hand.pinned ? hand.side : ''},`;
    }
    if (key !== this.handKey) {
      this.handKey = key;
      const words = (cloth: boolean): string =>
        frame.hands
          .filter((hand) => hand.cloth >= 0 === cloth)
          .map(
            (hand) =>
              `${hand.pinned ? 'pinned' : 'held'} at ${cloth ? 'vertex' : 'node'} ${hand.node + 1}${
                hand.crossing && !hand.pinned ? `, going ${hand.side} ${hand.crossedRope === hand.rope ? `node ${hand.crossedLink + 1}` : 'the other rope'}` : ''
              }${
                hand.blocked ? ', held back by strands' : hand.stretched ? ', taut' : ''
              }`,
          )
          .join(' and ');
      const [rope, cloth] = [words(false), words(true)];
      this.handWords = [frame.paused ? 'Paused' : '', rope && `Rope ${rope}`, cloth && `Cloth ${cloth}`]
        .filter(Boolean)
        .join('. ');
      this.soon();
    }
    const now = performance.now();
    if (now - this.workAt > 500) {
      this.workAt = now;
      const { cyclesPerSecond, possible, namesPerSecond } = frame.work;
      const named = this.ropes > 0 ? ` · named ${Math.round(namesPerSecond)}×/s` : '';
      this.work.textContent = frame.paused
        ? `paused at cycle ${frame.cycle.toLocaleString('en')}`
        : frame.resting
          ? `at rest after ${frame.cycle.toLocaleString('en')} cycles`
          : `${Math.round(cyclesPerSecond)} cycles/s of ${compact(possible)} possible${named}`;
    }
  }

  private soon(): void {
    if (this.timer === 0) {
      this.timer = window.setTimeout(() => {
        this.timer = 0;
        const words = [this.sceneWords, this.meshWords, this.knotWords, this.chosenWords, this.handWords].filter(Boolean).join('. ');
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
