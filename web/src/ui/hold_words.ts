// SPDX-License-Identifier: MIT
// What came of pulling at a knot, in plain words, and on what that stands.

import type { Held, Material } from '../protocol';
import { fixed, number, said, t } from '../words/words';

/** Of the material '': what the command takes, too. */
export const usualRope = (): string => t('10 mm rope, as usual');

export function heldWords(held: Held): string {
  const { was, is, capsized } = held;
  const turned = capsized !== null ? [t('It capsized at {load} N.', { load: number(Math.round(capsized)) })] : [];
  const other = was.some((name, i) => name !== is[i]) ? [t('Before: {was}; after: {is}.', { was: was.join(', '), is: is.join(', ') })] : [];
  return [verdictWords(held), ...turned, ...other].join(' ');
}

function verdictWords({ verdict, load, slip }: Held): string {
  const figures = { load: number(Math.round(load)), slip: fixed(slip, slip < 10 ? 1 : 0) };
  switch (verdict) {
    case 'none':
      return t('There is no knot here that could hold.');
    case 'holds':
      return slip < 0.5 ? t('It holds: pulled with {load} N, nothing slides.', figures) : t('It holds at {load} N, after {slip} mm of the free ends went in.', figures);
    case 'slips':
      return t('It slips: at {load} N, {slip} mm of the free ends went in, and it did not come to rest.', figures);
    case 'runs out':
      return t('It slips, and runs out: at {load} N, {slip} mm of the free ends went in.', figures);
  }
}

export function basisWords({ material, friction }: Held, materials: readonly Material[]): string {
  const title = materials.find(({ name }) => name === material)?.title;
  return t(
    'Pulled as an elastic rope: {material}, friction {friction}. The load grows for 1 s, free ends are let go of for 1 s, then it is looked at for 3 to 12 s: as the command bight hold does it. Most values of materials are estimates, and nothing here says what a rope breaks at.',
    { material: title ? said(title) : usualRope(), friction: fixed(friction, 2) },
  );
}
