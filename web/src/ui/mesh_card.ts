// SPDX-License-Identifier: MIT
// A dropped mesh of cloth in the tab File: what is in it, what is wrong with it, its unit, and mending.

import type { Engine, MeshFault, MeshState, MeshUnit } from '../protocol';
import { h } from './dom';
import { toast, wordsOf } from './toast';
import { many, number, said, t } from '../words/words';

const units = (): Record<MeshState['unit'], string> => ({
  m: t('metres'),
  cm: t('centimetres'),
  mm: t('millimetres'),
  in: t('inches'),
  fit: t('made 1 m long'),
});
/** More vertices than this move slowly here. */
const MANY = 6000;
/** Places listed of each kind of fault. */
const LISTED = 6;

const round = (x: number): string => number(Number(x.toPrecision(3)));
const facesOf = (n: number): string => many(n, '{n} face', '{n} faces');
const verticesOf = (n: number): string => many(n, '{n} vertex', '{n} vertices');
const placesOf = (n: number): string => many(n, '{n} place', '{n} places');

/** How large it is taken to be, and what it was put on. */
export function meshWords(mesh: MeshState): string {
  const unit = mesh.unit === 'fit' ? t('made 1 m long') : `${t('read as {unit}', { unit: units()[mesh.unit] })}${mesh.unit === 'm' ? '' : `, ${round(mesh.metres)} m`}`;
  const placed = { draped: t('laid over a ball'), hung: t('hung by two hands'), dropped: t('put above the floor') }[mesh.placed];
  const wrong = faultsOf(mesh);
  return [
    `${facesOf(mesh.faces)}, ${t('{length} long', { length: round(mesh.length) })}, ${unit}, ${placed}`,
    wrong,
    mesh.vertices > MANY ? t('{vertices} move slowly here', { vertices: verticesOf(mesh.vertices) }) : '',
  ]
    .filter(Boolean)
    .join('. ');
}

function faultsOf({ faults, intersections, touching }: MeshState): string {
  const wrong = [
    ...faults.map(({ name, count }) => `${count} ${said(name)}`),
    ...(intersections > 0 ? [many(intersections, '{n} intersection', '{n} intersections')] : []),
    ...(touching > 0 ? [t('{n} touching', { n: touching })] : []),
  ];
  return wrong.length > 0 ? t('Faults: {faults}', { faults: wrong.join(', ') }) : '';
}

export class MeshCard {
  readonly box = h('section', { class: 'mesh-card', 'data-testid': 'mesh', hidden: true });
  state: MeshState | null = null;

  constructor(private readonly engine: Engine) {}

  /** Open the mesh again: from the start, in another unit, mended. */
  async again(take: { unit?: MeshUnit; mend?: boolean }): Promise<void> {
    try {
      await this.engine.ask('mesh', take);
    } catch (error) {
      toast(wordsOf(error));
    }
  }

  show(mesh: MeshState | null): void {
    this.state = mesh;
    this.box.hidden = mesh === null;
    if (mesh === null) {
      return;
    }
    this.box.replaceChildren(
      h('h2', {}, mesh.opened ? t('Mesh') : t('Mesh that could not be opened')),
      h('p', {}, h('strong', {}, mesh.file), ` ${contents(mesh)}`),
      ...(mesh.opened ? this.unit(mesh) : []),
      ...(mesh.pattern === 'unfit'
        ? [h('p', { class: 'quiet' }, noPattern(mesh))]
        : []),
      ...mesh.mended.map(({ count, name, mend }) => h('p', { class: 'quiet' }, t('Mended {n} {fault}: {how}.', { n: count, fault: said(name), how: said(mend) }))),
      ...this.faults(mesh),
    );
  }

  private unit(mesh: MeshState): HTMLElement[] {
    const select = h(
      'select',
      { id: 'mesh-unit', 'data-testid': 'mesh-unit', onchange: () => void this.again({ unit: select.value as MeshUnit }) },
      ...Object.entries(units()).map(([value, words]) => h('option', { value }, words)),
    );
    const sizes = { length: round(mesh.length), metres: round(mesh.metres) };
    select.value = mesh.unit;
    return [
      h('div', { class: 'slider' }, h('label', { for: 'mesh-unit' }, t('Unit of the file')), select),
      h('p', { class: 'quiet' }, mesh.chosen ? t('{length} long in the file, {metres} m here.', sizes) : t('{length} long in the file, {metres} m here: the page chose.', sizes)),
    ];
  }

  private faults(mesh: MeshState): HTMLElement[] {
    const { faults, intersections, contours, touching } = mesh;
    if (faults.length === 0 && intersections === 0 && touching === 0) {
      return [h('p', { class: 'quiet' }, t('No faults, and it nowhere goes through itself.'))];
    }
    const list = h('ul', { class: 'faults', 'data-testid': 'mesh-faults' }, ...faults.map(faultLine));
    if (intersections > 0) {
      list.append(h('li', {}, t('It goes through itself at {places}, along {curves}.', { places: placesOf(intersections), curves: many(contours, '{n} curve', '{n} curves') })));
    }
    if (touching > 0) {
      list.append(h('li', {}, t('It touches itself at {places}.', { places: placesOf(touching) })));
    }
    const mend = h(
      'button',
      { type: 'button', class: 'pill strong', 'data-testid': 'mesh-mend', onclick: () => void this.again({ mend: true }) },
      mesh.opened ? t('Mend the faults') : t('Mend and open'),
    );
    return faults.length > 0 && mesh.mended.length === 0 ? [list, h('div', { class: 'actions' }, mend)] : [list];
  }
}

function contents(mesh: MeshState): string {
  const { vertices, faces, triangles, panels, seams, borders } = mesh;
  return `${[
    verticesOf(vertices),
    facesOf(faces),
    triangles === faces ? '' : many(triangles, '{n} triangle', '{n} triangles'),
    many(panels, '{n} panel', '{n} panels'),
    seams > 0 ? many(seams, '{n} seam', '{n} seams') : '',
    many(borders, '{n} border edge', '{n} border edges'),
  ]
    .filter(Boolean)
    .join(', ')}.`;
}

function noPattern({ faults }: MeshState): string {
  return faults.some(({ name }) => name === 'no_pattern')
    ? t('Some corners have no texture coordinates: it is at rest as it is in the file.')
    : t('Its texture coordinates stretch it too much to be its flat pattern: it is at rest as it is in the file.');
}

function faultLine({ name, text, mend, count, places }: MeshFault): HTMLElement {
  const more = count > LISTED ? `; ${t('and {n} more', { n: count - LISTED })}` : '';
  return h('li', {}, h('strong', {}, `${count} ${said(name)}`), ` ${said(text)}: ${places.slice(0, LISTED).join('; ')}${more}. `, h('small', {}, mend === 'not mended' ? t('This cannot be mended.') : t('Mending: {how}.', { how: said(mend) })));
}
