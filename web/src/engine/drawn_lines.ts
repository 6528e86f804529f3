// SPDX-License-Identifier: MIT
// Lines that hands follow, over and under what they cross: the library works out the heights (bight/drawn.h), here is who
// follows one, and until when.

import type { Plane, Side, Vec3 } from '../protocol';
import type { Held } from './hands';
import type { Library } from './library';

interface Line {
  plane: Plane;
  /** Its end, and on which side of things it comes there. */
  to: Vec3;
  side: Side;
  /** The target that was told last. */
  at: Vec3;
  /** Cycles since the line's end was reached. */
  ended: number;
}

/** What is asked of the scene, and told to it, while lines are followed. */
export interface Follower {
  /** Of the rope that a hand holds. */
  radius(hand: Held): number;
  /** The hand has another target. */
  led(hand: Held, at: Vec3): void;
  /** A hand that was to leave at its line's end has come there, or cannot. */
  arrived(hand: Held): void;
}

/** Cycles after which a hand that is held back gives up its line and goes straight to the line's end. */
const PATIENCE = 48;
/** A hand has come to its target: radii. */
const THERE = 0.05;

export class DrawnLines {
  private readonly lines = new Map<Held, Line>();

  constructor(private readonly lib: Library) {}

  get size(): number {
    return this.lines.size;
  }

  has(hand: Held): boolean {
    return this.lines.has(hand);
  }

  /** Go on along a line to a point. False where that cannot be: for cloth, or outside what the library can draw in. */
  draw(hand: Held, to: Vec3, side: Side, plane: Plane): boolean {
    if (hand.cloth >= 0 || (!this.goesOn(hand, plane) && !this.begin(hand, plane))) {
      return false;
    }
    this.goTo(hand, to, side);
    return true;
  }

  end(hand: Held): void {
    if (this.lines.delete(hand)) {
      this.lib.call('bw_draw_end', hand.slot);
    }
  }

  /** The library's end of it goes with the hand, or has gone with the scene. */
  forget(hand: Held): void {
    this.lines.delete(hand);
  }

  clear(): void {
    this.lines.clear();
  }

  /** The targets of the next cycle. */
  follow(scene: Follower): void {
    const { lib } = this;
    if (this.lines.size === 0) {
      return;
    }
    lib.call('bw_draw_step');
    for (const [hand, line] of this.lines) {
      if (lib.call('bw_drawn', hand.slot) === 0) {
        this.lines.delete(hand);
        continue;
      }
      const [left, , , , , , waiting] = lib.box(7);
      lib.call('bw_hand', hand.slot);
      const at = Array.from(lib.box(9).subarray(6)) as Vec3;
      const away = lib.box(10)[9];
      if (at.some((x, k) => x !== line.at[k])) {
        scene.led(hand, at);
        line.at = at;
      }
      // a rope that is taut holds the hand back a little for ever
      line.ended = left <= 0 ? line.ended + 1 : 0;
      const there = left <= 0 && (away < THERE * scene.radius(hand) || line.ended > PATIENCE);
      if (hand.leaving && (there || waiting > PATIENCE)) {
        this.lines.delete(hand);
        scene.arrived(hand);
      } else if (waiting > PATIENCE && this.begin(hand, line.plane)) {
        this.goTo(hand, line.to, line.side);
      }
    }
  }

  private goesOn(hand: Held, { origin, up }: Plane): boolean {
    const plane = this.lines.get(hand)?.plane;
    return plane !== undefined && origin.every((x, i) => x === plane.origin[i]) && up.every((x, i) => x === plane.up[i]);
  }

  private begin(hand: Held, plane: Plane): boolean {
    if (this.lib.call('bw_draw', hand.slot, ...plane.origin, ...plane.up) < 0) {
      return false;
    }
    this.lines.set(hand, { plane, to: [0, 0, 0], side: 'over', at: [NaN, NaN, NaN], ended: 0 });
    return true;
  }

  private goTo(hand: Held, to: Vec3, side: Side): void {
    this.lib.must('bw_draw_to', hand.slot, ...to, side === 'under' ? 1 : 0);
    Object.assign(this.lines.get(hand) as Line, { to, side, ended: 0 });
  }
}
