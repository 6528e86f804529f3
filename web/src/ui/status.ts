// SPDX-License-Identifier: MIT
// The state in words, for screen readers and for the corner of the eye. Said when it changes, and not too often.

import type { Frame, HandState, SceneInfo, Spot } from '../protocol';
import type { Stage } from '../view/stage';
import { byId } from './dom';
import { number, said, t } from '../words/words';

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
    this.sceneWords = said(info.title);
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
    this.knotWords = t('Knot: {words}', { words });
    this.soon();
  }

  choose(spot: Spot): void {
    const rope = this.stage.info?.ropes[spot.rope];
    const cloth = this.stage.info?.cloths[spot.cloth];
    const several = (this.stage.info?.ropes.length ?? 1) > 1;
    this.chosenWords = rope
      ? several
        ? t('Node {n} of {all} of rope {rope} chosen', { n: spot.node + 1, all: rope.nodes, rope: spot.rope + 1 })
        : t('Node {n} of {all} chosen', { n: spot.node + 1, all: rope.nodes })
      : cloth
        ? t('Vertex {n} of {all} of the {cloth} chosen', { n: spot.node + 1, all: cloth.vertices, cloth: said(cloth.name) })
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
          .map(handWords)
          .join(t(' and '));
      const [rope, cloth] = [words(false), words(true)];
      this.handWords = [frame.paused ? t('Paused') : '', rope && t('Rope {words}', { words: rope }), cloth && t('Cloth {words}', { words: cloth })]
        .filter(Boolean)
        .join('. ');
      this.soon();
    }
    const now = performance.now();
    if (now - this.workAt > 500) {
      this.workAt = now;
      const { cyclesPerSecond, possible, namesPerSecond } = frame.work;
      const named = this.ropes > 0 ? ` · ${t('named {n}×/s', { n: Math.round(namesPerSecond) })}` : '';
      this.work.textContent = frame.paused
        ? t('paused at cycle {n}', { n: frame.cycle })
        : frame.resting
          ? t('at rest after {n} cycles', { n: frame.cycle })
          : `${t('{n} cycles/s of {most} possible', { n: Math.round(cyclesPerSecond), most: compact(possible) })}${named}`;
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

/** "held at node 20, going under node 45, taut". */
function handWords(hand: HandState): string {
  const n = hand.node + 1;
  const at = hand.cloth >= 0 ? 'vertex' : 'node';
  const where = said(`${hand.pinned ? 'pinned' : 'held'} at ${at} ${n}`);
  const crossed = hand.crossedRope === hand.rope ? `node ${hand.crossedLink + 1}` : 'the other rope';
  const crossing = hand.crossing && !hand.pinned ? said(`going ${hand.side} ${crossed}`) : '';
  return [where, crossing, hand.blocked ? t('held back by strands') : hand.stretched ? t('taut') : ''].filter(Boolean).join(', ');
}

function compact(value: number): string {
  return value >= 10_000 ? `${Math.round(value / 1000)}k` : number(Math.round(value));
}
