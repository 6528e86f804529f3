// SPDX-License-Identifier: MIT
// The library as a WebAssembly module: compiled while it comes in.

import { EngineError } from '../protocol';

/** Bytes of the library, uncompressed: known when the page is built. */
declare const __LIBRARY_BYTES__: number;

// the answer, and how much of it has come: its length as it travels says nothing where it is compressed
function counted(response: Response, progress: (share: number) => void): Response {
  let done = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      done += chunk.length;
      progress(Math.min(1, done / __LIBRARY_BYTES__));
      out.enqueue(chunk);
    },
  });
  return response.body ? new Response(response.body.pipeThrough(count), { headers: response.headers }) : response;
}

/** @param progress Told how much is there, 0 to 1, while it comes in. */
export async function loadLibrary(url: string, progress: (share: number) => void): Promise<WebAssembly.Module> {
  try {
    if (typeof WebAssembly !== 'object') {
      throw new Error('this browser has no WebAssembly, or it is turned off');
    }
    const response = await fetch(url);
    if (!response.ok) {
      throw new Error(`${response.status} ${response.statusText}`);
    }
    const incoming = counted(response, progress);
    // compileStreaming wants a MIME type that not every static host sends
    return incoming.headers.get('Content-Type') === 'application/wasm'
      ? await WebAssembly.compileStreaming(incoming)
      : await WebAssembly.compile(await incoming.arrayBuffer());
  } catch (error) {
    throw new EngineError(
      `The simulation could not be loaded (${(error as Error).message}). It needs a connection the first time, and WebAssembly with SIMD: Chrome or Edge 91, Firefox 89, Safari 16.4 or newer.`,
    );
  }
}
