// SPDX-License-Identifier: MIT
// A needle on the page: tests in a real browser, on a desk and on a phone.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask, look, ready, until } from './browser.mjs';
import { dropFile } from './dropped.mjs';

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

/** How wide the rope is drawn at its nodes, pixels: across the line from a node to the next everything that is not the background
 *  is counted; and the mean colour of it. */
function widths(page, nodes, list) {
  return page.evaluate(
    ([points, list]) =>
      new Promise((resolve) => {
        window.bight.view.look(0, 0);
        requestAnimationFrame(() => {
          const source = document.getElementById('view');
          const copy = Object.assign(document.createElement('canvas'), { width: source.width, height: source.height });
          const context = copy.getContext('2d');
          context.drawImage(source, 0, 0);
          const { data } = context.getImageData(0, 0, copy.width, copy.height);
          const scale = copy.width / source.clientWidth;
          const box = source.getBoundingClientRect();
          const at = (x, y) => {
            const i = 4 * (Math.round(y) * copy.width + Math.round(x));
            return [data[i], data[i + 1], data[i + 2]];
          };
          const screen = (i) => {
            const [x, y] = window.bight.view.toScreen(...points.slice(3 * i, 3 * i + 3));
            return [(x - box.left) * scale, (y - box.top) * scale];
          };
          resolve(
            list.map((i) => {
              const [p, q] = [screen(i), screen(i + 1)];
              const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
              const [nx, ny] = [(p[1] - q[1]) / length, (q[0] - p[0]) / length];
              const far = at(p[0] + 30 * scale * nx, p[1] + 30 * scale * ny);
              const sum = [0, 0, 0];
              let count = 0;
              for (let k = -20 * scale; k <= 20 * scale; k += 0.25) {
                const color = at(p[0] + k * nx, p[1] + k * ny);
                if (Math.hypot(...color.map((c, j) => c - far[j])) > 60) {
                  count += 0.25;
                  color.forEach((c, j) => (sum[j] += 0.25 * c));
                }
              }
              return { width: count / scale, color: sum.map((c) => c / Math.max(count, 1)) };
            }),
          );
        });
      }),
    [nodes, list],
  );
}

const saturation = ([r, g, b]) => (Math.max(r, g, b) - Math.min(r, g, b)) / Math.max(r, g, b, 1);

export function needleCases({ browser, address }) {
  const scene = JSON.stringify({
    bight: 1,
    title: 'a needle',
    view: { from: [0, 0, 1] },
    ropes: [
      {
        name: 'suture',
        line: { from: [-0.012, -0.008, 0], to: [0, -0.008, 0] },
        link_length: 0.0005,
        model: 'rod',
        material: 'silk_suture',
        needle: { end: 'last', radius: 0.008, arc: 180, side: [0, 1, 0], diameter: 0.0006 },
        color: '#c01818',
      },
    ],
    script: [{ grasp: { hand: 'driver', node: -30, needle: true } }, { wait: { cycles: 2000 } }],
  });

  async function shown(width, height, touch) {
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch, isMobile: touch, reducedMotion: 'reduce', serviceWorkers: 'block' });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(120000);
      const trouble = [];
      page.on('pageerror', (error) => trouble.push(error.message));
      page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
      await page.goto(address);
      await ready(page);
      await until('the final look', () => page.evaluate(() => performance.getEntriesByName('bight-finished').length > 0));
      await dropFile(page, 'needle.json', scene);
      await until('the needle', async () => (await look(page)).nodes[0]?.length === 3 * 75);
      await ask(page, 'pause', { on: true });
      const hide = page.getByRole('button', { name: 'Hide panel' });
      if (await hide.isVisible()) {
        await hide.click();
      }
      await page.evaluate(() => window.bight.view.look(0, 0));
      await page.waitForTimeout(1500);
      if (process.env.BIGHT_PICTURES) {
        mkdirSync(process.env.BIGHT_PICTURES, { recursive: true });
        await page.screenshot({ path: join(process.env.BIGHT_PICTURES, `needle-${width}.png`) });
      }
      const nodes = (await look(page)).nodes[0];
      const found = await widths(page, nodes, [8, 12, 34, 40, 54, 72]);
      const [thread, , wire] = found;
      const words = JSON.stringify(found);
      check(found.slice(0, 2).every(({ color }) => saturation(color) > 0.5), `thread is red: ${words}`);
      check(found.slice(2).every(({ color }) => saturation(color) < 0.25), `steel is grey: ${words}`);
      // 0.6 mm of wire beside 0.32 mm of thread
      check(wire.width > 1.4 * thread.width && wire.width < 2.6 * thread.width, `the wire is thicker: ${words}`);
      check(found.slice(2, 5).every(({ width }) => Math.abs(width - wire.width) < 0.2 * wire.width), `the wire is even: ${words}`);
      check(found[5].width < 0.65 * wire.width, `the point is thin: ${words}`);
      check(trouble.length === 0, trouble.join('\n'));
    } finally {
      await context.close();
    }
  }

  return [
    ['a needle is steel, as thick as its wire, and tapers to its point; its thread is thread, on a desk', () => shown(1280, 800, false)],
    ['a needle is steel, as thick as its wire, and tapers to its point; its thread is thread, on a phone', () => shown(390, 780, true)],
  ];
}
