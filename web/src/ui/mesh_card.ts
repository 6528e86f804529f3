// SPDX-License-Identifier: MIT
// A dropped mesh of cloth in the tab File: what is in it, what is wrong with it, its unit, and mending.

import type { Engine, MeshFault, MeshState, MeshUnit } from '../protocol';
import { h } from './dom';
import { toast, wordsOf } from './toast';

const UNITS: Record<MeshState['unit'], string> = {
  m: 'metres',
  cm: 'centimetres',
  mm: 'millimetres',
  in: 'inches',
  fit: 'made 1 m long',
};
/** More vertices than this move slowly here. */
const MANY = 6000;
/** Places listed of each kind of fault. */
const LISTED = 6;

const many = (count: number, one: string, more = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : more}`;
const round = (x: number): string => String(Number(x.toPrecision(3)));

/** How large it is taken to be, and what it was put on. */
export function meshWords(mesh: MeshState): string {
  const unit = mesh.unit === 'fit' ? 'made 1 m long' : `read as ${UNITS[mesh.unit]}${mesh.unit === 'm' ? '' : `, ${round(mesh.metres)} m`}`;
  const placed = { draped: 'laid over a ball', hung: 'hung by two hands', dropped: 'put above the floor' }[mesh.placed];
  const wrong = faultsOf(mesh);
  return [
    `${many(mesh.faces, 'face')}, ${round(mesh.length)} long, ${unit}, ${placed}`,
    wrong,
    mesh.vertices > MANY ? `${many(mesh.vertices, 'vertex', 'vertices')} move slowly here` : '',
  ]
    .filter(Boolean)
    .join('. ');
}

function faultsOf({ faults, intersections, touching }: MeshState): string {
  const wrong = [
    ...faults.map(({ name, count }) => `${count} ${name}`),
    ...(intersections > 0 ? [many(intersections, 'intersection')] : []),
    ...(touching > 0 ? [`${touching} touching`] : []),
  ];
  return wrong.length > 0 ? `Faults: ${wrong.join(', ')}` : '';
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
      h('h2', {}, mesh.opened ? 'Mesh' : 'Mesh that could not be opened'),
      h('p', {}, h('strong', {}, mesh.file), ` ${contents(mesh)}`),
      ...(mesh.opened ? this.unit(mesh) : []),
      ...(mesh.pattern === 'unfit'
        ? [h('p', { class: 'quiet' }, `${noPattern(mesh)}: it is at rest as it is in the file.`)]
        : []),
      ...mesh.mended.map(({ count, name, mend }) => h('p', { class: 'quiet' }, `Mended ${count} ${name}: ${mend}.`)),
      ...this.faults(mesh),
    );
  }

  private unit(mesh: MeshState): HTMLElement[] {
    const select = h(
      'select',
      { id: 'mesh-unit', 'data-testid': 'mesh-unit', onchange: () => void this.again({ unit: select.value as MeshUnit }) },
      ...Object.entries(UNITS).map(([value, words]) => h('option', { value }, words)),
    );
    select.value = mesh.unit;
    return [
      h('div', { class: 'slider' }, h('label', { for: 'mesh-unit' }, 'Unit of the file'), select),
      h('p', { class: 'quiet' }, `${round(mesh.length)} long in the file, ${round(mesh.metres)} m here${mesh.chosen ? '.' : ': the page chose.'}`),
    ];
  }

  private faults(mesh: MeshState): HTMLElement[] {
    const { faults, intersections, contours, touching } = mesh;
    if (faults.length === 0 && intersections === 0 && touching === 0) {
      return [h('p', { class: 'quiet' }, 'No faults, and it nowhere goes through itself.')];
    }
    const list = h('ul', { class: 'faults', 'data-testid': 'mesh-faults' }, ...faults.map(faultLine));
    if (intersections > 0) {
      list.append(h('li', {}, `It goes through itself at ${many(intersections, 'place')}, along ${many(contours, 'curve')}.`));
    }
    if (touching > 0) {
      list.append(h('li', {}, `It touches itself at ${many(touching, 'place')}.`));
    }
    const mend = h(
      'button',
      { type: 'button', class: 'pill strong', 'data-testid': 'mesh-mend', onclick: () => void this.again({ mend: true }) },
      mesh.opened ? 'Mend the faults' : 'Mend and open',
    );
    return faults.length > 0 && mesh.mended.length === 0 ? [list, h('div', { class: 'actions' }, mend)] : [list];
  }
}

function contents(mesh: MeshState): string {
  const { vertices, faces, triangles, panels, seams, borders } = mesh;
  return `${[
    many(vertices, 'vertex', 'vertices'),
    many(faces, 'face'),
    triangles === faces ? '' : many(triangles, 'triangle'),
    many(panels, 'panel'),
    seams > 0 ? many(seams, 'seam') : '',
    many(borders, 'border edge'),
  ]
    .filter(Boolean)
    .join(', ')}.`;
}

function noPattern({ faults }: MeshState): string {
  return faults.some(({ name }) => name === 'no_pattern')
    ? 'Some corners have no texture coordinates'
    : 'Its texture coordinates stretch it too much to be its flat pattern';
}

function faultLine({ name, text, mend, count, places }: MeshFault): HTMLElement {
  const more = count > LISTED ? `; and ${count - LISTED} more` : '';
  return h('li', {}, h('strong', {}, `${count} ${name}`), ` ${text}: ${places.slice(0, LISTED).join('; ')}${more}. `, h('small', {}, mend === 'not mended' ? 'This cannot be mended.' : `Mending: ${mend}.`));
}
