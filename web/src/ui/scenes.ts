// SPDX-License-Identifier: MIT
// The scene tab: what is there, and how the rope behaves.

import type { Catalogue, Engine, Model, Preset, Requests, SceneInfo, Settings, Vec3 } from '../protocol';
import { h } from './dom';
import { setGravity } from './gravity';
import { toast, wordsOf } from './toast';

/** Gravity at full strength, sinking in one cycle, radii. */
const FULL_GRAVITY = 0.12;

const MODEL_WORDS: Record<Model, string> = {
  ftl: 'follow the leader',
  spring: 'springs',
  projection: 'projection',
};

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
  /** Height of the floor. */
  floor(): number;
  /** Whether the next scene is seen as this one is. */
  sameView(same: boolean): void;
  chosen(): void;
}

export class ScenesTab {
  readonly body = h('div', { class: 'tab-body' });
  private readonly buttons = new Map<Preset, HTMLButtonElement>();
  private preset: Preset = 'rope';
  private shown: Preset | null = null;
  private links = 100;
  private radius = 0.5;
  private model: Model = 'ftl';
  private gravity = 0;
  private readonly lengthSlider: Slider;
  private readonly thickSlider: Slider;
  private readonly slipSlider: Slider;
  private readonly gravitySlider: Slider;
  private readonly speedSlider: Slider;

  constructor(
    private readonly engine: Engine,
    catalogue: Catalogue,
    private readonly hooks: ScenesHooks,
  ) {
    this.lengthSlider = slider('Length', 'rope-length', [30, 400, 10], (v) => `${v} links`, (v) => {
      this.links = v;
      void this.load(this.preset);
    });
    this.thickSlider = slider('Thickness', 'rope-radius', [0.3, 0.9, 0.05], (v) => `${(2 * v).toFixed(1)} wide`, (v) => {
      this.radius = v;
      void this.load(this.preset);
    });
    this.slipSlider = slider('Slip ε', 'slip', [0, 0.5, 0.01], (v) => `${v.toFixed(2)}: ${slipWords(v)}`, (v) =>
      this.change({ slip: v }),
    );
    this.gravitySlider = slider('Gravity', 'gravity', [0, 100, 5], (v) => (v === 0 ? 'none' : `${v} %`), (v) => {
      this.gravity = v;
      void this.weigh().catch((error: unknown) => toast(wordsOf(error)));
    });
    this.speedSlider = slider('Speed', 'speed', [60, 1920, 60], (v) => `${v} cycles/s`, (v) => {
      this.engine.ask('speed', { cyclesPerSecond: v }).catch((error: unknown) => toast(wordsOf(error)));
    });
    this.speedSlider.set(960);
    this.lengthSlider.set(this.links);
    this.thickSlider.set(this.radius);
    this.gravitySlider.set(0);

    const choices = h('div', { class: 'choices', role: 'group', 'aria-label': 'Scenes' });
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
        h('span', {}, h('strong', {}, preset.title), h('small', {}, preset.note)),
      );
      this.buttons.set(preset.id, button);
      choices.append(button);
    }
    this.body.append(
      h('h2', {}, 'Scene'),
      choices,
      h('h2', {}, 'Rope'),
      this.lengthSlider.row,
      this.thickSlider.row,
      this.slipSlider.row,
      this.gravitySlider.row,
      ...this.models(catalogue.models),
      this.speedSlider.row,
    );
  }

  /** Load a prepared scene with the rope that the sliders say. */
  async load(preset: Preset, byHand = false): Promise<void> {
    this.preset = preset;
    const take: Requests['preset']['take'] = { preset, radius: this.radius, model: this.model, links: this.links };
    try {
      const gravity = this.gravity;
      await this.engine.ask('preset', take);
      if (gravity > 0) {
        this.gravity = gravity;
        await this.weigh();
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
      const down: Vec3 = [0, (-this.gravity / 100) * FULL_GRAVITY * this.radius, 0];
      const shown = this.shown;
      this.hooks.sameView(true);
      try {
        await setGravity(this.engine, info, down, this.hooks.floor());
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

  showSettings(settings: Settings): void {
    this.slipSlider.set(settings.slip);
    const down = -settings.gravity[1];
    this.gravity = Math.round((100 * down) / (FULL_GRAVITY * this.radius));
    this.gravitySlider.set(Math.min(100, Math.max(0, this.gravity)));
  }

  private change(settings: Partial<Settings>): void {
    this.engine.ask('settings', settings).catch((error: unknown) => toast(wordsOf(error)));
  }

  private models(models: Model[]): HTMLElement[] {
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
          void this.load(this.preset);
        },
      },
      ...models.map((model) => h('option', { value: model }, MODEL_WORDS[model])),
    );
    return [h('div', { class: 'slider' }, h('label', { for: 'model' }, 'Model'), select)];
  }
}

function slipWords(slip: number): string {
  return slip < 0.08 ? 'grips' : slip < 0.22 ? 'like rope' : slip < 0.36 ? 'smooth' : 'slippery';
}

const PICTURES: Record<Preset, string[]> = {
  rope: ['M4 20c8-14 14 12 22 0s10-8 10-8'],
  'two-ropes': ['M4 12c10-6 22 14 32 4', 'M4 22c10 8 22-14 32-4'],
  pole: ['M20 3v30', 'M4 24c8 0 22-4 22-9s-12-5-12 0 12 8 22 8'],
  ring: ['M20 6a10 10 0 1 0 .01 0', 'M4 32c8-4 14-8 16-16'],
  cleat: ['M6 12c4 5 24 5 28 0M15 15l-2 10h14l-2-10', 'M4 30c8 0 10-2 12-10'],
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
