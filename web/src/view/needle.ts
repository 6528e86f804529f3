// SPDX-License-Identifier: MIT
// A needle at the end of a rope: the same tube, as thick as its wire, tapering to its point, and of steel.

import type { NeedleInfo } from '../protocol';

/** Of a rope whose tube is `count` nodes long: where its needle is, by node. */
export interface TubeNeedle {
  /** Where the thread ends. */
  from: number;
  last: boolean;
  /** How thick the tube is at a place between nodes, over the rope's radius. */
  width: (at: number) => number;
}

/** null: it has none, or has no longer as many nodes as its links need. */
export function tubeNeedle(needle: NeedleInfo | null | undefined, count: number, radius: number): TubeNeedle | null {
  const links = needle ? needle.radii.length - 1 : 0;
  if (!needle || links > count - 2) {
    return null;
  }
  const { last, radii } = needle;
  const first = last ? count - 1 - links : 0;
  return {
    from: last ? first : links,
    last,
    width: (at) => {
      const place = Math.min(Math.max(at - first, 0), links);
      const i = Math.min(Math.floor(place), links - 1);
      return (radii[i] + (place - i) * (radii[i + 1] - radii[i])) / radius;
    },
  };
}

/** In a fragment shader of three's, behind SHEATH: what steel shows of the light round it, a bright sky and a dark table. */
export const STEEL_LIGHT = /* glsl */ `
if (sheathSteel(vRope.y) > 0.5) {
  vec3 seen = reflect(-normalize(vViewPosition), normal);
  float up = dot(seen, (viewMatrix * vec4(0.0, 1.0, 0.0, 0.0)).xyz);
  float lamp = max(0.0, seen.z);
  vec3 around = mix(vec3(0.10, 0.11, 0.12), vec3(0.62, 0.66, 0.72), smoothstep(-0.25, 0.6, up));
  outgoingLight = 0.55 * outgoingLight + (0.4 * around + 0.5 * pow(lamp, 24.0)) * (0.35 + 0.65 * vShade);
}
`;
