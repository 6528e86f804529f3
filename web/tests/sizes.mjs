// SPDX-License-Identifier: MIT
// The page at the sizes of a phone, upright and on its side, a tablet, a desk and a wall: no control lies over what has to be
// grasped or traced. Tests in a real browser.

import { ask, ready, until } from './browser.mjs';

const SIZES = [
  [390, 844, true],
  [844, 390, true],
  [820, 1180, true],
  [1440, 900, false],
  [3840, 2160, false],
];

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

/** Of points in the window those at which a pointer would not meet the view, and what it would meet. */
function covered(page, points) {
  return page.evaluate(
    (all) =>
      all.flatMap(([x, y]) => {
        const there = document.elementFromPoint(x, y);
        return there?.id === 'view' ? [] : [`${Math.round(x)}, ${Math.round(y)}: ${there?.closest('[id]')?.id ?? 'outside'}`];
      }),
    points,
  );
}

export function sizeCases({ browser, address }) {
  return [
    [
      'at every size both ends of the rope, and the way of a practice task with its badges, are free of controls',
      async () => {
        for (const [width, height, touch] of SIZES) {
          const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch, isMobile: touch, reducedMotion: 'reduce', serviceWorkers: 'block' });
          try {
            const page = await context.newPage();
            page.setDefaultTimeout(120000);
            await page.goto(address);
            await ready(page);
            const ends = await page.evaluate(() => {
              const { engine, view } = window.bight;
              const nodes = engine.frame().ropes[0];
              return [nodes.slice(0, 3), nodes.slice(-3)].map((end) => view.toScreen(...end));
            });
            const hidden = await covered(page, ends);
            check(hidden.length === 0, `ends, ${width} x ${height}: ${hidden.join('; ')}`);
            for (const id of ['bowline', 'overhand-knot']) {
              await ask(page, 'practice', { id });
              await until('a way', () =>
                page.evaluate(() => document.querySelector('.way-badge') !== null && window.bight.lesson.way() !== null && window.bight.lesson.still()),
              );
              const way = await page.evaluate(() => window.bight.lesson.way().points);
              const places = [way[0], ...way.filter((_, i) => i % 5 === 0), way.at(-1)];
              const over = await covered(page, places);
              check(over.length === 0, `${id}, ${width} x ${height}: ${over.join('; ')}`);
              const badges = await page.evaluate(() =>
                [...document.querySelectorAll('.way-badge')].map((one) => one.getBoundingClientRect()).map(({ left, right, top, bottom }) => [left, right, top, bottom]),
              );
              check(badges.every(([left, right, top, bottom]) => left >= 0 && right <= width && top >= 0 && bottom <= height), `badges of ${id}, ${width} x ${height}: ${badges}`);
            }
          } finally {
            await context.close();
          }
        }
      },
    ],
    [
      'at every size a message leaves the switch for "under" free',
      async () => {
        for (const [width, height, touch] of SIZES) {
          const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch, isMobile: touch, reducedMotion: 'reduce', serviceWorkers: 'block' });
          try {
            const page = await context.newPage();
            await page.goto(address);
            await ready(page);
            const show = page.getByRole('button', { name: 'Show panel' });
            if (await show.isVisible()) {
              await show.click();
            }
            await page.getByRole('tab', { name: 'File', exact: true }).click();
            await page.getByTestId('copy-link').click();
            const hide = page.getByRole('button', { name: 'Hide panel' });
            if (await hide.isVisible()) {
              await hide.click();
            }
            await until('a message', () => page.evaluate(() => document.querySelector('.toast') !== null));
            const free = await page.getByTestId('under').evaluate((button) => {
              const { left, top, width: w, height: h } = button.getBoundingClientRect();
              return [0.1, 0.5, 0.9].every((u) => [0.1, 0.5, 0.9].every((v) => button.contains(document.elementFromPoint(left + u * w, top + v * h))));
            });
            check(free, `${width} x ${height}`);
          } finally {
            await context.close();
          }
        }
      },
    ],
  ];
}
