// SPDX-License-Identifier: MIT
// A rope as a tube. Its vertices never change: each says where on the rope it is, and the sweep (sweep.ts) puts it
// where the rope is now. A frame costs the page the nodes, their frames and their neighbours, and no more.

import { BufferAttribute, BufferGeometry, Sphere, Vector3 } from 'three';
import { Frames } from './frames';
import type { TubeNeedle } from './needle';
import type { NearRope, NearStrands } from './near';
import { CLOSED_FROM } from './sheath';
import { fillSweep, sweepUniforms, type SweepUniforms } from './sweep';

export interface TubeShape {
  count: number;
  closed: boolean;
  radius: number;
  linkLength: number;
  needle: TubeNeedle | null;
}

const CAP_RINGS = 4;
/** Angle of a cap's innermost ring: next to nothing, and not the nought that marks an arc. */
const CAP_LEAST = 1e-4;

export class Tube implements NearRope {
  readonly geometry = new BufferGeometry();
  readonly frames: Frames;
  readonly held: Uint8Array;
  readonly skip: number;
  /** A copy: the engine's frames are only lent. */
  readonly nodes: Float32Array;
  readonly uniforms: SweepUniforms;
  private filled = false;
  private readonly widest: number;
  private readonly low = new Vector3();
  private readonly high = new Vector3();

  constructor(
    readonly shape: TubeShape,
    radial = 14,
    samples = 4,
  ) {
    const { count, closed, radius } = shape;
    this.nodes = new Float32Array(3 * count);
    this.frames = new Frames(count, closed);
    this.held = new Uint8Array(count);
    this.skip = Math.max(2, Math.ceil((3.2 * radius) / shape.linkLength));
    this.uniforms = sweepUniforms(count, radius);
    const rings = withNeedle(closed ? closedRings(shape, samples) : openRings(shape, samples), shape);
    this.widest = shape.needle ? Math.max(1, ...rings.map(({ width }) => width)) : 1;
    const { sweepAt, ropeUv } = vertices(rings, radial);
    const at = new BufferAttribute(sweepAt, 4);
    this.geometry.setAttribute('sweepAt', at);
    // three's takes a geometry without normals for one with flat faces
    this.geometry.setAttribute('normal', at);
    this.geometry.setAttribute('ropeUv', new BufferAttribute(ropeUv, 2));
    this.geometry.setIndex(new BufferAttribute(indices(rings.length, radial), 1));
    this.geometry.boundingSphere = new Sphere(new Vector3(), 1);
  }

  get count(): number {
    return this.shape.count;
  }
  get closed(): boolean {
    return this.shape.closed;
  }
  get radius(): number {
    return this.shape.radius;
  }
  /** Length along the rope in radii, as the texture counts it. */
  get length(): number {
    const links = this.closed ? this.count : this.count - 1;
    return (links * this.shape.linkLength) / this.radius;
  }

  /** Where it is a needle's, from and to, in radii. */
  get steel(): [number, number] {
    const { needle, linkLength } = this.shape;
    const from = needle ? (needle.from * linkLength) / this.radius : 0;
    return !needle ? [1e9, -1e9] : needle.last ? [from - 0.5 * SWAGE, 1e9] : [-1e9, from + 0.5 * SWAGE];
  }

  /** There are nodes to draw. */
  get known(): boolean {
    return this.filled;
  }

  set floor(height: number) {
    this.uniforms.sweepFloor.value = height;
  }

  /** Let the frames follow `nodes`; before near strands are looked for. */
  follow(nodes: Float32Array): void {
    this.nodes.set(nodes);
    this.filled = true;
    this.frames.update(this.nodes, this.radius, this.held);
  }

  /** Hand over what was followed. near: null for no contact shading. */
  update(near: NearStrands | null, first: number): void {
    const { nodes, low, high } = this;
    fillSweep(this.uniforms, this.count, nodes, this.frames.normals, near, first);
    low.setScalar(Infinity);
    high.setScalar(-Infinity);
    for (let i = 0; i < nodes.length; i += 3) {
      low.set(Math.min(low.x, nodes[i]), Math.min(low.y, nodes[i + 1]), Math.min(low.z, nodes[i + 2]));
      high.set(Math.max(high.x, nodes[i]), Math.max(high.y, nodes[i + 1]), Math.max(high.z, nodes[i + 2]));
    }
    const sphere = this.geometry.boundingSphere as Sphere;
    sphere.center.addVectors(low, high).multiplyScalar(0.5);
    sphere.radius = low.distanceTo(high) / 2 + (1 + this.widest) * this.radius;
  }

  dispose(): void {
    this.geometry.dispose();
    this.uniforms.sweepData.value.dispose();
  }
}

/** Where a ring is: its node, place on the arc, angle of a cap, length along the rope in radii, and how thick over the radius. */
interface Ring {
  node: number;
  t: number;
  cap: number;
  length: number;
  width: number;
}

/** A needle begins with a step, which is so long, radii, for the pattern's sake. */
const SWAGE = 0.02;

// rings of a needle are as thick as it is there; where the thread ends there is one of each
function withNeedle(rings: Ring[], { needle, linkLength, radius }: TubeShape): Ring[] {
  if (!needle) {
    return rings;
  }
  const { from, last, width } = needle;
  const at = ({ node, t, cap }: Ring): number => (cap !== 0 ? node : node - 0.5 + t);
  const steel = (ring: Ring): boolean => (last ? at(ring) >= from : at(ring) <= from);
  const made = rings.map((ring) => (steel(ring) ? { ...ring, width: width(at(ring)) } : ring));
  const end = { node: from, t: 0.5, cap: 0, length: (from * linkLength) / radius };
  const thread = { ...end, length: end.length + (last ? -SWAGE : SWAGE), width: 1 };
  const wire = { ...end, width: width(from) };
  const first = rings.findIndex((ring) => steel(ring) === last);
  made.splice(first, 0, ...(last ? [thread, wire] : [wire, thread]));
  return made;
}

function arc(node: number, samples: number, step: number, from = 0): Ring[] {
  return Array.from({ length: samples }, (_, s) => {
    const t = s / samples;
    return { node, t, cap: 0, length: from + (node - 0.5 + t) * step, width: 1 };
  });
}

function closedRings({ count, linkLength, radius }: TubeShape, samples: number): Ring[] {
  const step = linkLength / radius;
  const rings = Array.from({ length: count }, (_, node) => arc(node, samples, step, CLOSED_FROM)).flat();
  rings.push({ node: count - 1, t: 1, cap: 0, length: CLOSED_FROM + (count - 0.5) * step, width: 1 });
  return rings;
}

function openRings({ count, linkLength, radius }: TubeShape, samples: number): Ring[] {
  const step = linkLength / radius;
  const end = (count - 1) * step;
  const rings: Ring[] = [];
  for (let s = CAP_RINGS; s >= 0; s--) {
    const angle = Math.max(CAP_LEAST, (s * Math.PI) / (2 * CAP_RINGS));
    rings.push({ node: 0, t: 0, cap: -angle, length: -0.6 * Math.sin(angle), width: 1 });
  }
  for (let node = 1; node < count - 1; node++) {
    rings.push(...arc(node, samples, step));
  }
  if (count > 2) {
    rings.push({ node: count - 2, t: 1, cap: 0, length: (count - 1.5) * step, width: 1 });
  }
  for (let s = 0; s <= CAP_RINGS; s++) {
    const angle = Math.max(CAP_LEAST, (s * Math.PI) / (2 * CAP_RINGS));
    rings.push({ node: count - 1, t: 0, cap: angle, length: end + 0.6 * Math.sin(angle), width: 1 });
  }
  return rings;
}

function vertices(rings: readonly Ring[], radial: number): { sweepAt: Float32Array; ropeUv: Float32Array } {
  const sweepAt = new Float32Array(4 * rings.length * (radial + 1));
  const ropeUv = new Float32Array(2 * rings.length * (radial + 1));
  let v = 0;
  for (const { node, t, cap, length, width } of rings) {
    for (let k = 0; k <= radial; k++, v++) {
      sweepAt[4 * v] = node;
      sweepAt[4 * v + 1] = t;
      sweepAt[4 * v + 2] = cap;
      sweepAt[4 * v + 3] = width;
      ropeUv[2 * v] = k / radial;
      ropeUv[2 * v + 1] = length;
    }
  }
  return { sweepAt, ropeUv };
}

function indices(rings: number, radial: number): Uint32Array {
  const index = new Uint32Array(6 * (rings - 1) * radial);
  let at = 0;
  for (let ring = 0; ring + 1 < rings; ring++) {
    for (let k = 0; k < radial; k++) {
      const a = ring * (radial + 1) + k;
      const b = a + radial + 1;
      index[at++] = a;
      index[at++] = a + 1;
      index[at++] = b;
      index[at++] = b;
      index[at++] = a + 1;
      index[at++] = b + 1;
    }
  }
  return index;
}
