// SPDX-License-Identifier: MIT

/** What one meets on opening the page: a rope that lies in a slack curve. */
export const FIRST_SCENE = {
  bight: 1,
  title: 'Free rope',
  view: { from: [0.12, 0.42, 1] },
  ropes: [
    {
      name: 'rope',
      color: '#d2691e',
      radius: 0.5,
      points: [
        [-39, -4, -5],
        [-31, 3, 0],
        [-21, 6, 4],
        [-10, 0, 5],
        [0, -7, 2],
        [11, -6, -3],
        [20, 1, -4],
        [29, 6, 0],
        [38, 3, 4],
      ],
      smooth: true,
      link_length: 1,
    },
  ],
};
