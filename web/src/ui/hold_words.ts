// SPDX-License-Identifier: MIT
// What came of pulling at a knot, in plain words, and on what that stands.

import type { Held, Material } from '../protocol';
import { fixed, number, said, t } from '../words/words';

export function heldWords({ verdict, load, slip, was, is }: Held): string {
  const figures = { load: number(Math.round(load)), slip: fixed(slip, slip < 10 ? 1 : 0) };
  switch (verdict) {
    case 'none':
      return t('There is no knot here that could hold.');
    case 'holds':
      return slip < 0.5 ? t('It holds: pulled with {load} N, nothing slides.', figures) : t('It holds at {load} N, after {slip} mm of the free ends went in.', figures);
    case 'slides':
      return t('It slides: at {load} N, {slip} mm of the free ends went in, and it did not come to rest.', figures);
    case 'apart':
      return t('It falls apart: at {load} N, {slip} mm of the free ends went in. Before: {was}; after: {is}.', { ...figures, was: was.join(', '), is: is.join(', ') });
  }
}

export function basisWords({ material, friction }: Held, materials: readonly Material[]): string {
  const title = materials.find(({ name }) => name === material)?.title ?? material;
  return t(
    'Pulled as an elastic rope: {material}, friction {friction}. The load grows for 1 s, free ends are let go of for 1 s, then it is looked at for 3 s. Most values of materials are estimates, and nothing here says what a rope breaks at.',
    { material: said(title), friction: fixed(friction, 2) },
  );
}
