// SPDX-License-Identifier: MIT
// The small pictures of knots: drawn by the library when the page is built (api/pictures.mjs), fetched when one of them is first
// on the screen.

import backs from '../../../build/wasm/web/backs.json?url';
import url from '../../../build/wasm/web/pictures.json?url';

interface Picture {
  box: [number, number];
  /** Of a rope's line, in units of the box. */
  wide: number;
  /** Paths, as SVG writes them. */
  ropes: string[];
  /** What the ropes go round. */
  things: { d: string; wide: number }[];
}

const EDGE = 6;
type Pictures = Promise<Record<string, Picture>>;
const fetched = new Map<string, Pictures>();
const failed = new Set<string>();

async function fetchPictures(from: string): Pictures {
  const response = await fetch(from);
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

/** A picture of a knot, hidden from screen readers: its name is beside it. Empty until it is there, or if there is none. */
export function knotPicture(name: string): SVGElement {
  return picture(name, url);
}

/** The same from behind, of a knot that a scene ties. */
export function backPicture(name: string): SVGElement {
  return picture(name, backs);
}

// pictures wait until the first of them is seen, and come all together: they are one file
const waiting = new Map<Element, { name: string; from: string }>();
const seen = new IntersectionObserver((entries) => {
  if (entries.some(({ isIntersecting }) => isIntersecting)) {
    for (const [svg, { name, from }] of waiting) {
      seen.unobserve(svg);
      draw(svg as SVGElement, name, from);
    }
    waiting.clear();
  }
});

function picture(name: string, from: string): SVGElement {
  const svg = element('svg', { class: 'knot-picture', 'aria-hidden': 'true', focusable: 'false', 'data-knot': name });
  waiting.set(svg, { name, from });
  seen.observe(svg);
  return svg;
}

function draw(svg: SVGElement, name: string, from: string): void {
  const all = fetched.get(from) ?? fetchPictures(from);
  fetched.set(from, all);
  all.then(
    (pictures) => {
      const found = pictures[name];
      if (found) {
        fill(svg, found);
      }
    },
    () => {
      // the names do without; the next look tries again, once
      if (!failed.has(from)) {
        failed.add(from);
        fetched.delete(from);
      }
    },
  );
}

function fill(svg: SVGElement, { box, wide, ropes, things }: Picture): void {
  svg.setAttribute('viewBox', `${-EDGE} ${-EDGE} ${box[0] + 2 * EDGE} ${box[1] + 2 * EDGE}`);
  things.forEach((thing) => svg.append(element('path', { class: 'thing', d: thing.d, 'stroke-width': thing.wide })));
  // a rope is a dark line with a lighter one in it
  ropes.forEach((d, i) => {
    const kind = i === 0 ? 'rope' : 'other';
    svg.append(element('path', { class: `${kind} edge`, d, 'stroke-width': wide }), element('path', { class: kind, d, 'stroke-width': 0.66 * wide }));
  });
}
