// SPDX-License-Identifier: MIT
// Mouse, fingers and pens on the view: grasp and drag, a second hand, depth, and the camera.

import { Vector3 } from 'three';
import type { Spot } from '../protocol';
import type { Stage } from '../view/stage';
import type { Hold, Holds } from './holds';

/** Pixels beyond the rope's surface that still count as the rope. */
const REACH = { mouse: 8, pen: 12, touch: 26 } as Record<string, number>;
/** A press that moves less than this and is shorter is a click. */
const CLICK_PIXELS = 5;
const CLICK_MS = 350;
const DOUBLE_MS = 380;

type Use =
  | { kind: 'hold'; hold: Hold; wasPinned: boolean; grasped: Spot }
  | { kind: 'orbit' }
  | { kind: 'pan' }
  | { kind: 'depth'; of: number };

interface Press {
  id: number;
  type: string;
  x: number;
  y: number;
  startX: number;
  startY: number;
  time: number;
  use: Use;
}

export interface PointerHooks {
  /** Nothing may be grasped now (a script plays, a still curve); says why, or null. */
  refusal(): string | null;
  refused(why: string): void;
  grasped(spot: Spot): void;
  hovered(spot: Spot | null): void;
  /** Pin on release is on. */
  pinning(): boolean;
}

export class Pointers {
  private readonly presses = new Map<number, Press>();
  private lastClick = { time: 0, x: 0, y: 0 };
  private readonly scratch = new Vector3();
  private shown: { spot: Spot; x: number; y: number; time: number } | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly stage: Stage,
    private readonly holds: Holds,
    private readonly hooks: PointerHooks,
  ) {
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event, false));
    canvas.addEventListener('pointercancel', (event) => this.up(event, true));
    canvas.addEventListener('pointerleave', () => this.leave());
    canvas.addEventListener('keydown', () => canvas.classList.remove('by-pointer'));
    canvas.addEventListener('blur', () => canvas.classList.remove('by-pointer'));
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /** The hold that a pointer drags now, if there is one. */
  dragged(): Hold | null {
    for (const press of this.presses.values()) {
      if (press.use.kind === 'hold' && !press.use.hold.released) {
        return press.use.hold;
      }
    }
    return null;
  }

  /** A new scene: what was held is gone. */
  reset(): void {
    for (const press of this.presses.values()) {
      if (press.use.kind === 'hold') {
        press.use = { kind: 'orbit' };
      }
    }
  }

  private at(event: PointerEvent | WheelEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  // What is shown as graspable is grasped, even when it has moved from under a pointer that rests.
  private shownAt({ x, y, time }: Press): Spot | null {
    const { shown } = this;
    return shown && time - shown.time < 2000 && Math.hypot(x - shown.x, y - shown.y) < 2 ? shown.spot : null;
  }

  private down(event: PointerEvent): void {
    const [x, y] = this.at(event);
    // the ring is for those who came by key
    this.canvas.classList.add('by-pointer');
    this.canvas.focus({ preventScroll: true });
    try {
      this.canvas.setPointerCapture(event.pointerId);
    } catch {
      // a pointer that is gone already, or one made by a program
    }
    const press: Press = {
      id: event.pointerId,
      type: event.pointerType,
      x,
      y,
      startX: x,
      startY: y,
      time: event.timeStamp,
      use: { kind: 'orbit' },
    };
    press.use = this.useFor(event, press);
    this.presses.set(press.id, press);
    event.preventDefault();
  }

  private useFor(event: PointerEvent, press: Press): Use {
    if (event.button === 1 || event.button === 2 || (event.button === 0 && event.shiftKey)) {
      return { kind: 'pan' };
    }
    const spot = this.stage.pick(press.x, press.y, REACH[press.type] ?? 10) ?? this.shownAt(press);
    const holder = [...this.presses.values()].find((other) => other.use.kind === 'hold');
    if (spot) {
      const refusal = this.hooks.refusal();
      if (refusal) {
        this.hooks.refused(refusal);
        return { kind: 'orbit' };
      }
      const there = this.holds.handNear(spot, press.type === 'touch' ? 4 : 3);
      const busy = [...this.presses.values()].some(
        (other) => other.use.kind === 'hold' && there !== null && other.use.hold.hand === there.hand,
      );
      if (!busy) {
        const hold = there ? this.holds.adopt(there) : this.holds.grasp(spot);
        this.hooks.grasped(hold.spot);
        this.shown = null;
        this.hooks.hovered(null);
        return { kind: 'hold', hold, wasPinned: hold.pinned, grasped: spot };
      }
    }
    if (holder && press.type === 'touch') {
      return { kind: 'depth', of: holder.id };
    }
    return { kind: 'orbit' };
  }

  private move(event: PointerEvent): void {
    const press = this.presses.get(event.pointerId);
    const [x, y] = this.at(event);
    if (!press) {
      if (event.pointerType !== 'touch') {
        const free = this.hooks.refusal() === null;
        const spot = free ? this.stage.pick(x, y, REACH[event.pointerType] ?? 10) : null;
        this.shown = spot ? { spot, x, y, time: event.timeStamp } : null;
        this.hooks.hovered(spot);
      }
      return;
    }
    const dx = x - press.x;
    const dy = y - press.y;
    const gap = this.gapOfOrbits();
    press.x = x;
    press.y = y;
    switch (press.use.kind) {
      case 'hold': {
        const { hold } = press.use;
        const unit = this.unitAt(hold.target);
        if (event.altKey) {
          this.holds.move(hold, dx * unit, 0, -dy * unit);
        } else {
          this.holds.move(hold, dx * unit, -dy * unit, 0);
        }
        break;
      }
      case 'depth': {
        const holder = this.presses.get(press.use.of);
        if (holder && holder.use.kind === 'hold') {
          // spreading draws it near, pinching pushes it away
          const before = Math.hypot(press.x - dx - holder.x, press.y - dy - holder.y);
          const after = Math.hypot(press.x - holder.x, press.y - holder.y);
          const { hold } = holder.use;
          this.holds.move(hold, 0, 0, (before - after) * this.unitAt(hold.target));
        }
        break;
      }
      case 'pan':
        this.stage.orbit.pan(dx, dy);
        this.stage.change();
        break;
      case 'orbit':
        this.camera(dx, dy, gap);
        break;
    }
  }

  // one finger turns; two move and zoom
  private camera(dx: number, dy: number, gapBefore: number): void {
    const { orbit } = this.stage;
    const gapAfter = this.gapOfOrbits();
    if (gapBefore > 0 && gapAfter > 0) {
      orbit.zoom(gapBefore / gapAfter);
      orbit.pan(dx / 2, dy / 2);
    } else {
      orbit.orbit(dx * 0.006, dy * 0.006);
    }
    this.stage.change();
  }

  private gapOfOrbits(): number {
    let first: Press | null = null;
    for (const press of this.presses.values()) {
      if (press.use.kind === 'orbit') {
        if (first) {
          return Math.hypot(press.x - first.x, press.y - first.y);
        }
        first = press;
      }
    }
    return 0;
  }

  private unitAt(point: Vector3): number {
    const { orbit } = this.stage;
    const depth = this.scratch.copy(point).sub(orbit.camera.position).dot(orbit.forward);
    return orbit.unitsPerPixel(Math.max(depth, orbit.camera.near));
  }

  private up(event: PointerEvent, cancelled: boolean): void {
    const press = this.presses.get(event.pointerId);
    if (!press) {
      return;
    }
    this.presses.delete(event.pointerId);
    const still = Math.hypot(press.x - press.startX, press.y - press.startY) < CLICK_PIXELS;
    const click = still && !cancelled && event.timeStamp - press.time < CLICK_MS;
    if (press.use.kind !== 'hold' || press.use.hold.released) {
      return;
    }
    const { hold, wasPinned } = press.use;
    if (click) {
      const near = Math.hypot(press.x - this.lastClick.x, press.y - this.lastClick.y) < 14;
      const double = near && event.timeStamp - this.lastClick.time < DOUBLE_MS;
      this.lastClick = { time: event.timeStamp, x: press.x, y: press.y };
      if (wasPinned) {
        this.holds.release(hold);
      } else if (double || this.hooks.pinning()) {
        this.holds.pin(hold, true);
      } else {
        this.holds.release(hold);
      }
      return;
    }
    if (hold.pinned) {
      return;
    }
    if (this.hooks.pinning()) {
      this.holds.pin(hold, true);
    } else {
      this.holds.release(hold);
    }
  }

  private leave(): void {
    if (this.presses.size === 0) {
      this.hooks.hovered(null);
    }
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 24 : event.deltaMode === 2 ? event.deltaY * 400 : event.deltaY;
    const hold = this.dragged();
    if (hold) {
      // away from the hand pushes away, as with the wheel of a map
      this.holds.move(hold, 0, 0, -pixels * 0.35 * this.unitAt(hold.target));
    } else {
      this.stage.orbit.zoom(Math.exp(pixels * 0.0012));
      this.stage.change();
    }
  }
}
