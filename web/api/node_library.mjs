// SPDX-License-Identifier: MIT
// The library in node, with texts for pointers: for what is drawn when the page is built.

/** An instance of its own. */
export function openLibrary(module) {
  const { exports } = new WebAssembly.Instance(module, { env: { emscripten_notify_memory_growth: () => {} } });
  exports._initialize();
  const bytes = () => new Uint8Array(exports.memory.buffer);
  const text = (at) => Buffer.from(bytes().subarray(at, bytes().indexOf(0, at))).toString('utf8');
  const lend = (words, use) => {
    const given = Buffer.from(words);
    const at = exports.bw_take(given.length + 1);
    bytes().set([...given, 0], at);
    const answer = use(at, given.length);
    exports.bw_give(at);
    return answer;
  };
  const made = () => Buffer.from(bytes().slice(exports.bw_bytes(), exports.bw_bytes() + exports.bw_bytes_size())).toString('utf8');
  const numbers = (at, count) => Array.from(new Float64Array(exports.memory.buffer, at, count));
  const must = (answer) => {
    if (answer < 0) {
      throw new Error(text(exports.bw_error()));
    }
    return answer;
  };
  return { calls: exports, text, lend, made, numbers, must };
}
