// SPDX-License-Identifier: MIT
// A small PNG with few colours: median cut (Heckbert 1982) over red, green, blue and alpha, then one byte a pixel.

import { deflateSync } from 'node:zlib';

const COLORS = 64;

/** Boxes of pixels, the one with the widest side cut at its median until there are enough. */
function palette(pixels) {
  const boxes = [box(pixels)];
  while (boxes.length < COLORS) {
    const widest = boxes.reduce((best, one) => (one.spread > best.spread ? one : best));
    if (widest.spread === 0) {
      break;
    }
    const sorted = widest.pixels.sort((a, b) => a[widest.side] - b[widest.side]);
    let cut = sorted.length >> 1;
    // equal ones stay together
    while (cut > 0 && sorted[cut - 1][widest.side] === sorted[cut][widest.side]) {
      cut--;
    }
    if (cut === 0) {
      cut = sorted.findIndex((one) => one[widest.side] > sorted[0][widest.side]);
    }
    boxes.splice(boxes.indexOf(widest), 1, box(sorted.slice(0, cut)), box(sorted.slice(cut)));
  }
  return boxes.map(({ mean }) => mean);
}

function box(pixels) {
  const low = [255, 255, 255, 255];
  const high = [0, 0, 0, 0];
  const sum = [0, 0, 0, 0];
  for (const one of pixels) {
    for (let k = 0; k < 4; k++) {
      low[k] = Math.min(low[k], one[k]);
      high[k] = Math.max(high[k], one[k]);
      sum[k] += one[k];
    }
  }
  const sides = high.map((x, k) => x - low[k]);
  const side = sides.indexOf(Math.max(...sides));
  return { pixels, side, spread: sides[side] * Math.sqrt(pixels.length), mean: sum.map((x) => Math.round(x / pixels.length)) };
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) {
    c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  }
  return c;
});
// of ISO 3309; node has its own only since version 20.15
const crc32 = (bytes) => (bytes.reduce((c, byte) => CRC[(c ^ byte) & 255] ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** rgba: bytes, four a pixel, not multiplied by alpha. */
export function pngOf({ width, height, rgba }) {
  // what cannot be seen has no colour
  const pixels = Array.from({ length: width * height }, (_, i) => (rgba[4 * i + 3] < 6 ? [0, 0, 0, 0] : [...rgba.subarray(4 * i, 4 * i + 4)]));
  const colors = palette([...pixels]).sort((a, b) => a[3] - b[3]);
  const known = new Map();
  const nearest = (one) => {
    const key = one.join();
    if (!known.has(key)) {
      const far = colors.map((color) => color.reduce((sum, x, k) => sum + (x - one[k]) ** 2, 0));
      known.set(key, far.indexOf(Math.min(...far)));
    }
    return known.get(key);
  };
  const rows = Buffer.alloc(height * (width + 1));
  pixels.forEach((one, i) => (rows[i + Math.floor(i / width) + 1] = nearest(one)));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const opaque = colors.findIndex(([, , , alpha]) => alpha === 255);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colors.flatMap((color) => color.slice(0, 3)))),
    chunk('tRNS', Buffer.from(colors.slice(0, opaque < 0 ? undefined : opaque).map((color) => color[3]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
