// SPDX-License-Identifier: MIT
// Lets the sheaths of elastic ropes show how they are twisted.

import type { Engine, SceneInfo } from '../protocol';
import type { Stage } from '../view/stage';

/** Between two questions, milliseconds: while twist changes, and while it does not. */
const SOON = 60;
const LATER = 250;

export class TwistWatch {
  private serial = -1;

  constructor(
    private readonly engine: Engine,
    private readonly stage: Stage,
  ) {}

  /** A new scene, or one whose ropes have become rods. */
  show(info: SceneInfo): void {
    const elastic = info.ropes.some(({ rod }) => rod !== null);
    const serial = elastic ? info.serial : -1;
    if (serial !== this.serial) {
      this.serial = serial;
      if (elastic) {
        void this.ask(serial, -1);
      }
    }
  }

  // while the scene is there; a picture that has stayed has nothing new
  private async ask(serial: number, drawn: number): Promise<void> {
    if (serial !== this.serial) {
      return;
    }
    let wait = LATER;
    const now = this.stage.drawn;
    if (now !== drawn && !document.hidden) {
      try {
        const twists = await this.engine.ask('twist', {});
        if (serial !== this.serial) {
          return;
        }
        if (this.stage.showTwist(twists)) {
          wait = SOON;
        }
      } catch {
        // the sheath has no twist then
      }
    }
    setTimeout(() => void this.ask(serial, now), wait);
  }
}
