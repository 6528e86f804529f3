// SPDX-License-Identifier: MIT
// What was tied, oldest first.

import type { HistoryEntry } from '../protocol';
import { h, knotText } from './dom';
import { said, t } from '../words/words';

export class HistoryTab {
  readonly body = h('div', { class: 'tab-body' });
  private readonly list = h('ol', { class: 'history', 'data-testid': 'history' });

  constructor(extra: HTMLElement) {
    this.body.append(h('h2', {}, t('Tied so far')), this.list, extra);
    this.show([], 1);
  }

  show(entries: readonly HistoryEntry[], ropes: number): void {
    if (entries.length === 0) {
      this.list.replaceChildren(h('li', { class: 'quiet' }, t('Nothing yet. A knot that stays for half a second is noted here.')));
      return;
    }
    this.list.replaceChildren(
      ...[...entries].reverse().map((entry) =>
        h(
          'li',
          {},
          h('strong', {}, knotText(entry.name)),
          h('span', {}, said(entry.everyday || entry.qualifier)),
          h('small', {}, ropes > 1 ? t('rope {rope}, cycle {n}', { rope: entry.rope + 1, n: entry.cycle }) : t('cycle {n}', { n: entry.cycle })),
        ),
      ),
    );
  }
}
