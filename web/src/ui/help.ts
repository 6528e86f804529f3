// SPDX-License-Identifier: MIT
// All that hands and keys can do.

import { byId, h, icon } from './dom';

const HAND_ROWS: [string, string][] = [
  ['Drag the rope', 'lay it over whatever it crosses; seen from above on the table, else in the plane of the view'],
  ['Shift, the right button, a second finger, or the switch Over / Under', 'while you drag: lay it under'],
  ['Tap the rope', 'put a pin there: it stays; tap the pin to take it out'],
  ['Second finger on the rope', 'a second hand'],
  ['Wheel while dragging, or Alt and drag', 'push it away or draw it near, a little'],
  ['Drag the ground', 'turn the view'],
  ['Right button or Shift on the ground, or two fingers', 'move the view'],
  ['Wheel or pinch', 'nearer, farther, towards what is under it'],
  ['Double tap on the ground', 'look there, from nearer'],
];

const KEY_ROWS: [string, string][] = [
  [', and .', 'choose the node before or after (with Shift: ten)'],
  ['[ and ]', 'choose the rope or cloth before or after'],
  ['Home and End', 'choose the first or last node'],
  ['C', 'choose the next corner of a cloth, or end of a rope (with Shift: the one before)'],
  ['Enter', 'grasp the chosen node, or let it go'],
  ['Arrow keys', 'lay it over what it crosses (with Shift: far steps); with nothing grasped, turn the view'],
  ['U', 'over or under: the switch beside the rope'],
  ['Page Up, Page Down', 'move it away, or nearer, past what is in the way'],
  ['P', 'pin or unpin'],
  ['X', 'let go of everything'],
  ['Space', 'pause or go on'],
  ['S', 'one cycle'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'undo, redo'],
  ['+ and −', 'nearer, farther'],
  ['F', 'show all of the rope'],
  ['1, 2, 3', 'see it from the front, from above, from behind'],
  ['?', 'this page'],
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

export function makeHelp(): { open(): void } {
  const dialog = byId<HTMLDialogElement>('help');
  dialog.append(
    h(
      'header',
      {},
      h('h2', { id: 'help-title' }, 'How to tie'),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': 'Close help', onclick: () => dialog.close() },
        icon('close'),
      ),
    ),
    h(
      'div',
      { class: 'help-columns', tabindex: 0, role: 'region', 'aria-label': 'Ways to use the rope' },
      table('Mouse, finger, pen', HAND_ROWS),
      table('Keys, with the focus on the rope', KEY_ROWS),
    ),
    h(
      'p',
      { class: 'help-foot' },
      'A hand turns amber when the rope is taut and red when strands hold it back; the line shows where it wants to ' +
        'be. A rope never passes through anything: every cycle is proved. The name is that of the knot you get when ' +
        'the ends are joined far outside.',
    ),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) {
      dialog.close();
    }
  });
  return { open: () => dialog.showModal() };
}
