// SPDX-License-Identifier: MIT
// The knot's name, live, and its diagram, which changes only when the knot does.

import type { Events, KnotName, SceneInfo, Work } from '../protocol';
import { byId, knotText } from './dom';

const NO_KNOT: KnotName = {
  name: '0_1',
  traditional: '',
  everyday: [],
  handedness: 'none',
  proved: false,
  confidence: 1,
  crossings: 0,
  reason: '',
  svg: '',
};

/** A link of open ropes is one of what they would be. */
const JOINED = ', were the ends of each rope joined';

const HAND_WORDS: Record<KnotName['handedness'], string> = {
  left: 'left-handed',
  right: 'right-handed',
  none: 'its own mirror image',
  mixed: 'left and right parts',
  unknown: '',
};

/** Everyday words for a knot, short. */
export function everydayWords(knot: Pick<KnotName, 'name' | 'traditional' | 'everyday'>): string {
  if (knot.name === '0_1') {
    return 'no knot';
  }
  const words = [...knot.everyday];
  if (words.length === 0 && knot.traditional) {
    words.push(knot.traditional);
  }
  return words.slice(0, 2).join(', ');
}

/** What one rope's knot is called, in a sentence. */
export function spoken(knot: KnotName): string {
  const everyday = everydayWords(knot);
  const hand = knot.name === '0_1' ? '' : HAND_WORDS[knot.handedness];
  return [knot.name, everyday, hand].filter(Boolean).join(', ');
}

export class NameCard {
  private readonly knots = new Map<number, KnotName>();
  private link = '';
  private joined = false;
  private shownSvg: string | null = null;
  private shownName = '';
  ropeCount = 1;
  private clothWords = '';
  /** What a script ties, for knots without a name of their own. */
  tying = '';

  constructor() {
    this.show();
  }

  /** A new scene: names of the old one are gone. */
  reset(info: SceneInfo): void {
    this.knots.clear();
    this.link = '';
    this.ropeCount = info.ropes.length;
    this.clothWords = '';
    if (info.cloths.length > 0) {
      const vertices = info.cloths.reduce((sum, cloth) => sum + cloth.vertices, 0);
      this.clothWords = `${vertices.toLocaleString('en')} vertices`;
    }
    this.show();
  }

  /** What is known of cloth alone: whether it goes through itself anywhere, and how far it is stretched. */
  cloth({ pierced, stretch }: Work): void {
    if (this.ropeCount > 0 || this.clothWords === '') {
      return;
    }
    const percent = Math.max(0, Math.round(100 * (stretch - 1)));
    const words = `${pierced > 0 ? `${pierced} edges go through it` : 'nothing crosses'}${percent > 2 ? ` · stretched ${percent} %` : ''}`;
    const proof = byId('knot-proof');
    if (proof.textContent !== words) {
      proof.textContent = words;
      proof.dataset.sure = String(pierced === 0);
    }
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
      parts.push(`${this.ropeCount > 1 ? `rope ${rope + 1}: ` : ''}${spoken(knot)}`);
    }
    if (this.link) {
      parts.push(`linked as ${this.link}${this.joined ? JOINED : ''}`);
    }
    return parts.join('; ');
  }

  knot(rope: number): KnotName {
    return this.knots.get(rope) ?? NO_KNOT;
  }

  private showCloth(): void {
    this.shownName = '';
    byId('knot-name').textContent = 'Cloth';
    byId('knot-everyday').textContent = this.clothWords;
    byId('knot-proof').textContent = '';
    this.draw(NO_KNOT);
    byId('diagram').setAttribute('aria-label', 'No rope, so no knot');
  }

  private show(): void {
    if (this.ropeCount === 0 && this.clothWords !== '') {
      this.showCloth();
      return;
    }
    // the rope that is tied the most speaks for the scene
    let main = this.knot(0);
    for (let rope = 1; rope < this.ropeCount; rope++) {
      if (this.knot(rope).crossings > main.crossings) {
        main = this.knot(rope);
      }
    }
    const title = byId('knot-name');
    const [linked = '', linkWords = ''] = main.name === '0_1' ? this.link.split(', ') : [];
    const name = linked || main.name;
    if (name !== this.shownName) {
      this.shownName = name;
      title.replaceChildren(knotText(name));
      title.classList.remove('fresh');
      // start the flash again
      void title.offsetWidth;
      title.classList.add('fresh');
    }
    const everyday = linked ? linkWords || 'two ropes, linked' : everydayWords(main) || this.tying;
    const names = byId('knot-everyday');
    if (names.textContent !== everyday) {
      names.textContent = everyday;
    }
    const proof = byId('knot-proof');
    const evidence = this.evidence(main, linked !== '');
    if (proof.textContent !== evidence) {
      proof.textContent = evidence;
    }
    proof.dataset.sure = String(main.proved && main.confidence > 0.9 && !(linked && this.joined));
    this.draw(main);
  }

  private evidence(knot: KnotName, linked: boolean): string {
    if (linked) {
      return this.joined ? 'were the ends of each rope joined' : 'two ropes, linked';
    }
    if (knot.name === 'unknown') {
      return knot.reason || 'not in the table';
    }
    const parts: string[] = [];
    if (knot.name !== '0_1' && HAND_WORDS[knot.handedness]) {
      parts.push(HAND_WORDS[knot.handedness]);
    }
    if (knot.confidence < 0.995) {
      parts.push(`${Math.round(100 * knot.confidence)} % sure`);
    } else if (knot.proved) {
      parts.push('proved');
    }
    if (this.link) {
      parts.push(`linked: ${this.link}${this.joined ? JOINED : ''}`);
    }
    return parts.join(' · ');
  }

  private draw(knot: KnotName): void {
    if (knot.svg === this.shownSvg) {
      return;
    }
    this.shownSvg = knot.svg;
    const box = byId('diagram');
    box.setAttribute('aria-label', knot.svg ? `Diagram of ${spoken(knot)}` : 'No crossings: the rope is unknotted');
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
