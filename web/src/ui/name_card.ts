// SPDX-License-Identifier: MIT
// The knot's name, live, and its diagram, which changes only when the knot does.

import type { Events, KnotName, SceneInfo, Timeline, Work } from '../protocol';
import { cardWords, everydayWords, joinedWords, linkText, NO_KNOT, spoken } from './card_words';
import { byId, knotText } from './dom';
import { many, said, t } from '../words/words';

export class NameCard {
  private readonly knots = new Map<number, KnotName>();
  private link = '';
  private joined = false;
  private shownSvg: string | null = null;
  private shownName = '';
  ropeCount = 1;
  private clothWords = '';
  /** What the script that is played says it ties: its words, not a name that was found. */
  private script = '';

  constructor() {
    this.show();
    // what comes below it, however high it is
    const card = byId('name-card');
    new ResizeObserver(() => document.body.style.setProperty('--below-name', `${card.offsetTop + card.offsetHeight + 8}px`)).observe(card);
  }

  /** A new scene: names of the old one are gone. */
  reset(info: SceneInfo): void {
    this.knots.clear();
    this.link = '';
    this.ropeCount = info.ropes.length;
    this.script = info.kind === 'timeline' ? info.title.replace(/\s*\(.*\)$/, '').toLowerCase() : '';
    this.showScript(null);
    this.clothWords = '';
    if (info.cloths.length > 0) {
      const vertices = info.cloths.reduce((sum, cloth) => sum + cloth.vertices, 0);
      this.clothWords = many(vertices, '{n} vertex', '{n} vertices');
    }
    this.show();
  }

  /** What is known of cloth alone: whether it goes through itself anywhere, and how far it is stretched. */
  cloth({ pierced, stretch }: Work): void {
    if (this.ropeCount > 0 || this.clothWords === '') {
      return;
    }
    const percent = Math.max(0, Math.round(100 * (stretch - 1)));
    const words = `${pierced > 0 ? many(pierced, '{n} edge goes through it', '{n} edges go through it') : t('nothing crosses')}${percent > 2 ? ` · ${t('stretched {n} %', { n: percent })}` : ''}`;
    const proof = byId('knot-proof');
    if (proof.textContent !== words) {
      proof.textContent = words;
      proof.dataset.sure = String(pierced === 0);
    }
  }

  /** The script's own words for what it ties: while it does, once it has, and no more when the hands are taken over. */
  showScript(timeline: Timeline | null): void {
    const line = byId('knot-script');
    if (!timeline || timeline.failure || !this.script) {
      line.hidden = true;
      line.textContent = '';
      return;
    }
    const done = timeline.done && timeline.cycle >= timeline.head;
    const words = done ? t('the script has tied: {knot}', { knot: said(this.script) }) : t('the script is tying: {knot}', { knot: said(this.script) });
    if (line.textContent !== words) {
      line.textContent = words;
    }
    line.hidden = false;
  }

  /** The language has got more words. */
  again(): void {
    this.show();
  }

  update(event: Events['knots']): void {
    for (const { rope, knot } of event.ropes) {
      this.knots.set(rope, knot);
    }
    this.link = event.link;
    this.joined = event.joined;
    this.show();
  }

  /** All that is known, in words for the status line. */
  words(): string {
    const parts: string[] = [];
    for (let rope = 0; rope < this.ropeCount; rope++) {
      const knot = this.knots.get(rope) ?? NO_KNOT;
      parts.push(this.ropeCount > 1 ? t('rope {n}: {knot}', { n: rope + 1, knot: spoken(knot) }) : spoken(knot));
    }
    if (this.link) {
      parts.push(`${t('linked as {link}', { link: linkText(this.link) })}${this.joined ? `, ${joinedWords(this.ropeCount)}` : ''}`);
    }
    return parts.join('; ');
  }

  knot(rope: number): KnotName {
    return this.knots.get(rope) ?? NO_KNOT;
  }

  private showCloth(): void {
    this.shownName = '';
    byId('knot-name').textContent = t('Cloth');
    byId('knot-everyday').textContent = this.clothWords;
    byId('knot-proof').textContent = '';
    this.draw(NO_KNOT);
    byId('diagram').classList.add('cloth');
    byId('diagram').setAttribute('aria-label', t('Cloth: no rope, so no knot'));
    this.shownSvg = null;
  }

  private show(): void {
    if (this.ropeCount === 0 && this.clothWords !== '') {
      this.showCloth();
      return;
    }
    byId('diagram').classList.remove('cloth');
    const knots = Array.from({ length: this.ropeCount }, (_, rope) => this.knot(rope));
    const { main, name, everyday, proof: evidence, sure } = cardWords(knots, this.link, this.joined);
    const title = byId('knot-name');
    if (name !== this.shownName) {
      this.shownName = name;
      title.replaceChildren(knotText(name));
      title.classList.remove('fresh');
      // start the flash again
      void title.offsetWidth;
      title.classList.add('fresh');
    }
    const names = byId('knot-everyday');
    if (names.textContent !== everyday) {
      names.textContent = everyday;
    }
    const proof = byId('knot-proof');
    if (proof.textContent !== evidence) {
      proof.textContent = evidence;
    }
    proof.dataset.sure = String(sure);
    this.draw(main);
  }

  private draw(knot: KnotName): void {
    if (knot.svg === this.shownSvg) {
      return;
    }
    this.shownSvg = knot.svg;
    const box = byId('diagram');
    box.setAttribute('aria-label', knot.svg ? t('Diagram of {knot}', { knot: spoken(knot) }) : t('No diagram: {why}', { why: everydayWords(knot) || t('nothing is named yet') }));
    box.replaceChildren();
    if (knot.svg) {
      const parsed = new DOMParser().parseFromString(knot.svg, 'image/svg+xml').documentElement;
      if (parsed.nodeName === 'svg') {
        parsed.removeAttribute('width');
        parsed.removeAttribute('height');
        parsed.setAttribute('aria-hidden', 'true');
        box.append(document.importNode(parsed, true));
      }
    }
    box.classList.toggle('empty', box.childElementCount === 0);
  }
}
