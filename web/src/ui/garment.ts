// SPDX-License-Identifier: MIT
// The garment tab: a knot for a piece of cloth, from a template: which cloth, which knot, its sliders, the regions of the
// pattern that go on its strands; then it is settled, put otherwise, and taken along.

import type { DressState, Engine, Timeline } from '../protocol';
import { placeFor, readTemplate, redressStep, regionsFor, ribbonFile, ribbonPieces, type StudioRegion, type StudioState, studioScene, type Template, THICKNESS, tyingSteps, type Units, wholePieces } from '../engine/studio';
import { OWN, patternScale, piecesOf, plainWords, RIBBON, sampleOf, SAMPLES, unitsOf } from '../engine/studio_samples';
import { writeJson } from '../engine/recorder';
import { download, h } from './dom';
import { RegionNumbers } from './garment_regions';
import { finishedWords, laidWords, progressOf } from './garment_words';
import { toast, wordsOf } from './toast';
import { type Outline, outlineOf, UvView } from './uv_view';
import { number, said, t } from '../words/words';

const files = import.meta.glob<string>('../../../data/templates/*.json', { query: '?raw', import: 'default' });
const KNOTS = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, '')).sort();
const MOST_UNDO = 200;
const UNITS: Record<string, string> = { x: '×', deg: '°' };

const title = (name: string): string => name.replaceAll('_', ' ');

export interface GarmentHooks {
  /** Whether the next scene is seen as this one is. */
  sameView(same: boolean): void;
  /** Draw the pipe of the template; null for none. */
  pipe(pipe: DressState['pipe']): void;
  /** Light up the cloth where it is nearest to a place; null: nowhere. */
  light(place: [number, number, number] | null): void;
  /** Show all of the cloth. */
  frame(): void;
  /** Crossings and stretch of the cloth as it is drawn. */
  work(): { pierced: number; stretch: number };
}

interface Cloth {
  sample: string;
  bytes: Uint8Array;
  units: Units;
  outline: Outline;
  pieces: ReturnType<typeof piecesOf>;
}

/** A state to come back to, and how often the cloth had been put otherwise then. */
interface Kept {
  state: StudioState;
  remaps: number;
}

export class GarmentTab {
  readonly body = h('div', { class: 'tab-body' });
  private readonly templates = new Map<string, Template>();
  private readonly gallery = h('div', { class: 'chips', role: 'group', 'aria-label': t('Knots') });
  private readonly sliders = h('div', { class: 'params' });
  private readonly words = h('p', { class: 'quiet', 'data-testid': 'dress-words', role: 'status' });
  private readonly steps = h('p', { class: 'quiet', 'data-testid': 'settle-words' });
  private readonly progress = h('progress', { max: 1, value: 0, 'aria-label': t('Settling'), hidden: true });
  private readonly settleButton: HTMLButtonElement;
  private readonly againButton: HTMLButtonElement;
  private readonly undoButton: HTMLButtonElement;
  private readonly redoButton: HTMLButtonElement;
  private readonly uv: UvView;
  private readonly numbers: RegionNumbers;
  private readonly input: HTMLInputElement;
  private readonly sample: HTMLSelectElement;
  private readonly thickness: HTMLInputElement;
  private readonly pipeBox: HTMLInputElement;

  private state: StudioState = { sample: RIBBON, thickness: THICKNESS, template: 'bow', values: {}, regions: [] };
  private readonly kept: Kept[] = [];
  private at = -1;
  private cloth: Cloth | null = null;
  private own: { bytes: Uint8Array; units: Units } | null = null;
  /** The last state that the engine has taken. */
  private shown: Kept | null = null;
  /** The scene that it is in, and the cloth's file that the engine has. */
  private serial = -1;
  private sent: Uint8Array | null = null;
  private due: 'edit' | 'fresh' | null = null;
  private running: Promise<void> | null = null;
  private timeline: Timeline | null = null;
  private ours = false;
  private dress: DressState | null = null;

  constructor(
    private readonly engine: Engine,
    private readonly hooks: GarmentHooks,
  ) {
    const button = (words: string, testid: string, run: () => void): HTMLButtonElement =>
      h('button', { type: 'button', class: 'pill', 'data-testid': testid, onclick: run }, words);
    this.settleButton = button(t('Settle'), 'settle', () => this.toggleSettling());
    this.settleButton.classList.add('strong');
    this.againButton = button(t('Lay it anew'), 'garment-again', () => void this.apply(true, 'fresh').then(() => this.keep()));
    this.undoButton = button(t('Undo edit'), 'garment-undo', () => void this.step(-1));
    this.redoButton = button(t('Redo edit'), 'garment-redo', () => void this.step(1));
    this.uv = new UvView(
      (index, change) => this.edit({ regions: this.state.regions.map((region, i) => (i === index ? { ...region, ...change } : region)) }, false),
      () => void (this.running ?? Promise.resolve()).then(() => this.keep()),
    );
    this.numbers = new RegionNumbers((regions) => this.edit({ regions }, true));
    this.pipeBox = h('input', { type: 'checkbox', id: 'show-pipe', 'data-testid': 'show-pipe', onchange: () => void engine.ask('pipes', { on: this.pipeBox.checked }) });
    this.input = h('input', {
      type: 'file',
      id: 'garment-file',
      class: 'visually-hidden',
      accept: '.obj',
      tabindex: -1,
      'aria-label': t('Open a mesh of cloth'),
      'data-testid': 'garment-file',
      onchange: () => {
        const [file] = this.input.files ?? [];
        void file?.arrayBuffer().then((buffer) => this.openOwn(new Uint8Array(buffer)));
        this.input.value = '';
      },
    });
    this.sample = h(
      'select',
      { id: 'garment-sample', 'data-testid': 'garment-sample', onchange: () => this.chooseSample(this.sample.value) },
      ...SAMPLES.map(({ id, title: words }) => h('option', { value: id }, said(words))),
    );
    this.thickness = h('input', {
      type: 'number',
      id: 'garment-thickness',
      'data-testid': 'garment-thickness',
      min: 0.05,
      max: 5,
      step: 0.05,
      value: 1000 * THICKNESS,
      onchange: () => this.thickness.valueAsNumber > 0 && this.edit({ thickness: this.thickness.valueAsNumber / 1000 }, true, 'fresh'),
    });
    for (const name of KNOTS) {
      this.gallery.append(
        h('button', { type: 'button', class: 'chip', 'aria-pressed': 'false', 'data-testid': `template-${name}`, onclick: () => this.chooseKnot(name) }, said(title(name))),
      );
    }
    const save = (format: 'obj' | 'glb' | 'ply'): HTMLElement => button(format.toUpperCase(), `garment-${format}`, () => void this.export(format));
    this.body.append(
      h('h2', {}, t('Knot in cloth')),
      h('p', { class: 'quiet' }, t('Choose a cloth and a knot, move the sliders, then let it settle. Change it at any time: it is put into the cloth anew.')),
      h('div', { class: 'garment-choice' }, h('label', { for: 'garment-sample' }, t('Cloth')), this.sample),
      h('div', { class: 'actions' }, button(t('Open an OBJ file'), 'garment-open', () => this.input.click())),
      this.input,
      h('h3', {}, t('Knot')),
      this.gallery,
      this.words,
      h('div', { class: 'actions' }, this.settleButton, this.againButton),
      this.progress,
      this.steps,
      h('div', { class: 'actions' }, this.undoButton, this.redoButton),
      h('h3', {}, t('Shape')),
      this.sliders,
      h('label', { class: 'check', for: 'show-pipe' }, this.pipeBox, t('Show the pipe that the cloth lies on')),
      h('h3', {}, t('Pattern')),
      h('p', { class: 'quiet' }, t('Drag a region, or move it by the arrow keys.')),
      this.uv.box,
      this.numbers.box,
      h('div', { class: 'garment-choice' }, h('label', { for: 'garment-thickness' }, t('Thickness of the cloth, mm')), this.thickness),
      h('h3', {}, t('Take it along')),
      h('div', { class: 'actions' }, save('obj'), save('glb'), save('ply')),
    );
    engine.on('scene', ({ serial }) => {
      // another scene: the cloth's file is gone with this one
      this.ours = serial === this.serial;
      this.sent = this.ours ? this.sent : null;
    });
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

  private edit(change: Partial<StudioState>, last: boolean, how: 'edit' | 'fresh' = 'edit'): void {
    this.state = { ...this.state, ...change };
    this.uv.show(this.cloth?.outline ?? null, this.state.regions); // at once, whatever the cloth does
    void this.apply(true, how).then(() => last && this.keep());
  }

  // in cloth that has moved the knot is changed where it is; else the regions are chosen again
  private chooseKnot(name: string): void {
    void this.template(name).then((template) => {
      const { strands } = template;
      const stays = this.moved && this.state.regions.length === strands.length && this.state.regions.every(({ shape }) => shape === 'rectangle');
      const regions = stays ? this.state.regions.map((region, i) => ({ ...region, strand: strands[i].name })) : [];
      this.state = { ...this.state, template: name, values: {}, regions };
      void this.apply(stays, stays ? 'edit' : 'fresh').then(() => this.keep());
    });
  }

  private chooseSample(sample: string): void {
    if (sample === OWN && !this.own) {
      // no dialog from here: arrow keys come by, too
      this.sample.value = this.state.sample;
      this.refuse(new Error(t('There is no file of your own yet: open one.')));
      return;
    }
    this.state = { ...this.state, sample, template: sampleOf(sample).knot, values: {}, regions: [] };
    void this.apply(false, 'fresh').then(() => this.keep());
  }

  private openOwn(bytes: Uint8Array): void {
    try {
      this.own = { bytes, units: unitsOf(bytes) };
    } catch (error) {
      this.refuse(error);
      return;
    }
    this.cloth = null;
    this.chooseSample(OWN);
  }

  /** What is dropped while the tab is open is cloth to put a knot into. False: it is for others. */
  takes(dropped: readonly File[]): boolean {
    const [file] = dropped;
    const mine = this.body.checkVisibility() && dropped.length === 1 && /\.obj$/i.test(file.name);
    if (mine) {
      void file.arrayBuffer().then((buffer) => this.openOwn(new Uint8Array(buffer)));
    }
    return mine;
  }

  // ---- undo ---------------------------------------------------------------------------------------

  // What is shown becomes a state to come back to; what was undone is gone.
  private keep(): void {
    if (this.shown && this.shown !== this.kept[this.at]) {
      this.kept.splice(this.at + 1);
      this.kept.push(this.shown);
      this.kept.splice(0, this.kept.length - MOST_UNDO);
      this.at = this.kept.length - 1;
    }
    this.mark();
  }

  private async step(by: number): Promise<void> {
    const wanted = this.kept[this.at + by];
    if (!wanted) {
      // what was refused is taken back, the cloth is as it was
      if (by < 0 && this.shown && this.refused) {
        this.state = this.shown.state;
        this.draw();
        this.say();
      }
      return;
    }
    this.at += by;
    await this.running;
    try {
      // back to the cloth as it lay before it was put otherwise; what was shown then needs no more
      let back = false;
      while (this.ours && this.shown && this.shown.remaps > wanted.remaps - (by > 0 || wanted.remaps === this.shown.remaps ? 1 : 0) && this.shown.remaps > 0) {
        this.shown = { ...this.shown, ...(await this.engine.ask('undress', {})) };
        back = true;
      }
      this.state = wanted.state;
      if (back && this.shown?.remaps === wanted.remaps && by < 0) {
        this.shown = wanted;
        this.draw();
        return;
      }
    } catch (error) {
      this.refuse(error);
    }
    await this.apply(true, wanted.remaps > 0 ? 'edit' : 'fresh');
    if (this.shown) {
      this.kept[this.at] = this.shown;
    }
    this.mark();
  }

  private mark(): void {
    this.undoButton.setAttribute('aria-disabled', String(this.at <= 0 && !this.refused));
    this.redoButton.setAttribute('aria-disabled', String(this.at >= this.kept.length - 1));
    this.againButton.setAttribute('aria-disabled', String(!this.moved));
    for (const chip of this.gallery.children) {
      chip.setAttribute('aria-pressed', String(this.shown !== null && (chip as HTMLElement).dataset.testid === `template-${this.state.template}`));
    }
  }

  // ---- the scene ----------------------------------------------------------------------------------

  // One scene at a time; edits that come meanwhile are one edit, and the newest is what is laid.
  private apply(same: boolean, how: 'edit' | 'fresh'): Promise<void> {
    this.due = how === 'fresh' || this.due === 'fresh' ? 'fresh' : 'edit';
    this.running ??= this.work(same).finally(() => (this.running = null));
    return this.running;
  }

  private async work(same: boolean): Promise<void> {
    try {
      while (this.due) {
        const how = this.due;
        this.due = null;
        await this.lay(same, how);
      }
    } catch (error) {
      this.refuse(error);
    }
    this.draw();
  }

  private refuse(error: unknown): void {
    const words = plainWords(wordsOf(error));
    toast(words);
    this.words.textContent = this.moved ? `${words} ${t('"Lay it anew" begins with fresh cloth.')}` : words;
    this.words.dataset.kept = 'false';
  }

  private async lay(same: boolean, how: 'edit' | 'fresh'): Promise<void> {
    const template = await this.template(this.state.template);
    const state = this.state.regions.length > 0 ? this.state : { ...this.state, regions: await this.firstRegions(template) };
    const { cloth } = this;
    if (!cloth) {
      throw new Error(t('There is no cloth yet: choose one.'));
    }
    if (how === 'edit' && this.moved && this.shown) {
      const { remaps } = await this.engine.ask('redress', { step: writeJson(redressStep(state, template)), then: writeJson(tyingSteps()) });
      this.shown = { state, remaps };
    } else {
      await this.open(state, template, cloth, same);
      this.shown = { state, remaps: 0 };
    }
    if (this.state.regions.length === 0) {
      this.state = state;
    }
  }

  private async open(state: StudioState, template: Template, { bytes, units }: Pick<Cloth, 'bytes' | 'units'>, same: boolean): Promise<void> {
    const text = studioScene(state, template, units);
    this.hooks.sameView(same);
    try {
      const known = this.sent === bytes && this.ours;
      const { serial } = await this.engine.ask('open', { text, wait: true, ...(known ? { sameFiles: true } : { files: { 'cloth.obj': bytes } }) });
      this.serial = serial;
      this.sent = bytes;
      this.ours = true;
      this.follow(this.timeline); // what came before the answer
    } finally {
      this.hooks.sameView(false);
    }
  }

  // the cloth alone is opened first: its pattern says where knots can be
  private async firstRegions(template: Template): Promise<StudioRegion[]> {
    const { sample } = this.state;
    if (sample === RIBBON) {
      const pieces = ribbonPieces(template);
      await this.take(sample, new TextEncoder().encode(ribbonFile(pieces)), { scale: 1, pattern: 1 }, template);
      return wholePieces(template, pieces);
    }
    if (this.cloth?.sample !== sample) {
      if (sample === OWN && this.own) {
        await this.take(sample, this.own.bytes, this.own.units, template);
      } else {
        const { garment } = sampleOf(sample);
        this.words.textContent = t('The cloth is cut and sewn …');
        const bytes = await this.engine.ask('garment', { garment: writeJson(garment) });
        await this.take(sample, bytes, { scale: 1, pattern: 1 }, template);
      }
    }
    return regionsFor(template, this.cloth?.pieces ?? []);
  }

  private async take(sample: string, bytes: Uint8Array, units: Units, template: Template): Promise<void> {
    const bare = { ...this.state, regions: [] };
    await this.open(bare, template, { bytes, units }, false);
    let { uv, triangles } = await this.engine.ask('pattern', { cloth: 0 });
    const { cloths } = await this.engine.ask('state', {});
    const faces = await this.engine.ask('faces', { cloth: 0 });
    if (sample === OWN) {
      const pattern = patternScale(uv, triangles, cloths[0], faces);
      if (pattern !== 1) {
        units = { ...units, pattern };
        await this.open(bare, template, { bytes, units }, false);
        ({ uv, triangles } = await this.engine.ask('pattern', { cloth: 0 }));
      }
    }
    const pieces = piecesOf(uv, triangles);
    if (pieces.length > 1 && sample !== RIBBON) {
      units = { ...units, place: placeFor(regionsFor(template, pieces), { uv, corners: triangles }, cloths[0], faces) };
    }
    this.cloth = { sample, bytes, units, outline: outlineOf(uv, triangles), pieces };
  }

  // ---- what is seen -------------------------------------------------------------------------------

  private draw(): void {
    const template = this.templates.get(this.state.template);
    this.sample.value = this.state.sample;
    this.uv.show(this.cloth?.outline ?? null, this.state.regions);
    this.mark();
    if (document.activeElement !== this.thickness) {
      this.thickness.value = String(Number((1000 * this.state.thickness).toPrecision(4)));
    }
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
    this.numbers.show(this.state.regions, new Set(template.strands.filter(({ closed }) => closed).map(({ name }) => name)));
  }

  private slider({ name, label, unit, low, high, value }: Template['parameters'][number]): HTMLElement {
    const output = h('output', {});
    const id = `param-${name}`;
    const say = (): void => {
      const words = `${number(Number(Number(input.value).toPrecision(3)))} ${UNITS[unit] ?? unit}`.trim();
      output.textContent = words;
      input.setAttribute('aria-valuetext', words);
    };
    const set = (last: boolean): void => this.edit({ values: { ...this.state.values, [name]: Number(input.value) } }, last);
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
        set(false);
      },
      onchange: () => set(true),
    });
    say();
    return h('div', { class: 'slider' }, h('label', { for: id }, said(label)), output, input);
  }

  // ---- settling -----------------------------------------------------------------------------------

  /** What was chosen last is not what is shown. */
  private get refused(): boolean {
    return this.shown !== null && JSON.stringify(this.shown.state) !== JSON.stringify(this.state);
  }

  private get moved(): boolean {
    return this.ours && this.timeline !== null && (this.timeline.playing || this.timeline.cycle > 0);
  }

  private toggleSettling(): void {
    const settling = this.ours && this.timeline?.playing === true;
    if (!this.ours || this.shown === null) {
      void this.apply(false, 'fresh').then(() => {
        this.keep();
        return this.shown && this.engine.ask('pause', { on: false });
      });
      return;
    }
    this.engine.ask('pause', { on: settling }).catch((error: unknown) => toast(wordsOf(error)));
  }

  private follow(timeline: Timeline | null): void {
    const was = this.moved;
    const ended = this.ours && this.timeline?.playing === true && timeline?.done === true;
    this.timeline = timeline;
    const { value, words, button } = progressOf(this.ours ? timeline : null, this.hooks.work());
    this.settleButton.textContent = button;
    this.progress.hidden = value === null;
    this.progress.value = value ?? 0;
    this.steps.textContent = words;
    if (was !== this.moved) {
      this.mark();
    }
    if (ended) {
      this.hooks.frame();
    }
    this.say();
  }

  private tell(dress: DressState | null): void {
    this.dress = dress;
    this.say();
  }

  // the pipe stays where the cloth was put on it
  private say(): void {
    const { dress, timeline } = this;
    this.hooks.pipe(this.moved ? null : (dress?.pipe ?? null));
    if (!dress || !this.ours) {
      return;
    }
    const words = this.templates.get(this.state.template)?.title ?? title(this.state.template);
    const done = timeline?.done === true && timeline.cycle === timeline.head;
    const told = done ? finishedWords(words, dress, timeline.failure) : laidWords(words, dress);
    this.words.textContent = told.words;
    this.words.dataset.kept = String(told.good);
    this.hooks.light(done && !told.good && !dress.kept ? dress.place : null);
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
