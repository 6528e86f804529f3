// SPDX-License-Identifier: MIT
// The numbers of regions: what the flat pattern shows, to be typed.

import { reshape, type StudioRegion } from '../engine/studio';
import { h } from './dom';
import { said, t } from '../words/words';

type NumberKey = 'u' | 'v' | 'angle' | 'length' | 'width' | 'padding' | 'radius';

const NUMBERS: { key: NumberKey; label: () => string; step: number; of?: StudioRegion['shape'] }[] = [
  { key: 'u', label: () => t('Middle u, m'), step: 0.005 },
  { key: 'v', label: () => t('Middle v, m'), step: 0.005 },
  { key: 'angle', label: () => t('Turn, °'), step: 1 },
  { key: 'length', label: () => t('Length, m'), step: 0.005, of: 'rectangle' },
  { key: 'width', label: () => t('Width, m'), step: 0.002, of: 'rectangle' },
  { key: 'padding', label: () => t('Padding, m'), step: 0.001, of: 'rectangle' },
  { key: 'radius', label: () => t('Radius, m'), step: 0.005, of: 'circle' },
];

/** "Tip at the last end of tail", "Cloth on tail". */
export function regionWords(strand: string, shape: StudioRegion['shape'], end: StudioRegion['end']): string {
  return said(shape === 'circle' ? `Tip at the ${end} end of ${strand}` : `Cloth on ${strand}`);
}

export class RegionNumbers {
  readonly box = h('div', {});
  private regions: StudioRegion[] = [];
  private drawn = '';

  /** changed: by hand; closed: strands that have no end to be a tip. */
  constructor(private readonly changed: (regions: StudioRegion[]) => void) {}

  show(regions: StudioRegion[], closed: ReadonlySet<string>): void {
    this.regions = regions;
    const outline = regions.map(({ strand, shape, end }) => `${strand} ${shape} ${end} ${closed.has(strand)}`).join();
    if (outline !== this.drawn) {
      this.drawn = outline;
      this.box.replaceChildren(...regions.map((region, index) => this.fields(region, index, closed)));
    }
    regions.forEach((region, index) => {
      for (const { key } of NUMBERS) {
        const input = this.box.querySelector<HTMLInputElement>(`#region-${index}-${key}`);
        if (input && input !== document.activeElement) {
          input.value = String(Number(region[key].toFixed(4)));
        }
      }
    });
  }

  private edit(index: number, change: Partial<StudioRegion>): void {
    this.changed(this.regions.map((region, i) => (i === index ? { ...region, ...change } : region)));
  }

  private fields({ strand, shape, end }: StudioRegion, index: number, closed: ReadonlySet<string>): HTMLElement {
    const first = this.regions.findIndex((region) => region.strand === strand) === index;
    return h(
      'fieldset',
      { class: 'region-numbers' },
      h('legend', {}, regionWords(strand, shape, end)),
      ...(first && !closed.has(strand) ? [this.shapes(strand, shape, index)] : []),
      ...NUMBERS.filter(({ of }) => of === undefined || of === shape).map(({ key, label, step }) => {
        const id = `region-${index}-${key}`;
        const input: HTMLInputElement = h('input', {
          type: 'number',
          id,
          'data-testid': id,
          step,
          onchange: () => Number.isFinite(input.valueAsNumber) && this.edit(index, { [key]: input.valueAsNumber }),
        });
        return h('span', {}, h('label', { for: id }, label()), input);
      }),
    );
  }

  private shapes(strand: string, shape: StudioRegion['shape'], index: number): HTMLElement {
    const id = `region-${index}-shape`;
    const select: HTMLSelectElement = h(
      'select',
      { id, 'data-testid': id, onchange: () => this.changed(reshape(this.regions, strand, select.value as StudioRegion['shape'])) },
      h('option', { value: 'rectangle' }, t('rectangle')),
      h('option', { value: 'circle' }, t('two circles')),
    );
    select.value = shape;
    return h('span', { class: 'wide' }, h('label', { for: id }, t('Shape')), select);
  }
}
