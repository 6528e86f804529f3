// SPDX-License-Identifier: MIT
// Practice tasks: one for each knot of the book that can be tied. The words of their steps are here where the scene has none.

import type { EverydayKnot, PracticeTask } from '../protocol';

/** What to do at each step of a hand in the scene, and in this order the tasks are shown. "": as the scene has it. Several for
 *  one step: it is done in so many pieces, a crossing each. Daisy chain and bowknot are not here: their scenes begin with
 *  them tied, so they are laid. */
const WORDS: Record<string, (string | string[])[]> = {
  bowline: [
    'Bring the end up and round, lay it over the rope, and lead it far down.',
    'Now up to the small loop: go under its side, and come up through it.',
    'Go round behind the rope.',
    'And down through the small loop again, beside itself.',
  ],
  'overhand knot': [['Take the end round, and lay it over the rope.', 'Bring it back under the rope, into the loop.', 'Out of the loop, over its side.']],
  'figure-eight knot': [
    ['Take the end round, and lay it over the rope.', 'Carry it on, under the rope.', 'Over the side of the loop.', 'Down through the loop, and out under its side.'],
  ],
  'clove hitch': [
    'Once round the pole: across its front, and back behind it.',
    'Go up over your own rope, and round the pole once more.',
    'In front of the pole, tuck the end under the last turn.',
  ],
  'square knot': ['Cross the ends: this one over the other.', '', 'Cross them again: this one behind the other.', ''],
  'granny knot': ['Cross the ends: this one over the other.', '', 'Cross them again: this one in front once more.', ''],
  "surgeon's knot": ['Cross the ends: this one over the other.', '', 'Cross them again: this one behind the other.', ''],
  'munter hitch': ['', '', ''],
  'alpine butterfly': ['Hold the middle up, and twist it: the legs cross.', ''],
};

/** Its cord is closed, and its rope is seen along its own line: there is nothing to trace. */
const NOT_TRACED = ['prusik knot'];

/** Hands tie it in its scene; all others are laid. */
export const isLaid = (knot: string): boolean => !(knot in WORDS);

export const taskId = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');

export function wordsOf(knot: string): (string | string[])[] {
  return WORDS[knot] ?? [];
}

export function practiceTasks(knots: readonly EverydayKnot[]): PracticeTask[] {
  const known = new Map(knots.map((knot) => [knot.name, knot]));
  const laid = knots.filter(({ name, tied }) => tied !== 'described only' && isLaid(name) && !NOT_TRACED.includes(name)).map(({ name }) => name);
  return [...Object.keys(WORDS), ...laid].flatMap((name) => {
    const knot = known.get(name);
    return knot === undefined ? [] : [{ category: isLaid(name) ? knot.category : '', id: taskId(name), title: name.charAt(0).toUpperCase() + name.slice(1), note: knot.use }];
  });
}
