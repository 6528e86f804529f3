// SPDX-License-Identifier: MIT
// Practice tasks: one for each knot of the book that hands tie. The words of their steps are here where the scene has none.

import type { EverydayKnot, PracticeTask } from '../protocol';

/** What to do, step by step; "" : as the scene has it. */
const WORDS: Record<string, string[]> = {
  bowline: [],
};

/** These come first. */
const FIRST = ['bowline', 'overhand knot', 'figure-eight knot', 'clove hitch', 'square knot'];

export const taskId = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');

export function wordsOf(knot: string): string[] {
  return WORDS[knot] ?? [];
}

/** @param practised Whether hands tie a knot in its scene. */
export function practiceTasks(knots: readonly EverydayKnot[], practised: (name: string) => boolean): PracticeTask[] {
  const place = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return knots
    .filter(({ name, tied }) => tied === 'scene' && practised(name))
    .sort((a, b) => place(a.name) - place(b.name))
    .map(({ name, use }) => ({ id: taskId(name), title: name.charAt(0).toUpperCase() + name.slice(1), note: use }));
}
