// SPDX-License-Identifier: MIT
// The wrap tab: a program of wrapping, an object and a cloth are chosen, rehearsed with the lines that lead over the object, then
// played by the engine as a scene: it can be stopped, scrubbed and taken along.

import type { Engine, Timeline } from '../protocol';
import { startWraps, type AskWrap } from '../engine/wrap_client';
import { OBJECT_FILE, type WrapPlan, type WrapProgram, type WrapVerdict, type WrapWish } from '../engine/wrap_desk';
import { lineTubes } from '../view/line_tubes';
import { download, h } from './dom';
import { toast, wordsOf } from './toast';
import { judgedWords, plannedWords, refusedWords, type Told, wrapProgress } from './wrap_words';
import { said, t } from '../words/words';

const files = import.meta.glob<string>('../../../data/wraps/*.json', { query: '?raw', import: 'default' });
const WRAPS = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, '')).sort();
/** The one that is shown first: it begins flat. */
const FIRST = 'sling';
const OWN = 'file';
/** Vertices along a side that are offered beside a preview; all are odd. */
const SIDES = [41, 61, 81];
const LINE = 0.0035; // radius, sides of the cloth

const title = (name: string): string => name.replaceAll('_', ' ');

export interface WrapHooks {
  /** Draw lines over the scene; null for none. */
  lines(tubes: ReturnType<typeof lineTubes> | null): void;
  frame(): void;
  /** Crossings and stretch of the cloth as it is drawn. */
  work(): { pierced: number; stretch: number };
}

export class WrapTab {
  private readonly rehearse: AskWrap = startWraps();
  private readonly program = h('select', { id: 'wrap-program', 'data-testid': 'wrap-program', onchange: () => void this.chooseProgram() }, ...WRAPS.map((name) => h('option', { value: name }, said(title(name)))));
  private readonly object = h('select', { id: 'wrap-object', 'data-testid': 'wrap-object', onchange: () => this.chooseObject() });
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
      void file?.arrayBuffer().then((buffer) => this.openOwn(new Uint8Array(buffer)));
      this.input.value = '';
    },
  });
  private readonly about = h('p', { class: 'quiet', 'data-testid': 'wrap-about' });
  private readonly words = h('p', { class: 'quiet', 'data-testid': 'wrap-words', role: 'status' });
  private readonly steps = h('p', { class: 'quiet', 'data-testid': 'wrap-steps' });
  private readonly progress = h('progress', { max: 1, value: 0, 'aria-label': t('Wrapping'), hidden: true });
  private readonly playButton: HTMLButtonElement;

  private own: Uint8Array | null = null;
  private plan: WrapPlan | null = null;
  private tubes: ReturnType<typeof lineTubes> | null = null;
  /** The engine's scene that is the plan's. */
  private serial = -1;
  private ours = false;
  private due = false;
  private running: Promise<void> | null = null;
  private timeline: Timeline | null = null;
  private verdict: { cycle: number; of: WrapVerdict } | null = null;
  private judging = false;

  constructor(
    readonly body: HTMLElement,
    private readonly engine: Engine,
    private readonly hooks: WrapHooks,
  ) {
    const button = (words: string, testid: string, run: () => void): HTMLButtonElement => h('button', { type: 'button', class: 'pill', 'data-testid': testid, onclick: run }, words);
    this.playButton = button(t('Wrap it'), 'wrap-play', () => this.toggle());
    this.playButton.classList.add('strong');
    const choice = (id: string, words: string, field: HTMLElement): HTMLElement => h('div', { class: 'garment-choice' }, h('label', { for: id }, words), field);
    const save = (format: 'obj' | 'glb'): HTMLElement => button(format.toUpperCase(), `wrap-${format}`, () => void this.export(format));
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
    engine.on('scene', ({ serial }) => {
      this.ours = serial === this.serial;
      if (!this.ours) {
        this.draw();
      }
    });
    engine.on('timeline', (timeline) => this.follow(timeline));
    this.fill().catch((error: unknown) => this.tell({ words: wordsOf(error), good: false }));
  }

  // ---- choices ------------------------------------------------------------------------------------

  private text(): Promise<string> {
    return files[`../../../data/wraps/${this.program.value}.json`]();
  }

  private async fill(): Promise<void> {
    const objects = await this.rehearse('objects', {});
    this.object.append(
      ...objects.map(({ name, words }) => h('option', { value: name }, said(words))),
      h('option', { value: OWN }, t('A file of your own')),
    );
    this.object.value = (await this.readProgram()).object;
  }

  // each way has a cloth of its own size
  private async readProgram(): Promise<WrapProgram> {
    const program = await this.rehearse('program', { text: await this.text() });
    this.about.textContent = `${said(program.title)}.`;
    this.size.value = String(program.size);
    return program;
  }

  private async chooseProgram(): Promise<void> {
    try {
      await this.readProgram();
    } catch (error) {
      this.forget();
      this.tell({ words: refusedWords(wordsOf(error)), good: false });
      return;
    }
    this.choose();
  }

  private chooseObject(): void {
    if (this.object.value === OWN && !this.own) {
      this.input.click();
      return;
    }
    this.choose();
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
      void file.arrayBuffer().then((buffer) => this.openOwn(new Uint8Array(buffer)));
    }
    return mine;
  }

  // ---- the rehearsal ------------------------------------------------------------------------------

  // One at a time; what is chosen meanwhile is rehearsed after it, the newest alone.
  private choose(): void {
    this.due = true;
    this.running ??= this.work().finally(() => (this.running = null));
  }

  private async work(): Promise<void> {
    while (this.due) {
      this.due = false;
      try {
        await this.lay(await this.wish());
      } catch (error) {
        this.forget();
        this.tell({ words: refusedWords(wordsOf(error)), good: false });
      }
    }
  }

  private async wish(): Promise<WrapWish> {
    const vertices = Number(this.cloth.value);
    const object = this.object.value === OWN ? this.own : this.object.value;
    if (!object) {
      throw new Error(t('There is no object yet: choose one.'));
    }
    if (!(this.size.valueAsNumber > 0)) {
      throw new Error(t('Give the side of the cloth in metres.'));
    }
    return { program: await this.text(), object, size: this.size.valueAsNumber, vertices, preview: vertices === 0 };
  }

  private async lay(wish: WrapWish): Promise<void> {
    this.tell({ words: t('It is rehearsed …'), good: true });
    const plan = await this.rehearse('rehearse', wish);
    this.about.textContent = `${said(plan.program.title)}.`;
    this.verdict = null;
    const { serial } = await this.engine.ask('open', { text: plan.text, wait: true, files: { [OBJECT_FILE]: plan.object } });
    this.serial = serial;
    this.ours = true;
    this.plan = plan;
    this.tubes = lineTubes([...overObject(plan), ...onCloth(plan)], LINE * plan.size);
    const { of } = await this.look();
    if (of.meetings > 0) {
      throw new Error(t('The object stands in the cloth where it begins: choose another one, or a larger cloth.'));
    }
    this.tell(plannedWords(plan));
    this.follow(this.timeline);
  }

  private forget(): void {
    this.plan = null;
    this.tubes = null;
    this.draw();
  }

  /** How object and cloth lie to each other now. */
  private async look(): Promise<{ cycle: number; of: WrapVerdict }> {
    const { cycle, cloths, obstacles } = await this.engine.ask('state', {});
    const triangles = await this.engine.ask('faces', { cloth: 0 });
    // the object comes last in the scene
    const of = await this.rehearse('judge', { cloth: cloths[0], triangles, pose: obstacles.slice(-7) });
    return { cycle, of };
  }

  // ---- the play -----------------------------------------------------------------------------------

  private toggle(): void {
    if (!this.ours || !this.plan) {
      this.choose();
      void this.running?.then(() => {
        if (this.ours && this.plan) {
          void this.engine.ask('pause', { on: false });
        }
      });
      return;
    }
    this.engine.ask('pause', { on: this.timeline?.playing === true }).catch((error: unknown) => toast(wordsOf(error)));
  }

  private follow(timeline: Timeline | null): void {
    const ended = this.ours && this.timeline?.playing === true && timeline?.done === true;
    this.timeline = timeline;
    const { value, words, button } = wrapProgress(this.ours && this.plan ? timeline : null, this.hooks.work());
    this.playButton.textContent = button;
    this.progress.hidden = value === null;
    this.progress.value = value ?? 0;
    this.steps.textContent = words;
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
    try {
      let last = -1;
      while (this.ours && this.plan && this.timeline && !this.timeline.playing && this.timeline.cycle !== last) {
        last = this.timeline.cycle;
        const seen = this.verdict?.cycle === last ? this.verdict : await this.look();
        this.verdict = seen;
        if (this.ours && this.plan && this.timeline && seen.cycle === this.timeline.cycle) {
          this.tell(judgedWords(this.plan, seen.of, this.hooks.work(), this.timeline));
        }
      }
    } catch {
      // another scene has come meanwhile
    } finally {
      this.judging = false;
    }
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

/** The lines over the object, a little outside it, so that they are seen. */
function overObject({ at, extent, size, lines }: WrapPlan): number[][] {
  const middle = [at[0], at[1] + extent[1] / 2, at[2]];
  return lines.map((line) => {
    const out: number[] = [];
    for (let i = 0; i < line.length; i += 3) {
      const away = middle.map((x, k) => line[i + k] - x);
      const far = 1 + (2 * LINE * size) / Math.max(Math.hypot(...away), 1e-9);
      out.push(...middle.map((x, k) => x + far * away[k]));
    }
    return out;
  });
}

/** The lines as they lie on the flat cloth: from under the object to the corners. */
function onCloth({ at, size, program }: WrapPlan): number[][] {
  const side = size / 2;
  const corners = [[-1, 1], [1, 1], [1, -1], [-1, -1]];
  const y = at[1] + 2 * LINE * size;
  return program.folded ? [] : corners.map(([x, z]) => [at[0], y, at[2], x * side, y, z * side]);
}
