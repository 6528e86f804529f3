// SPDX-License-Identifier: MIT
// Whether what was wrapped hangs in its cloth: the lift and what came after it, by what `bight wrap` asks of them (cli/wrap_judge.c).

import type { StillState } from '../protocol';
import type { WrapPlan } from '../engine/wrap_desk';
import { fixed, number, t } from '../words/words';

/** What is looked at when it has been lifted, and when it has hung. */
export interface Hung {
  coverage: number;
  stretch: number;
}

/** The lift, and hanging. Metres; NaN: not known. */
export interface Hang {
  /** How far the hands that hold at the end went up, the least of them; the object; and how far that sank afterwards. */
  risen: number;
  moved: number;
  sunk: number;
  lifted: Hung;
  held: Hung;
}

/** Hands that lift: those of the scene's last common move. */
export function liftingHands(text: string): string[] {
  const { script } = JSON.parse(text) as { script: { together?: { hand: string }[] }[] };
  return script.flatMap(({ together }) => (together ? [together] : [])).at(-1)?.map(({ hand }) => hand) ?? [];
}

/** The object comes last in the scene. */
export const poseOf = (state: Pick<StillState, 'obstacles'>): Float64Array => state.obstacles.slice(-7);

/** stills: of the whole run; the last three are the program's last state, lifted, held. Null: it was not played to its end.
 *  coverage: of one of them. */
export async function hangOf(stills: readonly StillState[], hands: readonly string[], coverage: (state: StillState) => Promise<number>): Promise<Hang | null> {
  if (stills.length < 3) {
    return null;
  }
  const [before, lifted, held] = stills.slice(-3);
  const height = (state: StillState): number => poseOf(state)[1];
  const hung = async (state: StillState): Promise<Hung> => ({ coverage: await coverage(state), stretch: state.stretch });
  const rises = hands.map((hand) => (lifted.hands[hand]?.[1] ?? NaN) - (before.hands[hand]?.[1] ?? NaN));
  return {
    risen: rises.length > 0 ? Math.min(...rises) : NaN,
    moved: height(lifted) - height(before),
    sunk: height(lifted) - height(held),
    lifted: await hung(lifted),
    held: await hung(held),
  };
}

const percent = (share: number): string => fixed(100 * share, 1);
const mm = (metres: number): string => number(Number((1e3 * metres).toFixed(1)) + 0);

/** Why it is no good wrap, in a sentence; "" when it is. */
export function hangFault({ risen, moved, sunk, lifted, held }: Hang, { wanted, lift, limits }: Pick<WrapPlan, 'wanted' | 'lift' | 'limits'>): string {
  for (const { coverage, stretch } of [lifted, held]) {
    if (!(coverage >= wanted)) {
      return t('At least {wanted} % must be covered, lifted and held, and it was {share} %.', { wanted: percent(wanted), share: percent(coverage) });
    }
    if (!(stretch <= limits.stretch)) {
      return t('The cloth is stretched to {n}.', { n: fixed(stretch, 2) });
    }
  }
  if (!(sunk < limits.sinking)) {
    return t('The object sank by {n} mm while it hung.', { n: mm(sunk) });
  }
  if (!(risen >= limits.risen * lift)) {
    return t('A hand went up by {n} mm in the lift, and {wanted} mm are wanted.', { n: mm(risen), wanted: mm(lift) });
  }
  // a lift that leaves it behind is none
  if (!(moved > limits.moved * lift)) {
    return t('The hands went up by {hands} mm, and the object by {n} mm.', { hands: mm(risen), n: mm(moved) });
  }
  return '';
}
