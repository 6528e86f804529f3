// SPDX-License-Identifier: MIT
// What an elastic rope is made of: its material, and under Advanced friction, stiffness and weight.

import type { Engine, Material, RodChoice, RodInfo, SceneInfo } from '../protocol';
import { h } from './dom';
import { toast, wordsOf } from './toast';
import { said, t } from '../words/words';

function field(id: string, name: string, most: number, changed: (value: number) => void): { row: HTMLElement; input: HTMLInputElement } {
  const input = h('input', {
    type: 'number',
    id,
    'data-testid': id,
    min: 0,
    max: most,
    step: 'any',
    onchange: () => {
      const value = Number(input.value);
      if (input.value !== '' && value >= 0 && value <= most) {
        changed(value);
      }
    },
  });
  return { row: h('div', { class: 'slider' }, h('label', { for: id }, name), input), input };
}

export class RodFields {
  readonly material: HTMLElement;
  readonly advanced: HTMLElement;
  private readonly select: HTMLSelectElement;
  private readonly friction;
  private readonly bend;
  private readonly weight;
  private now: RodInfo | null = null;
  /** What is changed by hand of the material. */
  private own: Omit<RodChoice, 'material'> = {};

  constructor(
    private readonly engine: Engine,
    materials: Material[],
  ) {
    this.select = h(
      'select',
      {
        id: 'material',
        'data-testid': 'material',
        onchange: () => {
          this.own = {};
          void this.make();
        },
      },
      ...materials.map(({ name, title }) => h('option', { value: name }, said(title))),
    );
    this.select.value = 'climbing_rope';
    this.material = h('div', { class: 'slider', hidden: true }, h('label', { for: 'material' }, t('Material')), this.select);
    // friction changes as the rope moves; a rope of another stiffness or weight is another rope
    this.friction = field('rod-friction', t('Friction'), 10, (friction) => {
      this.own.friction = friction;
      this.engine.ask('friction', { friction }).catch((error: unknown) => toast(wordsOf(error)));
    });
    this.bend = field('rod-bend', t('Stiffness, N m²'), 1e3, (bend) => {
      this.own.bend = bend;
      void this.make();
    });
    this.weight = field('rod-weight', t('Weight, g/m'), 1e6, (grams) => {
      this.own.density = Math.max(grams, 1e-3) / 1000;
      void this.make();
    });
    this.advanced = h('div', { hidden: true }, this.friction.row, this.bend.row, this.weight.row);
  }

  /** The rope that is there, as it lies, under this gravity (m/s^2), with a floor at `floor` where there is none. */
  async fall(gravity: number, floor: number): Promise<void> {
    this.own.gravity = gravity;
    await this.make(floor);
  }

  /** The rope that is there, as it lies, of this material. */
  async make(floor?: number): Promise<void> {
    try {
      await this.engine.ask('rod', { material: this.select.value, ...this.own, floor });
    } catch (error) {
      toast(wordsOf(error));
      this.fill();
    }
  }

  show(info: SceneInfo): void {
    this.now = info.ropes.find(({ rod }) => rod !== null)?.rod ?? null;
    this.material.hidden = this.advanced.hidden = this.now === null;
    this.fill();
  }

  get shown(): boolean {
    return this.now !== null;
  }

  private fill(): void {
    if (this.now) {
      const { material, friction, bend, density } = this.now;
      this.select.value = material || this.select.value;
      this.friction.input.value = String(Number(friction.toPrecision(3)));
      this.bend.input.value = String(Number(bend.toPrecision(3)));
      this.weight.input.value = String(Number((1000 * density).toPrecision(3)));
    }
  }
}
