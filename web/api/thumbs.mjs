// SPDX-License-Identifier: MIT
// Renders the small pictures of the knots of the book: node web/api/thumbs.mjs bight.wasm OUT
// into the folder OUT: NAME.png from the front and NAME-back.png, of each that is tied, named as its card's address is.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLibrary } from './node_library.mjs';
import { crossingsBox, playScene } from './scene_lines.mjs';
import { drawThumb } from './thumb_draw.mjs';
import { MOMENTS, USUAL } from './thumb_moments.mjs';
import { pngOf } from './thumb_png.mjs';

const [wasm, out, only] = process.argv.slice(2);
const [WIDTH, HEIGHT] = [192, 144];
/** As the page's ropes that name no colour (view/theme.ts), and things. */
const PALETTE = [0xe4632b, 0x2d7fb8, 0x3d9a63, 0xb04a8f, 0xc9a227, 0x6a5bc2];
const THING = 0x99a0a6;

const module = new WebAssembly.Module(readFileSync(wasm));
const cardId = (name) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
const linear = (byte) => (byte <= 10 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
const colorOf = (hex) => [hex >> 16, (hex >> 8) & 255, hex & 255].map(linear);

/** How much room the crossings take: falls while a knot is drawn up. */
function sizeOf(lines) {
  const box = crossingsBox(lines);
  return box ? Math.log((box[1][0] - box[0][0]) * (box[1][1] - box[0][1])) : -Infinity;
}

/** Lines of the scene where the knot is drawn up so far. */
function linesAt(text, drawn) {
  const states = [];
  playScene(openLibrary(module), text, (lines) => states.push(lines()) < 0 || drawn === 0);
  const sizes = drawn === 0 ? [0] : states.map(sizeOf);
  const wanted = sizes[0] + drawn * (sizes[sizes.length - 1] - sizes[0]);
  return states[drawn === 1 ? states.length - 1 : sizes.findIndex((size) => size <= wanted + 1e-9)] ?? states[states.length - 1];
}

/** What is seen: the crossings and `round` about them, at most `widest` about where most of them are. */
function boxOf(lines, { round, widest }) {
  const { radius } = lines.find(({ thing }) => !thing);
  const box = crossingsBox(lines) ?? [lines[0].points[0], lines[0].points[0]];
  const sides = [widest, (widest * HEIGHT) / WIDTH];
  return [0, 1].map((end) => [0, 1].map((k) => {
    const middle = 0.5 * (box[0][k] + box[1][k]);
    const half = Math.min(0.5 * (box[1][k] - box[0][k]) + round * radius, 0.5 * sides[k] * radius);
    return middle + (end === 0 ? -half : half);
  }));
}

const lib = openLibrary(module);
const { calls, must } = lib;
if (!only) {
  rmSync(out, { recursive: true, force: true });
}
mkdirSync(out, { recursive: true });
const [NAME, TIED] = [0, 5];
for (let i = 0; i < calls.bw_everyday_count(); i++) {
  const [name, tied] = [NAME, TIED].map((part) => lib.text(calls.bw_everyday(i, part)));
  if (tied === 'described only' || (only && !new RegExp(only).test(name))) {
    continue;
  }
  must(tied === 'scene' ? calls.bw_make_everyday_scene(i) : lib.lend(name, (at) => calls.bw_make_tie(at, 0)));
  const view = { ...USUAL, ...MOMENTS[name] };
  const lines = linesAt(lib.made(), view.drawn);
  lines.forEach((line, k) => (line.color = colorOf(line.color >= 0 ? line.color : line.thing ? THING : PALETTE[k % PALETTE.length])));
  const box = boxOf(lines, view);
  const picture = (seen, frame) => pngOf(drawThumb(seen, frame, WIDTH, HEIGHT));
  const turned = lines.map((line) => ({ ...line, points: line.points.map(([x, y, depth]) => [-x, y, -depth]) }));
  writeFileSync(join(out, `${cardId(name)}.png`), picture(lines, box));
  writeFileSync(join(out, `${cardId(name)}-back.png`), picture(turned, [[-box[1][0], box[0][1]], [-box[0][0], box[1][1]]]));
}
