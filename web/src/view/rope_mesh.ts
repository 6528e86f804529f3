// SPDX-License-Identifier: MIT
// A rope on the screen: its tube in the first look or the final one, and as shadows see it.

import { type Material, Mesh, MeshDepthMaterial } from 'three';
import type { RopeInfo } from '../protocol';
import { flatMaterial, type Caster } from './floor_shadow';
import { FirstRopeMaterial } from './rope_first';
import { RopeMaterial } from './rope_material';
import { Sheath } from './sheath';
import { SWEEP, sweepMaterial } from './sweep';
import { ropeColors, type Theme } from './theme';
import { Tube } from './tube';

const SWEEP_PLACE = /* glsl */ `
${SWEEP}
vec3 placeInScene() {
  vec3 place;
  vec3 normal;
  float light;
  sweepVertex(place, normal, light);
  return place;
}
`;

/** Sides of a tube and rings of a link: fewer for long ropes, so that a frame stays cheap. */
function fineness(nodes: number): [number, number] {
  return nodes <= 450 ? [16, 4] : nodes <= 4000 ? [10, 2] : [6, 1];
}

export class RopeMesh extends Mesh<Tube['geometry'], Material> implements Caster {
  readonly tube: Tube;
  readonly sheath: Sheath;
  /** As the shadow on the floor sees it. */
  readonly flat: Material;
  /** The final look; compiled by whoever shows it. */
  readonly final: Material;

  /** @param nodes As they are now: a spring rope gets and loses some, its length at rest stays. */
  constructor(info: RopeInfo, index: number, nodes: number, theme: Theme, final: boolean) {
    const links = (count: number): number => (info.closed ? count : Math.max(1, count - 1));
    const linkLength = (info.link * links(info.nodes)) / links(nodes);
    const tube = new Tube({ count: nodes, closed: info.closed, radius: info.radius, linkLength }, ...fineness(nodes));
    const sheath = new Sheath(ropeColors(index, info.color), tube.length, info.closed);
    const last = new RopeMaterial(sheath, tube.uniforms, info.radius);
    super(tube.geometry, final ? last : new FirstRopeMaterial(sheath, tube.uniforms, theme));
    this.tube = tube;
    this.sheath = sheath;
    this.final = last;
    this.flat = flatMaterial(SWEEP_PLACE, tube.uniforms);
    this.customDepthMaterial = sweepMaterial(new MeshDepthMaterial(), tube.uniforms);
    this.castShadow = this.receiveShadow = true;
  }

  /** Go over to the final look. */
  finish(): void {
    if (this.material !== this.final) {
      this.material.dispose();
      this.material = this.final;
    }
  }

  dispose(): void {
    this.tube.dispose();
    this.material.dispose();
    this.final.dispose();
    this.flat.dispose();
    this.customDepthMaterial?.dispose();
  }
}
