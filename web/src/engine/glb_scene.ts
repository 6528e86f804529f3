// SPDX-License-Identifier: MIT
// The scene that a GLB of this page holds, and whether the library has drawn one.

function starts(bytes: Uint8Array, text: string): boolean {
  return [...text].every((char, i) => bytes[i] === char.charCodeAt(0));
}

/** A chunk of its own, which other programs pass over as the format asks: the scene that was drawn. "BGHT" */
const CHUNK = 0x54484742;

/** A GLB with the scene behind it. */
export function withScene(glb: Uint8Array, scene: string): Uint8Array {
  const text = new TextEncoder().encode(scene);
  const padded = Math.ceil(text.length / 4) * 4;
  const all = new Uint8Array(glb.length + 8 + padded).fill(0x20);
  all.set(glb);
  all.set(text, glb.length + 8);
  const view = new DataView(all.buffer);
  view.setUint32(8, all.length, true);
  view.setUint32(glb.length, padded, true);
  view.setUint32(glb.length + 4, CHUNK, true);
  return all;
}

/** The scene that a GLB holds; null when it holds none. */
export function sceneIn(glb: Uint8Array): string | null {
  if (!starts(glb, 'glTF')) {
    return null;
  }
  const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  for (let at = 12; at + 8 <= glb.length; ) {
    const size = view.getUint32(at, true);
    if (view.getUint32(at + 4, true) === CHUNK && at + 8 + size <= glb.length) {
      return new TextDecoder().decode(glb.subarray(at + 8, at + 8 + size));
    }
    at += 8 + size;
  }
  return null;
}

/** A GLB that the library has drawn, in this page or by the command. */
export function isDrawn(glb: Uint8Array): boolean {
  return starts(glb, 'glTF') && /"generator"\s*:\s*"bight /.test(new TextDecoder().decode(glb.subarray(20, 220)));
}
