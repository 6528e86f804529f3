// SPDX-License-Identifier: MIT
// Tension as colour: a switch of the scene tab, and what the colours mean beside the rope.

import '../styles/tension.css';
import type { Engine, SceneInfo } from '../protocol';
import { number, t } from '../words/words';
import type { Stage } from '../view/stage';
import { h } from './dom';
import { toast, wordsOf } from './toast';

/** Between two questions, milliseconds: while it changes, and while it does not. */
const SOON = 60;
const LATER = 500;
/** What is read out has stayed within a tenth for so long. */
const READ_AFTER = 1500;
/** Less than this is slack, and the last colour is that of so much at least: newtons. */
const SLACK = 1e-3;
const LEAST = 0.1;

/** The least of 1, 2, 5, 10, ... that is as much: what has the last colour changes rarely. */
export function roundUp(newtons: number): number {
  const ten = 10 ** Math.floor(Math.log10(Math.max(newtons, LEAST)));
  return [1, 2, 5, 10].map((k) => k * ten).find((k) => k >= Math.max(newtons, LEAST) * (1 - 1e-9)) as number;
}

export class TensionView {
  readonly row: HTMLElement;
  private readonly box: HTMLInputElement;
  private readonly legend: HTMLElement;
  private readonly most = h('span', { 'data-testid': 'tension-most' });
  private readonly words = h('p', { class: 'visually-hidden', role: 'status', 'data-testid': 'tension-words' });
  private asking = false;
  private last = '';
  private said = -1;
  private steady = { newtons: -1, since: 0 };

  constructor(
    private readonly engine: Engine,
    private readonly stage: Stage,
  ) {
    this.box = h('input', { type: 'checkbox', id: 'tension', 'data-testid': 'tension', onchange: () => this.set(this.box.checked) });
    this.row = h('div', { class: 'check', hidden: true }, this.box, h('label', { for: 'tension' }, t('Colour by tension')));
    this.legend = h(
      'div',
      { id: 'tension-legend', 'data-testid': 'tension-legend', hidden: true },
      h('p', { class: 'tension-title' }, t('Tension')),
      h('div', { class: 'tension-bar', 'aria-hidden': 'true' }),
      h('p', { class: 'tension-ends', 'aria-hidden': 'true' }, h('span', {}, `${number(0)} N`), this.most),
    );
    // it is there before it says something: else it is not read out
    document.getElementById('main')?.append(this.legend, this.words);
  }

  /** A new scene: only elastic ropes are asked. */
  show(info: SceneInfo): void {
    const elastic = info.ropes.some(({ rod }) => rod !== null);
    this.row.hidden = !elastic;
    this.set(elastic && this.box.checked);
  }

  private set(on: boolean): void {
    this.legend.hidden = !on;
    this.last = '';
    this.said = -1;
    if (!on) {
      this.words.textContent = '';
      this.paint([], 0);
    } else if (!this.asking) {
      this.asking = true;
      void this.ask();
    }
  }

  private get on(): boolean {
    return !this.legend.hidden;
  }

  private async ask(): Promise<void> {
    try {
      const ropes = await this.engine.ask('tension', {});
      if (this.on) {
        const newtons = ropes.reduce((most, links) => links.reduce((a, b) => Math.max(a, b), most), 0);
        const now = ropes.map((links) => links.join()).join(';');
        const changed = now !== this.last;
        this.last = now;
        if (changed) {
          const most = roundUp(newtons);
          this.most.textContent = `${number(most)} N`;
          this.paint(ropes, most);
        }
        this.readOut(newtons);
        setTimeout(() => void this.ask(), changed ? SOON : LATER);
        return;
      }
    } catch (error) {
      toast(wordsOf(error));
      this.box.checked = false;
      this.set(false);
    }
    this.asking = false;
  }

  private paint(ropes: Float32Array[], most: number): void {
    this.stage.ropes.forEach((rope, i) => rope.tension.show(ropes[i] ?? null, most));
    this.stage.change();
  }

  // what has come to rest, once
  private readOut(newtons: number): void {
    const now = performance.now();
    if (!(Math.abs(newtons - this.steady.newtons) <= 0.1 * this.steady.newtons)) {
      this.steady = { newtons, since: now };
    } else if (now - this.steady.since > READ_AFTER && this.said !== this.steady.newtons) {
      this.said = this.steady.newtons;
      this.words.textContent =
        newtons < SLACK ? t('Nothing pulls at the rope.') : t('The rope is pulled with at most {n} N.', { n: Number(newtons.toPrecision(2)) });
    }
  }
}
