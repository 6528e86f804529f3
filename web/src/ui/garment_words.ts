// SPDX-License-Identifier: MIT
// What the garment tab says: of a knot that has been laid, while it settles, and at the end.

import type { DressState, Timeline } from '../protocol';
import { fixed, many, said, t } from '../words/words';

export interface Told {
  words: string;
  good: boolean;
}

const small = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);
const article = (title: string): string => `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${small(title)}`;
// an article stands before an English name alone
const named = (title: string): string => {
  const words = said(small(title));
  return words === small(title) ? article(title) : words;
};
const sentence = (words: string): string => said(words) + (/[.!?]$/.test(words) ? '' : '.');

export function laidWords(title: string, dress: DressState): Told {
  const knot = named(title);
  const kept = dress.kept ? t('It is {knot}: {name}.', { knot, name: dress.name }) : t('It is not {knot} now: {why}', { knot, why: sentence(dress.failure) });
  const stopped = dress.stopped ? ` ${t('The sliders went {n} % of their way: {why}', { n: Math.round(100 * dress.reached), why: sentence(dress.reason) })}` : '';
  return { words: kept + stopped, good: dress.kept };
}

export function finishedWords(title: string, dress: DressState, failure: string): Told {
  if (!dress.kept) {
    return { words: t('Not tied: {why} The place is lit on the cloth.', { why: sentence(dress.failure) }), good: false };
  }
  if (dress.unproved !== 0) {
    const words =
      dress.unproved < 0
        ? t('The knot is kept, but cloth goes through cloth from the start to the end.')
        : many(dress.unproved, 'The knot is kept, but {n} step is not proved.', 'The knot is kept, but {n} steps are not proved.');
    return { words, good: false };
  }
  if (failure !== '') {
    return { words: t('Not tied: {why}', { why: sentence(failure.replace(/^Step \d+ \(\w+\): /i, '')) }), good: false };
  }
  const rest = dress.rested ? '' : ` ${t('Its tails still swing a little.')}`;
  return { words: `${t('Tied: {knot}, kept, proved ({name}).', { knot: said(small(title)), name: dress.name })}${rest}`, good: true };
}

/** value: 0 to 1, null when nothing is under way. */
export function progressOf(timeline: Timeline | null, work: { pierced: number; stretch: number }): { value: number | null; words: string; button: string } {
  if (!timeline || (timeline.cycle === timeline.start && !timeline.playing)) {
    return { value: null, words: '', button: t('Settle') };
  }
  const button = timeline.playing ? t('Stop') : timeline.done ? t('Play again') : t('Go on');
  const done = timeline.cycle - timeline.start;
  const all = Math.max(1, timeline.expected - timeline.start, done);
  if (timeline.done && timeline.cycle === timeline.head) {
    return { value: 1, words: many(done, '{n} step.', '{n} steps.'), button };
  }
  const part = Math.floor((100 * done) / all);
  const now = timeline.steps.filter(({ cycle, words }) => cycle <= timeline.cycle && !['expect', 'redress', 'set'].includes(words)).at(-1)?.words ?? 'It settles.';
  const waits = /led/.test(now) ? t('until its ends have gone as far as tightness says') : t('until nothing moves any more');
  const state = `${work.pierced === 0 ? t('nothing crosses') : many(work.pierced, '{n} crossing is left', '{n} crossings are left')}, ${t('stretch {n}', { n: fixed(work.stretch, 2) })}`;
  const steps = t('step {n} of about {all}, {part} %', { n: done, all, part });
  return { value: done / all, words: `${said(now).replace(/\.$/, '')} ${waits}: ${steps}; ${state}.`, button };
}
