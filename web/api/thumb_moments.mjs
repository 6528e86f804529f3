// SPDX-License-Identifier: MIT
// When and how wide each knot of the book is seen best. `drawn`: how far it is drawn up, 0 where it lies loose, 1 tight, by the
// size of what crosses; `round`: how much is seen beside the crossings, `widest`: how much at most, in rope radii.

export const USUAL = { drawn: 0.4, round: 5, widest: 64 };

export const MOMENTS = {
  'alpine butterfly': { drawn: 0.5 },
  'anchor hitch': { drawn: 0 },
  'barrel noose': { drawn: 1, round: 9 },
  bowknot: { drawn: 0.6, widest: 160 },
  bowline: { drawn: 0, round: 24, widest: 120 },
  'buntline hitch': { drawn: 0 },
  'cow hitch': { drawn: 0.5 },
  'constrictor knot': { drawn: 0.75 },
  'daisy chain': { drawn: 0, widest: 70 },
  'double bowline': { drawn: 0, round: 8, widest: 125 },
  'double sheet bend': { drawn: 0.75 },
  'endless knot': { drawn: 0 },
  'figure-eight bend': { drawn: 0.6 },
  'figure-eight loop': { drawn: 0.6, round: 12 },
  'half hitch': { drawn: 0 },
  'left-hand bowline': { drawn: 0, round: 8, widest: 120 },
  'munter hitch': { drawn: 0.75 },
  noose: { drawn: 0.6, round: 10 },
  'overhand loop': { drawn: 0.75, round: 10 },
  'prusik knot': { drawn: 0 },
  'round turn and two half hitches': { drawn: 0.75 },
  'scaffold knot': { drawn: 1, round: 9 },
  'seven-two twist knot': { drawn: 0.75 },
  'slipped half hitch': { drawn: 0 },
  'slipped overhand knot': { drawn: 0, widest: 110 },
  'taut-line hitch': { drawn: 0, widest: 96 },
  'three-twist knot': { drawn: 0.75 },
  'timber hitch': { drawn: 0, widest: 90 },
  'triple overhand knot': { drawn: 0.75 },
  "turk's head": { drawn: 0 },
  'two half hitches': { drawn: 0.75 },
  "fisherman's knot": { drawn: 1, round: 8 },
  "double fisherman's knot": { drawn: 0, widest: 140 },
  'water knot': { drawn: 0.6, round: 8 },
  'offset overhand bend': { drawn: 0.6, round: 8 },
};
