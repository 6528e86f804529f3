// SPDX-License-Identifier: MIT
// axe-core on the page: tests in a real browser.

import axe from 'axe-core';

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

/** Throw when axe finds a serious fault. */
export async function serious(page, where) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }),
  );
  const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  check(
    bad.length === 0,
    `${where}: ${bad.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`).join('; ')}`,
  );
}

/** @param t page, openTab(name). */
export function accessCases({ page, openTab }) {
  return [
    [
      'no serious fault of accessibility, in any tab, light or dark',
      async () => {
        await serious(page, 'the page');
        for (const name of ['Scene', 'Practice', 'Knots', 'Cloth', 'Wrap', 'History', 'File']) {
          await openTab(name);
          await serious(page, name);
        }
        await page.getByRole('button', { name: 'Light or dark' }).click();
        await serious(page, 'the other theme');
        await page.getByRole('button', { name: 'Help', exact: true }).click();
        await serious(page, 'help');
        await page.keyboard.press('Escape');
      },
    ],
  ];
}
