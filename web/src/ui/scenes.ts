// SPDX-License-Identifier: MIT
// The scene tab: what is there, and how the rope behaves.

import type { Catalogue, Engine, Model, Preset, Requests, SceneInfo, Settings, Vec3 } from '../protocol';
import { EARTH, FULL_GRAVITY } from '../protocol/gravity';
import { h } from './dom';
import { setGravity } from './gravity';
import { RodFields } from './rods';
import { TensionView } from './tension';
import { toast, wordsOf } from './toast';
import type { Stage } from '../view/stage';
import { fixed, many, said, t } from '../words/words';

const modelWords = (): Record<Model, string> => ({
  ftl: t('follow the leader'),
  spring: t('springs'),
  projection: t('projection'),
  rod: t('Elastic rope'),
});

interface Slider {
  row: HTMLElement;
  input: HTMLInputElement;
  set(value: number): void;
}

function slider(
  name: string,
  testid: string,
  [low, high, step]: [number, number, number],
  show: (value: number) => string,
  changed: (value: number) => void,
): Slider {
  const output = h('output', {});
  const input = h('input', {
    type: 'range',
    min: low,
    max: high,
    step,
    id: testid,
    'data-testid': testid,
    oninput: () => (output.textContent = show(Number(input.value))),
    onchange: () => changed(Number(input.value)),
  });
  return {
    row: h('div', { class: 'slider' }, h('label', { for: testid }, name), output, input),
    input,
    set: (value) => {
      input.value = String(value);
      output.textContent = show(value);
    },
  };
}

export interface ScenesHooks {
  scene(): SceneInfo | null;
  /** Whether the next scene is seen as this one is. */
  sameView(same: boolean): void;
  chosen(): void;
}

export class ScenesTab {
  readonly body = h('div', { class: 'tab-body' });
  /** What only ropes have. */
  private readonly ropeBox = h('div', { class: 'below' });
  private readonly advancedRope = h('div', {});
  private cloth = false;
  private readonly buttons = new Map<Preset, HTMLButtonElement>();
  private preset: Preset = 'table';
  private shown: Preset | null = null;
  private links = 110;
  private radius = 0.65;
  /** Of the next scene. */
  private model: Model = 'rod';
  private gravity = 0;
  private readonly lengthSlider: Slider;
  private readonly thickSlider: Slider;
  private readonly slipSlider: Slider;
  private readonly gravitySlider: Slider;
  private readonly speedSlider: Slider;
  private readonly rods: RodFields;
  private readonly tension: TensionView;
  private models?: HTMLSelectElement;
  /** Cycles a second over what the slider says. */
  private share = 1;

  constructor(
    private readonly engine: Engine,
    private readonly stage: Stage,
    catalogue: Catalogue,
    private readonly hooks: ScenesHooks,
  ) {
    this.lengthSlider = slider(t('Length'), 'rope-length', [30, 400, 10], (v) => many(v, '{n} link', '{n} links'), (v) => {
      this.links = v;
      void this.load(this.preset);
    });
    this.thickSlider = slider(t('Thickness'), 'rope-radius', [0.3, 0.9, 0.05], (v) => t('{width} wide', { width: fixed(2 * v, 1) }), (v) => {
      this.radius = v;
      void this.load(this.preset);
    });
    this.slipSlider = slider(t('Slip ε'), 'slip', [...catalogue.slip, 0.01], (v) => `${fixed(v, 2)}: ${slipWords(v)}`, (v) =>
      this.change({ slip: v }),
    );
    this.gravitySlider = slider(t('Gravity'), 'gravity', [0, 100, 5], (v) => (v === 0 ? t('none') : t('{n} %', { n: v })), (v) => {
      this.gravity = v;
      void this.weigh().catch((error: unknown) => toast(wordsOf(error)));
    });
    this.speedSlider = slider(t('Speed'), 'speed', [60, 1920, 60], (v) => t('{n} cycles/s', { n: Math.round(v * this.share) }), (v) => {
      this.engine.ask('speed', { cyclesPerSecond: v }).catch((error: unknown) => toast(wordsOf(error)));
    });
    this.rods = new RodFields(engine, catalogue.materials);
    this.tension = new TensionView(engine, stage);
    this.speedSlider.set(960);
    this.lengthSlider.set(this.links);
    this.thickSlider.set(this.radius);
    this.gravitySlider.set(0);

    const choices = h('div', { class: 'choices', role: 'group', 'aria-label': t('Scenes') });
    for (const preset of catalogue.presets) {
      const button = h(
        'button',
        {
          type: 'button',
          class: 'choice',
          'aria-pressed': 'false',
          'data-testid': `preset-${preset.id}`,
          onclick: () => void this.load(preset.id, true),
        },
        picture(preset.id),
        h('span', {}, h('strong', {}, said(preset.title)), h('small', {}, said(preset.note))),
      );
      this.buttons.set(preset.id, button);
      choices.append(button);
    }
    this.body.append(
      h('h2', {}, t('Scene')),
      choices,
      this.ropeBox,
      h(
        'details',
        {
          class: 'below',
          'data-testid': 'advanced',
          // how fast it goes is said at the lower edge while this is open
          ontoggle: (event: Event) => document.body.toggleAttribute('data-advanced', (event.currentTarget as HTMLDetailsElement).open),
        },
        h('summary', {}, t('Advanced')),
        this.advancedRope,
        this.speedSlider.row,
      ),
    );
    this.advancedRope.append(this.slipSlider.row, ...this.modelRows(catalogue.models), this.rods.advanced);
    this.ropeBox.append(
      h('h2', {}, t('Rope')),
      this.lengthSlider.row,
      this.thickSlider.row,
      this.gravitySlider.row,
      this.rods.material,
      this.tension.row,
    );
  }

  /** Load a prepared scene with the rope that the sliders say. */
  async load(preset: Preset, byHand = false): Promise<void> {
    this.preset = preset;
    const elastic = this.model === 'rod';
    const take: Requests['preset']['take'] = { preset, radius: this.radius, model: elastic ? 'ftl' : this.model, links: this.links };
    try {
      const gravity = this.gravity;
      const { cloths } = await this.engine.ask('preset', take);
      if (gravity > 0 && cloths.length === 0) {
        this.gravity = gravity;
        await this.weigh();
      }
      if (elastic && cloths.length === 0) {
        await this.rods.make();
      }
      this.mark(preset);
      if (byHand) {
        this.hooks.chosen();
      }
    } catch (error) {
      toast(wordsOf(error));
    }
  }

  // gravity as the slider says, with a floor where there is none
  private async weigh(): Promise<void> {
    const info = this.hooks.scene();
    if (info) {
      const floor = this.stage.floorHeight;
      const down: Vec3 = [0, (-this.gravity / 100) * FULL_GRAVITY * this.radius, 0];
      const shown = this.shown;
      this.hooks.sameView(true);
      try {
        await (this.rods.shown ? this.rods.fall((this.gravity / 100) * EARTH, floor) : setGravity(this.engine, info, down, floor));
      } finally {
        this.hooks.sameView(false);
      }
      this.mark(shown);
    }
  }

  /** Which prepared scene is shown; null when it is something else. */
  mark(preset: Preset | null): void {
    this.shown = preset;
    for (const [id, button] of this.buttons) {
      button.setAttribute('aria-pressed', String(id === preset));
    }
  }

  /** The current scene again, from the start. */
  again(): void {
    void this.load(this.preset);
  }

  /** A new scene: what is offered depends on what is in it. */
  show(info: SceneInfo): void {
    this.cloth = info.cloths.length > 0;
    this.ropeBox.hidden = this.advancedRope.hidden = this.cloth;
    this.rods.show(info);
    this.tension.show(info);
    const rod = info.ropes.find((rope) => rope.rod !== null)?.rod;
    this.share = this.cloth ? 1 / 8 : rod ? 1 / (960 * rod.timeStep) : 1;
    this.slipSlider.row.hidden = rod !== undefined; // a rod has friction instead
    if (rod) {
      this.showGravity(rod.gravity / EARTH);
    }
    if (this.models && !this.cloth) {
      this.models.value = rod ? 'rod' : this.model === 'rod' ? 'ftl' : this.model;
    }
    this.speedSlider.set(Number(this.speedSlider.input.value));
  }

  showSettings(settings: Settings): void {
    if (this.cloth || this.rods.shown) {
      return;
    }
    this.slipSlider.set(settings.slip);
    this.showGravity(-settings.gravity[1] / (FULL_GRAVITY * this.radius));
  }

  private showGravity(share: number): void {
    this.gravity = Math.round(100 * share);
    this.gravitySlider.set(Math.min(100, Math.max(0, this.gravity)));
  }

  private change(settings: Partial<Settings>): void {
    this.engine.ask('settings', settings).catch((error: unknown) => toast(wordsOf(error)));
  }

  private modelRows(models: Model[]): HTMLElement[] {
    if (models.length < 2) {
      return [];
    }
    const select = h(
      'select',
      {
        id: 'model',
        'data-testid': 'model',
        onchange: () => {
          this.model = select.value as Model;
          // the rope that is there becomes elastic; other models begin anew
          void (this.model === 'rod' ? this.rods.make() : this.load(this.preset));
        },
      },
      ...models.map((model) => h('option', { value: model }, modelWords()[model])),
    );
    this.models = select;
    return [h('div', { class: 'slider' }, h('label', { for: 'model' }, t('Model')), select)];
  }
}

function slipWords(slip: number): string {
  return slip < 0.08 ? t('grips') : slip < 0.22 ? t('like rope') : slip < 0.36 ? t('smooth') : t('slippery');
}

const PICTURES: Record<Preset, string[]> = {
  table: ['M4 26h22c10 0 10-16 0-16H14'],
  rope: ['M4 20c8-14 14 12 22 0s10-8 10-8'],
  'two-ropes': ['M4 12c10-6 22 14 32 4', 'M4 22c10 8 22-14 32-4'],
  pole: ['M20 3v30', 'M4 24c8 0 22-4 22-9s-12-5-12 0 12 8 22 8'],
  ring: ['M20 6a10 10 0 1 0 .01 0', 'M4 32c8-4 14-8 16-16'],
  cleat: ['M6 12c4 5 24 5 28 0M15 15l-2 10h14l-2-10', 'M4 30c8 0 10-2 12-10'],
  ball: ['M20 12a9 9 0 1 0 .01 0', 'M3 30c6-2 6-21 17-21s11 19 17 21c-4 3-6-2-10 0s-5 1-8-1-6 3-9 1-5 2-7 0'],
  curtain: ['M3 5h34', 'M6 5c2 10 0 18-1 27c5-3 6 2 10-1s6 3 10 0 6 2 10 0c-1-9-3-17-1-26c-6 7-22 7-28 0'],
  scarf: ['M12 3c3 8 3 12 4 15c-1 5-3 9-5 16h17c-1-7-3-11-5-16c1-4 2-8 4-15z', 'M3 20c9-3 11 3 17 0s-6-6-4-1 12 2 21-1'],
  suture: ['M3 12h34M3 24h34', 'M4 33c6 0 12-2 14-8c1-6-1-12 2-17s4 12 1 17c-1 6 8 8 15 8'],
  towel: ['M3 10h34', 'M10 7c0 8 0 16-1 25h19c1-9 0-17 0-25c-4-3-14-3-18 0'],
};

function picture(preset: Preset): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 40 36');
  svg.setAttribute('aria-hidden', 'true');
  const paths = PICTURES[preset] ?? [];
  paths.forEach((d, i) => {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', d);
    path.setAttribute('class', paths.length > 1 && i === 0 && preset !== 'two-ropes' ? 'thing' : 'rope');
    svg.append(path);
  });
  return svg;
}
