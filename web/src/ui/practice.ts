// SPDX-License-Identifier: MIT
// Practice: knots to tie by hand, with a ghost that shows the way.

import type { Catalogue, Engine, PracticeTask } from '../protocol';
import { h } from './dom';
import { knotThumb } from './pictures';
import { toast, wordsOf } from './toast';
import { said, t } from '../words/words';

/** Those to begin with have none. */
const CATEGORIES = ['', 'stopper', 'loop', 'bend', 'hitch', 'binding', 'decorative'];

export function practiceTab(engine: Engine, catalogue: Catalogue, chosen: () => void): HTMLElement {
  return h(
    'div',
    { class: 'tab-body' },
    h('h2', {}, t('Practice')),
    h('p', { class: 'quiet' }, t('Trace the arrow with your finger or the mouse, over and under as its badges say. One step at a time; at the end it is pulled tight by itself.')),
    ...CATEGORIES.flatMap((category) => [
      category !== '' && h('h3', {}, capital(said(category))),
      h('ul', { class: 'knots' }, ...catalogue.practice.filter((task) => task.category === category).map((task) => item(engine, task, chosen))),
    ]),
  );
}

function item(engine: Engine, task: PracticeTask, chosen: () => void): HTMLElement {
  return h(
    'li',
    {},
    h(
      'button',
      {
        type: 'button',
        class: 'knot',
        'data-testid': `practice-${task.id}`,
        onclick: () => {
          engine.ask('practice', { id: task.id }).then(chosen, (error: unknown) => toast(wordsOf(error)));
        },
      },
      knotThumb(task.id),
      h('span', {}, h('strong', {}, said(task.title)), h('small', {}, said(task.note))),
    ),
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
