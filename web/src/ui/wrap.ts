// SPDX-License-Identifier: MIT
// The wrap tab: a program of wrapping, an object and a cloth are chosen, rehearsed with the lines that lead over the object, then
// played by the engine as a scene: it can be stopped, scrubbed and taken along.

import type { Engine, Timeline } from '../protocol';
import { startWraps, type AskWrap } from '../engine/wrap_client';
import { OBJECT_FILE, type WrapPlan, type WrapProgram, type WrapWish } from '../engine/wrap_desk';
import { download, h } from './dom';
import { toast, wordsOf } from './toast';
import { planTubes } from './wrap_lines';
import { WrapLook } from './wrap_look';
import { judgedWords, plannedWords, refusedWords, type Told, wrapProgress } from './wrap_words';
import { said, t } from '../words/words';

const files = import.meta.glob<string>('../../../data/wraps/*.json', { query: '?raw', import: 'default' });
const WRAPS = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, '')).sort();
/** The one that is shown first: it begins flat. */
const FIRST = 'sling';
const OWN = 'file';
/** Vertices along a side that are offered beside a preview; all are odd. */
const SIDES = [41, 61, 81];

const title = (name: string): string => name.replaceAll('_', ' ');

export interface WrapHooks {
  /** Draw lines over the scene; null for none. */
  lines(tubes: ReturnType<typeof planTubes> | null): void;
  frame(): void;
  /** Crossings and stretch of the cloth as it is drawn. */
  work(): { pierced: number; stretch: number };
}

export class WrapTab {
  private readonly rehearse: AskWrap = startWraps();
  private readonly look: WrapLook;
  private readonly program = h('select', { id: 'wrap-program', 'data-testid': 'wrap-program', onchange: () => this.chooseProgram() }, ...WRAPS.map((name) => h('option', { value: name }, said(title(name)))));
  private readonly object = h('select', { id: 'wrap-object', 'data-testid': 'wrap-object', onchange: () => this.choose() });
  private readonly cloth = h(
    'select',
    { id: 'wrap-cloth', 'data-testid': 'wrap-cloth', onchange: () => this.choose() },
    h('option', { value: '0' }, t('Preview: coarse, lifted a little')),
    ...SIDES.map((side) => h('option', { value: side }, t('{n} × {n} points', { n: side }))),
  );
  private readonly size = h('input', { type: 'number', id: 'wrap-size', 'data-testid': 'wrap-size', min: 0.05, max: 100, step: 0.05, value: 1, onchange: () => this.choose() });
  private readonly input = h('input', {
    type: 'file',
    id: 'wrap-file',
    class: 'visually-hidden',
    accept: '.obj',
    tabindex: -1,
    'aria-label': t('Open an object to wrap'),
    'data-testid': 'wrap-file',
    onchange: () => {
      const [file] = this.input.files ?? [];
      if (file) {
        this.readOwn(file);
      }
      this.input.value = '';
    },
  });
  private readonly about = h('p', { class: 'quiet', 'data-testid': 'wrap-about' });
  private readonly words = h('p', { class: 'quiet', 'data-testid': 'wrap-words', role: 'status' });
  private readonly steps = h('p', { class: 'quiet', 'data-testid': 'wrap-steps' });
  private readonly progress = h('progress', { max: 1, value: 0, 'aria-label': t('Wrapping'), hidden: true });
  private readonly playButton: HTMLButtonElement;
  private readonly exports: HTMLButtonElement[] = [];

  private own: Uint8Array | null = null;
  private plan: WrapPlan | null = null;
  private tubes: ReturnType<typeof planTubes> | null = null;
  /** Of the newest rehearsal. */
  private rehearsal = 0;
  /** The engine's scene that was laid last, and whether it is there still and its script is played. */
  private serial = -1;
  private ours = false;
  private due = false;
  /** Another way was chosen, and has not been read yet. */
  private another = false;
  private running: Promise<void> | null = null;
  private timeline: Timeline | null = null;
  private judging = false;

  constructor(
    readonly body: HTMLElement,
    private readonly engine: Engine,
    private readonly hooks: WrapHooks,
  ) {
    this.look = new WrapLook(engine, this.rehearse);
    const button = (words: string, testid: string, run: () => void): HTMLButtonElement => h('button', { type: 'button', class: 'pill', 'data-testid': testid, onclick: run }, words);
    this.playButton = button(t('Wrap it'), 'wrap-play', () => this.toggle());
    this.playButton.classList.add('strong');
    const choice = (id: string, words: string, field: HTMLElement): HTMLElement => h('div', { class: 'garment-choice' }, h('label', { for: id }, words), field);
    const save = (format: 'obj' | 'glb'): HTMLElement => {
      const made = button(format.toUpperCase(), `wrap-${format}`, () => void this.export(format));
      this.exports.push(made);
      return made;
    };
    body.append(
      h('h2', {}, t('Wrap an object in cloth')),
      choice('wrap-program', t('Way of wrapping'), this.program),
      this.about,
      choice('wrap-object', t('Object'), this.object),
      h('div', { class: 'actions' }, button(t('Open an OBJ file'), 'wrap-open', () => this.input.click())),
      this.input,
      choice('wrap-cloth', t('Fineness of the cloth'), this.cloth),
      choice('wrap-size', t('Side of the cloth, m'), this.size),
      this.words,
      h('div', { class: 'actions' }, button(t('Rehearse'), 'wrap-rehearse', () => this.choose()), this.playButton),
      this.progress,
      this.steps,
      h('h3', {}, t('Take it along')),
      h('div', { class: 'actions' }, save('glb'), save('obj')),
    );
    this.program.value = WRAPS.includes(FIRST) ? FIRST : WRAPS[0];
    // whoever takes its hands over has a scene of their own
    engine.on('scene', ({ serial, kind }) => {
      this.ours = serial === this.serial && kind === 'timeline';
      this.follow(this.ours ? this.timeline : null);
    });
    engine.on('timeline', (timeline) => this.follow(timeline));
    this.follow(null);
    this.fill().catch((error: unknown) => this.refuse(error));
  }

  // ---- choices ------------------------------------------------------------------------------------

  private text(): Promise<string> {
    return files[`../../../data/wraps/${this.program.value}.json`]();
  }

  // once; what did not come is asked for again with the next choice
  private async fill(): Promise<void> {
    if (this.object.options.length > 0) {
      return;
    }
    const objects = await this.rehearse('objects', {});
    const program = await this.readProgram();
    if (this.object.options.length > 0) {
      return;
    }
    this.object.append(
      ...objects.map(({ name, words }) => h('option', { value: name }, said(words))),
      h('option', { value: OWN }, t('A file of your own')),
    );
    if (this.own) {
      this.object.value = OWN;
    } else if (program) {
      this.object.value = program.object;
    }
  }

  // Each way has a cloth of its own size. Null: another way was chosen meanwhile.
  private async readProgram(): Promise<WrapProgram | null> {
    const name = this.program.value;
    const program = await this.rehearse('program', { text: await this.text() });
    if (this.program.value !== name) {
      return null;
    }
    this.about.textContent = `${said(program.title)}.`;
    this.size.value = String(program.size);
    return program;
  }

  private chooseProgram(): void {
    this.another = true;
    this.choose();
  }

  private readOwn(file: File): void {
    file.arrayBuffer().then(
      (buffer) => this.openOwn(new Uint8Array(buffer)),
      (error: unknown) => this.refuse(error),
    );
  }

  private openOwn(bytes: Uint8Array): void {
    this.own = bytes;
    this.object.value = OWN;
    this.choose();
  }

  /** What is dropped while the tab is open is an object to wrap. False: it is for others. */
  takes(dropped: readonly File[]): boolean {
    const [file] = dropped;
    const mine = this.body.checkVisibility() && dropped.length === 1 && /\.obj$/i.test(file.name);
    if (mine) {
      this.readOwn(file);
    }
    return mine;
  }

  // ---- the rehearsal ------------------------------------------------------------------------------

  // One at a time; what is chosen meanwhile is rehearsed after it, the newest alone.
  private choose(): void {
    this.hold();
    this.due = true;
    this.running ??= this.work().finally(() => (this.running = null));
  }

  // what was chosen before goes no further
  private hold(): void {
    if (this.ours && this.timeline?.playing) {
      this.pause(true);
    }
  }

  private pause(on: boolean): void {
    this.engine.ask('pause', { on }).catch((error: unknown) => toast(wordsOf(error)));
  }

  private async work(): Promise<void> {
    while (this.due) {
      this.due = false;
      try {
        await this.fill();
        if (this.another) {
          this.another = (await this.readProgram()) === null;
        }
        if (!this.due) {
          await this.lay(await this.wish());
        }
      } catch (error) {
        this.refuse(error);
      }
    }
  }

  private async wish(): Promise<WrapWish> {
    const vertices = Number(this.cloth.value);
    const object = this.object.value === OWN ? this.own : this.object.value;
    if (!object) {
      throw new Error(this.object.value === OWN ? t('There is no file of your own yet: open one.') : t('There is no object yet: choose one.'));
    }
    if (!(this.size.valueAsNumber > 0)) {
      throw new Error(t('Give the side of the cloth in metres.'));
    }
    return { program: await this.text(), object, size: this.size.valueAsNumber, vertices, preview: vertices === 0, rehearsal: ++this.rehearsal };
  }

  private async lay(wish: WrapWish): Promise<void> {
    this.tell({ words: t('It is rehearsed …'), good: true });
    const plan = await this.rehearse('rehearse', wish);
    if (this.due) {
      return;
    }
    this.about.textContent = `${said(plan.program.title)}.`;
    const { serial } = await this.engine.ask('open', { text: plan.text, wait: true, stills: true, files: { [OBJECT_FILE]: plan.object } });
    this.serial = serial;
    this.ours = true;
    this.plan = plan;
    this.tubes = planTubes(plan);
    // where another scene has come meanwhile, there is nothing to look at
    const seen = await this.look.now(plan, serial, -1).catch((error: unknown) => {
      if (this.ours) {
        throw error;
      }
    });
    if (seen && this.ours && seen.of.meetings > 0) {
      throw new Error(t('The object stands in the cloth where it begins: choose another one, or a larger cloth.'));
    }
    this.tell(plannedWords(plan));
    this.follow(this.timeline);
  }

  private refuse(error: unknown): void {
    this.plan = null;
    this.tubes = null;
    this.follow(this.timeline);
    this.tell({ words: refusedWords(wordsOf(error)), good: false });
  }

  // ---- the play -----------------------------------------------------------------------------------

  private toggle(): void {
    if (this.ours && this.timeline?.playing) {
      this.pause(true);
      return;
    }
    if (!this.running && this.ours && this.plan) {
      this.pause(false);
      return;
    }
    if (!this.running) {
      this.choose();
    }
    void this.running?.then(() => {
      if (this.ours && this.plan) {
        this.pause(false);
      }
    });
  }

  private follow(timeline: Timeline | null): void {
    const ended = this.ours && this.timeline?.playing === true && timeline?.done === true;
    this.timeline = timeline;
    // a run that was refused its successor can be stopped, too
    const shown = this.ours && (this.plan || timeline?.playing) ? timeline : null;
    const { value, words, button } = wrapProgress(shown, this.hooks.work());
    this.playButton.textContent = button;
    this.progress.hidden = value === null;
    this.progress.value = value ?? 0;
    this.steps.textContent = words;
    this.exports.forEach((made) => (made.disabled = !(this.ours && this.plan)));
    this.draw();
    if (ended) {
      this.hooks.frame();
    }
    if (this.ours && this.plan && timeline && !timeline.playing && timeline.cycle > timeline.start) {
      void this.judge();
    }
  }

  // Where the run stands still it is looked at, once.
  private async judge(): Promise<void> {
    if (this.judging) {
      return;
    }
    this.judging = true;
    const { plan } = this;
    try {
      let last = -1;
      for (let at = this.standing(plan); plan && at && at.cycle !== last; at = this.standing(plan)) {
        last = at.cycle;
        const seen = await this.look.now(plan, this.serial, last);
        const hang = at.done && last === at.head && at.failure === '' ? await this.look.hung(plan, this.serial) : null;
        const now = this.standing(plan);
        if (now?.cycle === last && seen.cycle === last) {
          this.tell(judgedWords(plan, seen.of, this.hooks.work(), now, hang));
        }
      }
    } catch (error) {
      // where another scene has come meanwhile, or another choice, there is nothing to tell of this one
      if (this.standing(plan)) {
        this.tell({ words: refusedWords(wordsOf(error)), good: false });
      }
    } finally {
      this.judging = false;
    }
    // what has come meanwhile was not looked at
    if (this.plan !== plan) {
      this.follow(this.timeline);
    }
  }

  /** Where that plan's run stands still; null: it does not, or something else has been chosen. */
  private standing(plan: WrapPlan | null): Timeline | null {
    return plan && this.plan === plan && this.ours && !this.running && this.timeline?.playing === false ? this.timeline : null;
  }

  private draw(): void {
    const begins = !this.timeline || (!this.timeline.playing && this.timeline.cycle === this.timeline.start);
    this.hooks.lines(this.ours && begins ? this.tubes : null);
  }

  private tell({ words, good }: Told): void {
    this.words.textContent = words;
    this.words.dataset.kept = String(good);
  }

  private async export(format: 'obj' | 'glb'): Promise<void> {
    try {
      const { bytes, name, type } = await this.engine.ask('export', { format });
      download(bytes as BlobPart, name, type);
    } catch (error) {
      toast(wordsOf(error));
    }
  }
}
