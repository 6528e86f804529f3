// SPDX-License-Identifier: MIT
// The library as a WebAssembly module: compiled while it comes in.

import { EngineError } from '../protocol';

export async function loadLibrary(url: string): Promise<WebAssembly.Module> {
  try {
    const response = await fetch(url);
    if (!response.ok) {
      throw new Error(`${response.status} ${response.statusText}`);
    }
    // compileStreaming wants a MIME type that not every static host sends
    return response.headers.get('Content-Type') === 'application/wasm'
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new EngineError(
      `The simulation could not be loaded (${(error as Error).message}). It needs WebAssembly with SIMD: Chrome 91, Firefox 89, Safari 16.4 or newer.`,
    );
  }
}
