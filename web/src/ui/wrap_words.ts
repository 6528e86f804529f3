// SPDX-License-Identifier: MIT
// What the wrap tab says: of a rehearsal, while it is played, and of what has come of it.

import type { Timeline } from '../protocol';
import type { WrapPlan, WrapVerdict } from '../engine/wrap_desk';
import { type Hang, hangFault } from './wrap_judge';
import { fixed, many, number, said, t } from '../words/words';

export interface Told {
  words: string;
  good: boolean;
}

const metres = (x: number): string => number(Number(x.toPrecision(3)));
const percent = (share: number): string => fixed(100 * share, 1);

export function plannedWords(plan: WrapPlan): Told {
  const words = t('It can be wrapped: {over} m of each line go over the object, {needed} m are needed, and {line} m there are from the middle of the cloth to a corner. A cloth of {least} m would do.', {
    over: metres(plan.over),
    needed: metres(plan.needed),
    line: metres(plan.line),
    least: metres(plan.least),
  });
  return { words, good: true };
}

/** What the library refuses, as a sentence. */
export function refusedWords(message: string): string {
  // nobody has written the scene that is spoken of
  const words = said(message.replace(/^cloths\[0\]\.pleats: /, ''));
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? '' : '.');
}

/** verdict: where the run stands; the end is judged, what is before it only told. hang: of a run that was played to its end. */
export function judgedWords(plan: WrapPlan, verdict: WrapVerdict, work: { pierced: number }, timeline: Timeline, hang: Hang | null): Told {
  const covered = t('Covered: {share} % of the object.', { share: percent(verdict.coverage) });
  if (!(timeline.done && timeline.cycle === timeline.head)) {
    return { words: covered, good: true };
  }
  if (work.pierced > 0 || verdict.meetings > 0) {
    return { words: `${covered} ${t('Cloth goes through cloth or through the object.')}`, good: false };
  }
  if (timeline.failure !== '') {
    return { words: `${covered} ${t('Not wrapped: {why}', { why: refusedWords(timeline.failure.replace(/^Step \d+ \(\w+\): /i, '')) })}`, good: false };
  }
  if (!hang) {
    return { words: `${covered} ${t('Whether it hangs is not judged here.')}`, good: true };
  }
  const fault = hangFault(hang, plan);
  return fault === '' ? { words: `${t('Wrapped.')} ${covered}`, good: true } : { words: `${covered} ${t('Not wrapped: {why}', { why: fault })}`, good: false };
}

/** value: 0 to 1, null when nothing is under way. */
export function wrapProgress(timeline: Timeline | null, work: { pierced: number; stretch: number }): { value: number | null; words: string; button: string } {
  if (!timeline || (timeline.cycle === timeline.start && !timeline.playing)) {
    return { value: null, words: '', button: t('Wrap it') };
  }
  const button = timeline.playing ? t('Stop') : timeline.done && timeline.cycle === timeline.head ? t('Play again') : t('Go on');
  const done = timeline.cycle - timeline.start;
  if (timeline.done && timeline.cycle === timeline.head) {
    return { value: 1, words: many(done, '{n} step.', '{n} steps.'), button };
  }
  // once it is done its end is known
  const all = Math.max(1, (timeline.done ? timeline.head : timeline.expected) - timeline.start, done);
  const state = `${work.pierced === 0 ? t('nothing crosses') : many(work.pierced, '{n} crossing is left', '{n} crossings are left')}, ${t('stretch {n}', { n: fixed(work.stretch, 2) })}`;
  return { value: done / all, words: `${t('step {n} of about {all}, {part} %', { n: done, all, part: Math.floor((100 * done) / all) })}; ${state}.`, button };
}
