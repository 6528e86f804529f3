// SPDX-License-Identifier: MIT
// The small pictures of knots: diagrams that the library has drawn when the page was built (api/pictures.mjs), in one file that is
// fetched when one of them is first on the screen; and rendered ones (api/thumbs.mjs), each fetched when it is near.

import url from '../../../build/wasm/web/pictures.json?url';
import { h } from './dom';

interface Picture {
  box: [number, number];
  /** Of a rope's line, in units of the box. */
  wide: number;
  /** Paths, as SVG writes them. */
  ropes: string[];
}

const EDGE = 6;
type Pictures = Promise<Record<string, Picture>>;
let fetched: Pictures | null = null;
let failed = false;

async function fetchPictures(): Pictures {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${response.status}`);
  }
  return (await response.json()) as Record<string, Picture>;
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, String(value));
  }
  return made;
}

/** What a knot of the book looks like, rendered; hidden from screen readers: its name is beside it. Empty where there is none. */
export function knotThumb(id: string, side: '' | '-back' = ''): HTMLImageElement {
  const image = h('img', { class: 'knot-thumb', alt: '', loading: 'lazy', decoding: 'async', width: 192, height: 144, 'data-knot': id });
  void import('./thumb_urls').then(
    ({ thumbUrl }) => (image.src = thumbUrl(`${id}${side}`)),
    () => undefined, // names do without
  );
  return image;
}

// pictures wait until the first of them is seen, and come all together: they are one file
const waiting = new Map<Element, string>();
const seen = new IntersectionObserver((entries) => {
  if (entries.some(({ isIntersecting }) => isIntersecting)) {
    for (const [svg, name] of waiting) {
      seen.unobserve(svg);
      draw(svg as SVGElement, name);
    }
    waiting.clear();
  }
});

/** A knot's diagram, hidden from screen readers. Empty until it is there, or if there is none. */
export function knotPicture(name: string): SVGElement {
  const svg = element('svg', { class: 'knot-picture', 'aria-hidden': 'true', focusable: 'false', 'data-knot': name });
  waiting.set(svg, name);
  seen.observe(svg);
  return svg;
}

function draw(svg: SVGElement, name: string): void {
  fetched ??= fetchPictures();
  fetched.then(
    (pictures) => {
      const found = pictures[name];
      if (found) {
        fill(svg, found);
      }
    },
    () => {
      // the names do without; the next look tries again, once
      if (!failed) {
        failed = true;
        fetched = null;
      }
    },
  );
}

function fill(svg: SVGElement, { box, wide, ropes }: Picture): void {
  svg.setAttribute('viewBox', `${-EDGE} ${-EDGE} ${box[0] + 2 * EDGE} ${box[1] + 2 * EDGE}`);
  // a rope is a dark line with a lighter one in it
  ropes.forEach((d, i) => {
    const kind = i === 0 ? 'rope' : 'other';
    svg.append(element('path', { class: `${kind} edge`, d, 'stroke-width': wide }), element('path', { class: kind, d, 'stroke-width': 0.66 * wide }));
  });
}
