// SPDX-License-Identifier: MIT
// A script's timeline: play, scrub back and forth, and take over by hand.

import type { Engine, Timeline } from '../protocol';
import { byId, h, icon, iconButton } from './dom';
import { toast, wordsOf } from './toast';
import { said, t } from '../words/words';

/** A step that says nothing in words is named by what it does, in one word: nobody needs to read that. */
const SILENT = /^[a-z]+( [a-z]+)?$/;

export class TimelineBar {
  private readonly box = byId('timeline');
  private readonly range = h('input', {
    type: 'range',
    min: 0,
    max: 1,
    value: 0,
    step: 1,
    'aria-label': t('Moment'),
    'data-testid': 'scrub',
    oninput: () => this.scrub(),
  });
  private readonly play = iconButton('pause', t('Pause script'), '', () => this.toggle());
  private readonly words = h('p', { class: 'timeline-words', 'data-testid': 'timeline-words' });
  private readonly marks = h('div', { class: 'timeline-marks', 'aria-hidden': 'true' });
  private state: Timeline | null = null;
  private doneBar: SVGElement | null = null;
  private end = 1;
  private wanted = -1;
  private caption = '';
  private asking = false;

  constructor(
    private readonly engine: Engine,
    private readonly takeOver: () => void,
  ) {
    this.box.append(
      this.words,
      h(
        'div',
        { class: 'timeline-row' },
        iconButton('start', t('Back to the start'), '', () => void this.seek(0)),
        this.play,
        h('div', { class: 'timeline-track' }, this.marks, this.range),
        h(
          'button',
          { type: 'button', class: 'pill strong', 'data-testid': 'take-over', onclick: () => this.takeOver() },
          icon('hand'),
          t('Take over'),
        ),
      ),
    );
  }

  update(state: Timeline | null): void {
    const had = this.state;
    this.state = state;
    this.box.hidden = state === null;
    if (!state) {
      this.caption = '';
      return;
    }
    const end = state.done ? state.head : Math.max(state.expected, state.head, 1);
    this.range.max = String(end);
    if (!this.asking) {
      this.range.value = String(state.cycle);
    }
    this.range.setAttribute('aria-valuetext', t('cycle {n} of {all}', { n: state.cycle, all: end }));
    this.play.become(state.playing ? 'pause' : 'play', state.playing ? t('Pause script') : t('Play script'));
    let step = '';
    for (const begun of state.steps) {
      if (begun.cycle <= state.cycle && begun.words && !SILENT.test(begun.words)) {
        step = begun.words;
      }
    }
    this.words.textContent = said(state.failure || step) || this.caption || (state.done ? t('Done.') : '');
    this.words.classList.toggle('failed', state.failure !== '');
    if (!had || had.steps.length !== state.steps.length || end !== this.end) {
      this.end = end;
      this.showMarks(state, end);
    }
    this.doneBar?.setAttribute('width', String((1000 * state.head) / end));
  }

  /** What is said of the scene while no step has words. */
  say(caption: string): void {
    this.caption = caption;
    this.update(this.state);
  }

  // an SVG, as positions in style attributes are not allowed
  private showMarks(state: Timeline, end: number): void {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 1000 10');
    svg.setAttribute('preserveAspectRatio', 'none');
    const done = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    done.setAttribute('class', 'done');
    done.setAttribute('height', '10');
    this.doneBar = done;
    svg.append(done);
    for (const step of state.steps) {
      const mark = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
      mark.setAttribute('class', 'mark');
      mark.setAttribute('x', String((1000 * step.cycle) / end - 1));
      mark.setAttribute('width', '2');
      mark.setAttribute('height', '10');
      svg.append(mark);
    }
    this.marks.replaceChildren(svg);
  }

  toggle(): void {
    if (!this.state) {
      return;
    }
    const state = this.state;
    const again = state.done && state.cycle >= state.head;
    const start = again ? this.engine.ask('seek', { cycle: 0 }) : Promise.resolve();
    start
      .then(() => this.engine.ask('pause', { on: state.playing }))
      .catch((error: unknown) => toast(wordsOf(error)));
  }

  private scrub(): void {
    void this.seek(Number(this.range.value));
  }

  // one question at a time: while one is out, only the newest wish is kept
  private async seek(cycle: number): Promise<void> {
    this.wanted = cycle;
    if (this.asking) {
      return;
    }
    this.asking = true;
    try {
      while (this.wanted >= 0 && this.state) {
        const next = Math.min(this.wanted, this.state.head);
        this.wanted = -1;
        await this.engine.ask('seek', { cycle: next });
      }
    } catch (error) {
      toast(wordsOf(error));
    } finally {
      this.asking = false;
    }
  }
}
