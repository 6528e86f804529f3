// SPDX-License-Identifier: MIT
// What the page's buttons hand over, read again by the command: tests in a real browser.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, look, until } from './browser.mjs';

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

/** @param t page, named(name), openTab(name), command: that of the command line. */
export function exportCases({ page, named, openTab, command }) {
  const bight = (...args) => execFileSync(command, args, { encoding: 'utf8' });

  /** Press a button of the tab File and give its file to use(path, name). */
  async function press(testid, use) {
    const folder = mkdtempSync(join(tmpdir(), 'bight-export-'));
    try {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId(testid).click()]);
      const path = join(folder, download.suggestedFilename());
      await download.saveAs(path);
      return await use(path, download.suggestedFilename());
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  return [
    [
      'a rope with a figure-eight to hand over',
      async () => {
        await ask(page, 'tie', { name: '4_1' });
        await named('4_1');
        // loose still: pulled tight, strands press into each other
        await ask(page, 'seek', { cycle: 20 });
        await until('cycle 20', async () => (await look(page)).cycle === 20);
        await openTab('File');
      },
    ],
    [
      'the button XYZ: the command names the curve, which is the rope to the last digit',
      () =>
        press('export-xyz', async (path, name) => {
          check(name.endsWith('.xyz'), name);
          check(/: 4_1\b/.test(bight('identify', path)), bight('identify', path));
          const numbers = readFileSync(path, 'utf8').trim().split('\n').slice(2).flatMap((line) => line.trim().split(/\s+/).slice(-3).map(Number));
          const state = await page.evaluate(async () => Array.from((await window.bight.engine.ask('state', {})).ropes[0]));
          check(numbers.length === state.length && numbers.every((x, i) => Object.is(x, state[i])), 'places');
        }),
    ],
    [
      'the buttons GLB and STL: closed meshes that nowhere go through themselves, of the same triangles',
      async () => {
        const report = await press('export-glb', (path, name) => {
          check(name.endsWith('.glb'), name);
          return JSON.parse(bight('mesh', 'check', path, '--json'));
        });
        check(report.border_edges === 0 && report.intersections === 0 && report.faults.length === 0, JSON.stringify(report));
        check(report.triangles > 1000, `${report.triangles} triangles`);
        await press('export-stl', (path, name) => {
          check(name.endsWith('.stl'), name);
          const bytes = readFileSync(path);
          const triangles = bytes.readUInt32LE(80);
          check(bytes.length === 84 + 50 * triangles, `${bytes.length} bytes for ${triangles} triangles`);
          check(triangles === report.triangles, `${triangles} triangles, ${report.triangles} in the GLB`);
        });
      },
    ],
    [
      'the button PNG: the picture as the view has it, and not an empty one',
      () =>
        press('export-png', async (path, name) => {
          check(name.endsWith('.png'), name);
          const bytes = readFileSync(path);
          check(bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')), 'magic');
          const size = await page.getByTestId('view').evaluate((view) => [view.width, view.height]);
          check(bytes.readUInt32BE(16) === size[0] && bytes.readUInt32BE(20) === size[1], `size, wanted ${size}`);
          // the browser reads it again: ropes have more colours than a backdrop
          const colours = await page.evaluate(async (base64) => {
            const blob = new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], { type: 'image/png' });
            const image = await createImageBitmap(blob);
            const canvas = new OffscreenCanvas(image.width, image.height);
            const context = canvas.getContext('2d');
            context.drawImage(image, 0, 0);
            const { data } = context.getImageData(0, 0, image.width, image.height);
            const seen = new Set();
            for (let i = 0; i < data.length; i += 4) {
              seen.add((data[i] >> 3) * 1024 + (data[i + 1] >> 3) * 32 + (data[i + 2] >> 3));
            }
            return seen.size;
          }, bytes.toString('base64'));
          check(colours > 60, `${colours} colours`);
        }),
    ],
    [
      'the button Save state: a scene that the command runs, with the same knot',
      () =>
        press('save-state', (path, name) => {
          check(name.endsWith('.json'), name);
          const out = mkdtempSync(join(tmpdir(), 'bight-state-'));
          try {
            bight('run', path, '--frames', '0', '--quiet', '--out', out);
            check(/: 4_1\b/.test(bight('identify', join(out, 'final.xyz'))), 'the knot');
          } finally {
            rmSync(out, { recursive: true });
          }
        }),
    ],
  ];
}
