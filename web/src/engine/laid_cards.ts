// SPDX-License-Identifier: MIT
// The steps of laid lessons in written words: of each step, rope after rope, how many crossings it has and what to do. Cards that
// are not here have steps made of what is crossed (laid_words.ts).

export type LaidStep = [crossings: number, words: string];

const ROUND_THE_POLE: LaidStep = [2, 'Once round the pole: across its front, and back behind it.'];
const OVER: LaidStep = [1, 'Lay the end over the standing part.'];
const HITCH: LaidStep = [2, 'Round behind it, and out over your own rope.'];
const LOOP: LaidStep = [1, 'Make a loop: lay the end over the rope.'];

export const LAID_STEPS: Record<string, LaidStep[]> = {
  'double overhand knot': [LOOP, [2, 'Wind it round the side of the loop: under, then over.'], [2, 'Once more round it: under, and out over the side.']],
  'triple overhand knot': [
    LOOP,
    [2, 'Wind it round the side of the loop: under, then over.'],
    [2, 'Once more round it: under, then over.'],
    [2, 'And a third time: under, and out over the side.'],
  ],
  'slipped overhand knot': [
    LOOP,
    [2, 'Bring it back under the rope, and up through the loop: do not pull it all through.'],
    [1, 'Turn back, and go down over the side of the loop again.'],
    [2, 'Under its other side, and out beside itself.'],
  ],
  'carrick bend': [
    [1, 'Make a loop in the first rope: lay its end over it.'],
    [2, 'Now the other rope: lay it over two strands of the loop.'],
    [2, 'Weave on: under one, over one.'],
    [1, 'Under the next.'],
    [2, 'Over itself, and out under the last.'],
  ],
  'sheet bend': [
    [0, 'Lay the first rope in a bight.'],
    [1, 'Now the other rope: come up through the bight.'],
    [1, 'Go over its upper leg.'],
    [2, 'Go round behind both legs.'],
    [1, 'Come up over the lower leg.'],
    [2, 'Pass the end under its own standing part, and out over the bight.'],
  ],
  'thief knot': [
    [0, 'Lay the first rope in a bight.'],
    [1, 'Now the other rope: come up through the bight.'],
    [1, 'Go over its upper leg.'],
    [2, 'Go round behind both legs.'],
    [1, 'Come up over the lower leg.'],
    [1, 'Back down through the bight, beside itself.'],
  ],
  "fisherman's knot": [
    [1, 'Make a loop in the first rope: lay its end over it.'],
    [3, 'Take it round behind, and out through the loop.'],
    [2, 'Now the other rope: lead it through that loop, over and under.'],
    [2, 'Go on beyond it: under the first rope, then over it.'],
    [1, 'Make a loop round the first rope: lay the end over itself.'],
    [3, 'Take it round behind, and out through the loop.'],
  ],
  noose: [
    [1, 'Make a loop: pass the end under the rope.'],
    [2, 'Lay it over both sides of the loop.'],
    [2, 'Go round behind, and up beside itself.'],
    [1, 'Out over the side of the small loop.'],
  ],
  'overhand loop': [
    LOOP,
    [1, 'Bring it back under the side of the loop.'],
    [1, 'Over the other side, and far out: this is the loop that stays.'],
    [1, 'Turn back, and follow your own rope: over the side again.'],
    [1, 'Under the side, beside your own rope.'],
    [1, 'Over the standing part.'],
    [2, 'Under both strands.'],
    [2, 'Over both strands.'],
    [2, 'Under both strands, and lead the end out.'],
  ],
  'figure-eight loop': [
    LOOP,
    [1, 'Carry it on, under the rope.'],
    [1, 'Over the side of the loop.'],
    [1, 'Under its other side, and far out: this is the loop that stays.'],
    [1, 'Turn back, and follow your own rope: under the side again.'],
    [1, 'Over the other side, beside your own rope.'],
    [1, 'Under the standing part.'],
    [1, 'Over the standing part.'],
    [2, 'Under both strands.'],
    [2, 'Over both strands.'],
    [2, 'Under both strands.'],
    [2, 'Over both strands, and lead the end out.'],
  ],
  'anchor hitch': [
    [2, 'Through the ring: over its edge, and back under it.'],
    [2, 'Once more through the ring.'],
    OVER,
    [2, 'Tuck the end through both turns.'],
    [2, 'Round behind the standing part, and over your own rope.'],
    [1, 'Over the standing part once more.'],
    [2, 'Round behind it, and out: a half hitch.'],
  ],
  'half hitch': [ROUND_THE_POLE, OVER, HITCH],
  'cow hitch': [
    ROUND_THE_POLE,
    OVER,
    [2, 'Round the pole the other way: behind it, and back across its front.'],
    [1, 'Tuck the end under the turn, beside the standing part.'],
  ],
  'two half hitches': [
    ROUND_THE_POLE,
    OVER,
    [2, 'Round behind it, and over your own rope: one half hitch.'],
    [1, 'Over the standing part once more, beyond the first.'],
    [2, 'Round behind it, and out as before: the second.'],
  ],
  'round turn and two half hitches': [
    ROUND_THE_POLE,
    [2, 'Once more round the pole.'],
    OVER,
    [2, 'Round behind it, and over your own rope: one half hitch.'],
    [1, 'Over the standing part once more, beyond the first.'],
    [2, 'Round behind it, and out as before: the second.'],
  ],
  'buntline hitch': [
    ROUND_THE_POLE,
    OVER,
    [2, 'Round behind it, and over your own rope.'],
    [1, 'Over the standing part again, nearer to the pole.'],
    [3, 'Round behind it, and tuck the end under itself.'],
  ],
  'slipped half hitch': [
    ROUND_THE_POLE,
    OVER,
    [2, 'Round behind it, and over your own rope: do not pull it all through.'],
    [2, 'Turn back over your own rope, and out the way you came.'],
  ],
  'taut-line hitch': [
    ROUND_THE_POLE,
    [2, 'Wind it round the standing part: over, then under.'],
    [2, 'Once more round it, inside the loop.'],
    [1, 'Out over your own rope.'],
    [1, 'Beyond the loop lay it over the standing part.'],
    HITCH,
  ],
  'timber hitch': [
    ROUND_THE_POLE,
    [2, 'Round the standing part: over it, and back under.'],
    [2, 'Twist the end round its own part: over, then under.'],
    [2, 'And once more: over, then under.'],
    [1, 'Out over it.'],
  ],
  'constrictor knot': [
    ROUND_THE_POLE,
    [2, 'Up over your own rope, and across the front once more.'],
    [1, 'Back behind the pole.'],
    [2, 'Over the standing part, and under it.'],
    [2, 'Across the front, and tuck the end under the turn.'],
  ],
};
