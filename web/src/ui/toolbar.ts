// SPDX-License-Identifier: MIT
// Buttons under the rope and in the corner.

import { byId, h, icon, iconButton, type IconButton } from './dom';
import { t } from '../words/words';

export interface ToolbarHooks {
  undo(): void;
  redo(): void;
  pause(): void;
  step(): void;
  again(): void;
  frame(): void;
  /** The next of front, top and back. */
  look(): void;
  releaseAll(): void;
  replay(): void;
  theme(): void;
  help(): void;
}

export class Toolbar {
  private readonly undo: IconButton;
  private readonly redo: IconButton;
  private readonly pause: IconButton;
  private readonly release: IconButton;
  private readonly pin: HTMLButtonElement;
  /** A hand that lets go stays, pinned. */
  pinning = false;

  constructor(hooks: ToolbarHooks) {
    this.undo = iconButton('undo', t('Undo'), 'Ctrl+Z', hooks.undo);
    this.redo = iconButton('redo', t('Redo'), 'Ctrl+Shift+Z', hooks.redo);
    this.pause = iconButton('pause', t('Pause'), 'Space', hooks.pause);
    const step = iconButton('step', t('One cycle'), 'S', hooks.step);
    this.release = iconButton('release', t('Let go of everything'), 'X', hooks.releaseAll);
    this.pin = h(
      'button',
      {
        type: 'button',
        class: 'pill',
        'aria-pressed': 'false',
        'data-testid': 'pin-mode',
        title: t('A hand stays where you leave it (P pins one)'),
        onclick: () => {
          this.pinning = !this.pinning;
          this.pin.setAttribute('aria-pressed', String(this.pinning));
        },
      },
      icon('pin'),
      t('Pin hands'),
    );
    const again = iconButton('start', t('Start again'), '', hooks.again);
    again.classList.add('running');
    const group = (...children: HTMLElement[]): HTMLElement => h('div', { class: 'group' }, ...children);
    byId('toolbar').append(
      group(this.undo, this.redo),
      group(this.pin, this.release),
      h('div', { class: 'group running' }, this.pause, step),
      group(
        iconButton('replay', t('Replay what I did'), '', hooks.replay),
        again,
      ),
    );
    byId('corner').append(
      iconButton('frame', t('Show all of the rope'), 'F', hooks.frame),
      iconButton('views', t('Front, top, back'), '1, 2, 3', hooks.look),
      iconButton('theme', t('Light or dark'), '', hooks.theme),
      iconButton('help', t('Help'), '?', hooks.help),
    );
    this.setUndo(0, 0);
    this.setHands(0);
  }

  setUndo(undo: number, redo: number): void {
    setDisabled(this.undo, undo === 0);
    setDisabled(this.redo, redo === 0);
  }

  setPaused(paused: boolean): void {
    this.pause.become(paused ? 'play' : 'pause', paused ? t('Resume') : t('Pause'));
  }

  setHands(count: number): void {
    setDisabled(this.release, count === 0);
  }
}

// aria-disabled keeps the button in the tab order, so that the focus is not lost when it empties
function setDisabled(button: HTMLButtonElement, disabled: boolean): void {
  button.setAttribute('aria-disabled', String(disabled));
}
