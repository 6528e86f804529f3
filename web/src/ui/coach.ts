// SPDX-License-Identifier: MIT
// The practice card: one step at a time, what to do in words, and the end with its time.

import type { PracticeState, Side } from '../protocol';
import { byId, h } from './dom';
import { saidStep } from './step_words';
import { toast } from './toast';
import { said, t } from '../words/words';

export interface CoachHooks {
  leave(): void;
  /** Do a step once more. */
  again(step: number): void;
  /** Show how the step is done. */
  show(): void;
  /** Pass the crossing at which the hand waits, on its right side. */
  pass(): void;
}

export class Coach {
  private readonly box = byId('coach');
  private readonly hint = h('p', { class: 'coach-hint', role: 'status', 'data-testid': 'coach-hint' });
  private shown = '';
  private task = '';
  private began = 0;

  constructor(private readonly hooks: CoachHooks) {}

  /** A remark on the step: which side is wrong; one click goes on on the right one. */
  say(words: string, pass: Side | null): void {
    this.hint.textContent = words;
    if (pass) {
      const label = pass === 'under' ? t('Go under') : t('Go over');
      this.hint.append(' ', h('button', { type: 'button', class: 'pill', 'data-testid': 'practice-pass', onclick: () => this.hooks.pass() }, label));
    }
  }

  /** The task's first move. */
  begun(): void {
    this.began ||= performance.now();
  }

  update(state: PracticeState | null): void {
    this.box.hidden = state === null;
    if (!state) {
      this.shown = this.task = '';
      return;
    }
    const { task, steps, done, finished, failure } = state;
    if (task.id !== this.task || (done === 0 && this.shown !== '')) {
      this.task = task.id;
      this.began = 0;
    }
    const key = `${task.id} ${done} ${finished}`;
    if (key === this.shown) {
      return;
    }
    this.shown = key;
    this.hint.textContent = '';
    const button = (words: string, testid: string, onclick: () => void, strong = false): HTMLElement =>
      h('button', { type: 'button', class: strong ? 'pill strong' : 'pill', 'data-testid': testid, onclick }, words);
    const leave = button(finished ? t('Close') : t('Leave'), 'practice-leave', () => this.hooks.leave());
    this.box.replaceChildren(h('h2', {}, finished ? said(task.title) : t('{knot}: step {n} of {all}', { knot: said(task.title), n: Math.min(done + 1, steps.length), all: steps.length })));
    if (finished) {
      const seconds = Math.round((performance.now() - this.began) / 1000);
      this.box.append(
        h('p', { class: 'coach-words', 'data-testid': 'practice-done' }, failure === '' ? t('Tied, in {n} s. Well done.', { n: seconds }) : t('Not quite: {why}', { why: said(failure) })),
        h(
          'p',
          { class: 'coach-foot' },
          button(t('Share a link'), 'practice-share', () => void share(task.id), true),
          button(t('Once more'), 'practice-again', () => this.hooks.again(0)),
          leave,
        ),
      );
      return;
    }
    const words = done < steps.length ? saidStep(steps[done].words) : t('Now it is pulled tight.');
    this.box.append(
      h('p', { class: 'coach-words', 'data-testid': 'practice-words', 'data-done': done }, words),
      this.hint,
      h(
        'p',
        { class: 'coach-foot' },
        done < steps.length && button(t('Show me'), 'practice-show', () => this.hooks.show()),
        done > 0 && button(t('Step back'), 'practice-back', () => this.hooks.again(done - 1)),
        leave,
      ),
    );
  }
}

async function share(id: string): Promise<void> {
  const link = `${location.origin}${location.pathname}#practice=${id}`;
  try {
    await navigator.clipboard.writeText(link);
    toast('The link is copied: who opens it can tie this knot.', 'news');
  } catch {
    location.hash = `practice=${id}`;
    toast('The link is in the address bar: copy it from there.', 'news');
  }
}
