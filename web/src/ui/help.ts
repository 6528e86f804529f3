// SPDX-License-Identifier: MIT
// All that hands and keys can do.

import { byId, h, icon } from './dom';
import { choose, LANGUAGES, nameOf } from '../words/language';
import { spokenLanguage, t } from '../words/words';

const handRows = (): [string, string][] => [
  [t('Drag the rope'), t('lay it over whatever it crosses; seen from above on the table, else in the plane of the view')],
  [t('Shift, the right button, a second finger, or the switch Over / Under'), t('while you drag: lay it under')],
  [t('Tap the rope'), t('put a pin there: it stays; tap the pin to take it out')],
  [t('Second finger on the rope'), t('a second hand')],
  [t('Wheel while dragging, or Alt and drag'), t('push it away or draw it near, a little')],
  [t('Drag the ground'), t('turn the view')],
  [t('Right button or Shift on the ground, or two fingers'), t('move the view')],
  [t('Wheel or pinch'), t('nearer, farther, towards what is under it')],
  [t('Double tap on the ground'), t('look there, from nearer')],
];

const keyRows = (): [string, string][] => [
  [t(', and .'), t('choose the node before or after (with Shift: ten)')],
  [t('[ and ]'), t('choose the rope or cloth before or after')],
  [t('Home and End'), t('choose the first or last node')],
  [t('C'), t('choose the next corner of a cloth, or end of a rope (with Shift: the one before)')],
  [t('Enter'), t('grasp the chosen node, or let it go')],
  [t('Arrow keys'), t('lay it over what it crosses (with Shift: far steps); with nothing grasped, turn the view')],
  [t('U'), t('over or under: the switch beside the rope')],
  [t('Page Up, Page Down'), t('move it away, or nearer, past what is in the way')],
  [t('P'), t('pin or unpin')],
  [t('X'), t('let go of everything')],
  [t('Space'), t('pause or go on')],
  [t('S'), t('one cycle')],
  [t('Ctrl+Z, Ctrl+Shift+Z'), t('undo, redo')],
  [t('+ and −'), t('nearer, farther')],
  [t('F'), t('show all of the rope')],
  [t('1, 2, 3'), t('see it from the front, from above, from behind')],
  [t('?'), t('this page')],
];

function table(caption: string, rows: [string, string][]): HTMLElement {
  return h(
    'section',
    {},
    h('h3', {}, caption),
    h(
      'dl',
      {},
      ...rows.map(([left, right]) => h('div', {}, h('dt', {}, left), h('dd', {}, right))),
    ),
  );
}

function languageMenu(): HTMLElement {
  const select = h(
    'select',
    { id: 'language', 'data-testid': 'language', onchange: () => choose(select.value) },
    ...LANGUAGES.map((code) => h('option', { value: code, lang: code }, nameOf(code))),
  );
  select.value = spokenLanguage();
  return h('p', { class: 'help-foot help-language' }, h('label', { for: 'language' }, t('Language')), select);
}

export function makeHelp(): { open(): void } {
  const dialog = byId<HTMLDialogElement>('help');
  dialog.append(
    h(
      'header',
      {},
      h('h2', { id: 'help-title' }, t('How to tie')),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': t('Close help'), onclick: () => dialog.close() },
        icon('close'),
      ),
    ),
    h(
      'div',
      { class: 'help-columns', tabindex: 0, role: 'region', 'aria-label': t('Ways to use the rope') },
      table(t('Mouse, finger, pen'), handRows()),
      table(t('Keys, with the focus on the rope'), keyRows()),
    ),
    h(
      'p',
      { class: 'help-foot' },
      t(
        'A hand turns amber when the rope is taut and red when strands hold it back; the line shows where it wants to be. A rope never passes through anything: every cycle is proved. The name is that of the knot you get when the ends are joined far outside.',
      ),
    ),
  );
  dialog.append(languageMenu());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) {
      dialog.close();
    }
  });
  return { open: () => dialog.showModal() };
}
