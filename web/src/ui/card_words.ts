// SPDX-License-Identifier: MIT
// What the card says of a scene's knots, in words. Names are the library's; nothing here makes up any. No DOM: the
// tests read the cards of all knots of the book under node.

import type { KnotName } from '../protocol';
import { said, t } from '../words/words';

/** Before anything is named. */
export const NO_KNOT: KnotName = {
  name: '0_1',
  everyday: '',
  qualifier: '',
  complete: false,
  handedness: 'none',
  proved: false,
  confidence: 1,
  crossings: 0,
  reason: '',
  svg: '',
};

const HAND_WORDS: Record<KnotName['handedness'], string> = {
  left: 'left-handed',
  right: 'right-handed',
  none: 'its own mirror image',
  mixed: 'left and right parts',
  unknown: '',
};

export interface CardWords {
  /** The rope that speaks for the scene: the one that is tied the most. */
  main: KnotName;
  name: string;
  everyday: string;
  proof: string;
  /** The name is proved and is all that there is to say. */
  sure: boolean;
}

/** What the library calls it beside its name in the table. */
export function everydayWords(knot: Pick<KnotName, 'everyday' | 'qualifier'>): string {
  return said(knot.everyday || knot.qualifier);
}

/** What one rope's knot is called, in a sentence. */
export function spoken(knot: KnotName): string {
  const hand = knot.name === '0_1' ? '' : said(HAND_WORDS[knot.handedness]);
  return [knot.name, everydayWords(knot), hand].filter(Boolean).join(', ');
}

/** "L5a1, Whitehead link" */
export function linkText(link: string): string {
  return link.split(', ').map(said).join(', ');
}

/** A link of open ropes is one of what they would be. */
export function joinedWords(ropes: number): string {
  return ropes === 1 ? t("with the ring, were the rope's ends joined") : t('were the ends of each rope joined');
}

/** knots: one for each rope; link: "L5a1, Whitehead link" or ""; joined: of ropes with ends. */
export function cardWords(knots: KnotName[], link: string, joined: boolean): CardWords {
  const main = knots.reduce((most, knot) => (knot.crossings > most.crossings ? knot : most), knots[0] ?? NO_KNOT);
  const [linked = '', linkWords = ''] = main.name === '0_1' ? link.split(', ') : [];
  if (linked) {
    const proof = joined ? joinedWords(knots.length) : t('linked');
    return { main, name: linked, everyday: main.everyday ? everydayWords(main) : said(linkWords), proof, sure: !joined };
  }
  return {
    main,
    name: main.name,
    everyday: everydayWords(main),
    proof: evidence(main, link && `${t('linked: {link}', { link: linkText(link) })}${joined ? `, ${joinedWords(knots.length)}` : ''}`),
    sure: main.proved && main.complete && main.confidence > 0.9,
  };
}

function evidence(knot: KnotName, linked: string): string {
  if (knot.name === 'unknown') {
    return said(knot.reason) || t('not in the table');
  }
  const hand = knot.name === '0_1' ? '' : said(HAND_WORDS[knot.handedness]);
  const unsure = knot.confidence < 0.995;
  const sure = unsure ? t('{n} % sure', { n: Math.round(100 * knot.confidence) }) : knot.proved && knot.complete ? t('proved') : '';
  return [hand, sure, linked].filter(Boolean).join(' · ');
}
