// SPDX-License-Identifier: MIT
// When a phone on a slow line (1.6 Mbit/s, 150 ms to and fro, a screen of 390 x 844) first sees the page, the still rope, and when
// the rope can be grasped: node bench/paint.mjs [runs]. Medians, each run in a browser of its own, which keeps nothing.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launch } from '../tests/browser.mjs';
import { policy } from '../../scripts/web_serve.mjs';

const RUNS = Number(process.argv[2] ?? 5);
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

const built = fileURLToPath(new URL('../../build/web/', import.meta.url));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };

/** A host that compresses, as hosts of static pages do; all is compressed beforehand. */
function hosted() {
  const packed = new Map();
  const server = createServer(({ url }, response) => {
    const path = url === '/' ? 'index.html' : url.slice(1).replace(/\?.*/, '');
    try {
      packed.set(path, packed.get(path) ?? gzipSync(readFileSync(join(built, path))));
      response.writeHead(200, {
        'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
        'Content-Encoding': 'gzip',
        'Content-Security-Policy': policy,
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      });
      response.end(packed.get(path));
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done({ server, address: `http://127.0.0.1:${server.address().port}/` })));
}

async function once() {
  const browser = await launch();
  const { server, address } = await hosted();
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, serviceWorkers: 'block' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', LINE);
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0, null, { timeout: 60000 });
    const still = await page.evaluate(() => {
      const box = document.querySelector('#loading svg').getBoundingClientRect();
      const bar = document.querySelector('#loading-bar').getBoundingClientRect();
      return box.width > 100 && bar.width > 50 && getComputedStyle(document.querySelector('#loading')).visibility === 'visible';
    });
    await page.waitForFunction(() => performance.getEntriesByName('bight-graspable').length > 0, null, { timeout: 120000 });
    return await page.evaluate((seen) => {
      const at = (name) => performance.getEntriesByName(name)[0].startTime;
      return { paint: at('first-contentful-paint'), graspable: at('bight-graspable'), still: Number(seen) };
    }, still);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

const runs = [];
for (let i = 0; i < RUNS; i++) {
  runs.push(await once());
}
const median = (name) => Math.round(runs.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(RUNS / 2)]);
console.log(JSON.stringify({ runs: RUNS, first_paint_ms: median('paint'), most_ms: Math.round(Math.max(...runs.map(({ paint }) => paint))), still_rope: runs.every(({ still }) => still), graspable_ms: median('graspable') }));
