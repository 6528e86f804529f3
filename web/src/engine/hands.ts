// SPDX-License-Identifier: MIT
// The hands in a scene as the page knows them: by numbers that are never used twice. The library knows them by
// places that are used again.

import type { HandId, Spot, Vec3 } from '../protocol';
import type { HandRecord } from './frames';
import type { Library } from './library';

export interface Held {
  id: HandId;
  slot: number;
  name: string;
  rope: number;
  cloth: number;
  pinned: boolean;
  /** It lets go when it comes to the end of its line. */
  leaving: boolean;
}

const NO_LINE = { drawing: false, height: 0, left: 0, crossing: false, under: false, crossedRope: -1, crossedLink: -1 };

let nextId = 1;

export class Hands {
  private held: Held[] = [];
  /** Numbers of the script's hands, by their place, while the script has them. */
  private scripted: HandId[] = [];

  constructor(private readonly lib: Library) {}

  /** A new scene: its script has the first places. */
  reset(scriptHands: number): void {
    this.held = [];
    this.scripted = Array.from({ length: scriptHands }, () => nextId++);
  }

  all(): readonly Held[] {
    return this.held;
  }

  find(id: HandId): Held | undefined {
    return this.held.find((hand) => hand.id === id);
  }

  /** Some hand is led by a pointer or a key. */
  busy(): boolean {
    return this.held.some((hand) => !hand.pinned);
  }

  grasp({ rope, cloth, node }: Spot): Held {
    const slot = cloth >= 0 ? this.lib.must('bw_grasp_cloth', cloth, node) : this.lib.must('bw_grasp', rope, node);
    const hand = { id: nextId++, slot, name: this.lib.text('bw_hand_name', slot), rope, cloth, pinned: false, leaving: false };
    this.held.push(hand);
    return hand;
  }

  /** Where a hand that holds something is. */
  position(id: HandId): Vec3 {
    this.lib.call('bw_hand', (this.find(id) as Held).slot);
    return Array.from(this.lib.box(6).subarray(3)) as Vec3;
  }

  /** How hard a hand that holds something pulls: bight_hand_state in bight/hand.h. */
  pull(id: HandId): number {
    this.lib.call('bw_hand', (this.find(id) as Held).slot);
    return this.lib.box(14)[13];
  }

  release(hand: Held): void {
    this.lib.call('bw_release', hand.slot);
    this.held = this.held.filter((other) => other !== hand);
  }

  /** What the script holds is held on, pinned, under the same numbers. */
  takeOver(): void {
    this.scripted.forEach((id, slot) => {
      this.lib.call('bw_hand', slot);
      const box = this.lib.box(13);
      const [rope, cloth] = [box[1], box[12]];
      if (box[0] !== 0) {
        this.held.push({ id, slot, name: this.lib.text('bw_hand_name', slot), rope, cloth, pinned: true, leaving: false });
      }
    });
    this.scripted = [];
  }

  save(): Held[] {
    return this.held.map((hand) => ({ ...hand }));
  }

  restore(held: readonly Held[]): void {
    this.held = held.map((hand) => ({ ...hand }));
  }

  /** Who is pinned and who is leaving, by name. */
  mark(hands: readonly Pick<Held, 'name' | 'pinned' | 'leaving'>[]): void {
    for (const hand of this.held) {
      Object.assign(hand, hands.find(({ name }) => name === hand.name));
    }
  }

  names(): [HandId, string][] {
    const own = this.held.map((hand): [HandId, string] => [hand.id, hand.name]);
    return own.concat(this.scripted.map((id, slot) => [id, this.lib.text('bw_hand_name', slot)]));
  }

  /** Each hand that holds something. The record is reused: read it at once. */
  each(use: (record: HandRecord) => void): void {
    this.scripted.forEach((id, slot) => this.look(id, slot, false, true, use));
    for (const hand of this.held) {
      this.look(hand.id, hand.slot, hand.pinned, false, use);
    }
  }

  private look(
    id: HandId,
    slot: number,
    pinned: boolean,
    scripted: boolean,
    use: (record: HandRecord) => void,
  ): void {
    this.lib.call('bw_hand', slot);
    const box = this.lib.box(13);
    if (box[0] === 0) {
      return;
    }
    const record = {
      hand: id,
      rope: box[1],
      cloth: box[12],
      node: box[2],
      position: box.subarray(3, 6),
      target: box.subarray(6, 9),
      lag: box[9],
      stretched: box[10] !== 0,
      blocked: box[11] !== 0,
      pinned,
      scripted,
      ...NO_LINE,
    };
    record.position = Float64Array.from(record.position);
    record.target = Float64Array.from(record.target);
    if (this.lib.call('bw_drawn', slot) === 1) {
      const [left, height, crossing, under, rope, link] = this.lib.box(6);
      record.drawing = true;
      record.left = left;
      record.height = height;
      record.crossing = crossing !== 0;
      record.under = under !== 0;
      record.crossedRope = rope;
      record.crossedLink = link;
    }
    use(record);
  }
}
