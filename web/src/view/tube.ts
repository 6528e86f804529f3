// SPDX-License-Identifier: MIT
// A rope as a tube: parabolic arcs between the middles of its links (Brown 2004, section 2), rings turned by the
// material frames, rounded ends, and how much light each vertex gets past the strands next to it. All buffers are
// made once; update() only rewrites them.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Sphere, Vector3 } from 'three';
import { Frames } from './frames';
import { NEAR_MOST, type NearRope, type NearStrands } from './near';

export interface TubeShape {
  count: number;
  closed: boolean;
  radius: number;
  linkLength: number;
}

const CAP_RINGS = 4;

export class Tube implements NearRope {
  readonly geometry = new BufferGeometry();
  readonly frames: Frames;
  readonly held: Uint8Array;
  readonly skip: number;
  /** A copy: the engine's frames are only lent. */
  readonly nodes: Float32Array;
  private filled = false;
  private readonly position: BufferAttribute;
  private readonly normal: BufferAttribute;
  private readonly shade: BufferAttribute;
  private readonly cosines: Float32Array;
  private readonly sines: Float32Array;
  private ring = 0;
  // the ring being written: centre, tangent, normal, and the near nodes of its node
  private readonly c = new Float32Array(3);
  private readonly t = new Float32Array(3);
  private readonly n = new Float32Array(3);
  private readonly low = new Float32Array(3);
  private readonly high = new Float32Array(3);
  /** Height of the floor, which darkens what is near it. */
  floor = -Infinity;

  constructor(
    readonly shape: TubeShape,
    private readonly radial = 14,
    private readonly samples = 4,
  ) {
    const { count, closed } = shape;
    this.nodes = new Float32Array(3 * count);
    this.frames = new Frames(count, closed);
    this.held = new Uint8Array(count);
    this.skip = Math.max(2, Math.ceil((3.2 * shape.radius) / shape.linkLength));
    const rings = closed ? count * samples + 1 : Math.max(0, count - 2) * samples + 3 + 2 * CAP_RINGS;
    const vertices = rings * (radial + 1);
    this.position = dynamic(vertices, 3);
    this.normal = dynamic(vertices, 3);
    this.shade = dynamic(vertices, 1);
    this.geometry.setAttribute('position', this.position);
    this.geometry.setAttribute('normal', this.normal);
    this.geometry.setAttribute('shade', this.shade);
    this.geometry.setAttribute('ropeUv', this.coordinates(rings));
    this.geometry.setIndex(new BufferAttribute(this.indices(rings), 1));
    this.geometry.boundingSphere = new Sphere(new Vector3(), 1);
    this.cosines = new Float32Array(radial + 1);
    this.sines = new Float32Array(radial + 1);
    for (let k = 0; k <= radial; k++) {
      this.cosines[k] = Math.cos((2 * Math.PI * (k % radial)) / radial);
      this.sines[k] = Math.sin((2 * Math.PI * (k % radial)) / radial);
    }
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

  /** There are nodes to draw. */
  get known(): boolean {
    return this.filled;
  }

  /** Let the frames follow `nodes`; before near strands are looked for. */
  follow(nodes: Float32Array): void {
    this.nodes.set(nodes);
    this.filled = true;
    this.frames.update(this.nodes, this.radius, this.held);
  }

  /** Rewrite the vertices. near: null for no contact shading. */
  update(near: NearStrands | null, first: number): void {
    const { count, closed, samples } = this;
    this.ring = 0;
    this.low.fill(Infinity);
    this.high.fill(-Infinity);
    if (closed) {
      for (let i = 0; i < count; i++) {
        this.arc(i, near, first);
      }
      this.sample(count - 1, 1);
      this.writeRing(near, first + count - 1, 1);
    } else {
      this.end(0, -1, near, first);
      for (let i = 1; i < count - 1; i++) {
        this.arc(i, near, first);
      }
      if (count > 2) {
        this.sample(count - 2, 1);
      } else {
        this.endRing(0, 0.5);
      }
      this.writeRing(near, first + Math.max(0, count - 2), 1);
      this.end(count - 1, 1, near, first);
    }
    void samples;
    this.position.needsUpdate = true;
    this.normal.needsUpdate = true;
    this.shade.needsUpdate = true;
    const sphere = this.geometry.boundingSphere as Sphere;
    const { low, high } = this;
    sphere.center.set((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2);
    sphere.radius =
      Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2 + 2 * this.radius;
  }

  dispose(): void {
    this.geometry.dispose();
  }

  private arc(i: number, near: NearStrands | null, first: number): void {
    for (let s = 0; s < this.samples; s++) {
      this.sample(i, s / this.samples);
      this.writeRing(near, first + i, 1);
    }
  }

  // centre, tangent and normal at t of the parabola about node i
  private sample(i: number, t: number): void {
    const { nodes, count } = this;
    const { normals } = this.frames;
    const a = 3 * (i > 0 ? i - 1 : count - 1);
    const b = 3 * i;
    const d = 3 * (i < count - 1 ? i + 1 : 0);
    const u = 1 - t;
    const wa = 0.5 * u * u;
    const wd = 0.5 * t * t;
    const wb = 1 - wa - wd;
    // the normal goes from the middle of one pair of nodes to the middle of the next
    const na = 0.5 * u;
    const nd = 0.5 * t;
    for (let k = 0; k < 3; k++) {
      this.c[k] = wa * nodes[a + k] + wb * nodes[b + k] + wd * nodes[d + k];
      this.t[k] = u * (nodes[b + k] - nodes[a + k]) + t * (nodes[d + k] - nodes[b + k]);
      this.n[k] = na * normals[a + k] + 0.5 * normals[b + k] + nd * normals[d + k];
    }
    this.square();
  }

  private endRing(i: number, towards: number): void {
    const { nodes, count } = this;
    const a = 3 * i;
    const b = 3 * (i === 0 ? Math.min(1, count - 1) : i - 1);
    const way = i === 0 ? 1 : -1;
    for (let k = 0; k < 3; k++) {
      this.c[k] = nodes[a + k] + towards * (nodes[b + k] - nodes[a + k]);
      this.t[k] = way * (nodes[b + k] - nodes[a + k]);
      this.n[k] = this.frames.normals[a + k];
    }
    this.square();
  }

  // make t and n of unit length and square to each other
  private square(): void {
    const { t, n } = this;
    const length = Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]) || 1;
    t[0] /= length;
    t[1] /= length;
    t[2] /= length;
    const along = n[0] * t[0] + n[1] * t[1] + n[2] * t[2];
    n[0] -= along * t[0];
    n[1] -= along * t[1];
    n[2] -= along * t[2];
    const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) || 1;
    n[0] /= size;
    n[1] /= size;
    n[2] /= size;
  }

  // the rounded end at node i, out along `way` times the tangent
  private end(i: number, way: number, near: NearStrands | null, first: number): void {
    const r = this.radius;
    for (let s = 0; s <= CAP_RINGS; s++) {
      const angle = ((way < 0 ? CAP_RINGS - s : s) * Math.PI) / (2 * CAP_RINGS);
      this.endRing(i, 0);
      const out = way * r * 0.6 * Math.sin(angle);
      this.c[0] += out * this.t[0];
      this.c[1] += out * this.t[1];
      this.c[2] += out * this.t[2];
      this.writeRing(near, first + i, Math.cos(angle), way * Math.sin(angle));
    }
  }

  private writeRing(near: NearStrands | null, node: number, wide: number, tilt = 0): void {
    const { c, t, n, radial, low, high, floor } = this;
    const r = this.radius;
    const bx = t[1] * n[2] - t[2] * n[1];
    const by = t[2] * n[0] - t[0] * n[2];
    const bz = t[0] * n[1] - t[1] * n[0];
    const upright = Math.sqrt(Math.max(0, 1 - tilt * tilt));
    const position = this.position.array as Float32Array;
    const normal = this.normal.array as Float32Array;
    const shade = this.shade.array as Float32Array;
    const found = near ? near.found[node] : 0;
    let v = this.ring * (radial + 1);
    for (let k = 0; k <= radial; k++, v++) {
      const cos = this.cosines[k];
      const sin = this.sines[k];
      const rx = cos * n[0] + sin * bx;
      const ry = cos * n[1] + sin * by;
      const rz = cos * n[2] + sin * bz;
      const x = c[0] + wide * r * rx;
      const y = c[1] + wide * r * ry;
      const z = c[2] + wide * r * rz;
      const nx = upright * rx + tilt * t[0];
      const ny = upright * ry + tilt * t[1];
      const nz = upright * rz + tilt * t[2];
      position[3 * v] = x;
      position[3 * v + 1] = y;
      position[3 * v + 2] = z;
      normal[3 * v] = nx;
      normal[3 * v + 1] = ny;
      normal[3 * v + 2] = nz;
      let light = 1;
      if (near) {
        // a sphere of radius q at distance d, seen by a surface, hides cos(angle) q^2 / d^2 of its sky
        for (let m = 0; m < found; m++) {
          const h = near.near[NEAR_MOST * node + m];
          const dx = near.points[3 * h] - x;
          const dy = near.points[3 * h + 1] - y;
          const dz = near.points[3 * h + 2] - z;
          const d2 = dx * dx + dy * dy + dz * dz;
          const facing = dx * nx + dy * ny + dz * nz;
          if (facing > 0) {
            const q = near.radii[h];
            const hidden = (0.8 * q * q * facing) / (d2 * Math.sqrt(d2) + 1e-9);
            light *= hidden < 0.82 ? 1 - hidden : 0.18;
          }
        }
      }
      const height = (y - floor) / (4 * r);
      if (height < 1 && ny < 0) {
        light *= 1 + 0.6 * ny * (1 - Math.max(0, height));
      }
      shade[v] = light < 0.12 ? 0.12 : light;
    }
    for (let k = 0; k < 3; k++) {
      if (c[k] < low[k]) {
        low[k] = c[k];
      }
      if (c[k] > high[k]) {
        high[k] = c[k];
      }
    }
    this.ring++;
  }

  // angle round the rope (0 to 1) and length along it (radii): fixed to the rope, so they never change
  private coordinates(rings: number): BufferAttribute {
    const { radial, samples, closed } = this;
    const step = this.shape.linkLength / this.shape.radius;
    const uv = new Float32Array(2 * rings * (radial + 1));
    const end = (this.shape.count - 1) * step;
    for (let ring = 0; ring < rings; ring++) {
      let s: number;
      if (closed) {
        s = (ring / samples - 0.5) * step;
      } else {
        const after = ring - (CAP_RINGS + 1);
        const arcs = Math.max(0, this.shape.count - 2) * samples;
        if (after < 0) {
          s = -0.6 * Math.sin(((CAP_RINGS - ring) * Math.PI) / (2 * CAP_RINGS));
        } else if (after <= arcs) {
          s = (0.5 + after / samples) * step;
        } else {
          s = end + 0.6 * Math.sin(((after - arcs - 1) * Math.PI) / (2 * CAP_RINGS));
        }
      }
      for (let k = 0; k <= radial; k++) {
        uv[2 * (ring * (radial + 1) + k)] = k / radial;
        uv[2 * (ring * (radial + 1) + k) + 1] = s;
      }
    }
    return new BufferAttribute(uv, 2);
  }

  private indices(rings: number): Uint32Array {
    const { radial } = this;
    const index = new Uint32Array(6 * (rings - 1) * radial);
    let at = 0;
    for (let ring = 0; ring + 1 < rings; ring++) {
      for (let k = 0; k < radial; k++) {
        const a = ring * (radial + 1) + k;
        const b = a + radial + 1;
        index.set([a, a + 1, b, b, a + 1, b + 1], at);
        at += 6;
      }
    }
    return index;
  }
}

function dynamic(vertices: number, size: number): BufferAttribute {
  return new BufferAttribute(new Float32Array(vertices * size), size).setUsage(DynamicDrawUsage);
}
