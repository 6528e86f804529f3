// SPDX-License-Identifier: MIT
// Draws the small diagrams of the gallery: node web/api/pictures.mjs bight.wasm OUT.json
//
// A knot of the table, or an everyday one that is such a knot, is drawn as its diagram, laid out by the library.
// { name: { box: [width, height], wide, ropes: [path, ...] } }: paths of an SVG, `wide` the width of a rope's line.

import { readFileSync, writeFileSync } from 'node:fs';
import { openLibrary } from './node_library.mjs';
import { diagramPicture } from './pictures_draw.mjs';

const [wasm, out] = process.argv.slice(2);
const MOST_CROSSINGS = 10;
const module = new WebAssembly.Module(readFileSync(wasm));

const lib = openLibrary(module);
const { calls } = lib;
const pictures = {};

function drawDiagram(name) {
  lib.must(lib.lend(name, (at) => calls.bw_make_picture(at)));
  pictures[name] = diagramPicture(lib.made());
}

const [NAME, TYPE, TIED] = [0, 3, 5];
for (let i = 0; i < calls.bw_everyday_count(); i++) {
  const what = (part) => lib.text(calls.bw_everyday(i, part));
  const [name, type, tied] = [what(NAME), what(TYPE), what(TIED)];
  if (tied === 'start shape' && type !== '' && type !== '0_1') {
    drawDiagram(name);
  }
}
for (let crossings = 3; crossings <= MOST_CROSSINGS; crossings++) {
  for (let i = 0; i < calls.bw_table_count(crossings); i++) {
    drawDiagram(lib.text(calls.bw_table_name(crossings, i)));
  }
}
writeFileSync(out, JSON.stringify(pictures));
