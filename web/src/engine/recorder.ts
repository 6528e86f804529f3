// SPDX-License-Identifier: MIT
// What was done to a scene, to the cycle, and the scene file that says it. See docs/scene.md: target, until.

import type { Settings, Vec3 } from '../protocol';

export type Deed =
  | { cycle: number; do: 'grasp'; hand: string; rope: string; node: number }
  | { cycle: number; do: 'grasp cloth'; hand: string; cloth: string; vertex: number }
  | { cycle: number; do: 'target'; hand: string; at: Vec3 }
  | { cycle: number; do: 'release'; hand: string }
  | { cycle: number; do: 'set'; settings: Settings }
  | { cycle: number; do: 'rub'; ropes: string[]; friction: number };

export type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
export type JsonObject = { [key: string]: Json };

/** Where a script was left: steps before `step` are done; `begun`: step itself is cut off at `cycle`. */
export interface Left {
  step: number;
  begun: boolean;
  cycle: number;
}

/** Steps that can be cut off. */
const TIME = ['move', 'together', 'wait', 'pull', 'pull_tight', 'settle', 'lead'];

/** JSON.parse, but a whole -0 is 0, as it is to readers that keep whole numbers apart. */
export function parseScene(text: string): JsonObject {
  const plain = text.replace(/"(?:[^"\\]|\\.)*"|-0(?![.eE\d])/g, (token) => (token === '-0' ? '0' : token));
  return JSON.parse(plain) as JsonObject;
}

/** Numbers come back to the same bits: JSON.stringify writes the shortest digits that do, but loses -0. */
export function writeJson(value: Json): string {
  if (typeof value === 'number') {
    return Object.is(value, -0) ? '-0.0' : JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(writeJson).join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)}: ${writeJson(member)}`)
      .join(', ')}}`;
  }
  return JSON.stringify(value);
}

/** A scene with a line for each key, rope, obstacle and step. */
export function writeScene(scene: JsonObject): string {
  const members = Object.entries(scene).map(([key, value]) => {
    const list = Array.isArray(value) && value.length > 0;
    const text = list ? `[\n${value.map((one) => `    ${writeJson(one)}`).join(',\n')}\n  ]` : writeJson(value);
    return `  ${JSON.stringify(key)}: ${text}`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}

function stepOf(deed: Deed): JsonObject {
  switch (deed.do) {
    case 'grasp':
      return { grasp: { hand: deed.hand, rope: deed.rope, node: deed.node } };
    case 'grasp cloth':
      return { grasp: { hand: deed.hand, cloth: deed.cloth, vertex: deed.vertex } };
    case 'target':
      return { target: { hand: deed.hand, at: deed.at } };
    case 'release':
      return { release: deed.hand };
    case 'rub':
      return { model: { to: 'rod', ropes: deed.ropes, friction: deed.friction } };
    case 'set':
      return {
        set: {
          slip: deed.settings.slip,
          speed_limit: deed.settings.speedLimit,
          stretch_limit: deed.settings.stretchLimit,
          gravity: deed.settings.gravity,
        },
      };
  }
}

export class Recorder {
  private deeds: Deed[] = [];

  /** base: the scene as it was opened; left: where its script was left, null when it was never played. */
  constructor(
    private readonly base: JsonObject,
    private left: Left | null = null,
  ) {}

  get length(): number {
    return this.deeds.length;
  }

  /** All of them, and where the script was left. */
  past(): { deeds: Deed[]; left: Left | null } {
    return { deeds: this.deeds.slice(), left: this.left };
  }

  add(deed: Deed): void {
    this.deeds.push(deed);
  }

  /** The script is left here; what follows is done by hand. */
  leave(left: Left): void {
    this.left = left;
    this.deeds = [];
  }

  /** Forget what came after the first `length` deeds, and give it back. */
  cut(length: number): Deed[] {
    return this.deeds.splice(length);
  }

  append(deeds: readonly Deed[]): void {
    this.deeds.push(...deeds);
  }

  /** The scene file: its script does to the cycle what was done until `cycle`. */
  scene(cycle: number): JsonObject {
    const script: Json[] = this.scriptBefore();
    let at = this.left?.cycle ?? 0;
    const waitUntil = (later: number): void => {
      if (later > at) {
        script.push({ wait: { cycles: later - at } });
        at = later;
      }
    };
    for (const deed of this.deeds) {
      waitUntil(deed.cycle);
      script.push(stepOf(deed));
    }
    waitUntil(cycle);
    return { ...this.base, script };
  }

  private scriptBefore(): Json[] {
    return this.left ? stepsBefore(this.base, this.left) : [];
  }
}

/** Steps of a scene's script up to where it was left, the last one cut off there. */
export function stepsBefore(base: JsonObject, { step, begun, cycle }: Left): Json[] {
  const steps = (base.script ?? []) as JsonObject[];
  const before: Json[] = steps.slice(0, step);
  const takesTime = TIME.some((verb) => steps[step] !== undefined && verb in steps[step]);
  if (begun && takesTime && cycle > 0) {
    before.push({ ...steps[step], until: cycle });
  }
  return before;
}
