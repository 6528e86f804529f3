// SPDX-License-Identifier: MIT
// The gallery's small pictures: drawn by the library when the page is built (api/pictures.mjs), fetched when they are
// first looked at.

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
let pictures: Promise<Record<string, Picture>> | null = null;
let failed = false;

async function fetchPictures(): Promise<Record<string, Picture>> {
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

/** A picture of a knot, hidden from screen readers: its name is beside it. Empty until it is there, or if there is none. */
export function knotPicture(name: string): SVGElement {
  const svg = element('svg', { class: 'knot-picture', 'aria-hidden': 'true', focusable: 'false', 'data-knot': name });
  pictures ??= fetchPictures();
  pictures.then(
    (all) => {
      const picture = all[name];
      if (picture) {
        fill(svg, picture);
      }
    },
    () => {
      // the names do without; the next look tries again
      pictures = failed ? pictures : null;
      failed = true;
    },
  );
  return svg;
}

function fill(svg: SVGElement, { box, wide, ropes, things }: Picture): void {
  svg.setAttribute('viewBox', `${-EDGE} ${-EDGE} ${box[0] + 2 * EDGE} ${box[1] + 2 * EDGE}`);
  things.forEach((thing) => svg.append(element('path', { class: 'thing', d: thing.d, 'stroke-width': thing.wide })));
  ropes.forEach((d, i) => svg.append(element('path', { class: i === 0 ? 'rope' : 'other', d, 'stroke-width': wide })));
}
