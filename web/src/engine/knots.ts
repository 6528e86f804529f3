// SPDX-License-Identifier: MIT
// What was found about the knots: told when it changes, and remembered when it lasts.

import type { HistoryEntry, KnotName, SceneInfo } from '../protocol';
import type { NamingAnswer } from './namer';
import type { Emit } from './session';

const LASTS = 500; // milliseconds until a knot is history
const MOST = 200;

interface Seen {
  key: string;
  since: number;
  cycle: number;
}

export class Knots {
  private told: string[] = [];
  private link = '';
  private seen: Seen[] = [];
  private kept: string[] = [];
  private history: HistoryEntry[] = [];
  private times: number[] = [];

  constructor(private readonly emit: Emit) {}

  begin(info: SceneInfo): void {
    this.told = [];
    this.link = '';
    this.seen = [];
    // a rope begins without a knot: only what is tied is history
    this.kept = info.ropes.map(() => '0_1 none');
    this.history = [];
    this.emit('history', []);
  }

  named(answer: NamingAnswer, cycle: number, now: number): void {
    this.times.push(now);
    if (this.times.length > 64) {
      this.times.shift();
    }
    const keys = answer.knots.map(keyOf);
    const changed = answer.knots
      .map((knot, rope) => ({ rope, knot }))
      .filter(({ rope }) => this.told[rope] !== keys[rope]);
    if (changed.length > 0 || answer.link !== this.link) {
      this.told = keys;
      this.link = answer.link;
      this.emit('knots', { ropes: changed, link: answer.link, joined: answer.joined });
    }
    answer.knots.forEach((knot, rope) => this.remember(knot, rope, cycle, now));
  }

  /** Names a second over the last second or so. */
  perSecond(now: number): number {
    const recent = this.times.filter((time) => now - time < 1000);
    const span = recent.length > 1 ? recent[recent.length - 1] - recent[0] : 0;
    return span > 0 ? (1000 * (recent.length - 1)) / span : 0;
  }

  private remember(knot: KnotName, rope: number, cycle: number, now: number): void {
    // what it ties round something is a knot, too
    const key = `${knot.name} ${knot.handedness}${knot.complete ? '' : knot.everyday}`;
    if (this.seen[rope]?.key !== key) {
      this.seen[rope] = { key, since: now, cycle };
    }
    if (now - this.seen[rope].since >= LASTS && this.kept[rope] !== key) {
      this.kept[rope] = key;
      if (knot.name === 'unknown') {
        return;
      }
      this.history.push({
        cycle: this.seen[rope].cycle,
        rope,
        name: knot.name,
        everyday: knot.everyday,
        qualifier: knot.qualifier,
        handedness: knot.handedness,
      });
      if (this.history.length > MOST) {
        this.history.shift();
      }
      this.emit('history', this.history.slice());
    }
  }
}

// confidence in coarse steps, so that it does not flicker
function keyOf(knot: KnotName): string {
  return [knot.name, knot.handedness, knot.everyday, knot.qualifier, knot.proved, Math.round(5 * knot.confidence), knot.reason, knot.svg.length].join('|');
}
