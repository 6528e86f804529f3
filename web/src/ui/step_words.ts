// SPDX-License-Identifier: MIT
// What to do at a step of a practice task, in the page's language. Steps of ropes that are paid out are put together of phrases
// (engine/laid_words.ts), and are said phrase by phrase.

import { capital, said, t } from '../words/words';

export function saidStep(english: string): string {
  const whole = said(english);
  if (whole !== english) {
    return whole;
  }
  const starts: [string, string][] = [
    ['make a loop: ', t('make a loop: ')],
    ['now the other rope: ', t('now the other rope: ')],
  ];
  let rest = (english.charAt(0).toLowerCase() + english.slice(1)).replace(/\.$/, '');
  const start = starts.find(([words]) => rest.startsWith(words));
  rest = rest.slice(start?.[0].length ?? 0);
  const out = ', and lead the end out';
  const last = rest.endsWith(out);
  const phrases = rest.slice(0, last ? -out.length : undefined).split(', then ');
  const words = phrases.map(said);
  // all of it, or English
  return words.some((one, i) => one === phrases[i]) ? english : capital(`${start?.[1] ?? ''}${words.join(t(', then '))}${last ? t(', and lead the end out') : ''}.`);
}
