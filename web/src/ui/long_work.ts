// SPDX-License-Identifier: MIT
// Naming that takes long says so, how long it has taken, and can be stopped.

import type { SceneInfo } from '../protocol';
import { byId, h } from './dom';
import { t } from '../words/words';

/** Nodes of a scene of which the name may take long, and milliseconds before anything is said. */
const MANY = 5000;
const SILENT = 1500;

export class LongWork {
  private timer = 0;
  /** Whose name is waited for. */
  private waiting: number | null = null;
  private note: HTMLElement | null = null;

  /** stop: give up the name of a scene. */
  constructor(private readonly stop: (scene: number) => void) {}

  scene({ ropes, serial }: SceneInfo): void {
    if (this.waiting !== null) {
      this.giveUp(); // nobody will see it, and others would wait
    }
    const nodes = ropes.reduce((sum, rope) => sum + rope.nodes, 0);
    if (nodes > MANY) {
      const began = performance.now();
      this.waiting = serial;
      this.timer = window.setInterval(() => this.say(nodes, performance.now() - began), 500);
    }
  }

  /** There is a name, or nobody waits for it. */
  done(): void {
    clearInterval(this.timer);
    this.waiting = null;
    this.note?.remove();
    this.note = null;
  }

  private giveUp(): void {
    if (this.waiting !== null) {
      this.stop(this.waiting);
    }
    this.done();
  }

  private say(nodes: number, passed: number): void {
    if (passed < SILENT) {
      return;
    }
    if (!this.note) {
      this.note = h(
        'div',
        { class: 'toast news', 'data-testid': 'long-work' },
        h('p', {}, t('The knot in {n} points is being worked out.', { n: nodes })),
        h('span', { class: 'quiet', 'aria-hidden': 'true' }),
        h('button', { type: 'button', class: 'pill', onclick: () => this.giveUp() }, t('Stop')),
      );
      byId('messages').append(this.note);
    }
    (this.note.querySelector('span') as HTMLElement).textContent = `${Math.round(passed / 1000)} s`;
  }
}
