// SPDX-License-Identifier: MIT
// What the garment tab says: of a knot that has been laid, while it settles, and at the end.

import type { DressState, Timeline } from '../protocol';

export interface Told {
  words: string;
  good: boolean;
}

const small = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);
const article = (title: string): string => `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${small(title)}`;
const sentence = (words: string): string => words + (/[.!?]$/.test(words) ? '' : '.');

export function laidWords(title: string, dress: DressState): Told {
  const kept = dress.kept ? `It is ${article(title)}: ${dress.name}.` : `It is not ${article(title)} now: ${sentence(dress.failure)}`;
  const stopped = dress.stopped ? ` The sliders went ${Math.round(100 * dress.reached)} % of their way: ${sentence(dress.reason)}` : '';
  return { words: kept + stopped, good: dress.kept };
}

export function finishedWords(title: string, dress: DressState, failure: string): Told {
  if (!dress.kept) {
    return { words: `Not tied: ${sentence(dress.failure)} The place is lit on the cloth.`, good: false };
  }
  if (dress.unproved !== 0) {
    const why = dress.unproved < 0 ? 'cloth goes through cloth from the start to the end' : `${dress.unproved} steps are not proved`;
    return { words: `The knot is kept, but ${why}.`, good: false };
  }
  if (failure !== '') {
    return { words: `Not tied: ${sentence(failure.replace(/^Step \d+ \(\w+\): /i, ''))}`, good: false };
  }
  const rest = dress.rested ? '' : ' Its tails still swing a little.';
  return { words: `Tied: ${small(title)}, kept, proved (${dress.name}).${rest}`, good: true };
}

/** value: 0 to 1, null when nothing is under way. */
export function progressOf(timeline: Timeline | null, work: { pierced: number; stretch: number }): { value: number | null; words: string; button: string } {
  if (!timeline || (timeline.cycle === timeline.start && !timeline.playing)) {
    return { value: null, words: '', button: 'Settle' };
  }
  const button = timeline.playing ? 'Stop' : timeline.done ? 'Play again' : 'Go on';
  const done = timeline.cycle - timeline.start;
  const all = Math.max(1, timeline.expected - timeline.start, done);
  if (timeline.done && timeline.cycle === timeline.head) {
    return { value: 1, words: `${done} steps.`, button };
  }
  const part = Math.floor((100 * done) / all);
  const now = timeline.steps.filter(({ cycle, words }) => cycle <= timeline.cycle && !['expect', 'redress', 'set'].includes(words)).at(-1)?.words ?? 'It settles.';
  const waits = /led/.test(now) ? 'until its ends have gone as far as tightness says' : 'until nothing moves any more';
  const state = `${work.pierced === 0 ? 'nothing crosses' : `${work.pierced} crossings are left`}, stretch ${work.stretch.toFixed(2)}`;
  return { value: done / all, words: `${now.replace(/\.$/, '')} ${waits}: step ${done} of about ${all}, ${part} %; ${state}.`, button };
}
