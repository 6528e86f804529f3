// SPDX-License-Identifier: MIT
// A panel that stays: something on which the page depends is not there. It says what, and what to do. All else on the page
// can still be used.

import { byId, h } from './dom';
import { t } from '../words/words';

export interface Notice {
  /** One of a kind at a time. */
  kind: 'picture' | 'engine';
  title: string;
  /** What can be done about it, a paragraph each. */
  words: string[];
  /** The page may be loaded again, or the panel put away. */
  reload?: boolean;
  close?: boolean;
}

const shown = new Map<Notice['kind'], HTMLElement>();

/** Show a notice until it is taken back or closed; one of the same kind is replaced. */
export function stay({ kind, title, words, reload, close }: Notice): void {
  takeBack(kind);
  const button = (name: string, run: () => void): HTMLElement => h('button', { type: 'button', class: 'pill', onclick: run }, name);
  const panel = h(
    'section',
    { class: 'notice', role: 'alert', 'data-testid': 'notice', 'data-kind': kind },
    h('h2', {}, title),
    ...words.map((text) => h('p', {}, text)),
    h('div', { class: 'actions' }, reload && button(t('Reload the page'), () => location.reload()), close && button(t('Go on without'), () => takeBack(kind))),
  );
  shown.set(kind, panel);
  byId('notices').append(panel);
}

export function takeBack(kind: Notice['kind']): void {
  shown.get(kind)?.remove();
  shown.delete(kind);
}

export function isShown(kind: Notice['kind']): boolean {
  return shown.has(kind);
}

/** There is no WebGL 2. */
export function noPicture(): void {
  stay({
    kind: 'picture',
    title: t('The rope cannot be drawn here'),
    words: [
      t('This browser gives the page no WebGL 2, which draws the rope. All else works: knots are tied, named and shown as diagrams, and files are read and written.'),
      t('To see the rope: turn on hardware acceleration in the settings of the browser and start it again, or open the page in a newer one: Chrome or Edge 56, Firefox 51, Safari 15 and all later ones have WebGL 2.'),
    ],
    reload: true,
    close: true,
  });
}

/** The graphics processor has let go of the page; the browser gives it back as a rule. */
export function lostPicture(): void {
  stay({
    kind: 'picture',
    title: t('The picture is gone for a moment'),
    words: [
      t('The graphics processor has let go of this page, as it does after sleep, or when others need it. The rope is as it was, and the picture comes back by itself as a rule.'),
      t('If it does not: reload the page. The rope is kept.'),
    ],
    reload: true,
  });
}

/** The library did not start, or has stopped. */
export function noEngine(why: string): void {
  stay({ kind: 'engine', title: t('The simulation is not running'), words: [why, t('What was tied here is kept, and is there again when the page is loaded again.')], reload: true });
}
