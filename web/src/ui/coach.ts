// SPDX-License-Identifier: MIT
// The practice card: what to do, ticked off as it is done.

import type { PracticeState } from '../protocol';
import { byId, h } from './dom';

export class Coach {
  private readonly box = byId('coach');
  private shown = '';

  constructor(private readonly leave: () => void) {}

  update(state: PracticeState | null): void {
    this.box.hidden = state === null;
    if (!state) {
      this.shown = '';
      return;
    }
    const key = `${state.task.id} ${state.done}`;
    if (key === this.shown) {
      return;
    }
    this.shown = key;
    const { task, done } = state;
    const finished = done >= task.steps.length;
    this.box.replaceChildren(
      h('h2', {}, task.title),
      h(
        'ol',
        {},
        ...task.steps.map((step, i) =>
          h(
            'li',
            {
              class: i < done ? 'done' : i === done ? 'now' : '',
              'aria-current': i === done ? 'step' : false,
              'data-step': i + 1,
            },
            i < done ? h('span', { class: 'visually-hidden' }, 'Done: ') : null,
            step,
          ),
        ),
      ),
      h(
        'p',
        { class: 'coach-foot' },
        finished ? h('strong', { 'data-testid': 'practice-done' }, 'Tied. Well done.') : 'Follow the blue ghost.',
        h('button', { type: 'button', class: 'pill', onclick: () => this.leave() }, finished ? 'Close' : 'Leave'),
      ),
    );
  }
}
