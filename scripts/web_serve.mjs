// SPDX-License-Identifier: MIT
// Serves build/web on localhost alone, with the headers that a careful host sends.
//   node scripts/web_serve.mjs [port]     0 takes any free port

import { createHash } from 'node:crypto';
import { constants, existsSync, readFileSync } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../build/web/', import.meta.url));
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

// the style in the page's markup is allowed by its hash, any other is not
const page = join(built, 'index.html');
const style = existsSync(page) ? /<style>([^<]*)<\/style>/.exec(readFileSync(page, 'utf8')) : null;
const inPage = style ? ` 'sha256-${createHash('sha256').update(style[1]).digest('base64')}'` : '';

export const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  `style-src 'self'${inPage}`,
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** The path that a request names, decoded; null when it cannot be one of a file here. */
function pathOf(url) {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    const clean = path.startsWith('/') && !/[\0\\]/.test(path) && !path.split('/').includes('..');
    return clean ? path : null;
  } catch {
    return null;
  }
}

/** An open regular file inside root, of a folder its index.html; null when there is none that can be read. Links are
 *  followed first, then looked at: what lies outside is not there. */
async function openFile(folder, path) {
  const root = await realpath(folder).catch(() => null);
  if (root === null) {
    return null;
  }
  for (const name of [path, join(path, 'index.html')]) {
    let file = null;
    try {
      const real = await realpath(join(root, name));
      if (real !== root && !real.startsWith(root + sep)) {
        return null;
      }
      // a FIFO must not hold the server up: it is opened without waiting, and refused
      file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK);
      const stat = await file.stat();
      if (stat.isFile()) {
        return { file, real, size: stat.size };
      }
      await file.close();
      if (!stat.isDirectory()) {
        return null;
      }
    } catch {
      await file?.close();
      return null;
    }
  }
  return null;
}

/** Of "bytes=a-b", "bytes=a-", "bytes=-n": first and last byte. null: all of it; undefined: not to be had. */
function rangeOf(text, size) {
  const found = /^bytes=(\d*)-(\d*)$/.exec(text ?? '');
  if (!found || (found[1] === '' && found[2] === '')) {
    return null; // several ranges, other units: the whole is a right answer to these
  }
  const [first, last] = found.slice(1).map((digits) => (digits === '' ? -1 : Number(digits)));
  const range = first < 0 ? { start: Math.max(0, size - last), end: size - 1 } : { start: first, end: last < 0 ? size - 1 : Math.min(last, size - 1) };
  if (first >= 0 && last >= 0 && last < first) {
    return null; // no range at all
  }
  return range.start < size && range.start <= range.end ? range : undefined;
}

async function answer(folder, more, request, response) {
  const refuse = (status, words, extra = {}) => {
    response.writeHead(status, { ...more, ...extra, 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': words.length });
    response.end(request.method === 'HEAD' ? '' : words);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    refuse(405, 'only GET and HEAD', { Allow: 'GET, HEAD' });
    return;
  }
  const path = pathOf(request.url ?? '/');
  const found = path === null ? null : await openFile(folder, path);
  if (!found) {
    refuse(404, 'not here');
    return;
  }
  const { file, real, size } = found;
  const range = rangeOf(request.headers.range, size);
  if (range === undefined) {
    await file.close();
    refuse(416, 'no such bytes', { 'Content-Range': `bytes */${size}` });
    return;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const about = { ...more, 'Content-Type': types[extname(real)] ?? 'application/octet-stream', 'Accept-Ranges': 'bytes', 'Content-Length': end - start + 1 };
  response.writeHead(range ? 206 : 200, range ? { ...about, 'Content-Range': `bytes ${start}-${end}/${size}` } : about);
  if (request.method === 'HEAD' || size === 0) {
    await file.close();
    response.end();
    return;
  }
  // closes the file; a reader who goes away, or a disk that fails, ends this answer alone
  pipeline(file.createReadStream({ start, end }), response, () => {});
}

/** careful: false serves without the headers, as a plain static host does. */
export function serve(port, careful = true, folder = built) {
  const server = createServer((request, response) => {
    answer(folder, careful ? headers : {}, request, response).catch(() => response.destroy());
  });
  server.on('clientError', (error, socket) => {
    if (socket.writable) {
      const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    } else {
      socket.destroy();
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve({ server, address: `http://localhost:${server.address().port}/` }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = Number(process.argv[2] ?? 8137);
  const { address } = await serve(wanted).catch((error) => {
    if (error.code !== 'EADDRINUSE') {
      throw error;
    }
    return serve(0);
  });
  console.log(`Tie knots at ${address} (end with Ctrl+C)`);
}
