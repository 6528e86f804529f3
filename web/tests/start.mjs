// SPDX-License-Identifier: MIT
// How the page starts: in which order, never how fast. Tests in a real browser.

import { look, ready, until } from './browser.mjs';

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

export function startCases({ context, address }) {
  return [
    [
      'the rope can be grasped with its first frame, before the rest of the page is there',
      async () => {
        const page = await context.newPage();
        try {
          await page.addInitScript(() => {
            new PerformanceObserver((list) => {
              if (list.getEntriesByName('bight-graspable').length > 0) {
                const { engine, view } = window.bight;
                const [clientX, clientY] = view.toScreen(...engine.frame().ropes[0].slice(30, 33));
                const options = { clientX, clientY, pointerId: 7, pointerType: 'mouse', button: 0, bubbles: true };
                document.getElementById('view').dispatchEvent(new PointerEvent('pointerdown', options));
                window.readyAtGrasp = document.documentElement.dataset.ready ?? 'no';
              }
            }).observe({ type: 'mark', buffered: true });
          });
          await page.goto(address);
          await ready(page);
          const hand = await until('a hand', async () => (await look(page)).hands.find(({ pinned }) => !pinned));
          check(Math.abs(hand.node - 10) <= 1, `node ${hand.node}`);
          check((await page.evaluate(() => window.readyAtGrasp)) === 'no', 'grasped before all controls were there');
          const times = await page.evaluate(() => {
            const at = (name) => performance.getEntriesByName(`bight-${name}`)[0]?.startTime ?? Infinity;
            const fetched = (name) => performance.getEntriesByType('resource').find((one) => one.name.includes(name))?.startTime ?? Infinity;
            return { graspable: at('graspable'), naming: fetched('naming_worker'), pictures: fetched('pictures') };
          });
          check(times.naming > times.graspable, 'names can wait for the first frame');
          check(times.pictures === Infinity, 'the gallery has not been looked at');
          await until('the final look', () => page.evaluate(() => performance.getEntriesByName('bight-finished').length > 0));
        } finally {
          await page.close();
        }
      },
    ],
  ];
}
