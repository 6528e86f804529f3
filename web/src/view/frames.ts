// SPDX-License-Identifier: MIT
// Material frames: which way the rope's surface faces at each node. A frame follows its node through time by the
// least rotation, so the texture stays where it is on the rope, and twist between neighbours spreads along the
// rope and runs out at its free ends, as in a soft rope that lies still (Bergou et al. 2008, the quasi-static frame).
// Where the twist is known, as of elastic rods that are held against turning, frames have that.

/** Farther than this in one frame, in radii, and the rope was not moved but replaced: frames start afresh. */
const JUMP_RADII = 8;
/** Passes of relaxation a frame, and the part of a twist step that one pass takes away (at most one half). */
const PASSES = 3;
const RELAXATION = 0.4;

export class Frames {
  readonly tangents: Float32Array;
  readonly normals: Float32Array;
  private readonly before: Float32Array;
  private readonly twist: Float32Array;
  private readonly was: Float32Array;
  private started = false;
  /** (count) The angle between the two links of each node about themselves, radians; 0 at open ends. null: not known. */
  known: Float32Array | null = null;

  constructor(
    readonly count: number,
    readonly closed: boolean,
  ) {
    this.tangents = new Float32Array(3 * count);
    this.normals = new Float32Array(3 * count);
    this.before = new Float32Array(3 * count);
    this.twist = new Float32Array(count);
    this.was = new Float32Array(3 * count);
  }

  /** Forget the past: the next update makes frames without twist. */
  restart(): void {
    this.started = false;
  }

  /** Follow the nodes to where they are now. held[i] is not 0 where a hand keeps the rope from turning. */
  update(nodes: ArrayLike<number>, radius: number, held: Uint8Array): void {
    if (this.started && this.jumped(nodes, JUMP_RADII * radius)) {
      this.started = false;
    }
    this.findTangents(nodes);
    if (this.known) {
      this.turnAs(this.known);
      this.started = true;
    } else if (this.started) {
      for (let i = 0; i < this.count; i++) {
        this.makeNormal(i, this.normals, 3 * i);
      }
      for (let pass = 0; pass < PASSES; pass++) {
        this.relax(held);
      }
    } else {
      this.start();
      this.started = true;
    }
    for (let i = 0; i < 3 * this.count; i++) {
      this.before[i] = nodes[i];
    }
  }

  private jumped(nodes: ArrayLike<number>, limit: number): boolean {
    const limit2 = limit * limit;
    for (let i = 0; i < 3 * this.count; i += 3) {
      const x = nodes[i] - this.before[i];
      const y = nodes[i + 1] - this.before[i + 1];
      const z = nodes[i + 2] - this.before[i + 2];
      if (x * x + y * y + z * z > limit2) {
        return true;
      }
    }
    return false;
  }

  private findTangents(nodes: ArrayLike<number>): void {
    const { count, tangents } = this;
    for (let i = 0; i < count; i++) {
      const a = 3 * (i > 0 ? i - 1 : this.closed ? count - 1 : 0);
      const b = 3 * (i < count - 1 ? i + 1 : this.closed ? 0 : count - 1);
      let x = nodes[b] - nodes[a];
      let y = nodes[b + 1] - nodes[a + 1];
      let z = nodes[b + 2] - nodes[a + 2];
      const length = Math.sqrt(x * x + y * y + z * z);
      if (length > 1e-9) {
        x /= length;
        y /= length;
        z /= length;
      } else {
        x = 1;
        y = z = 0;
      }
      tangents[3 * i] = x;
      tangents[3 * i + 1] = y;
      tangents[3 * i + 2] = z;
    }
  }

  // normal i = the vector at from[at], made perpendicular to tangent i
  private makeNormal(i: number, from: Float32Array, at: number): void {
    const { tangents: t, normals: n } = this;
    const k = 3 * i;
    const along = from[at] * t[k] + from[at + 1] * t[k + 1] + from[at + 2] * t[k + 2];
    let x = from[at] - along * t[k];
    let y = from[at + 1] - along * t[k + 1];
    let z = from[at + 2] - along * t[k + 2];
    let length = Math.sqrt(x * x + y * y + z * z);
    if (length < 1e-4) {
      // any perpendicular: the axis that is least along the tangent, crossed with it
      const ax = Math.abs(t[k]);
      const ay = Math.abs(t[k + 1]);
      const az = Math.abs(t[k + 2]);
      if (az <= ax && az <= ay) {
        x = -t[k + 1];
        y = t[k];
        z = 0;
      } else if (ay <= ax) {
        x = t[k + 2];
        y = 0;
        z = -t[k];
      } else {
        x = 0;
        y = -t[k + 2];
        z = t[k + 1];
      }
      length = Math.sqrt(x * x + y * y + z * z);
    }
    n[k] = x / length;
    n[k + 1] = y / length;
    n[k + 2] = z / length;
  }

  private start(): void {
    UP[0] = 0.12;
    UP[1] = 1;
    UP[2] = 0.31;
    this.makeNormal(0, UP, 0);
    for (let i = 1; i < this.count; i++) {
      this.makeNormal(i, this.normals, 3 * (i - 1));
    }
  }

  // Twisted as it is known: from the first node on. How the whole rope has turned is not known: by the least turn of all nodes.
  private turnAs(known: Float32Array): void {
    const { count, closed, tangents: t, normals: n, was } = this;
    was.set(n);
    if (this.started) {
      this.makeNormal(0, n, 0);
    } else {
      this.start();
    }
    for (let i = 1; i < count; i++) {
      this.makeNormal(i, n, 3 * (i - 1));
      this.turn(i, 0.5 * (known[i - 1] + known[i]));
    }
    if (closed) {
      // what does not close is spread
      const apart = this.twistAt(0, count - 1) - 0.5 * (known[count - 1] + known[0]);
      const rest = Math.atan2(Math.sin(apart), Math.cos(apart));
      for (let i = 1; i < count; i++) {
        this.turn(i, (rest * i) / count);
      }
    }
    if (this.started) {
      let sine = 0;
      let cosine = 0;
      for (let i = 0; i < count; i++) {
        const k = 3 * i;
        const cross = [n[k + 1] * was[k + 2] - n[k + 2] * was[k + 1], n[k + 2] * was[k] - n[k] * was[k + 2], n[k] * was[k + 1] - n[k + 1] * was[k]];
        sine += t[k] * cross[0] + t[k + 1] * cross[1] + t[k + 2] * cross[2];
        cosine += n[k] * was[k] + n[k + 1] * was[k + 1] + n[k + 2] * was[k + 2];
      }
      const back = Math.atan2(sine, cosine);
      for (let i = 0; i < count; i++) {
        this.turn(i, back);
      }
    }
  }

  // angle of normal i against normal i - 1 carried over, about tangent i
  private twistAt(i: number, previous: number): number {
    const { tangents: t, normals: n } = this;
    const k = 3 * i;
    const p = 3 * previous;
    const along = n[p] * t[k] + n[p + 1] * t[k + 1] + n[p + 2] * t[k + 2];
    const x = n[p] - along * t[k];
    const y = n[p + 1] - along * t[k + 1];
    const z = n[p + 2] - along * t[k + 2];
    const cosine = x * n[k] + y * n[k + 1] + z * n[k + 2];
    const sine =
      t[k] * (y * n[k + 2] - z * n[k + 1]) +
      t[k + 1] * (z * n[k] - x * n[k + 2]) +
      t[k + 2] * (x * n[k + 1] - y * n[k]);
    return Math.atan2(sine, cosine);
  }

  private relax(held: Uint8Array): void {
    const { count, closed, twist } = this;
    twist[0] = closed ? this.twistAt(0, count - 1) : 0;
    for (let i = 1; i < count; i++) {
      twist[i] = this.twistAt(i, i - 1);
    }
    for (let i = 0; i < count; i++) {
      if (!held[i]) {
        const after = i < count - 1 ? twist[i + 1] : closed ? twist[0] : 0;
        this.turn(i, RELAXATION * (after - twist[i]));
      }
    }
  }

  private turn(i: number, angle: number): void {
    if (angle > -1e-4 && angle < 1e-4) {
      return;
    }
    const { tangents: t, normals: n } = this;
    const k = 3 * i;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const x = n[k];
    const y = n[k + 1];
    const z = n[k + 2];
    n[k] = c * x + s * (t[k + 1] * z - t[k + 2] * y);
    n[k + 1] = c * y + s * (t[k + 2] * x - t[k] * z);
    n[k + 2] = c * z + s * (t[k] * y - t[k + 1] * x);
  }
}

const UP = new Float32Array(3);
