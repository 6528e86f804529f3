// SPDX-License-Identifier: MIT
// What to do at a step of a laid lesson, in words made of what is crossed there.

import type { Side } from '../protocol';

/** Where a rope that is paid out crosses something. */
export interface Crossed {
  side: Side;
  /** standing: its own rope before all crossings; loop: between that and where it first crosses itself; turn: round a pole or ring. */
  what: 'standing' | 'loop' | 'turn' | 'own' | 'other' | 'pole' | 'ring';
  /** Link of its own rope that is crossed, or -1. */
  own: number;
  turns: number;
}

export interface Piece {
  crossed: Crossed[];
  /** Of its rope. */
  first: boolean;
  last: boolean;
  rope: number;
  ropes: number;
}

const WORDS: Record<Crossed['what'], Record<Side, string>> = {
  standing: { over: 'lay the end over the standing part', under: 'pass the end under the standing part' },
  loop: { over: 'go over the side of the loop', under: 'go under the side of the loop' },
  turn: { over: 'go over the turn', under: 'tuck the end under the turn' },
  own: { over: 'go over your own rope', under: 'go under your own rope' },
  other: { over: 'go over the other rope', under: 'go under the other rope' },
  pole: { over: 'cross in front of the pole', under: 'bring the end round behind the pole' },
  ring: { over: 'lead the end over the ring', under: 'lead the end under the ring' },
};

/** The same several times in a row. */
const SEVERAL: Partial<Record<Crossed['what'], Record<Side, string>>> = {
  loop: { over: 'go over both sides of the loop', under: 'go under both sides of the loop' },
  own: { over: 'go over your own rope twice', under: 'go under your own rope twice' },
  other: { over: 'go over both strands of the other rope', under: 'go under both strands of the other rope' },
};

export function wordsOfPiece({ crossed, first, last, rope, ropes }: Piece): string {
  if (crossed.length === 0) {
    return ropes > 1 ? 'Lay the first rope in a bight, as the arrow goes.' : 'Lay the rope as the arrow goes.';
  }
  const runs: Crossed[][] = [];
  for (const one of crossed) {
    const run = runs.at(-1);
    if (run && run[0].what === one.what && run[0].side === one.side) {
      run.push(one);
    } else {
      runs.push([one]);
    }
  }
  const phrases = runs.map((run, i) => {
    const [{ what, side }] = run;
    // "under the other rope, then over it"
    return i > 0 && runs[i - 1][0].what === what ? `${side} it` : ((run.length > 1 ? SEVERAL[what]?.[side] : undefined) ?? WORDS[what][side]);
  });
  const start = first && rope > 0 ? 'now the other rope: ' : first && crossed[0].what === 'standing' ? 'make a loop: ' : '';
  const text = `${start}${phrases.join(', then ')}${last ? ', and lead the end out' : ''}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
