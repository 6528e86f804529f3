// SPDX-License-Identifier: MIT
// Over or under: the switch beside the rope, and the word at the pointer.

import type { HandState, Side } from '../protocol';
import { byId, h } from './dom';
import { said, t } from '../words/words';

/** A switch that is held longer than this is let go of with the finger. */
const HELD_MS = 180;
/** Or drawn on meanwhile by so many pixels: who draws fast holds it only for a moment. */
const HELD_WAY = 40;
/** The word stands so far above a finger, or beside a mouse: pixels. */
const ABOVE = { touch: 64, mouse: 30 };

export interface Drag {
  x: number;
  y: number;
  touch: boolean;
  side: Side;
}

export class UnderSwitch {
  /** As it was set; the key Shift, the right button and a second finger come on top. */
  on = false;
  private readonly button: HTMLButtonElement;
  private readonly words = h('span', {}, t('Over'));
  private readonly mark = h('p', { id: 'side-mark', 'aria-hidden': 'true', hidden: true });
  private drag: Drag | null = null;
  private pressedAt = 0;
  /** Where the rope was drawn to when it was pressed. */
  private pressedBy: Drag | null = null;
  private shown = '';

  /** @param changed The side has changed. */
  constructor(private readonly changed: () => void) {
    this.button = h(
      'button',
      {
        type: 'button',
        id: 'under-switch',
        'data-testid': 'under',
        'aria-pressed': 'false',
        'aria-keyshortcuts': 'U',
        title: t('Lay the rope under what it crosses (hold Shift, or the right button)'),
        // a click comes too late for a thumb beside a finger that drags
        onpointerdown: (event: PointerEvent) => {
          event.preventDefault();
          this.pressedAt = event.timeStamp;
          this.pressedBy = this.drag && { ...this.drag };
          this.set(!this.on);
        },
        onpointerup: (event: PointerEvent) => {
          const { drag, pressedBy } = this;
          const way = drag && pressedBy ? Math.hypot(drag.x - pressedBy.x, drag.y - pressedBy.y) : 0;
          if (event.timeStamp - this.pressedAt > HELD_MS || way > HELD_WAY) {
            this.set(!this.on);
          }
        },
        onclick: (event: MouseEvent) => {
          // by key: it has no pointer
          if (event.detail === 0) {
            this.set(!this.on);
          }
        },
        oncontextmenu: (event: Event) => event.preventDefault(),
      },
      sidePicture(),
      this.words,
    );
    byId('main').append(this.button, this.mark);
    this.show();
  }

  set(on: boolean): void {
    this.on = on;
    this.show();
    this.changed();
  }

  /** What is dragged; null: nothing. */
  follow(drag: Drag | null): void {
    this.drag = drag;
    this.show();
  }

  /** Each frame. crossing: what the hand that is led crosses. */
  frame(hands: readonly HandState[]): void {
    let words = '';
    for (let i = 0; i < hands.length; i++) {
      words = !hands[i].pinned && hands[i].crossing ? hands[i].side : words;
    }
    words = this.drag ? words || (this.drag.side === 'under' ? 'under' : '') : '';
    if (words !== this.shown) {
      this.shown = words;
      this.mark.hidden = words === '';
      this.mark.textContent = words && said(words);
      this.mark.dataset.side = words;
    }
  }

  private show(): void {
    const under = this.drag ? this.drag.side === 'under' : this.on;
    this.button.setAttribute('aria-pressed', String(this.on));
    this.button.classList.toggle('under', under);
    this.words.textContent = under ? t('Under') : t('Over');
    this.button.setAttribute('aria-label', under ? t('Under what the rope crosses') : t('Over what the rope crosses'));
    if (this.drag) {
      const { x, y, touch } = this.drag;
      const above = touch ? ABOVE.touch : ABOVE.mouse;
      this.mark.style.transform = `translate(${Math.round(x)}px, ${Math.round(y - above)}px) translate(-50%, -100%)`;
    }
  }
}

// one strand over another; which is on top is a matter of style
function sidePicture(): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 32 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = (name: string, d: string): void => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    element.setAttribute('d', d);
    element.setAttribute('class', name);
    svg.append(element);
  };
  path('still lower', 'M3 12H29');
  path('gap over', 'M16 2V22');
  path('led', 'M16 2V22');
  path('gap under', 'M8 12H24');
  path('still upper', 'M3 12H29');
  return svg;
}
