// SPDX-License-Identifier: MIT
// The page's hands: what pointers and keys hold, and where they want to go. The engine answers a grasp a little
// later; moves made in the meantime are kept.

import { Vector3 } from 'three';
import type { Engine, Frame, HandId, HandState, Plane, Side, Spot } from '../protocol';
import type { Stage } from '../view/stage';
import { toast, wordsOf } from './toast';

export interface Hold {
  /** null until the engine has answered. */
  hand: HandId | null;
  spot: Spot;
  target: Vector3;
  pinned: boolean;
  released: boolean;
  /** Has been seen in a frame: from then on its absence means that it is gone. */
  seen: boolean;
  /** In which it is drawn; null until it is. */
  plane: Plane | null;
  /** Of what was drawn last. */
  side: Side;
  /** It was pushed away or drawn near by hand: it keeps that height. */
  pushed: boolean;
  /** Drawn before the engine has answered. */
  early: { to: Vector3; side: Side }[];
}

/** A hold that has not moved yet. */
const STILL = { plane: null, side: 'over' as Side, pushed: false };

export class Holds {
  readonly all: Hold[] = [];
  /** As of the newest frame. */
  hands: HandState[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly stage: Stage,
    private readonly changed: () => void,
  ) {}

  /** Hands that the engine no longer has are forgotten. */
  take(frame: Frame): void {
    this.hands = frame.hands;
    for (let i = this.all.length - 1; i >= 0; i--) {
      const hold = this.all[i];
      if (hold.hand === null) {
        continue;
      }
      let state: HandState | null = null;
      for (let k = 0; k < frame.hands.length; k++) {
        if (frame.hands[k].hand === hold.hand) {
          state = frame.hands[k];
        }
      }
      if (state) {
        hold.seen = true;
        hold.pinned = state.pinned;
      } else if (hold.seen) {
        hold.released = true;
        this.all.splice(i, 1);
        this.changed();
      }
    }
  }

  /** A new scene has no hands. */
  reset(): void {
    for (const hold of this.all) {
      hold.released = true;
    }
    this.all.length = 0;
    this.hands = [];
    this.changed();
  }

  /** The hand at a node, or within a few nodes of it; on cloth, at a vertex or within a few edges of it. */
  handNear(spot: Spot, reach: number): HandState | null {
    let best: HandState | null = null;
    const at = this.stage.nodePoint(spot, new Vector3());
    const edge = this.stage.info?.cloths[spot.cloth]?.edge;
    const awayFrom = (hand: HandState): number =>
      edge === undefined ? Math.abs(hand.node - spot.node) : at.distanceTo(new Vector3(...hand.position)) / edge;
    for (const hand of this.hands) {
      const away = awayFrom(hand);
      if (hand.rope === spot.rope && hand.cloth === spot.cloth && away <= reach && (!best || away < awayFrom(best))) {
        best = hand;
      }
    }
    return best;
  }

  grasp(spot: Spot): Hold {
    const seen = this.stage.nodePoint(spot, new Vector3());
    const hold: Hold = {
      hand: null,
      spot,
      target: seen.clone(),
      pinned: false,
      released: false,
      seen: false,
      ...STILL,
      early: [],
    };
    this.all.push(hold);
    this.changed();
    this.engine.ask('grasp', spot).then(
      ({ hand, at }) => {
        hold.hand = hand;
        for (const { to, side } of hold.early) {
          this.tellDraw(hold, to, side);
        }
        if (hold.early.length === 0) {
          // it may have moved since it was seen: no jerk back, now or with the next move
          const moved = !hold.target.equals(seen);
          hold.target.sub(seen).add(new Vector3(...at));
          if (moved) {
            this.send(hold);
          }
        }
        hold.early.length = 0;
        if (hold.released) {
          this.letGo(hand);
        } else if (hold.pinned) {
          this.tellPin(hold, true);
        }
        this.changed();
      },
      (error: unknown) => {
        this.forget(hold);
        toast(wordsOf(error));
      },
    );
    return hold;
  }

  /** Lead a hand that is there already. */
  adopt(state: HandState): Hold {
    const known = this.all.find((hold) => hold.hand === state.hand);
    if (known) {
      return known;
    }
    const hold: Hold = {
      hand: state.hand,
      spot: { rope: state.rope, cloth: state.cloth, node: state.node },
      target: new Vector3(...state.target),
      pinned: state.pinned,
      released: false,
      seen: true,
      ...STILL,
      early: [],
    };
    this.all.push(hold);
    this.changed();
    return hold;
  }

  /** Draw on to a point of the plane in which rope is laid, over or under what is crossed on the way. */
  draw(hold: Hold, to: Vector3, side: Side): void {
    hold.plane ??= this.planeOf(hold);
    hold.target.copy(to);
    hold.side = side;
    if (hold.hand === null) {
      hold.early.push({ to: to.clone(), side });
    } else if (!hold.released) {
      this.tellDraw(hold, to, side);
    }
  }

  /** The plane in which it is laid from where it is now. */
  planeOf({ spot, target, pushed }: Hold): Plane {
    const plane = this.stage.layingPlane(spot, target);
    return pushed ? { ...plane, origin: target.toArray() } : plane;
  }

  /** The same by a way to the right and up, scene units. */
  drawBy(hold: Hold, dx: number, dy: number, side: Side): void {
    const plane = (hold.plane ??= this.planeOf(hold));
    const { right, up } = this.stage.orbit;
    const along = (way: Vector3): Vector3 => {
      const normal = new Vector3(...plane.up);
      return way.clone().addScaledVector(normal, -way.dot(normal)).normalize();
    };
    const to = hold.target.clone().addScaledVector(along(right), dx).addScaledVector(along(up), dy);
    this.draw(hold, to, side);
  }

  /** Freely, past what is in the way. dx, dy: in the view plane, to the right and up; away: along the line of sight. Scene
   *  units. */
  move(hold: Hold, dx: number, dy: number, away: number): void {
    const { right, up, forward } = this.stage.orbit;
    hold.plane = null;
    hold.early.length = 0; // it goes straight, not along what was drawn
    hold.pushed ||= away !== 0;
    hold.target.addScaledVector(right, dx).addScaledVector(up, dy).addScaledVector(forward, away);
    if (this.stage.solidFloor) {
      const radius = this.stage.radiusOf(hold.spot);
      hold.target.y = Math.max(hold.target.y, this.stage.floorHeight + radius);
    }
    this.send(hold);
  }

  pin(hold: Hold, on: boolean): void {
    hold.pinned = on;
    this.tellPin(hold, on);
    this.changed();
  }

  release(hold: Hold): void {
    if (hold.released) {
      return;
    }
    this.forget(hold);
    if (hold.hand !== null) {
      this.letGo(hold.hand);
    }
  }

  /** Let go of every hand, the page's and others. */
  releaseAll(): void {
    for (const hold of [...this.all]) {
      this.release(hold);
    }
    for (const hand of this.hands) {
      if (!this.all.some((hold) => hold.hand === hand.hand)) {
        this.letGo(hand.hand);
      }
    }
  }

  private forget(hold: Hold): void {
    hold.released = true;
    const at = this.all.indexOf(hold);
    if (at >= 0) {
      this.all.splice(at, 1);
    }
    this.changed();
  }

  private letGo(hand: HandId): void {
    // it may be gone already, with an undo or a new scene
    this.engine.ask('release', { hand }).catch(() => undefined);
  }

  private tellPin(hold: Hold, on: boolean): void {
    if (hold.hand !== null) {
      this.engine.ask('pin', { hand: hold.hand, on }).catch((error: unknown) => toast(wordsOf(error)));
    }
  }

  private tellDraw({ hand, plane }: Hold, to: Vector3, side: Side): void {
    if (hand !== null && plane) {
      this.engine.tell('draw', { hand, to: [to.x, to.y, to.z], side, plane });
    }
  }

  private send(hold: Hold): void {
    if (hold.hand !== null && !hold.released) {
      const { x, y, z } = hold.target;
      this.engine.tell('target', { hand: hold.hand, to: [x, y, z] });
    }
  }
}
