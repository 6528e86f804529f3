// SPDX-License-Identifier: MIT
// How a frame lies in a buffer, and how buffers go from the engine to the page.
//
// A slot holds doubles, then floats. Doubles: scene, serial, cycle, flags, contacts, hands, eight work figures,
// then sixteen for each hand. Floats: nodes of all ropes, vertices of all cloths, obstacle poses, contacts.
//
// Shared: one SharedArrayBuffer with three slots behind two integers, LATEST and READING. The writer takes the
// slot that is neither; the reader claims the latest and looks again whether it still is the latest, so a slot
// that is being read is never written. Not shared: three buffers that travel to the page and back.

import type { Frame, HandId, HandState, SceneInfo, Vec3, Work } from '../protocol';

export const MOST_HANDS = 64;
export const MOST_CONTACTS = 256;
const HEAD = 16;
const HAND = 16;
const DOUBLES = HEAD + HAND * MOST_HANDS;
const CONTROL = 8; // bytes, so that doubles stay aligned
const LATEST = 0;
const READING = 1;
const SLOTS = 3;

export interface Layout {
  /** Nodes of each rope. */
  nodes: number[];
  /** Vertices of each cloth. */
  cloths: number[];
  obstacles: number;
}

export function layoutOf(info: SceneInfo): Layout {
  return {
    nodes: info.ropes.map((rope) => rope.nodes),
    cloths: info.cloths.map((cloth) => cloth.vertices),
    obstacles: info.obstacles.length,
  };
}

/** A hand as the engine writes it: any three numbers are a vector, and names travel apart from frames. */
export interface HandRecord extends Omit<HandState, 'name' | 'position' | 'target' | 'side'> {
  position: ArrayLike<number>;
  target: ArrayLike<number>;
  /** HandState's side. */
  under: boolean;
}

function floats(layout: Layout): number {
  const points = [...layout.nodes, ...layout.cloths].reduce((sum, n) => sum + n, 0);
  return 3 * points + 7 * layout.obstacles + 4 * MOST_CONTACTS;
}

function slotBytes(layout: Layout): number {
  return 8 * DOUBLES + 8 * Math.ceil(floats(layout) / 2);
}

export function sharedBuffer(layout: Layout): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(CONTROL + SLOTS * slotBytes(layout));
  const control = new Int32Array(buffer, 0, 2);
  control[LATEST] = -1;
  control[READING] = -1;
  return buffer;
}

/** Size of a buffer that travels. */
export const ownBytes = slotBytes;

export function ownBuffer(layout: Layout): ArrayBuffer {
  return new ArrayBuffer(slotBytes(layout));
}

/** Views of one slot. */
export class Slot {
  readonly head: Float64Array;
  readonly ropes: Float32Array[];
  readonly cloths: Float32Array[];
  readonly obstacles: Float32Array;
  readonly contacts: Float32Array;

  constructor(
    readonly buffer: ArrayBufferLike,
    start: number,
    layout: Layout,
  ) {
    this.head = new Float64Array(buffer, start, DOUBLES);
    let at = start + 8 * DOUBLES;
    const take = (count: number): Float32Array => {
      const view = new Float32Array(buffer, at, count);
      at += 4 * count;
      return view;
    };
    this.ropes = layout.nodes.map((nodes) => take(3 * nodes));
    this.cloths = layout.cloths.map((vertices) => take(3 * vertices));
    this.obstacles = take(7 * layout.obstacles);
    this.contacts = take(4 * MOST_CONTACTS);
  }

  writeHead(
    scene: number,
    serial: number,
    cycle: number,
    paused: boolean,
    resting: boolean,
    contacts: number,
    work: Work,
  ): void {
    const { head } = this;
    head[0] = scene;
    head[1] = serial;
    head[2] = cycle;
    head[3] = (paused ? 1 : 0) + (resting ? 2 : 0);
    head[4] = contacts;
    head[5] = 0;
    head[6] = work.cyclesPerSecond;
    head[7] = work.possible;
    head[8] = work.namesPerSecond;
    head[9] = work.cuts;
    head[10] = work.rollbacks;
    head[11] = work.pierced;
    head[12] = work.stretch;
  }

  writeHand(hand: HandRecord): void {
    const { head } = this;
    if (head[5] === MOST_HANDS) {
      return;
    }
    const at = HEAD + HAND * head[5]++;
    head[at] = hand.hand;
    head[at + 1] = hand.rope;
    head[at + 2] = hand.node;
    for (let k = 0; k < 3; k++) {
      head[at + 3 + k] = hand.position[k];
      head[at + 6 + k] = hand.target[k];
    }
    head[at + 9] = hand.lag;
    head[at + 10] =
      (hand.stretched ? 1 : 0) + (hand.blocked ? 2 : 0) + (hand.pinned ? 4 : 0) + (hand.scripted ? 8 : 0) +
      (hand.drawing ? 16 : 0) + (hand.crossing ? 32 : 0) + (hand.under ? 64 : 0);
    head[at + 11] = hand.cloth;
    head[at + 12] = hand.height;
    head[at + 13] = hand.left;
    head[at + 14] = hand.crossedRope;
    head[at + 15] = hand.crossedLink;
  }
}

/** The engine's end of shared memory. */
export class SharedWriter {
  private readonly control: Int32Array;
  private readonly slots: Slot[];
  private writing = 0;

  constructor(buffer: SharedArrayBuffer, layout: Layout) {
    this.control = new Int32Array(buffer, 0, 2);
    this.slots = slotsOf(buffer, layout);
  }

  /** The slot to write, then publish(). */
  next(): Slot {
    const latest = Atomics.load(this.control, LATEST);
    const reading = Atomics.load(this.control, READING);
    this.writing = [0, 1, 2].find((slot) => slot !== latest && slot !== reading) as number;
    return this.slots[this.writing];
  }

  publish(): void {
    Atomics.store(this.control, LATEST, this.writing);
  }
}

function slotsOf(buffer: ArrayBufferLike, layout: Layout): Slot[] {
  return Array.from({ length: SLOTS }, (_, i) => new Slot(buffer, CONTROL + i * slotBytes(layout), layout));
}

/** The page's end of shared memory. */
export class SharedReader {
  private readonly control: Int32Array;
  private readonly slots: Slot[];

  constructor(buffer: SharedArrayBuffer, layout: Layout) {
    this.control = new Int32Array(buffer, 0, 2);
    this.slots = slotsOf(buffer, layout);
  }

  latest(): Slot | null {
    let slot = Atomics.load(this.control, LATEST);
    for (;;) {
      if (slot < 0) {
        return null;
      }
      Atomics.store(this.control, READING, slot);
      const now = Atomics.load(this.control, LATEST);
      if (now === slot) {
        return this.slots[slot];
      }
      slot = now;
    }
  }
}

/** Turns slots into the frame that the page sees, always the same object. */
export class FrameView {
  private readonly frame: Frame = {
    scene: 0,
    serial: -1,
    cycle: 0,
    paused: false,
    resting: false,
    ropes: [],
    cloths: [],
    obstacles: new Float32Array(0),
    contacts: new Float32Array(0),
    contactCount: 0,
    hands: [],
    work: { cyclesPerSecond: 0, possible: 0, namesPerSecond: 0, cuts: 0, rollbacks: 0, pierced: 0, stretch: 1 },
  };
  private readonly spare: HandState[] = [];
  readonly names = new Map<HandId, string>();

  read(slot: Slot): Frame {
    const { frame } = this;
    const { head } = slot;
    frame.scene = head[0];
    frame.serial = head[1];
    frame.cycle = head[2];
    frame.paused = (head[3] & 1) !== 0;
    frame.resting = (head[3] & 2) !== 0;
    frame.contactCount = head[4];
    frame.ropes = slot.ropes;
    frame.cloths = slot.cloths;
    frame.obstacles = slot.obstacles;
    frame.contacts = slot.contacts;
    const { work } = frame;
    work.cyclesPerSecond = head[6];
    work.possible = head[7];
    work.namesPerSecond = head[8];
    work.cuts = head[9];
    work.rollbacks = head[10];
    work.pierced = head[11];
    work.stretch = head[12];
    frame.hands.length = head[5];
    for (let i = 0; i < head[5]; i++) {
      frame.hands[i] = this.readHand(head, HEAD + HAND * i, i);
    }
    return frame;
  }

  private readHand(head: Float64Array, at: number, i: number): HandState {
    const hand = (this.spare[i] ??= blankHand());
    hand.hand = head[at];
    hand.rope = head[at + 1];
    hand.node = head[at + 2];
    for (let k = 0; k < 3; k++) {
      hand.position[k] = head[at + 3 + k];
      hand.target[k] = head[at + 6 + k];
    }
    hand.lag = head[at + 9];
    hand.cloth = head[at + 11];
    const flags = head[at + 10];
    hand.stretched = (flags & 1) !== 0;
    hand.blocked = (flags & 2) !== 0;
    hand.pinned = (flags & 4) !== 0;
    hand.scripted = (flags & 8) !== 0;
    hand.drawing = (flags & 16) !== 0;
    hand.crossing = (flags & 32) !== 0;
    hand.side = (flags & 64) !== 0 ? 'under' : 'over';
    hand.height = head[at + 12];
    hand.left = head[at + 13];
    hand.crossedRope = head[at + 14];
    hand.crossedLink = head[at + 15];
    hand.name = this.names.get(hand.hand) ?? '';
    return hand;
  }
}

function blankHand(): HandState {
  const zero = (): Vec3 => [0, 0, 0];
  return {
    hand: 0,
    rope: 0,
    cloth: -1,
    node: 0,
    name: '',
    position: zero(),
    target: zero(),
    lag: 0,
    stretched: false,
    blocked: false,
    pinned: false,
    scripted: false,
    drawing: false,
    height: 0,
    left: 0,
    crossing: false,
    side: 'over',
    crossedRope: -1,
    crossedLink: -1,
  };
}
