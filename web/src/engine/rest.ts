// SPDX-License-Identifier: MIT
// When a scene has come to rest, so that its cycles need not be computed.

import type { RopeInfo, SceneInfo } from '../protocol';
import type { Library } from './library';

/** So long must nothing change before cycles are saved: contacts are remembered for a while. */
const RESTING = 64;
/** Cloth creeps for long. It rests when no vertex moves farther in a cycle, in shortest edges: as the library's settle
 *  has it. */
const CREEP = 1e-3;
/** So do elastic rods in a bed. They rest when no node moves more in a cycle, in radii. */
const ROD_CREEP = 1e-5;

export class Rest {
  resting = false;
  /** Cycles since anything changed. */
  private quiet = 0;
  private lastHash = '';
  private lastNodes: Float64Array[] = [];

  constructor(
    private readonly lib: Library,
    private readonly nodes: (rope: number) => Float64Array,
  ) {}

  /** After so many cycles. Equal states have equal futures: when the state has not changed for a while it never will. */
  look(info: SceneInfo, cycles: number): void {
    const creeps = info.cloths.length > 0 || info.ropes.some(({ rod }) => rod !== null);
    this.quiet = (creeps ? this.calm(info, cycles) : this.unchanged()) ? this.quiet + cycles : 0;
    this.resting = this.quiet >= RESTING;
  }

  wake(): void {
    this.resting = false;
    this.quiet = 0;
    this.lastHash = '';
  }

  private unchanged(): boolean {
    const hash = this.lib.text('bw_hash');
    const same = hash === this.lastHash;
    this.lastHash = hash;
    return same;
  }

  // cloth and elastic rods have all but come to rest, and so have the ropes beside them
  private calm(info: SceneInfo, cycles: number): boolean {
    let still = true;
    if (info.cloths.length > 0) {
      this.lib.call('bw_cloth_state');
      still = this.lib.box(3)[2] < CREEP;
    }
    info.ropes.forEach(({ radius, rod }: RopeInfo, i) => {
      const creep = (rod ? ROD_CREEP * cycles : CREEP) * radius;
      const nodes = this.nodes(i);
      const before = this.lastNodes[i];
      if (before?.length === nodes.length) {
        for (let k = 0; k < nodes.length && still; k++) {
          still = Math.abs(nodes[k] - before[k]) < creep;
        }
        before.set(nodes);
      } else {
        this.lastNodes[i] = nodes.slice();
        still = false;
      }
    });
    return still;
  }
}
