// SPDX-License-Identifier: MIT
// Messages that say what went wrong and do not get in the way.

import { byId, h, icon } from './dom';
import { said, t } from '../words/words';

const SHOWN_MS = 9000;
const MOST = 3;

/** Show a message; it goes away by itself, later while the pointer rests on it or it has the focus. */
export function toast(message: string, kind: 'trouble' | 'news' = 'trouble'): void {
  const box = byId(kind === 'trouble' ? 'messages' : 'messages');
  let timer = 0;
  const close = (): void => {
    clearTimeout(timer);
    note.remove();
  };
  const wait = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(close, SHOWN_MS);
  };
  const note = h(
    'div',
    {
      class: `toast ${kind}`,
      onpointerenter: () => clearTimeout(timer),
      onpointerleave: wait,
      onfocusin: () => clearTimeout(timer),
      onfocusout: wait,
    },
    h('p', {}, message),
    h('button', { type: 'button', class: 'icon-button small', 'aria-label': t('Close message'), onclick: close }, icon('close')),
  );
  while (box.children.length >= MOST) {
    box.firstElementChild?.remove();
  }
  box.append(note);
  wait();
}

/** What an unknown failure says. */
export function wordsOf(error: unknown): string {
  return said(error instanceof Error ? error.message : String(error));
}
