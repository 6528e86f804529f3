// SPDX-License-Identifier: MIT
// The flat pattern with the regions of a knot on it: dragged by the pointer, or moved by keys.

import type { StudioRegion } from '../engine/studio';
import { h } from './dom';
import { regionWords } from './garment_regions';
import { fixed, t, type Values } from '../words/words';

export interface Outline {
  low: [number, number];
  high: [number, number];
  /** (edges x 4) ends of border edges */
  borders: Float32Array;
}

/** What a pattern looks like: edges that only one triangle has. */
export function outlineOf(uv: Float64Array, triangles: Int32Array): Outline {
  const edges = new Map<number, [number, number]>();
  const low: [number, number] = [Infinity, Infinity];
  const high: [number, number] = [-Infinity, -Infinity];
  const places = uv.length / 2;
  triangles.forEach((corner, i) => {
    const next = triangles[i % 3 === 2 ? i - 2 : i + 1];
    const key = corner < next ? corner * places + next : next * places + corner;
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
/** Of the pattern's longer side: a key's step, and with Shift. */
const STEP = 1 / 500;
const LONG_STEP = 1 / 50;

function make(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  return element;
}

function set(element: SVGElement, attributes: Record<string, string | number>): void {
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, String(value)));
}

export class UvView {
  readonly box = h('div', { class: 'uv-view', 'data-testid': 'uv-view' });
  private outline: Outline | null = null;
  private regions: StudioRegion[] = [];
  private svg: SVGSVGElement | null = null;
  private shapes: SVGElement[] = [];
  private size = 1;

  /** moved: while it is dragged; dropped: when that is done. */
  constructor(
    private readonly moved: (region: number, change: Partial<StudioRegion>) => void,
    private readonly dropped: () => void,
  ) {}

  show(outline: Outline | null, regions: StudioRegion[]): void {
    if (outline !== this.outline) {
      this.outline = outline;
      this.drawPattern();
    }
    const kinds = (list: StudioRegion[]): string => list.map(({ strand, shape }) => `${strand} ${shape}`).join();
    const same = this.shapes.length === regions.length && kinds(regions) === kinds(this.regions);
    this.regions = regions;
    if (!same) {
      this.drawRegions();
    }
    this.regions.forEach((region, i) => this.place(region, this.shapes[i]));
  }

  private drawPattern(): void {
    this.shapes = [];
    this.svg = null;
    const { outline } = this;
    if (!outline) {
      this.box.replaceChildren();
      return;
    }
    const [width, height] = [outline.high[0] - outline.low[0], outline.high[1] - outline.low[1]];
    this.size = Math.max(width, height);
    const edge = 0.03 * this.size;
    // v grows upward
    const svg = make('svg', {
      viewBox: `${outline.low[0] - edge} ${-outline.high[1] - edge} ${width + 2 * edge} ${height + 2 * edge}`,
      role: 'group',
      'aria-label': t('Flat pattern with the regions of the knot'),
    }) as SVGSVGElement;
    let path = '';
    for (let i = 0; i < outline.borders.length; i += 4) {
      const [a, b, c, d] = outline.borders.subarray(i, i + 4);
      path += `M${a} ${-b}L${c} ${-d}`;
    }
    svg.append(make('path', { d: path, class: 'border', 'vector-effect': 'non-scaling-stroke' }));
    this.svg = svg;
    this.box.replaceChildren(svg);
  }

  private drawRegions(): void {
    this.shapes.forEach((shape) => shape.remove());
    this.shapes = this.regions.map(({ shape: kind }, i) => {
      const shape = make('g', { class: 'region', tabindex: 0, role: 'slider', 'data-region': i, 'data-testid': `uv-region-${i}` });
      const line = { 'vector-effect': 'non-scaling-stroke' };
      shape.append(make(kind === 'circle' ? 'circle' : 'rect', { class: 'area', ...line }), make('path', { class: 'middle', ...line }));
      // what is a pixel high can still be taken
      shape.prepend(make('path', { class: 'reach', ...line }));
      shape.addEventListener('pointerdown', (event) => this.drag(event, i));
      shape.addEventListener('keydown', (event) => this.key(event, i));
      this.svg?.append(shape);
      return shape;
    });
  }

  private place(region: StudioRegion, shape: SVGElement): void {
    const [reach, area, middle] = shape.children as unknown as SVGElement[];
    const circle = region.shape === 'circle';
    const half = circle ? region.radius : region.length / 2;
    const words = regionWords(region.strand, region.shape, region.end);
    set(shape, {
      transform: `translate(${region.u} ${-region.v}) rotate(${-region.angle})`,
      'aria-label': circle
        ? t('{region}: arrow keys move it, + and - change its radius, < and > turn it', { region: words })
        : t('{region}: arrow keys move it, + and - change its length, < and > turn it', { region: words }),
      'aria-valuenow': region.u.toFixed(3),
      'aria-valuetext': circle
        ? t('middle at {u}, {v} metres, radius {radius} metres, turned by {angle} degrees', measures(region))
        : t('middle at {u}, {v} metres, {length} by {width} metres, turned by {angle} degrees', measures(region)),
    });
    set(area, circle ? { r: region.radius } : { x: -half, y: -region.width / 2, width: region.length, height: region.width });
    // from a tip to the rim; along a rectangle
    set(middle, { d: circle ? `M0 0H${half}` : `M${-half} 0H${half}` });
    set(reach, { d: `M${-half} 0H${half}` });
  }

  private drag(down: PointerEvent, index: number): void {
    const scale = this.svg?.getScreenCTM()?.a ?? 1;
    const { u, v } = this.regions[index];
    const move = (event: PointerEvent): void => {
      this.moved(index, { u: u + (event.clientX - down.clientX) / scale, v: v - (event.clientY - down.clientY) / scale });
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
    this.shapes[index].focus();
    down.preventDefault();
  }

  private key(event: KeyboardEvent, index: number): void {
    const region = this.regions[index];
    const size = this.size * (event.shiftKey && event.key.startsWith('Arrow') ? LONG_STEP : STEP);
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const grow = { '+': 1, '=': 1, '-': -1 }[event.key];
    const turn = { '<': 1, '>': -1, ',': 1, '.': -1 }[event.key];
    let change: Partial<StudioRegion> | null = null;
    if (way) {
      change = { u: region.u + size * way[0], v: region.v + size * way[1] };
    } else if (grow) {
      const key = region.shape === 'circle' ? 'radius' : 'length';
      change = { [key]: Math.max(region[key] + 2 * size * grow, 2 * size) };
    } else if (turn) {
      change = { angle: region.angle + turn };
    }
    if (change) {
      this.moved(index, change);
      this.dropped();
      event.preventDefault();
      event.stopPropagation();
    }
  }
}

function measures({ u, v, length, width, radius, angle }: StudioRegion): Values {
  return { u: fixed(u, 3), v: fixed(v, 3), length: fixed(length, 3), width: fixed(width, 3), radius: fixed(radius, 3), angle: fixed(angle, 0) };
}
