// SPDX-License-Identifier: MIT
// node tests/run_serve.mjs: the server of `make web-run`, asked what nobody should ask it.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { policy, serve } from '../../scripts/web_serve.mjs';

const folder = mkdtempSync(join(tmpdir(), 'bight-serve-'));
const root = join(folder, 'root');
mkdirSync(join(root, 'odd/index.html'), { recursive: true });
mkdirSync(join(root, 'sub'));
mkdirSync(join(root, 'empty'));
mkdirSync(join(folder, 'root-beside'));
writeFileSync(join(root, 'index.html'), 'the page');
writeFileSync(join(root, 'sub/index.html'), 'below');
writeFileSync(join(root, 'ten.wasm'), '0123456789');
writeFileSync(join(root, 'nothing.json'), '');
writeFileSync(join(root, 'big'), Buffer.alloc(4 << 20));
writeFileSync(join(folder, 'secret'), 'secret');
writeFileSync(join(folder, 'root-beside/secret'), 'secret');
symlinkSync(join(folder, 'secret'), join(root, 'out'));
symlinkSync(folder, join(root, 'up'));
symlinkSync('loop', join(root, 'loop'));
symlinkSync('ten.wasm', join(root, 'inside'));
execFileSync('mkfifo', [join(root, 'fifo')]);
writeFileSync(join(root, 'locked'), 'locked');
chmodSync(join(root, 'locked'), 0);
const { server } = await serve(0, true, root);
const { port } = server.address();

/** What comes back for these very bytes; the socket is closed by the server, or after a second of silence. */
function raw(bytes) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let all = '';
    const end = () => {
      socket.destroy();
      const [head, ...body] = all.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1] ?? 0), head, body: body.join('\r\n\r\n') });
    };
    socket.on('data', (data) => (all += data.toString('latin1')));
    socket.on('close', end);
    socket.on('error', end);
    socket.setTimeout(1000, end);
  });
}

const get = (path, more = '', method = 'GET') => raw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`);

let passed = 0;
let failed = 0;
async function test(name, run) {
  try {
    await run();
    // whatever was asked, it goes on serving
    const { status, body } = await get('/');
    if (status !== 200 || body !== 'the page') {
      throw new Error(`afterwards the page was ${status} "${body}"`);
    }
    passed++;
    console.log(`ok      ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}\n        ${error.message}`);
  }
}

function same(found, wanted, words) {
  if (found !== wanted) {
    throw new Error(`${words}: ${found}, wanted ${wanted}`);
  }
}

await test('serve: files, folders and links inside, with their kind, length and headers', async () => {
  for (const [path, body, type] of [
    ['/', 'the page', 'text/html; charset=utf-8'],
    ['/sub', 'below', 'text/html; charset=utf-8'],
    ['/sub/?a=b', 'below', 'text/html; charset=utf-8'],
    ['/ten.wasm', '0123456789', 'application/wasm'],
    ['/t%65n.wasm', '0123456789', 'application/wasm'],
    ['/inside', '0123456789', 'application/wasm'],
    ['/nothing.json', '', 'application/json'],
  ]) {
    const found = await get(path);
    same(`${found.status} ${found.body}`, `200 ${body}`, path);
    same(found.head.includes(`Content-Type: ${type}`), true, `${path}: ${found.head}`);
    same(found.head.includes(`Content-Length: ${body.length}`) && found.head.includes(policy), true, found.head);
  }
});

await test('serve: what is no file, cannot be read or lies outside is not here', async () => {
  const paths = ['/odd', '/odd/', '/odd/index.html', '/empty', '/missing', '/out', '/up/secret', '/up', '/loop', '/fifo', '/ten.wasm/x'];
  paths.push('/../secret', '/%2e%2e/secret', '/sub/..%2f..%2fsecret', '/%2e%2e%2froot-beside/secret', '/..%5csecret', '/ten.wasm%00.html', '/%00', '/%ff', '/%');
  paths.push('//etc/passwd', `/${'a'.repeat(5000)}`, `/${'a/'.repeat(4000)}`);
  if (process.getuid() !== 0) {
    paths.push('/locked'); // root reads all
  }
  for (const path of paths) {
    const { status, body, head } = await get(path);
    same(`${status} ${body}`, '404 not here', path.slice(0, 60));
    same(head.includes(policy), true, 'policy');
  }
  // cleaned by the address itself
  same((await get('/sub/../ten.wasm')).body, '0123456789', 'a path that stays inside');
});

await test('serve: HEAD, other methods, and ranges', async () => {
  const head = await get('/ten.wasm', '', 'HEAD');
  same(`${head.status} ${head.body} ${/Content-Length: (\d+)/.exec(head.head)?.[1]}`, '200  10', 'HEAD');
  same((await get('/missing', '', 'HEAD')).body, '', 'HEAD of nothing');
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    same((await get('/', '', method)).status, 405, method);
  }
  for (const [range, status, body] of [
    ['bytes=2-4', 206, '234'],
    ['bytes=7-', 206, '789'],
    ['bytes=-3', 206, '789'],
    ['bytes=-30', 206, '0123456789'],
    ['bytes=4-400', 206, '456789'],
    ['bytes=10-', 416, 'no such bytes'],
    ['bytes=-0', 416, 'no such bytes'],
    ['bytes=4-2', 200, '0123456789'],
    ['bytes=0-1,3-4', 200, '0123456789'],
    ['lines=1-2', 200, '0123456789'],
    ['bytes=99999999999999999999999-', 416, 'no such bytes'],
  ]) {
    const found = await get('/ten.wasm', `Range: ${range}\r\n`);
    same(`${found.status} ${found.body}`, `${status} ${body}`, range);
  }
  same((await get('/ten.wasm', 'Range: bytes=2-4\r\n')).head.includes('Content-Range: bytes 2-4/10'), true, 'Content-Range');
  same((await get('/nothing.json', 'Range: bytes=0-\r\n')).status, 416, 'a range of nothing');
});

await test('serve: no request and no broken socket ends it', async () => {
  same((await get('/', `X: ${'a'.repeat(100_000)}\r\n`)).status, 431, 'huge headers');
  same((await raw('nonsense\r\n\r\n')).status, 400, 'nonsense');
  same((await raw('GET http://[ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).status, 404, 'an address that is none');
  same((await raw('GET * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).status, 404, 'a star');
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write('GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n');
          setTimeout(() => (i % 2 ? socket.destroy() : socket.resetAndDestroy()), 5 * (i % 4));
        });
        socket.on('error', () => {});
        socket.on('close', resolve);
      }),
    ),
  );
  const big = await get('/big');
  same(big.body.length, 4 << 20, 'bytes of the big file afterwards');
});

server.close();
server.closeAllConnections();
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
