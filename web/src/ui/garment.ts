// SPDX-License-Identifier: MIT
// The garment tab: a knot for a piece of cloth, from a template: which cloth, which knot, its sliders, the regions of the
// pattern that go on its strands; then it is settled and taken along.

import type { DressState, Engine, Timeline } from '../protocol';
import { type PatternPiece, readTemplate, ribbonFile, ribbonPieces, type StudioRegion, type StudioState, studioScene, type Template, wholePieces } from '../engine/studio';
import { download, h } from './dom';
import { toast, wordsOf } from './toast';
import { type Outline, outlineOf, UvView } from './uv_view';

const files = import.meta.glob<string>('../../../data/templates/*.json', { query: '?raw', import: 'default' });
const KNOTS = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, '')).sort();

const SAMPLES: [string, string][] = [
  ['ribbon', 'A ribbon as long as the knot'],
  ['file', 'A mesh of my own (OBJ)'],
];
const NUMBERS: { key: keyof Omit<StudioRegion, 'strand'>; label: string; step: number }[] = [
  { key: 'u', label: 'u, m', step: 0.005 },
  { key: 'v', label: 'v, m', step: 0.005 },
  { key: 'angle', label: 'angle, °', step: 1 },
  { key: 'length', label: 'length, m', step: 0.005 },
  { key: 'width', label: 'width, m', step: 0.002 },
  { key: 'padding', label: 'padding, m', step: 0.001 },
];
const MOST_UNDO = 200;

const title = (name: string): string => name.replaceAll('_', ' ');

export interface GarmentHooks {
  /** Whether the next scene is seen as this one is. */
  sameView(same: boolean): void;
  /** Draw the pipe of the template; null for none. */
  pipe(pipe: DressState['pipe'] | null): void;
}

export class GarmentTab {
  readonly body = h('div', { class: 'tab-body' });
  private readonly templates = new Map<string, Template>();
  private readonly gallery = h('div', { class: 'chips', role: 'group', 'aria-label': 'Knots' });
  private readonly sliders = h('div', { class: 'params' });
  private readonly numbers = h('div', {});
  private readonly words = h('p', { class: 'quiet', 'data-testid': 'dress-words', role: 'status' });
  private readonly progress = h('progress', { max: 1, value: 0, 'aria-label': 'Settling', hidden: true });
  private readonly settleButton: HTMLButtonElement;
  private readonly undoButton: HTMLButtonElement;
  private readonly redoButton: HTMLButtonElement;
  private readonly uv: UvView;
  private readonly input: HTMLInputElement;

  private state: StudioState = { sample: 'ribbon', template: 'bow', values: {}, regions: [] };
  /** States to come back to, and which of them was shown last. */
  private readonly kept: string[] = [];
  private at = -1;
  private cloth: { sample: string; bytes: Uint8Array; outline: Outline } | null = null;
  private own: Uint8Array | null = null;
  /** The last state that the engine has taken. */
  private shown: string | null = null;
  private due = false;
  private running: Promise<void> | null = null;
  private settling = false;
  private moved = false;
  private dress: DressState | null = null;
  private readonly pipeBox = h('input', { type: 'checkbox', id: 'show-pipe', 'data-testid': 'show-pipe', onchange: () => this.showPipe() });

  constructor(
    private readonly engine: Engine,
    private readonly hooks: GarmentHooks,
  ) {
    const button = (words: string, testid: string, run: () => void): HTMLButtonElement =>
      h('button', { type: 'button', class: 'pill', 'data-testid': testid, onclick: run }, words);
    this.settleButton = button('Settle', 'settle', () => this.toggleSettling());
    this.settleButton.classList.add('strong');
    this.undoButton = button('Undo edit', 'garment-undo', () => this.step(-1));
    this.redoButton = button('Redo edit', 'garment-redo', () => this.step(1));
    this.uv = new UvView(
      (region, u, v) => this.editRegion(region, { u, v }, false),
      () => void (this.running ?? Promise.resolve()).then(() => this.keep()),
    );
    this.input = h('input', {
      type: 'file',
      id: 'garment-file',
      class: 'visually-hidden',
      accept: '.obj',
      'aria-label': 'Open a mesh of cloth',
      'data-testid': 'garment-file',
      onchange: () => void this.openOwn(),
    });
    const sample = h(
      'select',
      { id: 'garment-sample', 'data-testid': 'garment-sample', onchange: () => this.chooseSample(sample.value) },
      ...SAMPLES.map(([value, words]) => h('option', { value }, words)),
    );
    for (const name of KNOTS) {
      this.gallery.append(
        h('button', { type: 'button', class: 'chip', 'aria-pressed': 'false', 'data-testid': `template-${name}`, onclick: () => void this.chooseKnot(name) }, title(name)),
      );
    }
    const save = (format: 'obj' | 'glb' | 'ply'): HTMLElement => button(format.toUpperCase(), `garment-${format}`, () => void this.export(format));
    this.body.append(
      h('h2', {}, 'Knot in cloth'),
      h('p', { class: 'quiet' }, 'Choose a cloth and a knot, move the sliders, then let it settle. What knot it is is told by the middle line of the cloth.'),
      h('div', { class: 'slider' }, h('label', { for: 'garment-sample' }, 'Cloth'), sample),
      this.input,
      h('h3', {}, 'Knot'),
      this.gallery,
      this.words,
      this.sliders,
      h('label', { class: 'check', for: 'show-pipe' }, this.pipeBox, 'Show the pipe that the cloth lies on'),
      h('h3', {}, 'Pattern'),
      this.uv.box,
      this.numbers,
      h('div', { class: 'actions' }, this.settleButton, this.undoButton, this.redoButton),
      this.progress,
      h('h3', {}, 'Take it along'),
      h('div', { class: 'actions' }, save('obj'), save('glb'), save('ply')),
    );
    engine.on('timeline', (timeline) => this.follow(timeline));
    engine.on('dress', (dress) => this.tell(dress));
    this.mark();
  }

  // ---- choices ------------------------------------------------------------------------------------

  private async template(name: string): Promise<Template> {
    const known = this.templates.get(name);
    if (known) {
      return known;
    }
    const text = await files[`../../../data/templates/${name}.json`]();
    const read = readTemplate(text, await this.engine.ask('strands', { text }));
    this.templates.set(name, read);
    return read;
  }

  private async chooseKnot(name: string): Promise<void> {
    this.state = { ...this.state, template: name, values: {}, regions: [] };
    await this.apply(false);
    this.keep();
  }

  private chooseSample(sample: string): void {
    if (sample === 'file' && !this.own) {
      this.input.click();
      return;
    }
    this.state = { ...this.state, sample, regions: [] };
    void this.apply(false).then(() => this.keep());
  }

  private async openOwn(): Promise<void> {
    const [file] = this.input.files ?? [];
    this.input.value = '';
    if (file) {
      this.own = new Uint8Array(await file.arrayBuffer());
      this.cloth = null;
      this.chooseSample('file');
    }
  }

  private editRegion(index: number, change: Partial<StudioRegion>, last: boolean): void {
    const regions = this.state.regions.map((region, i) => (i === index ? { ...region, ...change } : region));
    this.state = { ...this.state, regions };
    void this.apply(true).then(() => last && this.keep());
  }

  private setValue(name: string, value: number, last: boolean): void {
    this.state = { ...this.state, values: { ...this.state.values, [name]: value } };
    void this.apply(true).then(() => last && this.keep());
  }

  // ---- undo ---------------------------------------------------------------------------------------

  // What is shown becomes a state to come back to; what was undone is gone.
  private keep(): void {
    if (this.shown !== null && this.kept[this.at] !== this.shown) {
      this.kept.splice(this.at + 1);
      this.kept.push(this.shown);
      this.kept.splice(0, this.kept.length - MOST_UNDO);
      this.at = this.kept.length - 1;
    }
    this.mark();
  }

  private step(by: number): void {
    const state = this.kept[this.at + by];
    if (state !== undefined) {
      this.at += by;
      this.state = JSON.parse(state) as StudioState;
      void this.apply(true);
    }
  }

  private mark(): void {
    this.undoButton.setAttribute('aria-disabled', String(this.at <= 0));
    this.redoButton.setAttribute('aria-disabled', String(this.at >= this.kept.length - 1));
    for (const chip of this.gallery.children) {
      chip.setAttribute('aria-pressed', String(this.shown !== null && (chip as HTMLElement).dataset.testid === `template-${this.state.template}`));
    }
  }

  // ---- the scene ----------------------------------------------------------------------------------

  // One scene at a time; edits that come meanwhile are one edit.
  private apply(same: boolean): Promise<void> {
    this.due = true;
    this.running ??= this.work(same).finally(() => (this.running = null));
    return this.running;
  }

  private async work(same: boolean): Promise<void> {
    try {
      while (this.due) {
        this.due = false;
        await this.open(same);
      }
    } catch (error) {
      toast(wordsOf(error));
      this.words.textContent = wordsOf(error);
      this.words.dataset.kept = 'false';
    }
    this.draw();
  }

  private async open(same: boolean): Promise<void> {
    const template = await this.template(this.state.template);
    const state = this.state.regions.length > 0 ? this.state : { ...this.state, regions: await this.firstRegions(template) };
    if (!this.cloth) {
      throw new Error('there is no cloth');
    }
    this.hooks.sameView(same);
    try {
      await this.engine.ask('open', { ...studioScene(state, template, this.cloth.bytes), wait: true });
    } finally {
      this.hooks.sameView(false);
    }
    if (this.state.regions.length === 0) {
      this.state = state;
    }
    this.shown = JSON.stringify(state);
  }

  // the cloth alone is opened first: its pattern says where knots can be
  private async firstRegions(template: Template): Promise<StudioRegion[]> {
    const { sample } = this.state;
    if (sample === 'ribbon') {
      const pieces = ribbonPieces(template);
      await this.take(sample, new TextEncoder().encode(ribbonFile(pieces)), template);
      return wholePieces(template, pieces);
    }
    if (this.cloth?.sample !== sample) {
      await this.take(sample, this.own as Uint8Array, template);
    }
    const { low, high } = (this.cloth as { outline: Outline }).outline;
    const piece: PatternPiece = { low, high, padding: 0 };
    return wholePieces(template, [piece]);
  }

  private async take(sample: string, bytes: Uint8Array, template: Template): Promise<void> {
    await this.engine.ask('open', { ...studioScene({ ...this.state, regions: [] }, template, bytes), wait: true });
    const { uv, triangles } = await this.engine.ask('pattern', { cloth: 0 });
    this.cloth = { sample, bytes, outline: outlineOf(uv, triangles) };
  }

  // ---- what is seen -------------------------------------------------------------------------------

  private draw(): void {
    const template = this.templates.get(this.state.template);
    this.uv.show(this.cloth?.outline ?? null, this.state.regions);
    this.mark();
    if (!template) {
      return;
    }
    if (this.sliders.dataset.template !== template.name) {
      this.sliders.dataset.template = template.name;
      this.sliders.replaceChildren(...template.parameters.map((parameter) => this.slider(parameter)));
    }
    for (const { name, value } of template.parameters) {
      const input = this.sliders.querySelector<HTMLInputElement>(`[data-testid="param-${name}"]`);
      if (input && document.activeElement !== input) {
        input.value = String(this.state.values[name] ?? value);
        input.dispatchEvent(new Event('shown'));
      }
    }
    this.drawNumbers();
  }

  private slider({ name, label, unit, low, high, value }: Template['parameters'][number]): HTMLElement {
    const output = h('output', {});
    const id = `param-${name}`;
    const say = (): string => (output.textContent = `${Number(Number(input.value).toPrecision(4))}${unit === '' ? '' : ` ${unit}`}`);
    const input: HTMLInputElement = h('input', {
      type: 'range',
      min: low,
      max: high,
      step: 'any',
      value,
      id,
      'data-testid': id,
      onshown: say,
      oninput: () => {
        say();
        this.setValue(name, Number(input.value), false);
      },
      onchange: () => this.setValue(name, Number(input.value), true),
    });
    say();
    return h('div', { class: 'slider' }, h('label', { for: id }, label), output, input);
  }

  private drawNumbers(): void {
    if (this.numbers.contains(document.activeElement)) {
      return;
    }
    this.numbers.replaceChildren(
      ...this.state.regions.map((region, index) =>
        h(
          'fieldset',
          { class: 'region-numbers' },
          h('legend', {}, `On ${region.strand}`),
          ...NUMBERS.map(({ key, label, step }) => {
            const id = `region-${index}-${key}`;
            const input: HTMLInputElement = h('input', {
              type: 'number',
              id,
              'data-testid': id,
              step,
              value: Number(region[key].toFixed(4)),
              onchange: () => Number.isFinite(input.valueAsNumber) && this.editRegion(index, { [key]: input.valueAsNumber }, true),
            });
            return h('span', {}, h('label', { for: id }, label), input);
          }),
        ),
      ),
    );
  }

  // ---- settling -----------------------------------------------------------------------------------

  private toggleSettling(): void {
    if (this.shown === null) {
      void this.chooseKnot(this.state.template).then(() => this.engine.ask('pause', { on: false }));
      return;
    }
    this.engine.ask('pause', { on: this.settling }).catch((error: unknown) => toast(wordsOf(error)));
  }

  private follow(timeline: Timeline | null): void {
    this.settling = timeline?.playing ?? false;
    this.moved = this.settling || (timeline?.cycle ?? 0) > 0;
    this.showPipe();
    this.settleButton.textContent = this.settling ? 'Stop' : 'Settle';
    this.progress.hidden = !timeline || (timeline.cycle === 0 && !this.settling);
    this.progress.value = timeline ? Math.min(1, timeline.cycle / Math.max(1, timeline.expected)) : 0;
    if (timeline?.done) {
      this.progress.value = 1;
    }
  }

  private title(): string {
    const words = this.templates.get(this.state.template)?.title ?? title(this.state.template);
    return `${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  }

  // it stays where the cloth was put on it
  private showPipe(): void {
    this.hooks.pipe(this.pipeBox.checked && !this.moved ? (this.dress?.pipe ?? null) : null);
  }

  private tell(dress: DressState | null): void {
    this.dress = dress;
    this.showPipe();
    if (!dress) {
      return;
    }
    const kept = dress.kept ? `It is ${this.title()}: ${dress.name}.` : `It is not what it should be: ${dress.failure}`;
    const stopped = dress.stopped ? ` The sliders went ${Math.round(100 * dress.reached)} % of their way: ${dress.reason}.` : '';
    this.words.textContent = `${kept}${stopped}`;
    this.words.dataset.kept = String(dress.kept);
  }

  private async export(format: 'obj' | 'glb' | 'ply'): Promise<void> {
    try {
      const { bytes, name, type } = await this.engine.ask('export', { format });
      download(bytes as BlobPart, name, type);
    } catch (error) {
      toast(wordsOf(error));
    }
  }
}
