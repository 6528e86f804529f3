// SPDX-License-Identifier: MIT
// Practice on the view: the way that the hand has to go, drawn over the rope with its badges, and the pointer that traces it.
// Where it crosses something the hand waits until the side is right.

import { Vector3 } from 'three';
import type { Engine, LessonStep, PracticeState, Side } from '../protocol';
import type { Stage } from '../view/stage';
import { byId } from './dom';
import { said, t } from '../words/words';

/** So far from the way a pointer still traces it, and so far ahead it may jump: pixels. */
const NEAR = { touch: 52, mouse: 40 };
const AHEAD = 110;
/** The last pixels of a way are done with it. */
const END = 16;
/** Before a crossing the hand waits this long before it, pixels. */
const GATE = 9;
/** Half a badge, and a little. */
const BADGE = 28;
/** A pointer's way is looked at in pieces of this length. */
const PIECE = 24;
const SHOW_PIXELS = 190; // a second, when a step is shown
const SVG = 'http://www.w3.org/2000/svg';

export interface LessonHooks {
  /** On which side the hand passes now. */
  side(): Side;
  /** Something to say about the step: "Here it goes under.", and on which side one click lets the hand pass. */
  say(words: string, pass: Side | null): void;
  /** The first move of a task. */
  begun(): void;
}

export class LessonView {
  private readonly svg = document.createElementNS(SVG, 'svg');
  private step: LessonStep | null = null;
  /** Screen points of the way, (places x 2), and length along it. */
  private points = new Float32Array(0);
  private along = new Float32Array(0);
  private place = 0;
  private eye = '';
  private showing = 0;
  /** A step is shown up to here; of one that waits, the place behind the crossing. */
  private showTo = Infinity;
  private waits = -1;
  private said = '';
  private readonly scratch = new Vector3();

  constructor(
    private readonly engine: Engine,
    private readonly stage: Stage,
    private readonly hooks: LessonHooks,
  ) {
    this.svg.id = 'way';
    this.svg.setAttribute('aria-hidden', 'true');
    byId('main').append(this.svg);
  }

  /** A step waits to be traced. */
  get active(): boolean {
    return this.step !== null;
  }

  update(state: PracticeState | null): void {
    this.step = (state && state.steps[state.done]) ?? null;
    this.place = 0;
    this.showing = 0;
    this.said = '';
    this.waits = -1;
    // of the step before: nothing is traced until this one is on the screen
    this.points = this.along = new Float32Array(0);
    this.eye = '';
    this.svg.replaceChildren();
    if (this.step) {
      this.frame(this.step);
    }
  }

  /** Look at the step, from in front, so that all of its way is seen. */
  private frame({ way }: LessonStep): void {
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = low.clone().negate();
    for (let i = 0; i + 2 < way.length; i += 3) {
      if (Number.isFinite(way[i])) {
        const p = this.scratch.fromArray(way, i);
        low.min(p);
        high.max(p);
      }
    }
    low.subScalar(5 * this.stage.unit);
    high.addScalar(5 * this.stage.unit);
    this.stage.orbit.following = false;
    this.stage.orbit.frame(low, high, 0, 0.06, false);
    this.stage.change();
  }

  /** The window or what covers it has changed. */
  layout(): void {
    if (this.step) {
      this.frame(this.step);
    }
  }

  /** Each frame: the way stays on the rope. */
  draw(): void {
    if (!this.step) {
      return;
    }
    if (this.showing > 0) {
      this.showOn();
    }
    const { camera } = this.stage.orbit;
    const eye = `${camera.matrixWorld.elements.map((x) => x.toFixed(3)).join()} ${this.stage.canvas.clientWidth} ${this.stage.canvas.clientHeight}`;
    if (eye !== this.eye) {
      this.eye = eye;
      this.project(this.step);
      this.picture(this.step);
    }
  }

  private project({ way }: LessonStep): void {
    const count = way.length / 3;
    this.points = new Float32Array(2 * count);
    this.along = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      const [x, y] = this.stage.toScreen(way[3 * i], way[3 * i + 1], way[3 * i + 2]);
      this.points[2 * i] = x;
      this.points[2 * i + 1] = y;
      const step = i > 0 ? Math.hypot(x - this.points[2 * i - 2], y - this.points[2 * i - 1]) : 0;
      this.along[i] = i > 0 ? this.along[i - 1] + (Number.isFinite(step) ? step : 0) : 0;
    }
  }

  private text(from: number, to: number): string {
    let text = '';
    for (let i = from; i <= to; i++) {
      text += `${text === '' ? 'M' : 'L'}${this.points[2 * i].toFixed(1)} ${this.points[2 * i + 1].toFixed(1)}`;
    }
    return text;
  }

  private picture({ crossings }: LessonStep): void {
    const last = this.along.length - 1;
    const make = (tag: string, attributes: Record<string, string | number>, words = ''): SVGElement => {
      const element = document.createElementNS(SVG, tag);
      Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, String(value)));
      element.textContent = said(words);
      return element;
    };
    const parts = [
      make('path', { class: 'way-edge', d: this.text(this.place, last) }),
      make('path', { class: 'way-line', d: this.text(this.place, last) }),
      make('path', { class: 'way-head', d: this.head(last) }),
      make('circle', { class: 'way-hand', cx: this.points[2 * this.place], cy: this.points[2 * this.place + 1], r: 17 }),
    ];
    const placed: [number, number][] = [];
    for (const { at, side } of crossings) {
      if (at <= this.place) {
        continue;
      }
      const [x, y] = this.beside(at, placed);
      placed.push([x, y]);
      const badge = make('g', { class: `way-badge ${side}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
      const half = Math.max(24, 10 + 3.7 * said(side).length);
      badge.append(make('rect', { x: -half, y: -11, width: 2 * half, height: 22, rx: 11 }), make('text', { y: 4.5 }, side));
      parts.push(badge);
    }
    this.svg.replaceChildren(...parts);
  }

  // beside the way, to its right, so that it hides no crossing; to its left where there it would leave the window
  // or lie on one that is placed
  private beside(at: number, placed: [number, number][]): [number, number] {
    const { points } = this;
    const [a, b] = [Math.max(0, at - 2), Math.min(this.along.length - 1, at + 2)];
    const [dx, dy] = [points[2 * b] - points[2 * a], points[2 * b + 1] - points[2 * a + 1]];
    const length = Math.hypot(dx, dy) || 1;
    const place = (side: number): [number, number] => [points[2 * at] - (side * 34 * dy) / length, points[2 * at + 1] + (side * 22 * dx) / length];
    const right = place(1);
    const { clientWidth } = this.stage.canvas;
    const hidden = placed.some(([x, y]) => Math.abs(x - right[0]) < 2 * BADGE && Math.abs(y - right[1]) < BADGE);
    return right[0] > BADGE && right[0] < clientWidth - BADGE && !hidden ? right : place(-1);
  }

  private head(last: number): string {
    const { points } = this;
    let from = last;
    while (from > 0 && this.along[last] - this.along[from] < 12) {
      from--;
    }
    const [x, y] = [points[2 * last], points[2 * last + 1]];
    const angle = Math.atan2(y - points[2 * from + 1], x - points[2 * from]);
    const at = (turn: number): string => `${(x + 15 * Math.cos(angle + turn)).toFixed(1)} ${(y + 15 * Math.sin(angle + turn)).toFixed(1)}`;
    return `M${at(2.6)}L${x.toFixed(1)} ${y.toFixed(1)}L${at(-2.6)}`;
  }

  // ---- the pointer ------------------------------------------------------------------------------

  /** A pointer that traces has come to (x, y), from there less (dx, dy), CSS pixels. */
  trace(x: number, y: number, touch: boolean, dx = 0, dy = 0): void {
    this.showing = 0;
    // where frames are far apart so are the pointer's events
    const pieces = Math.max(1, Math.ceil(Math.hypot(dx, dy) / PIECE));
    for (let i = 1; i <= pieces && this.step && this.along.length > 1; i++) {
      const back = 1 - i / pieces;
      const found = this.nearest(x - back * dx, y - back * dy, touch ? NEAR.touch : NEAR.mouse);
      if (found > this.place) {
        this.hooks.begun();
        this.leadTo(this.gated(this.step, found));
      }
    }
  }

  // the place of the way that is near the pointer, not far ahead
  private nearest(x: number, y: number, near: number): number {
    const { points, along, place } = this;
    let best = -1;
    let least = near;
    const last = along.length - 1;
    for (let i = place; i <= last && along[i] - along[place] <= AHEAD; i++) {
      const off = Math.hypot(points[2 * i] - x, points[2 * i + 1] - y);
      if (off <= least) {
        least = off;
        best = i;
      }
    }
    // the rest of the way, when it is only pixels
    return best >= 0 && along[last] - along[best] < END ? last : best;
  }

  // no farther than where the side has to be the other
  private gated({ crossings }: LessonStep, wanted: number): number {
    const side = this.hooks.side();
    const wrong = crossings.find(({ at, side: right }) => at > this.place && at <= wanted && right !== side);
    this.waits = wrong ? wrong.at : -1;
    if (!wrong) {
      this.say('', null);
      return wanted;
    }
    let stop = wrong.at - 1;
    while (stop > this.place && this.along[wrong.at] - this.along[stop] < GATE) {
      stop--;
    }
    this.say(wrong.side === 'under' ? t('You went over: here it goes under.') : t('You went under: here it goes over.'), wrong.side);
    return Math.max(this.place, stop);
  }

  private say(words: string, pass: Side | null): void {
    if (words !== this.said) {
      this.said = words;
      this.hooks.say(words, pass);
    }
  }

  /** Pass the crossing at which the hand waits, on its right side. */
  pass(): void {
    if (this.step && this.waits > this.place) {
      this.showTo = Math.min(this.waits + 2, this.along.length - 1);
      this.showing = performance.now();
      this.say('', null);
    }
  }

  private leadTo(place: number): void {
    if (place > this.place && this.step) {
      this.place = place;
      this.engine.tell('trace', { place });
      this.picture(this.step);
    }
  }

  /** Show how the step is done. */
  show(): void {
    if (this.step) {
      this.hooks.begun();
      this.showTo = Infinity;
      this.showing = performance.now();
    }
  }

  private showOn(): void {
    const now = performance.now();
    const wanted = this.along[this.place] + ((now - this.showing) / 1000) * SHOW_PIXELS;
    let place = this.place;
    while (place < Math.min(this.showTo, this.along.length - 1) && this.along[place] < wanted) {
      place++;
    }
    if (place > this.place) {
      this.showing = place < this.showTo ? now : 0;
      this.leadTo(place);
    }
  }

  /** For tests: the way as it is on the screen, from where the hand is. */
  shown(): { points: [number, number][]; crossings: { at: number; side: Side }[] } | null {
    if (!this.step || this.along.length === 0) {
      return null;
    }
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    const points = [...this.along.keys()].slice(this.place).map((i): [number, number] => [this.points[2 * i] + left, this.points[2 * i + 1] + top]);
    const crossings = this.step.crossings.filter(({ at }) => at > this.place).map(({ at, side }) => ({ at: at - this.place, side }));
    return { points, crossings };
  }
}
