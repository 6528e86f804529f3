// SPDX-License-Identifier: MIT
// Which strands are close to which: for contact shading. A hash grid over the nodes of all ropes, made anew for
// each drawn frame without allocation.

/** Most near nodes that are kept for one node. */
export const NEAR_MOST = 10;

/** What the grid wants to know of a rope. */
export interface NearRope {
  readonly count: number;
  readonly nodes: ArrayLike<number>;
  readonly radius: number;
  /** Nodes so close along the rope are the same strand. */
  readonly skip: number;
  readonly closed: boolean;
}

export class NearStrands {
  /** (total x NEAR_MOST) global node numbers, nearest cells first; near[NEAR_MOST * i + k] for k < found[i] */
  near = new Int32Array(0);
  found = new Uint8Array(0);
  /** (total x 3) all nodes of all ropes */
  points = new Float32Array(0);
  radii = new Float32Array(0);
  /** Global number of each rope's first node. */
  first: number[] = [];
  private next = new Int32Array(0);
  private key = new Int32Array(0);
  private heads = new Int32Array(0);
  private mask = 0;

  build(ropes: readonly NearRope[]): void {
    let total = 0;
    let reach = 0;
    for (let r = 0; r < ropes.length; r++) {
      this.first[r] = total;
      total += ropes[r].count;
      reach = Math.max(reach, ropes[r].radius);
    }
    this.reserve(total);
    const cell = 4.5 * reach;
    this.heads.fill(-1);
    for (let r = 0; r < ropes.length; r++) {
      const { nodes, count, radius } = ropes[r];
      const base = this.first[r];
      for (let i = 0; i < count; i++) {
        const g = base + i;
        const x = (this.points[3 * g] = nodes[3 * i]);
        const y = (this.points[3 * g + 1] = nodes[3 * i + 1]);
        const z = (this.points[3 * g + 2] = nodes[3 * i + 2]);
        this.radii[g] = radius;
        const slot = this.slot(Math.floor(x / cell), Math.floor(y / cell), Math.floor(z / cell));
        this.key[g] = slot;
        this.next[g] = this.heads[slot];
        this.heads[slot] = g;
      }
    }
    for (let r = 0; r < ropes.length; r++) {
      this.query(ropes[r], this.first[r], cell);
    }
  }

  private reserve(total: number): void {
    if (this.found.length < total) {
      this.near = new Int32Array(NEAR_MOST * total);
      this.found = new Uint8Array(total);
      this.points = new Float32Array(3 * total);
      this.radii = new Float32Array(total);
      this.next = new Int32Array(total);
      this.key = new Int32Array(total);
      let slots = 64;
      while (slots < 2 * total) {
        slots *= 2;
      }
      this.heads = new Int32Array(slots);
      this.mask = slots - 1;
    }
  }

  private slot(x: number, y: number, z: number): number {
    return (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & this.mask;
  }

  private query(rope: NearRope, base: number, cell: number): void {
    const { points, near, found } = this;
    const reach2 = cell * cell;
    for (let i = 0; i < rope.count; i++) {
      const g = base + i;
      const x = points[3 * g];
      const y = points[3 * g + 1];
      const z = points[3 * g + 2];
      const cx = Math.floor(x / cell);
      const cy = Math.floor(y / cell);
      const cz = Math.floor(z / cell);
      let count = 0;
      for (let n = 0; n < 27 && count < NEAR_MOST; n++) {
        // the cell itself first
        const m = (n + 13) % 27;
        const slot = this.slot(cx + (m % 3) - 1, cy + (((m / 3) | 0) % 3) - 1, cz + ((m / 9) | 0) - 1);
        for (let h = this.heads[slot]; h >= 0 && count < NEAR_MOST; h = this.next[h]) {
          const j = h - base;
          if (j >= 0 && j < rope.count) {
            const gap = j > i ? j - i : i - j;
            if (gap <= rope.skip || (rope.closed && rope.count - gap <= rope.skip)) {
              continue;
            }
          }
          const dx = points[3 * h] - x;
          const dy = points[3 * h + 1] - y;
          const dz = points[3 * h + 2] - z;
          if (dx * dx + dy * dy + dz * dz < reach2 && !this.listed(g, count, h)) {
            near[NEAR_MOST * g + count] = h;
            count++;
          }
        }
      }
      found[g] = count;
    }
  }

  // two of the 27 cells may share a slot
  private listed(g: number, count: number, h: number): boolean {
    for (let k = 0; k < count; k++) {
      if (this.near[NEAR_MOST * g + k] === h) {
        return true;
      }
    }
    return false;
  }
}
