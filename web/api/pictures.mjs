// SPDX-License-Identifier: MIT
// Draws the small pictures of the gallery: node web/api/pictures.mjs bight.wasm OUT.json
// and beside it backs.json: the same knots that a scene ties, seen from the back.
//
// A knot of the table, or an everyday one that is such a knot, is drawn as its diagram, laid out by the library. A
// knot with a scene that ties it is played to where it lies loose and drawn as the rope is seen then. What is only
// described has no picture. { name: { box: [width, height], wide, ropes: [path, ...], things: [path, ...] } }: paths
// of an SVG, `wide` the width of a rope's line, things those that ropes go round, with widths of their own.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { diagramPicture, scenePictures } from './pictures_draw.mjs';

const [wasm, out] = process.argv.slice(2);
const MOST_CROSSINGS = 10;
const module = new WebAssembly.Module(readFileSync(wasm));

/** The library in an instance of its own, with texts for pointers. */
export function open() {
  const { exports } = new WebAssembly.Instance(module, { env: { emscripten_notify_memory_growth: () => {} } });
  exports._initialize();
  const bytes = () => new Uint8Array(exports.memory.buffer);
  const text = (at) => Buffer.from(bytes().subarray(at, bytes().indexOf(0, at))).toString('utf8');
  const lend = (words, use) => {
    const given = Buffer.from(words);
    const at = exports.bw_take(given.length + 1);
    bytes().set([...given, 0], at);
    const answer = use(at, given.length);
    exports.bw_give(at);
    return answer;
  };
  const made = () => Buffer.from(bytes().slice(exports.bw_bytes(), exports.bw_bytes() + exports.bw_bytes_size())).toString('utf8');
  const numbers = (at, count) => Array.from(new Float64Array(exports.memory.buffer, at, count));
  const must = (answer) => {
    if (answer < 0) {
      throw new Error(text(exports.bw_error()));
    }
    return answer;
  };
  return { calls: exports, text, lend, made, numbers, must };
}

const lib = open();
const { calls } = lib;
const pictures = {};
const backs = {};

function drawDiagram(name) {
  lib.must(lib.lend(name, (at) => calls.bw_make_picture(at)));
  pictures[name] = diagramPicture(lib.made());
}

const [NAME, TYPE, TIED] = [0, 3, 5];
for (let i = 0; i < calls.bw_everyday_count(); i++) {
  const what = (part) => lib.text(calls.bw_everyday(i, part));
  const [name, type, tied] = [what(NAME), what(TYPE), what(TIED)];
  if (tied === 'scene') {
    lib.must(calls.bw_make_everyday_scene(i));
    [pictures[name], backs[name]] = scenePictures(open(), lib.made());
  } else if (tied === 'start shape' && type !== '' && type !== '0_1') {
    drawDiagram(name);
  }
}
for (let crossings = 3; crossings <= MOST_CROSSINGS; crossings++) {
  for (let i = 0; i < calls.bw_table_count(crossings); i++) {
    drawDiagram(lib.text(calls.bw_table_name(crossings, i)));
  }
}
writeFileSync(join(dirname(out), 'backs.json'), JSON.stringify(backs));
writeFileSync(out, JSON.stringify(pictures));
