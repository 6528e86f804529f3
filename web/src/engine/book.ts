// SPDX-License-Identifier: MIT
// Scenes that tie knots of the book and of the table.

import type { Library } from './library';

// "" when the book has none
function sceneOf(lib: Library, name: string): string {
  const index = lib.lend(name, (at) => lib.call('bw_everyday_find', at));
  return index >= 0 && lib.must('bw_make_everyday_scene', index) === 1 ? lib.madeText() : '';
}

/** Text of the scene in which a knot is tied: the book's own, else it is laid from its diagram. left: its mirror image. */
export function sceneToTie(lib: Library, name: string, left = false): string {
  const scene = left ? '' : sceneOf(lib, name);
  if (scene !== '') {
    return scene;
  }
  lib.lend(name, (at) => lib.must('bw_make_tie', at, left ? 1 : 0));
  return lib.madeText();
}
