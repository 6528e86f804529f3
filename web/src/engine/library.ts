// SPDX-License-Identifier: MIT
// The C library in one WebAssembly instance. The module imports nothing that matters, so its memory is all of
// its state: see snapshot.ts.

import { EngineError } from '../protocol';

type Call = (...numbers: number[]) => number;

export class Library {
  readonly memory: WebAssembly.Memory;
  private readonly calls: Record<string, Call>;
  private bytesView = new Uint8Array(0);
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(module: WebAssembly.Module) {
    const instance = new WebAssembly.Instance(module, { env: { emscripten_notify_memory_growth: () => {} } });
    this.calls = instance.exports as unknown as Record<string, Call>;
    this.memory = instance.exports.memory as WebAssembly.Memory;
    this.calls._initialize();
  }

  /** A call that cannot fail, or whose answer the caller judges. */
  call(name: string, ...numbers: number[]): number {
    return this.calls[name](...numbers);
  }

  /** A call that answers -1 when it fails. */
  must(name: string, ...numbers: number[]): number {
    const answer = this.calls[name](...numbers);
    if (answer < 0) {
      throw this.error();
    }
    return answer;
  }

  error(): EngineError {
    const words = this.text('bw_error');
    const line = this.call('bw_error_line');
    // in a file it is a key that is spoken of, as it is written there
    return new EngineError(line > 0 ? words : sentence(words), line);
  }

  /** All memory. Made anew when memory has grown: do not keep it. */
  bytes(): Uint8Array {
    if (this.bytesView.buffer !== this.memory.buffer) {
      this.bytesView = new Uint8Array(this.memory.buffer);
    }
    return this.bytesView;
  }

  /** Numbers that the last call left. Read them before the next call. */
  box(count: number): Float64Array {
    return this.doubles(this.call('bw_box'), count);
  }

  doubles(address: number, count: number): Float64Array {
    return new Float64Array(this.memory.buffer, address, count);
  }

  integers(address: number, count: number): Int32Array {
    return new Int32Array(this.memory.buffer, address, count);
  }

  /** The text that a call answers. */
  text(name: string, ...numbers: number[]): string {
    const address = this.calls[name](...numbers);
    const bytes = this.bytes();
    let end = address;
    while (bytes[end] !== 0) {
      end++;
    }
    return this.decoder.decode(bytes.subarray(address, end));
  }

  /** A copy of the bytes that the last bw_make_... left. */
  made(): Uint8Array {
    const address = this.call('bw_bytes');
    return this.bytes().slice(address, address + this.call('bw_bytes_size'));
  }

  madeText(): string {
    return this.decoder.decode(this.made());
  }

  /** Lend bytes to a call; a zero follows them. */
  lend<T>(data: string | Uint8Array, use: (address: number, size: number) => T): T {
    const bytes = typeof data === 'string' ? this.encoder.encode(data) : data;
    const address = this.call('bw_take', bytes.length + 1);
    if (address === 0) {
      throw new EngineError('There is no memory left for this.');
    }
    try {
      this.bytes().set(bytes, address);
      this.bytes()[address + bytes.length] = 0;
      return use(address, bytes.length);
    } finally {
      this.call('bw_give', address);
    }
  }

  lendDoubles<T>(numbers: ArrayLike<number>, use: (address: number) => T): T {
    const address = this.call('bw_take', 8 * numbers.length);
    if (address === 0) {
      throw new EngineError('There is no memory left for this.');
    }
    try {
      this.doubles(address, numbers.length).set(numbers);
      return use(address);
    } finally {
      this.call('bw_give', address);
    }
  }
}

/** Messages of the library begin in lower case and end without a full stop. */
export function sentence(words: string): string {
  const end = /[.!?]$/.test(words) ? '' : '.';
  return words.charAt(0).toUpperCase() + words.slice(1) + end;
}
