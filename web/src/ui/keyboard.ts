// SPDX-License-Identifier: MIT
// Everything that hands can do, from the keyboard. Acts on the view when it has the focus.

import type { SceneInfo, Spot } from '../protocol';
import { VIEWS, type View } from '../view/camera';
import type { Stage } from '../view/stage';
import type { Hold, Holds } from './holds';
import type { Pointers } from './pointer';

export interface KeyHooks {
  refusal(): string | null;
  refused(why: string): void;
  chosen(spot: Spot): void;
  undo(): void;
  redo(): void;
  pause(): void;
  step(): void;
  frame(): void;
  look(view: View): void;
  help(): void;
  /** The switch "under". */
  under(): boolean;
  toggleUnder(): void;
}

const TURN = 0.12;

export class Keyboard {
  /** The node or vertex that Enter would grasp. */
  spot: Spot = { rope: 0, cloth: -1, node: 0 };
  /** A node has been chosen by key since the scene began. */
  used = false;

  constructor(
    canvas: HTMLCanvasElement,
    private readonly stage: Stage,
    private readonly holds: Holds,
    private readonly pointers: Pointers,
    private readonly hooks: KeyHooks,
  ) {
    canvas.addEventListener('keydown', (event) => {
      if (this.onView(event)) {
        event.preventDefault();
      }
    });
    document.addEventListener('keydown', (event) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (!event.defaultPrevented && !typing && this.anywhere(event)) {
        event.preventDefault();
      }
    });
  }

  reset(info: SceneInfo): void {
    const [rope] = info.ropes;
    this.spot = rope ? { rope: 0, cloth: -1, node: rope.nodes - 1 } : { rope: -1, cloth: 0, node: 0 };
    this.used = false;
  }

  /** The hold at the chosen node. */
  held(): Hold | null {
    const chosen = (spot: Spot): boolean =>
      spot.rope === this.spot.rope && spot.cloth === this.spot.cloth && spot.node === this.spot.node;
    const own = this.holds.all.find((hold) => chosen(hold.spot));
    if (own) {
      return own;
    }
    const there = this.holds.hands.find(chosen);
    return there ? this.holds.adopt(there) : null;
  }

  private anywhere(event: KeyboardEvent): boolean {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      if (event.shiftKey) {
        this.hooks.redo();
      } else {
        this.hooks.undo();
      }
      return true;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'y') {
      this.hooks.redo();
      return true;
    }
    if (event.key === '?') {
      this.hooks.help();
      return true;
    }
    return false;
  }

  private onView(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return false;
    }
    const far = event.shiftKey;
    switch (event.key) {
      case ',':
      case '<':
        return this.choose(far || event.key === '<' ? -10 : -1);
      case '.':
      case '>':
        return this.choose(far || event.key === '>' ? 10 : 1);
      case '[':
        return this.chooseOther(-1);
      case ']':
        return this.chooseOther(1);
      case 'c':
        return this.chooseLandmark(1);
      case 'C':
        return this.chooseLandmark(-1);
      case 'Home':
        return this.choose(-Infinity);
      case 'End':
        return this.choose(Infinity);
      case 'Enter':
        return this.grasp();
      case 'ArrowLeft':
        return this.shift(-1, 0, 0, far);
      case 'ArrowRight':
        return this.shift(1, 0, 0, far);
      case 'ArrowUp':
        return this.shift(0, 1, 0, far);
      case 'ArrowDown':
        return this.shift(0, -1, 0, far);
      case 'PageUp':
        return this.shift(0, 0, 1, far);
      case 'PageDown':
        return this.shift(0, 0, -1, far);
      case 'p':
      case 'P':
        return this.pin();
      case 'u':
      case 'U':
        this.hooks.toggleUnder();
        return true;
      case 'x':
      case 'X':
        this.holds.releaseAll();
        return true;
      case ' ':
        this.hooks.pause();
        return true;
      case 's':
      case 'S':
        this.hooks.step();
        return true;
      case 'f':
      case 'F':
        this.hooks.frame();
        return true;
      case '1':
      case '2':
      case '3':
        this.hooks.look(VIEWS[Number(event.key) - 1]);
        return true;
      case '+':
      case '=':
        return this.zoom(0.85);
      case '-':
      case '_':
        return this.zoom(1 / 0.85);
      default:
        return false;
    }
  }

  private zoom(factor: number): boolean {
    this.stage.orbit.zoom(factor);
    this.stage.change();
    return true;
  }

  private choose(by: number): boolean {
    const count = this.countOf(this.spot);
    if (count === 0) {
      return true;
    }
    // the first key only shows what is chosen
    const step = this.used || !Number.isFinite(by) ? by : 0;
    this.used = true;
    this.spot = { ...this.spot, node: Math.min(count - 1, Math.max(0, this.spot.node + step)) };
    this.hooks.chosen(this.spot);
    return true;
  }

  private countOf({ rope, cloth }: Spot): number {
    return this.stage.ropes[rope]?.tube.count ?? this.stage.sheets.list[cloth]?.count ?? 0;
  }

  // ropes first, then cloths
  private chooseOther(by: number): boolean {
    const ropes = this.stage.ropes.length;
    const count = ropes + this.stage.sheets.list.length;
    if (count > 0) {
      this.used = true;
      const now = this.spot.cloth >= 0 ? ropes + this.spot.cloth : this.spot.rope;
      const next = (now + by + count) % count;
      const spot = next < ropes ? { rope: next, cloth: -1 } : { rope: -1, cloth: next - ropes };
      this.spot = { ...spot, node: Math.min(this.spot.node, this.countOf({ ...spot, node: 0 }) - 1) };
      this.hooks.chosen(this.spot);
    }
    return true;
  }

  // corners, middles of sides and the middle of a cloth; the ends and the middle of a rope
  private chooseLandmark(by: number): boolean {
    const last = this.countOf(this.spot) - 1;
    if (last >= 0) {
      const marks = this.stage.sheets.list[this.spot.cloth]?.landmarks ?? [0, last >> 1, last];
      // the first key shows the first, wherever that is
      const at = this.used ? marks.indexOf(this.spot.node) : -1;
      this.used = true;
      const next = at < 0 ? (by > 0 ? 0 : marks.length - 1) : (at + by + marks.length) % marks.length;
      this.spot = { ...this.spot, node: marks[next] };
      this.hooks.chosen(this.spot);
    }
    return true;
  }

  private grasp(): boolean {
    const hold = this.held();
    if (hold) {
      this.holds.release(hold);
      return true;
    }
    const refusal = this.hooks.refusal();
    if (refusal) {
      this.hooks.refused(refusal);
    } else if (this.countOf(this.spot) > 0) {
      this.used = true;
      this.holds.grasp({ ...this.spot });
      this.hooks.chosen(this.spot);
    }
    return true;
  }

  private pin(): boolean {
    const hold = this.pointers.dragged() ?? this.held();
    if (hold) {
      this.holds.pin(hold, !hold.pinned);
    }
    return true;
  }

  private shift(dx: number, dy: number, away: number, far: boolean): boolean {
    const hold = this.held();
    if (!hold) {
      if (away === 0) {
        this.stage.orbit.orbit(dx * TURN, dy * TURN);
        this.stage.change();
      }
      return true;
    }
    const step = (far ? 8 : 2) * this.stage.radiusOf(hold.spot);
    if (away !== 0 || hold.spot.cloth >= 0) {
      this.holds.move(hold, dx * step, dy * step, away * step);
    } else {
      this.holds.drawBy(hold, dx * step, dy * step, this.hooks.under() ? 'under' : 'over');
    }
    return true;
  }
}
