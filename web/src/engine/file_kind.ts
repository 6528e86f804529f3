// SPDX-License-Identifier: MIT
// What a dropped file is when it is nothing that can be opened, told by its bytes; and the scene that a GLB of this page holds.

/** Its first bytes, and what it is. */
const KINDS: [string, string][] = [
  ['\x89PNG\r\n', 'a picture (PNG)'],
  ['\xff\xd8\xff', 'a picture (JPEG)'],
  ['GIF8', 'a picture (GIF)'],
  ['RIFF', 'a picture, a sound or a film (RIFF: WebP, WAV, AVI)'],
  ['%PDF', 'a document (PDF)'],
  ['PK\x03\x04', 'an archive (ZIP): unpack it, and drop what is in it'],
  ['\x1f\x8b', 'an archive (gzip): unpack it, and drop what is in it'],
  ['7z\xbc\xaf', 'an archive (7z): unpack it, and drop what is in it'],
  ['\0asm', 'a program (WebAssembly)'],
  ['\x7fELF', 'a program (ELF)'],
];
const STL = 'a mesh of bare triangles (STL): neither a curve nor a cloth with a pattern. Cloth is opened as OBJ, PLY or glTF, a rope as a scene (.json), as GLB saved here, or as points (XYZ)';

function starts(bytes: Uint8Array, text: string, at = 0): boolean {
  return bytes.length >= at + text.length && [...text].every((char, i) => bytes[at + i] === char.charCodeAt(0));
}

function isStl(bytes: Uint8Array): boolean {
  const triangles = bytes.length >= 84 ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true) : 0;
  const start = new TextDecoder().decode(bytes.subarray(0, 1000));
  return (triangles > 0 && bytes.length === 84 + 50 * triangles) || /^\s*solid\b[^\n]*\n\s*facet\s+normal\b/.test(start);
}

/** "a picture (PNG)", or null when it may be something to open. */
export function unopenable(bytes: Uint8Array): string | null {
  if (starts(bytes, 'ftyp', 4)) {
    return 'a film or a picture (MP4, HEIC)';
  }
  return KINDS.find(([text]) => starts(bytes, text))?.[1] ?? (isStl(bytes) ? STL : null);
}

// ---- GLB ------------------------------------------------------------------------------------------

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
