// SPDX-License-Identifier: MIT
// Links that restore a scene: packed into the address, behind the #.

import type { CameraPlace } from '../view/camera';

/** A larger file, or scene in a link, is refused. */
export const LARGEST = 64 * 1024 * 1024;

/** What a link holds: #s=packed scene, and where the camera was. */
export interface Link {
  packed: string;
  place: CameraPlace | null;
}

export function readLink(hash: string): Link | null {
  const match = /^#s=([\w-]+)(?:&c=([-\d.,e]+))?$/.exec(hash);
  if (!match) {
    return null;
  }
  const numbers = (match[2] ?? '').split(',').map(Number);
  const whole = numbers.length === 6 && numbers.every(Number.isFinite);
  const [x, y, z, yaw, pitch, distance] = numbers;
  return { packed: match[1], place: whole ? { target: [x, y, z], yaw, pitch, distance } : null };
}

export function placeText(place: CameraPlace): string {
  return [...place.target, place.yaw, place.pitch, place.distance].map((x) => String(Number(x.toFixed(3)))).join(',');
}

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as unknown as ReadableWritablePair<Uint8Array, BufferSource>);
  // a short link may hold a very long scene: stop before the memory is gone
  const parts: Uint8Array[] = [];
  let total = 0;
  const reader = piped.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    total += value.length;
    if (total > LARGEST) {
      await reader.cancel();
      throw new Error('the scene in this link is larger than 64 MB');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** Text as deflated base64url. */
export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}
