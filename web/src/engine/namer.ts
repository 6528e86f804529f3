// SPDX-License-Identifier: MIT
// Names knots, links and their diagrams: in a worker of its own, with an instance of its own.

import type { KnotName, Verdict } from '../protocol';
import type { Library } from './library';
import { sentence } from './library';
import { checkSetting, phraseOf } from './sailor';

/** A curve to be named, as it is now. */
export interface NamingCurve {
  nodes: Float64Array;
  closed: boolean;
  /** What it may hold, as bw_around() counts it; left out: nothing. */
  around?: number[];
  /** The rope with what it holds, where that is more than itself: see sailor.ts. */
  setting?: Float64Array;
}

export interface NamingAnswer {
  knots: KnotName[];
  link: string;
  /** The link is that of curves of which one at least is open, with its ends joined. */
  joined: boolean;
}

const DIRECTIONS = 12;
/** Fewest crossings of the knots in the atlas, which is fetched when the first knot may need it. */
const ATLAS_LEAST = 13;
/** No poles, rings, objects, ropes, cloths. */
const NOTHING = [0, 0, 0, 0, 0];
/** A name with what the rope holds takes longer than its knot's: of all time it may have a third. */
const SHARE = 2;
/** The confidence is looked at again after so long, milliseconds: it takes as long as a dozen names. */
const AGAIN = 700;

export class Namer {
  private drawn = new Map<string, string>();
  private phrases: { words: string; key: string; next: number }[] = [];
  private confidences: { key: string; value: number; at: number }[] = [];

  constructor(
    private readonly lib: Library,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** ring: the core of a ring, for what a rope does round it. */
  name(curves: NamingCurve[], ring: NamingCurve | null = null): NamingAnswer {
    const knots = curves.map((curve, i) => this.nameOne(curve, i));
    return { knots, ...this.nameLink(curves, ring) };
  }

  /** Compare a rope with a knot of the book. */
  check(setting: Float64Array, intended: string): Verdict {
    return checkSetting(this.lib, setting, intended);
  }

  // what people call it with what it holds
  private phrase({ setting }: NamingCurve, index: number, key: string): string {
    if (!setting) {
      return '';
    }
    const last = this.phrases[index];
    const began = this.now();
    if (last && last.key === key && began < last.next) {
      return last.words;
    }
    const words = phraseOf(this.lib, setting);
    const ended = this.now();
    this.phrases[index] = { words, key, next: ended + SHARE * (ended - began) };
    return words;
  }

  /** Is one of the knots unknown that the atlas may have? */
  static wantsAtlas({ knots }: NamingAnswer): boolean {
    return knots.some((knot) => unnamed(knot) && knot.crossings >= ATLAS_LEAST);
  }

  /** The answer while the atlas is on its way. */
  static waiting(answer: NamingAnswer): NamingAnswer {
    const knots = answer.knots.map((knot) =>
      unnamed(knot) && knot.crossings >= ATLAS_LEAST
        ? { ...knot, reason: 'Not among the knots to 12 crossings; the table of those to 16 is on its way.' }
        : knot,
    );
    return { ...answer, knots };
  }

  /** The atlas, knots of 13 to 16 crossings (data/knots16.bin); false when these bytes are none. */
  takeAtlas(bytes: Uint8Array): boolean {
    const { lib } = this;
    const address = lib.call('bw_take', bytes.length);
    if (address === 0) {
      return false;
    }
    lib.bytes().set(bytes, address);
    if (lib.call('bw_atlas', address, bytes.length) < 0) {
      lib.call('bw_give', address);
      return false;
    }
    return true;
  }

  private nameOne(curve: NamingCurve, index: number): KnotName {
    const { lib } = this;
    const count = curve.nodes.length / 3;
    return lib.lendDoubles(curve.nodes, (at): KnotName => {
      if (lib.call('bw_name', at, count, curve.closed ? 1 : 0, ...(curve.around ?? NOTHING)) < 0) {
        return unknown(lib.error().message);
      }
      const [proved, crossings, , complete] = lib.box(4);
      const name = lib.text('bw_knot_name');
      const handedness = lib.text('bw_knot_hand') as KnotName['handedness'];
      const [everyday, qualifier] = [lib.text('bw_knot_everyday'), lib.text('bw_knot_qualifier')];
      const reason = lib.text('bw_knot_reason');
      const svg = this.draw(name, handedness, crossings);
      const confidence = curve.closed ? 1 : this.confidence(at, count, index, `${name} ${handedness}`);
      return {
        name,
        everyday: this.phrase(curve, index, `${name} ${handedness}`) || everyday,
        qualifier,
        complete: complete !== 0,
        handedness,
        proved: proved !== 0,
        crossings,
        reason: reason === '' ? '' : sentence(reason),
        svg,
        confidence,
      };
    });
  }

  private confidence(at: number, count: number, index: number, key: string): number {
    const last = this.confidences[index];
    const now = this.now();
    if (last && last.key === key && now - last.at < AGAIN) {
      return last.value;
    }
    const value = this.lib.call('bw_confidence', at, count, DIRECTIONS);
    this.confidences[index] = { key, value, at: now };
    return value;
  }

  // a knot looks the same each time it comes back; what is not in the table may look different each time
  private draw(name: string, handedness: string, crossings: number): string {
    const key = `${name} ${handedness}`;
    const known = this.drawn.get(key);
    if (known !== undefined) {
      return known;
    }
    const svg = crossings > 0 && this.lib.call('bw_make_svg') === 0 ? this.lib.madeText() : '';
    if (name !== 'unknown') {
      if (this.drawn.size > 200) {
        this.drawn.clear();
      }
      this.drawn.set(key, svg);
    }
    return svg;
  }

  private nameLink(curves: NamingCurve[], ring: NamingCurve | null): { link: string; joined: boolean } {
    const [a, b] = ring ? [curves[0], ring] : curves;
    if (!a || !b || (!ring && curves.length !== 2)) {
      return { link: '', joined: false };
    }
    // two open ropes can always be pulled apart: a link is told only when it is the same however ends are joined
    const open = !a.closed && !b.closed;
    const all = new Float64Array(a.nodes.length + b.nodes.length);
    all.set(a.nodes);
    all.set(b.nodes, a.nodes.length);
    const link = this.lib.lendDoubles(all, (at) => {
      const far = this.linkAs(at, a, b, Closure.Far);
      return open && far !== '' && this.linkAs(at, a, b, Closure.Direct) !== far ? '' : far;
    });
    return { link, joined: link !== '' && !(a.closed && b.closed) };
  }

  private linkAs(at: number, a: NamingCurve, b: NamingCurve, closure: Closure): string {
    const { lib } = this;
    const counts = [a.nodes.length / 3, a.closed ? 1 : 0, b.nodes.length / 3, b.closed ? 1 : 0];
    if (lib.call('bw_link', at, ...counts, closure) !== 0) {
      return '';
    }
    const name = lib.text('bw_link_name');
    return name.includes(' | ') || name === 'unknown' ? '' : [name, lib.text('bw_link_traditional')].filter(Boolean).join(', ');
  }
}

/** Of bight_knot_closure. */
const enum Closure {
  Far,
  Direct,
}

function unnamed({ name, proved }: KnotName): boolean {
  return !proved && name.includes('unknown');
}

function unknown(reason: string): KnotName {
  return {
    name: 'unknown',
    everyday: '',
    qualifier: '',
    complete: false,
    handedness: 'unknown',
    proved: false,
    confidence: 0,
    crossings: 0,
    reason,
    svg: '',
  };
}

/** Points of the core of a ring that stands at `pose` (position, quaternion). */
export function ringCore(radius: number, pose: ArrayLike<number>, count = 48): NamingCurve {
  const nodes = new Float64Array(3 * count);
  const [px, py, pz, qx, qy, qz, qw] = Array.from(pose);
  for (let i = 0; i < count; i++) {
    const turn = (2 * Math.PI * i) / count;
    const x = radius * Math.cos(turn);
    const z = radius * Math.sin(turn);
    // v + 2 w (q x v) + 2 q x (q x v) with v = (x, 0, z)
    const cx = qy * z;
    const cy = qz * x - qx * z;
    const cz = -qy * x;
    nodes[3 * i] = px + x + 2 * (qw * cx + qy * cz - qz * cy);
    nodes[3 * i + 1] = py + 2 * (qw * cy + qz * cx - qx * cz);
    nodes[3 * i + 2] = pz + z + 2 * (qw * cz + qx * cy - qy * cx);
  }
  return { nodes, closed: true };
}
