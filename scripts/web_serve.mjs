// SPDX-License-Identifier: MIT
// Serves build/web on localhost alone, with the headers that a careful host sends.
//   node scripts/web_serve.mjs [port]     0 takes any free port

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../build/web/', import.meta.url));
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

export const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
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

/** careful: false serves without the headers, as a plain static host does. */
export function serve(port, careful = true) {
  const server = createServer((request, response) => {
    let path = '/';
    try {
      path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    } catch {
      path = '/missing';
    }
    let file = join(root, normalize(path));
    if (!file.startsWith(root)) {
      file = root;
    }
    if (existsSync(file) && statSync(file).isDirectory()) {
      file = join(file, 'index.html');
    }
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !existsSync(file)) {
      response.writeHead(404, careful ? headers : {});
      response.end('not here');
      return;
    }
    const type = types[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { ...(careful ? headers : {}), 'Content-Type': type, 'Content-Length': statSync(file).size });
    if (request.method === 'HEAD') {
      response.end();
    } else {
      createReadStream(file).pipe(response);
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
