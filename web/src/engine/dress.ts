// SPDX-License-Identifier: MIT
// Knots in the cloth of the scene, as the library judges them, and what the garment tab asks for besides.

import type { DressState, Requests } from '../protocol';
import type { Library } from './library';

/** In the library's order of formats. */
const OBJ = 3;

const enum Words {
  Name,
  Wanted,
  Failure,
  Reason,
}

/** Every knot in the cloth of the open scene, as the cloth lies now. */
export function dressStates(lib: Library, pipes: boolean): DressState[] {
  return Array.from({ length: lib.call('bw_dress_count') }, (_, dress) => {
    lib.must('bw_dress', dress);
    const [kept, stopped, reached, vertices, triangles, x, y, z, unproved, rested] = lib.box(10);
    const [name, wanted, failure, reason] = [Words.Name, Words.Wanted, Words.Failure, Words.Reason].map((what) => lib.text('bw_dress_words', dress, what));
    const pipe = pipes
      ? {
          points: Float32Array.from(lib.doubles(lib.call('bw_dress_points', dress), 3 * vertices)),
          triangles: lib.integers(lib.call('bw_dress_triangles', dress), 3 * triangles).slice(),
        }
      : null;
    return { kept: kept !== 0, name, wanted, failure, place: [x, y, z], unproved, rested: rested !== 0, stopped: stopped !== 0, reached, reason, pipe };
  });
}

export function patternOf(lib: Library, cloth: number): Requests['pattern']['give'] {
  lib.call('bw_cloth', cloth);
  const [, triangles, places] = lib.box(3);
  return {
    uv: lib.doubles(lib.call('bw_pattern', cloth), 2 * places).slice(),
    triangles: lib.integers(lib.call('bw_pattern_triangles', cloth), 3 * triangles).slice(),
  };
}

/** A garment made by the library, in an instance of its own: it is a scene's cloth, written as a file. */
export function garmentFile(lib: Library, garment: string): Uint8Array {
  const scene = `{"bight": 1, "cloths": [{"name": "cloth", "mesh": {"garment": ${garment}, "pattern": 1}}]}`;
  lib.lend(scene, (at, size) => lib.must('bw_open', at, size));
  lib.must('bw_make_file', OBJ);
  return lib.made();
}

/** Length and mean radius of each strand of a template at its defaults, metres. */
export function strandsOf(lib: Library, text: string): Requests['strands']['give'] {
  const count = lib.lend(text, (at, size) => lib.must('bw_template', at, size));
  const numbers = lib.box(2 * count);
  return Array.from({ length: count }, (_, i) => ({ length: numbers[2 * i], radius: numbers[2 * i + 1] }));
}
