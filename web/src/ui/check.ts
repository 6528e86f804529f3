// SPDX-License-Identifier: MIT
// Check my knot: what lies there beside the knot that was meant, in a sentence, with the crossings that go the wrong way lit.

import type { Catalogue, Engine, EverydayKnot, SceneInfo, Verdict } from '../protocol';
import type { Stage } from '../view/stage';
import { byId, h } from './dom';
import { basisWords, heldWords, usualRope } from './hold_words';
import { wordsOf } from './toast';
import { said, t } from '../words/words';

const SVG = 'http://www.w3.org/2000/svg';
const CATEGORIES = ['stopper', 'loop', 'bend', 'hitch', 'binding', 'decorative'];

export class Check {
  private readonly select: HTMLSelectElement;
  private readonly words = h('p', { class: 'coach-words', role: 'status', 'data-testid': 'check-words' });
  private readonly list = h('ul', { class: 'check-list', 'data-testid': 'check-list' });
  private readonly box: HTMLElement;
  private readonly opener: HTMLButtonElement;
  private readonly puller: HTMLButtonElement;
  private readonly meantRow: HTMLElement;
  private readonly madeRow: HTMLElement;
  private readonly made: HTMLSelectElement;
  private readonly basis = h('p', { class: 'check-basis', 'data-testid': 'hold-basis', hidden: true });
  private readonly lights = document.createElementNS(SVG, 'svg');
  private readonly knots: Map<string, EverydayKnot>;
  private verdict: Verdict | null = null;
  private asked = 0;
  private busy = false;
  private chosen = -1;

  constructor(
    private readonly engine: Engine,
    private readonly stage: Stage,
    private readonly catalogue: Catalogue,
    private readonly layout: () => void,
  ) {
    this.knots = new Map(catalogue.everyday.filter(({ tied }) => tied !== 'described only').map((knot) => [knot.name, knot]));
    this.select = h('select', { id: 'check-knot', 'data-testid': 'check-knot', onchange: () => this.run() }, ...this.groups());
    this.opener = h(
      'button',
      { type: 'button', class: 'pill', id: 'check-open', 'data-testid': 'check-open', 'aria-label': t('Check my knot'), 'aria-expanded': 'false', onclick: () => (this.isOpen ? this.close() : this.open()) },
      t('Check'),
    );
    this.puller = h('button', { type: 'button', class: 'pill', id: 'hold-open', 'data-testid': 'hold-open', onclick: () => void this.pull() }, t('Does it hold?'));
    byId('name-card').append(h('div', { class: 'name-tools' }, this.opener, this.puller));
    this.meantRow = h('p', { class: 'check-row' }, h('label', { for: 'check-knot' }, t('I meant')), this.select);
    this.made = h(
      'select',
      { id: 'hold-material', 'data-testid': 'hold-material', onchange: () => void this.pull() },
      h('option', { value: '' }, usualRope()),
      ...catalogue.materials.map(({ name, title }) => h('option', { value: name }, said(title))),
    );
    this.madeRow = h('p', { class: 'check-row', hidden: true }, h('label', { for: 'hold-material' }, t('Material')), this.made);
    this.box = h(
      'section',
      { id: 'check', 'data-testid': 'check', 'aria-label': t('Check my knot'), hidden: true },
      this.meantRow,
      this.madeRow,
      this.words,
      this.basis,
      this.list,
      h(
        'p',
        { class: 'coach-foot' },
        h('button', { type: 'button', class: 'pill strong', 'data-testid': 'check-again', onclick: () => (this.meantRow.hidden ? void this.pull() : this.run()) }, t('Check again')),
        h('button', { type: 'button', class: 'pill', 'data-testid': 'check-close', onclick: () => this.close() }, t('Close')),
      ),
    );
    this.box.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        this.close();
      }
    });
    this.lights.id = 'lights';
    this.lights.setAttribute('aria-hidden', 'true');
    byId('main').append(this.lights, this.box);
  }

  private groups(): HTMLElement[] {
    return CATEGORIES.map((category) =>
      h(
        'optgroup',
        { label: capital(said(category)) },
        ...[...this.knots.values()].filter((knot) => knot.category === category).map(({ name }) => h('option', { value: name }, said(name))),
      ),
    );
  }

  private get isOpen(): boolean {
    return !this.box.hidden;
  }

  /** The knot that was practised or shown: the one that is meant unless another is chosen. */
  meant(title: string): void {
    const name = title.replace(/\s*\(.*\)$/, '').toLowerCase();
    if (this.knots.has(name)) {
      this.select.value = name;
    }
  }

  scene(info: SceneInfo, fresh: boolean): void {
    if (fresh) {
      this.meant(info.title);
      this.close();
    }
    this.opener.hidden = info.ropes.length === 0 || info.kind === 'still';
    this.puller.hidden = this.opener.hidden || info.cloths.length > 0;
  }

  /** The knot has changed: what was said of it holds no more. */
  changed(): void {
    if (this.verdict || (this.isOpen && !this.basis.hidden)) {
      this.basis.hidden = true;
      this.show(null, t('The rope has moved. Check again.'));
    }
  }

  private open(): void {
    this.meantRow.hidden = false;
    this.madeRow.hidden = true;
    this.basis.hidden = true;
    this.box.hidden = false;
    this.opener.setAttribute('aria-expanded', 'true');
    document.body.classList.add('checking');
    this.run();
    this.select.focus({ preventScroll: true });
  }

  private close(): void {
    if (this.isOpen) {
      this.box.hidden = true;
      this.opener.setAttribute('aria-expanded', 'false');
      document.body.classList.remove('checking');
      this.show(null, '');
      (this.meantRow.hidden ? this.puller : this.opener).focus({ preventScroll: true });
    }
  }

  /** Does it hold? The knot as it lies, pulled in a world of its own. */
  private async pull(): Promise<void> {
    const asked = ++this.asked;
    this.meantRow.hidden = this.basis.hidden = true;
    this.madeRow.hidden = false;
    this.box.hidden = false;
    document.body.classList.add('checking');
    this.show(null, t('Pulling at it …'));
    this.puller.disabled = this.made.disabled = true;
    try {
      const held = await this.engine.ask('hold', { material: this.made.value });
      if (asked === this.asked && this.isOpen) {
        this.basis.textContent = basisWords(held, this.catalogue.materials);
        this.basis.hidden = held.verdict === 'none';
        this.show(null, heldWords(held));
        this.words.dataset.right = String(held.verdict === 'holds');
      }
    } catch (error) {
      this.show(null, wordsOf(error));
    } finally {
      this.puller.disabled = this.made.disabled = false;
      this.layout();
    }
  }

  // one after another: of what is asked meanwhile only the last counts
  private run(): void {
    this.asked++;
    this.show(null, t('Looking at it …'));
    if (!this.busy) {
      this.busy = true;
      void this.ask().finally(() => (this.busy = false));
    }
  }

  private async ask(): Promise<void> {
    for (let answered = 0; answered !== this.asked && this.isOpen; ) {
      answered = this.asked;
      try {
        const verdict = await this.engine.ask('check', { intended: this.select.value });
        if (answered === this.asked && this.isOpen) {
          this.show(verdict, sentenceOf(verdict.words));
        }
      } catch (error) {
        this.show(null, wordsOf(error));
      }
    }
  }

  private show(verdict: Verdict | null, words: string): void {
    this.verdict = verdict;
    this.chosen = -1;
    this.words.textContent = words;
    this.words.dataset.right = verdict ? String(verdict.right) : '';
    const crossings = verdict?.crossings ?? [];
    this.list.hidden = crossings.length === 0;
    this.list.replaceChildren(...crossings.map((crossing, i) => this.item(i, crossing.side)));
    this.lights.replaceChildren();
    this.eye = '';
    this.place();
    this.layout();
    this.stage.change();
  }

  // below the name on a phone, however high that is; elsewhere beside it
  private place(): void {
    const upright = window.matchMedia('(max-width: 899px) and (min-height: 521px)').matches;
    this.box.style.top = upright ? `${byId('name-card').getBoundingClientRect().bottom + 8}px` : '';
  }

  private item(i: number, side: string): HTMLElement {
    const light = (on: boolean) => () => {
      this.chosen = on ? i : -1;
      this.eye = '';
    };
    const words = side === 'over' ? t('{n}: goes over, should go under', { n: i + 1 }) : t('{n}: goes under, should go over', { n: i + 1 });
    return h('li', {}, h('button', { type: 'button', class: 'check-item', onfocus: light(true), onblur: light(false), onpointerenter: light(true), onpointerleave: light(false) }, words));
  }

  private eye = '';
  /** Each frame: the lights stay on the rope. */
  draw(): void {
    const frame = this.verdict && this.engine.frame();
    if (!frame || !this.verdict || this.verdict.crossings.length === 0) {
      return;
    }
    const { canvas, orbit } = this.stage;
    const eye = `${frame.serial} ${orbit.camera.matrixWorld.elements.map((x) => x.toFixed(3)).join()} ${canvas.clientWidth} ${canvas.clientHeight} ${this.chosen}`;
    if (eye === this.eye) {
      return;
    }
    this.eye = eye;
    const places = this.verdict.crossings.map(({ rope, node }) => {
      const nodes = frame.ropes[rope];
      const at = 3 * Math.min(node, nodes.length / 3 - 2);
      return this.stage.toScreen((nodes[at] + nodes[at + 3]) / 2, (nodes[at + 1] + nodes[at + 4]) / 2, (nodes[at + 2] + nodes[at + 5]) / 2);
    });
    this.lights.replaceChildren(...places.map((place, i) => light(place, roomOf(places, i), i, i === this.chosen)));
  }
}

// no larger than that neighbours are told apart
function roomOf(places: [number, number][], i: number): number {
  const [x, y] = places[i];
  const apart = places.filter((_, k) => k !== i).map(([a, b]) => Math.hypot(a - x, b - y));
  return Math.min(17, Math.max(7, Math.min(...apart) / 2));
}

function light([x, y]: [number, number], room: number, i: number, chosen: boolean): SVGElement {
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', chosen ? 'light chosen' : 'light');
  group.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  const ring = document.createElementNS(SVG, 'circle');
  const radius = chosen ? room + 4 : room;
  ring.setAttribute('r', radius.toFixed(1));
  const number = document.createElementNS(SVG, 'text');
  number.setAttribute('x', (radius + 7).toFixed(1));
  number.setAttribute('y', (-0.7 * radius).toFixed(1));
  number.textContent = String(i + 1);
  group.append(ring, number);
  return group;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// what it is, and what differs
function sentenceOf(words: string): string {
  return `${capital(words.split(': ').map(said).join(': '))}.`;
}
