// SPDX-License-Identifier: MIT
// The lists that do not change, and the ready scenes that tie everyday knots.

import type { Catalogue, EverydayKnot, Model } from '../protocol';
import type { Library } from './library';
import { MODELS } from './look';
import { practiceTasks } from './practice_tasks';
import { materialsOf } from './rods';
import { presets } from './scenes';
import { writeJson } from './recorder';

const LISTED = 10;
const enum What {
  Name,
  Aliases,
  Category,
  Type,
  Use,
  Tied,
}

export function everydayKnots(lib: Library): EverydayKnot[] {
  return Array.from({ length: lib.call('bw_everyday_count') }, (_, i) => ({
    name: lib.text('bw_everyday', i, What.Name),
    aliases: lib
      .text('bw_everyday', i, What.Aliases)
      .split(', ')
      .filter((alias) => alias !== ''),
    category: lib.text('bw_everyday', i, What.Category),
    type: lib.text('bw_everyday', i, What.Type),
    use: lib.text('bw_everyday', i, What.Use),
    tied: lib.text('bw_everyday', i, What.Tied) as EverydayKnot['tied'],
  }));
}

/** lib: its scene is lost. */
export function catalogue(lib: Library): Catalogue {
  const table: Catalogue['table'] = [];
  for (let crossings = 3; lib.call('bw_table_count', crossings) > 0; crossings++) {
    const count = lib.call('bw_table_count', crossings);
    const listed = crossings <= LISTED ? count : 0;
    const names = Array.from({ length: listed }, (_, i) => lib.text('bw_table_name', crossings, i));
    table.push({ crossings, count, names });
  }
  lib.call('bw_setting_ranges');
  const [least, most] = lib.box(2);
  const everyday = everydayKnots(lib);
  return { materials: materialsOf(lib), models: modelsOf(lib), slip: [least, most], everyday, table, practice: practiceTasks(everyday), presets };
}

/** Models that this build of the library takes. */
function modelsOf(lib: Library): Model[] {
  return MODELS.filter((model) => {
    if (model === 'rod') {
      return lib.call('bw_material_count') > 0;
    }
    const line = { from: [0, 0, 0], to: [4, 0, 0] };
    const text = writeJson({ bight: 1, ropes: [{ model, line }] });
    return lib.lend(text, (at, size) => lib.call('bw_open', at, size)) === 0;
  });
}
