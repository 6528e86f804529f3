// SPDX-License-Identifier: MIT
// Practice tasks: what to do, and how it is recognised. Steps are expectations of the scene format
// (docs/scene.md); of several for one step, any will do, so that the mirror image counts too.

import type { PracticeTask } from '../protocol';
import type { JsonObject } from './recorder';

export interface PracticeStep {
  words: string;
  expect: JsonObject[];
}

export interface Practice {
  task: PracticeTask;
  /** The example that the ghost follows. The task begins with its ropes and obstacles. */
  example: string;
  steps: PracticeStep[];
}

function practice(id: string, title: string, note: string, example: string, steps: PracticeStep[]): Practice {
  return { task: { id, title, note, steps: steps.map(({ words }) => words) }, example, steps };
}

const near = (x: number, y: number, z: number, within: number): JsonObject => ({
  place: { node: -1, point: [x, y, z], within },
});

export const practiceTasks: Practice[] = [
  practice('overhand', 'Overhand knot', 'The simplest stopper, and the start of most others.', 'overhand', [
    { words: 'Take the right end, lead it up and round to the left, and lay it over the rope.', expect: [near(-12, 0, 5, 7)] },
    { words: 'Bring it behind the rope and out through the loop.', expect: [{ knot: '3_1' }] },
    { words: 'Pull both ends until it is snug.', expect: [{ knot: '3_1', slack: { max: 22 } }] },
  ]),
  practice('figure-eight', 'Figure-eight knot', 'A stopper that is easy to undo.', 'figure_eight', [
    { words: 'Take the right end, lead it up and round, and over the rope.', expect: [near(-14, 0, 4.5, 8)] },
    { words: 'Carry it on behind the rope.', expect: [near(-28, 7, -1, 8)] },
    { words: 'Bring it over the side of the loop, down through it and out behind.', expect: [{ knot: '4_1' }] },
    { words: 'Pull both ends until it is snug.', expect: [{ knot: '4_1', slack: { max: 34 } }] },
  ]),
  practice('square', 'Square knot', 'Left over right, then right over left: binds a parcel or a bandage.', 'square', [
    {
      words: 'Cross the ends and turn one round the other: half a knot.',
      expect: [{ knot: '3_1' }],
    },
    {
      words: 'Cross them again the other way, and turn the same end round once more.',
      expect: [{ knot: '3_1 # 3_1', chirality: 'mixed' }],
    },
    {
      words: 'Pull the strands apart, two at each side.',
      expect: [
        { knot: '3_1 # 3_1', chirality: 'mixed', slack: { max: 140 } },
      ],
    },
  ]),
  practice('clove-hitch', 'Clove hitch', 'Makes a rope fast to a post in a moment.', 'clove_hitch', [
    {
      words: 'Take the right end once round the pole, below the rope.',
      expect: [
        { winding: { obstacle: 'pole', turns: 2, tolerance: 0.75 } },
        { winding: { obstacle: 'pole', turns: -2, tolerance: 0.75 } },
      ],
    },
    {
      words: 'Go up across the rope, and round the pole once more above it.',
      expect: [
        { winding: { obstacle: 'pole', turns: 2.8, tolerance: 0.75 } },
        { winding: { obstacle: 'pole', turns: -2.8, tolerance: 0.75 } },
      ],
    },
    {
      words: 'Tuck it under the turn that you have just made, and pull both ends.',
      expect: [
        { winding: { obstacle: 'pole', turns: 2.5, tolerance: 0.3 }, slack: { max: 70 } },
        { winding: { obstacle: 'pole', turns: -2.5, tolerance: 0.3 }, slack: { max: 70 } },
      ],
    },
  ]),
];
