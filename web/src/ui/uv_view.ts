// SPDX-License-Identifier: MIT
// The flat pattern with the regions of a knot on it: dragged by the pointer, or moved by the arrow keys.

import type { StudioRegion } from '../engine/studio';
import { h } from './dom';

export interface Outline {
  low: [number, number];
  high: [number, number];
  /** (edges x 4) ends of border edges */
  borders: Float32Array;
}

/** What a pattern looks like: edges that only one triangle has. */
export function outlineOf(uv: Float64Array, triangles: Int32Array): Outline {
  const edges = new Map<string, [number, number]>();
  const low: [number, number] = [Infinity, Infinity];
  const high: [number, number] = [-Infinity, -Infinity];
  triangles.forEach((corner, i) => {
    const next = triangles[i % 3 === 2 ? i - 2 : i + 1];
    const key = corner < next ? `${corner} ${next}` : `${next} ${corner}`;
    if (!edges.delete(key)) {
      edges.set(key, [corner, next]);
    }
    [0, 1].forEach((k) => {
      low[k] = Math.min(low[k], uv[2 * corner + k]);
      high[k] = Math.max(high[k], uv[2 * corner + k]);
    });
  });
  const borders = new Float32Array(4 * edges.size);
  [...edges.values()].forEach(([a, b], i) => borders.set([uv[2 * a], uv[2 * a + 1], uv[2 * b], uv[2 * b + 1]], 4 * i));
  return { low, high, borders };
}

const SVG = 'http://www.w3.org/2000/svg';

function make(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, String(value)));
  return element;
}

export class UvView {
  readonly box = h('div', { class: 'uv-view', 'data-testid': 'uv-view' });
  private outline: Outline | null = null;
  private regions: StudioRegion[] = [];
  private svg: SVGSVGElement | null = null;

  /** moved: while it is dragged; dropped: when that is done. */
  constructor(
    private readonly moved: (region: number, u: number, v: number) => void,
    private readonly dropped: () => void,
  ) {}

  show(outline: Outline | null, regions: StudioRegion[]): void {
    this.outline = outline;
    this.regions = regions;
    this.draw();
  }

  private draw(): void {
    const { outline } = this;
    if (!outline) {
      this.box.replaceChildren();
      return;
    }
    const focused = this.svg?.contains(document.activeElement) ? Number((document.activeElement as SVGElement).dataset.region) : -1;
    const [width, height] = [outline.high[0] - outline.low[0], outline.high[1] - outline.low[1]];
    const edge = 0.03 * Math.max(width, height);
    // v grows upward
    const svg = make('svg', {
      viewBox: `${outline.low[0] - edge} ${-outline.high[1] - edge} ${width + 2 * edge} ${height + 2 * edge}`,
      role: 'group',
      'aria-label': 'Flat pattern with the regions of the knot',
    }) as SVGSVGElement;
    const thin = Math.max(width, height) / 300;
    let path = '';
    for (let i = 0; i < outline.borders.length; i += 4) {
      const [a, b, c, d] = outline.borders.subarray(i, i + 4);
      path += `M${a} ${-b}L${c} ${-d}`;
    }
    svg.append(make('path', { d: path, class: 'border', 'stroke-width': thin }));
    this.regions.forEach((region, i) => {
      const shape = make('g', {
        class: 'region',
        transform: `translate(${region.u} ${-region.v}) rotate(${-region.angle})`,
        tabindex: 0,
        role: 'slider',
        'aria-label': `Region on ${region.strand}: arrow keys move it`,
        'aria-valuenow': region.u.toFixed(3),
        'aria-valuetext': `middle at ${region.u.toFixed(3)}, ${region.v.toFixed(3)} metres`,
        'data-region': i,
        'data-testid': `uv-region-${i}`,
      });
      shape.append(
        make('rect', {
          x: -region.length / 2,
          y: -region.width / 2,
          width: region.length,
          height: region.width,
          'stroke-width': 2 * thin,
        }),
        make('path', { d: `M${-region.length / 2} 0H${region.length / 2}`, class: 'middle', 'stroke-width': thin }),
      );
      shape.addEventListener('pointerdown', (event) => this.drag(event, i));
      shape.addEventListener('keydown', (event) => this.key(event, i));
      svg.append(shape);
    });
    this.svg = svg;
    this.box.replaceChildren(svg);
    if (focused >= 0) {
      (svg.querySelector(`[data-region="${focused}"]`) as SVGElement | null)?.focus();
    }
  }

  private drag(down: PointerEvent, index: number): void {
    const scale = this.svg?.getScreenCTM()?.a ?? 1;
    const { u, v } = this.regions[index];
    const move = (event: PointerEvent): void => {
      this.moved(index, u + (event.clientX - down.clientX) / scale, v - (event.clientY - down.clientY) / scale);
    };
    const up = (): void => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
      this.dropped();
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
    down.preventDefault();
  }

  private key(event: KeyboardEvent, index: number): void {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) {
      const { u, v } = this.regions[index];
      const size = event.shiftKey ? 0.02 : 0.002;
      this.moved(index, u + size * step[0], v + size * step[1]);
      this.dropped();
      event.preventDefault();
      event.stopPropagation();
    }
  }
}
