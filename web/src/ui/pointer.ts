// SPDX-License-Identifier: MIT
// Mouse, fingers and pens on the view: grasp and lay the rope over or under what it crosses, a second hand, pins, and the
// camera.

import { Vector3 } from 'three';
import type { Side, Spot } from '../protocol';
import type { Stage } from '../view/stage';
import type { Hold, Holds } from './holds';

/** Pixels beyond the rope's surface that still count as the rope. */
const REACH = { mouse: 8, pen: 12, touch: 26 } as Record<string, number>;
/** A second finger that comes down near the rope is a second hand; farther away it says "under". */
const SECOND_REACH = 10;
/** A press that moves less than this is a tap. */
const TAP_PIXELS = { mouse: 7, pen: 9, touch: 14 } as Record<string, number>;
/** A second tap as soon as this after one that pinned was meant as one gesture with it. */
const DOUBLE_MS = 400;

type Use =
  | { kind: 'hold'; hold: Hold; wasPinned: boolean; moved: boolean }
  | { kind: 'orbit' }
  | { kind: 'pan' }
  /** It says "under" while it is down. */
  | { kind: 'under' }
  /** It traces the way of a practice task. */
  | { kind: 'trace' };

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
  /** A step of a practice task waits to be traced. */
  tracing(): boolean;
  /** To (x, y), from there less (dx, dy). */
  trace(x: number, y: number, touch: boolean, dx: number, dy: number): void;
  /** The switch says "under". */
  under(): boolean;
  /** A hand was put down with a pin, or taken from it, by a tap. */
  tapped(pinned: boolean): void;
  /** What is dragged, where the pointer is and on which side it goes; null: nothing. */
  dragged(drag: { x: number; y: number; touch: boolean; side: Side } | null): void;
}

export class Pointers {
  private readonly presses = new Map<number, Press>();
  private lastPin = 0;
  private shift = false;
  private readonly scratch = new Vector3();
  private shown: { spot: Spot; x: number; y: number; time: number } | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly stage: Stage,
    private readonly holds: Holds,
    private readonly hooks: PointerHooks,
  ) {
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => {
      if (!this.presses.has(event.pointerId)) {
        this.move(event);
      }
    });
    // on the window, as a browser may take the capture away in the middle of a drag: a hand must not be left behind
    window.addEventListener('pointermove', (event) => this.dragOn(event));
    window.addEventListener('pointerup', (event) => this.up(event, false));
    window.addEventListener('pointercancel', (event) => this.up(event, true));
    canvas.addEventListener('pointerleave', () => this.leave());
    canvas.addEventListener('keydown', () => canvas.classList.remove('by-pointer'));
    canvas.addEventListener('blur', () => canvas.classList.remove('by-pointer'));
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    for (const type of ['keydown', 'keyup'] as const) {
      window.addEventListener(type, (event) => this.key(event));
    }
    window.addEventListener('blur', () => (this.shift = false));
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

  /** On which side what is dragged now passes. */
  get side(): Side {
    const second = [...this.presses.values()].some(({ use }) => use.kind === 'under');
    return this.shift || this.right || second || this.hooks.under() ? 'under' : 'over';
  }
  private right = false;

  /** Say again where what is dragged is: its side has changed. */
  tell(): void {
    const press = [...this.presses.values()].find(({ use }) => (use.kind === 'hold' && use.moved) || use.kind === 'trace');
    this.hooks.dragged(press ? { x: press.x, y: press.y, touch: press.type === 'touch', side: this.side } : null);
  }

  private key(event: KeyboardEvent): void {
    if (event.key === 'Shift' && this.shift !== (event.type === 'keydown')) {
      this.shift = event.type === 'keydown';
      this.tell();
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
    this.shift = event.shiftKey;
    press.use = this.useFor(event, press);
    this.right = press.use.kind !== 'pan' && (event.buttons & 2) !== 0;
    this.presses.set(press.id, press);
    event.preventDefault();
  }

  private useFor(event: PointerEvent, press: Press): Use {
    const pan: Use = { kind: event.button === 2 || event.shiftKey ? 'pan' : 'orbit' };
    if (event.button === 1) {
      return { kind: 'pan' };
    }
    if (this.hooks.tracing()) {
      const first = [...this.presses.values()].some(({ use }) => use.kind === 'trace');
      return { kind: first ? 'under' : 'trace' };
    }
    const holder = [...this.presses.values()].find((other) => other.use.kind === 'hold');
    const reach = holder && press.type === 'touch' ? SECOND_REACH : (REACH[press.type] ?? 10);
    const spot = this.stage.pick(press.x, press.y, reach) ?? this.shownAt(press);
    if (spot) {
      const refusal = this.hooks.refusal();
      if (refusal) {
        this.hooks.refused(refusal);
        return pan;
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
        return { kind: 'hold', hold, wasPinned: hold.pinned, moved: false };
      }
    }
    if (holder && press.type === 'touch') {
      this.tellSoon();
      return { kind: 'under' };
    }
    return pan;
  }

  private dragOn(event: PointerEvent): void {
    if (!this.presses.has(event.pointerId)) {
      return;
    }
    if (event.pointerType === 'mouse' && event.buttons === 0) {
      this.up(event, false); // it was let go of where nobody saw it
    } else {
      // all places where it has been since the last frame: else a fast hand would cut corners on a slow machine
      const places = event.getCoalescedEvents?.() ?? []; // some browsers do not have it
      for (const place of places.length > 0 ? places : [event]) {
        this.move(place);
      }
    }
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
      case 'hold':
        this.right = (event.buttons & 2) !== 0;
        this.shift = event.shiftKey;
        this.lead(event, press, press.use, [dx, dy]);
        break;
      case 'trace':
        this.right = (event.buttons & 2) !== 0;
        this.shift = event.shiftKey;
        this.hooks.trace(x, y, press.type === 'touch', dx, dy);
        break;
      case 'under':
        break;
      case 'pan':
        this.stage.orbit.pan(dx, dy);
        this.stage.change();
        break;
      case 'orbit':
        this.camera(dx, dy, gap);
        break;
    }
  }

  private lead(event: PointerEvent, press: Press, use: Use & { kind: 'hold' }, [dx, dy]: [number, number]): void {
    const { hold } = use;
    const away = Math.hypot(press.x - press.startX, press.y - press.startY);
    if (!use.moved && away < (TAP_PIXELS[press.type] ?? 9)) {
      return; // may yet be a tap
    }
    use.moved = true;
    if (event.altKey) {
      const unit = this.unitAt(hold.target);
      this.holds.move(hold, dx * unit, 0, -dy * unit);
    } else {
      // what is held comes to be under the pointer
      const to = this.stage.onPlane(press.x, press.y, hold.plane ?? this.holds.planeOf(hold), this.scratch);
      if (to) {
        this.holds.draw(hold, to, this.side);
      }
    }
    this.tell();
  }

  private tellSoon(): void {
    queueMicrotask(() => this.tell());
  }

  // one finger turns; two move and zoom
  private camera(dx: number, dy: number, gapBefore: number): void {
    const { orbit } = this.stage;
    const gapAfter = this.gapOfOrbits();
    if (gapBefore > 0 && gapAfter > 0) {
      orbit.zoomAt(gapBefore / gapAfter, ...this.middleOfOrbits());
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

  private middleOfOrbits(): [number, number] {
    const all = [...this.presses.values()].filter(({ use }) => use.kind === 'orbit');
    return [all.reduce((sum, { x }) => sum + x, 0) / all.length, all.reduce((sum, { y }) => sum + y, 0) / all.length];
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
    this.tellSoon();
    if (press.use.kind === 'orbit' && !cancelled) {
      this.tapGround(press, event.timeStamp);
    }
    if (press.use.kind !== 'hold' || press.use.hold.released) {
      return;
    }
    const { hold, wasPinned, moved } = press.use;
    if (!moved && !cancelled) {
      this.tap(hold, wasPinned, event.timeStamp);
    } else if (!hold.pinned && this.hooks.pinning() && !cancelled) {
      this.holds.pin(hold, true);
    } else if (!hold.pinned) {
      this.holds.release(hold);
    }
  }

  // a tap puts a pin there, a tap on a pin takes it away; a double tap is one tap
  private tap(hold: Hold, wasPinned: boolean, time: number): void {
    if (!wasPinned) {
      this.lastPin = time;
      this.holds.pin(hold, true);
    } else if (time - this.lastPin > DOUBLE_MS) {
      this.holds.release(hold);
    } else {
      return;
    }
    this.hooks.tapped(!wasPinned);
  }

  private lastGround: { x: number; y: number; time: number } | null = null;
  // a double tap beside the rope looks there
  private tapGround({ x, y, startX, startY, type }: Press, time: number): void {
    const near = TAP_PIXELS[type] ?? 9;
    const last = this.lastGround;
    const still = Math.hypot(x - startX, y - startY) < near;
    if (still && last && time - last.time < DOUBLE_MS && Math.hypot(x - last.x, y - last.y) < 3 * near) {
      this.lastGround = null;
      this.stage.orbit.focus(x, y);
      this.stage.change();
    } else {
      this.lastGround = still ? { x, y, time } : null;
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
      for (const { use } of this.presses.values()) {
        if (use.kind === 'hold' && use.hold === hold) {
          use.moved = true; // no tap any more
        }
      }
      // away from the hand pushes away, as with the wheel of a map
      this.holds.move(hold, 0, 0, -pixels * 0.35 * this.unitAt(hold.target));
    } else {
      this.stage.orbit.zoomAt(Math.exp(pixels * 0.0012), ...this.at(event));
      this.stage.change();
    }
  }
}
