// SPDX-License-Identifier: MIT
// Frames in shared memory: whatever the order of steps, what is read is whole and never older than before.

import { FrameView, ownBuffer, sharedBuffer, SharedReader, SharedWriter, Slot } from '../src/engine/frames';
import { check, same, seeded, type Case } from './harness';

const layout = { nodes: [5, 3], cloths: [4], obstacles: 1 };
const work = { cyclesPerSecond: 960, possible: 9000, namesPerSecond: 30, cuts: 1, rollbacks: 2, pierced: 3, stretch: 1.25 };

function fill(slot: Slot, serial: number): void {
  slot.ropes.forEach((rope) => rope.fill(serial));
  slot.cloths.forEach((cloth) => cloth.fill(serial));
  slot.obstacles.fill(serial);
  slot.writeHead(7, serial, 10 * serial, false, true, 2, work);
}

export const frameCases: Case[] = [
  {
    name: 'a frame read while others are written is whole, and the newest there was',
    run() {
      const random = seeded(1);
      const buffer = sharedBuffer(layout);
      const writer = new SharedWriter(buffer, layout);
      const reader = new SharedReader(buffer, layout);
      same(reader.latest(), null, 'before the first');
      let serial = 0;
      let held: Slot | null = null;
      let heldSerial = 0;
      for (let i = 0; i < 20000; i++) {
        if (random() < 0.6) {
          const slot = writer.next();
          check(slot.ropes[0] !== held?.ropes[0], 'a slot that is read is not written');
          fill(slot, ++serial);
          if (random() < 0.9) {
            writer.publish();
          } else {
            serial--; // given up: must not be seen
            slot.ropes.forEach((rope) => rope.fill(-1));
          }
        } else if (serial > 0) {
          held = reader.latest();
          const seen = held?.head[1] ?? -1;
          check(seen >= heldSerial && seen <= serial, `frame ${seen} after ${heldSerial}, newest ${serial}`);
          heldSerial = seen;
        }
        if (held) {
          const values = [...held.ropes, ...held.cloths].flatMap((points) => Array.from(points));
          check(values.every((x) => x === heldSerial), 'what is held does not change');
        }
      }
    },
  },
  {
    name: 'a frame says what was written',
    run() {
      const slot = new Slot(ownBuffer(layout), 0, layout);
      fill(slot, 3);
      for (let i = 0; i < 70; i++) {
        slot.writeHand({
          hand: 100 + i,
          rope: i % 2 === 1 ? 1 : -1,
          cloth: i % 2 === 1 ? -1 : 0,
          node: i,
          position: [1, 2, 3],
          target: [4, 5, 6],
          lag: 0.5,
          stretched: i % 2 === 1,
          blocked: false,
          pinned: i % 3 === 0,
          scripted: true,
          drawing: true,
          height: 1.5,
          left: 2.5,
          crossing: i % 2 === 1,
          under: i % 2 === 1,
          crossedRope: 1,
          crossedLink: 8,
        });
      }
      const view = new FrameView();
      view.names.set(101, 'left');
      const frame = view.read(slot);
      same([frame.scene, frame.serial, frame.cycle, frame.paused, frame.resting], [7, 3, 30, false, true], 'head');
      same(frame.work, work, 'work');
      same(frame.hands.length, 64, 'most hands');
      same(
        frame.hands[1],
        { hand: 101, rope: 1, cloth: -1, node: 1, name: 'left', position: [1, 2, 3], target: [4, 5, 6], lag: 0.5, stretched: true, blocked: false, pinned: false, scripted: true,
          drawing: true, height: 1.5, left: 2.5, crossing: true, side: 'under', crossedRope: 1, crossedLink: 8 },
        'hand',
      ); // prettier-ignore
      same([frame.hands[2].rope, frame.hands[2].cloth, frame.hands[2].node], [-1, 0, 2], 'a hand on cloth');
      same(frame.cloths.map((cloth) => Array.from(cloth)), [Array(12).fill(3)], 'cloth');
      check(view.read(slot) === frame, 'the same object again');
    },
  },
];
