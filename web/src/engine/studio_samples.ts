// SPDX-License-Identifier: MIT
// Cloth to put knots into: garments of the library, each with a knot that has room in it; and files of one's own.

import { EngineError } from '../protocol';
import type { JsonObject } from './recorder';
import type { PatternPiece, Units } from './studio';

export interface Sample {
  id: string;
  title: string;
  /** As a scene's `garment` has it; null: made for the template, or a file. */
  garment: JsonObject | null;
  /** The knot that it is shown with. */
  knot: string;
}

export const RIBBON = 'ribbon';
export const OWN = 'file';

export const SAMPLES: Sample[] = [
  { id: RIBBON, title: 'A ribbon as long as the knot', garment: null, knot: 'bow' },
  { id: 'necktie', title: 'A necktie and its collar', garment: { name: 'necktie' }, knot: 'overhand' },
  { id: 'bag', title: 'A handbag, the scarf on its strap', garment: { name: 'handbag' }, knot: 'overhand' },
  { id: 'belt', title: 'A trench coat, its belt', garment: { name: 'trench_coat' }, knot: 'overhand' },
  {
    id: 'cords',
    title: 'A hoodie, its two cords',
    garment: { name: 'hoodie', pieces: ['front', 'back', 'hood_right', 'hood_left', 'cord_right', 'cord_left'] },
    knot: 'reef',
  },
  {
    id: 'shirt',
    title: 'A shirt, the ribbon round its waist',
    garment: { name: 'shirt_ribbon', edge: 0.022, sizes: [{ size: 'width', value: 0.02 }] },
    knot: 'bow',
  },
  { id: 'scarf', title: 'A scarf', garment: { name: 'scarf' }, knot: 'overhand' },
  { id: OWN, title: 'A mesh of my own (OBJ)', garment: null, knot: 'overhand' },
];

export const sampleOf = (id: string): Sample => SAMPLES.find((sample) => sample.id === id) ?? SAMPLES[0];

// ---- patterns -------------------------------------------------------------------------------------

/** The pieces of a pattern: what hangs together on it, in the order of their first triangles. */
export function piecesOf(uv: Float64Array, triangles: Int32Array): PatternPiece[] {
  const root = Int32Array.from({ length: uv.length / 2 }, (_, i) => i);
  const rootOf = (i: number): number => {
    while (root[i] !== i) {
      root[i] = root[root[i]];
      i = root[i];
    }
    return i;
  };
  triangles.forEach((place, i) => {
    if (i % 3 !== 0) {
      root[rootOf(place)] = rootOf(triangles[i - (i % 3)]);
    }
  });
  const found = new Map<number, PatternPiece>();
  for (const place of triangles) {
    const key = rootOf(place);
    const piece = found.get(key) ?? { low: [Infinity, Infinity], high: [-Infinity, -Infinity], padding: 0 };
    [0, 1].forEach((k) => {
      piece.low[k] = Math.min(piece.low[k], uv[2 * place + k]);
      piece.high[k] = Math.max(piece.high[k], uv[2 * place + k]);
    });
    found.set(key, piece);
  }
  return [...found.values()];
}

// ---- files of one's own ---------------------------------------------------------------------------

/** More than the page can settle in the time of a visit. */
const MOST_VERTICES = 100_000;

/** What an OBJ file must have, looked at before the library reads it. @return How its lengths become metres. */
export function unitsOf(bytes: Uint8Array): Units {
  const text = new TextDecoder().decode(bytes);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  let [vertices, places, faces, line] = [0, 0, 0, 0];
  for (const row of text.split(/\r\n|\n|\r/)) {
    line++;
    if (row.startsWith('v ')) {
      vertices++;
      const at = row.trim().split(/\s+/).slice(1, 4).map(Number);
      if (at.length < 3 || !at.every(Number.isFinite)) {
        throw new EngineError(`Line ${line}: a vertex has three numbers, and this says "${row.slice(0, 60)}". Export the mesh again, or take the vertex out.`, line);
      }
      at.forEach((x, k) => {
        low[k] = Math.min(low[k], x);
        high[k] = Math.max(high[k], x);
      });
    } else if (row.startsWith('vt ')) {
      places++;
    } else if (row.startsWith('f ')) {
      faces++;
    }
  }
  if (vertices === 0 || faces === 0) {
    throw new EngineError('There is no mesh in this file: choose an OBJ file with vertices (v) and faces (f).');
  }
  if (vertices > MOST_VERTICES) {
    throw new EngineError(`This mesh has ${vertices} vertices, and the page takes ${MOST_VERTICES}: make it coarser, or use the command "bight garment knot".`);
  }
  if (places === 0) {
    throw new EngineError('This mesh has no texture coordinates (vt), so there is no flat pattern to choose a region on: unwrap it and export it with them.');
  }
  const longest = Math.max(...high.map((x, k) => x - low[k]));
  if (!(longest > 0)) {
    throw new EngineError('All vertices of this mesh are at one place: export it again.');
  }
  // as for any dropped mesh: metres to 5, centimetres to 300, millimetres beyond
  return { scale: longest <= 5 ? 1 : longest <= 300 ? 0.01 : 0.001, pattern: 1 };
}

/** What makes the pattern as large as the cloth: 1 where it is nearly so. */
export function patternScale(uv: ArrayLike<number>, corners: ArrayLike<number>, points: ArrayLike<number>, triangles: ArrayLike<number>): number {
  let [flat, real] = [0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 2 * corners[t + k]);
    flat += 0.5 * Math.abs((uv[b] - uv[a]) * (uv[c + 1] - uv[a + 1]) - (uv[c] - uv[a]) * (uv[b + 1] - uv[a + 1]));
    const [p, q, r] = [0, 1, 2].map((k) => 3 * triangles[t + k]);
    const d = [0, 1, 2].map((k) => points[q + k] - points[p + k]);
    const e = [0, 1, 2].map((k) => points[r + k] - points[p + k]);
    real += 0.5 * Math.hypot(d[1] * e[2] - d[2] * e[1], d[2] * e[0] - d[0] * e[2], d[0] * e[1] - d[1] * e[0]);
  }
  if (!(flat > 0)) {
    throw new EngineError('The texture coordinates of this mesh have no area: unwrap it so that its pieces lie flat beside each other.');
  }
  const scale = Math.sqrt(real / flat);
  return scale > 0.8 && scale < 1.25 ? 1 : scale;
}

/** A refusal of the library as a designer may read it: without the place in a scene that nobody wrote. */
export function plainWords(message: string): string {
  const words = message
    .replace(/^(cloths\[0\] )?\("cloth"\) cannot be made: /i, '')
    .replace(/^(dress|cloths|script)\[\d+\](\.(mesh|template|set|file|pattern|regions(\[\d+\])?|redress))*:? ?/i, '')
    .replace(/^is "cloth\.obj", (which )?/, 'the mesh: ')
    .replace(/^step \d+ \(\w+\): /i, '')
    // of cloth that lies already
    .replace('refine it (without --keep-mesh) or take a finer mesh', 'fresh cloth is cut finer');
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? '' : '.');
}
