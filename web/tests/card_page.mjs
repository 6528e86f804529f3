// SPDX-License-Identifier: MIT
// The library that one browses: a page for each knot of the book, with an address of its own. Tests in a real browser.

import { serious } from './access.mjs';
import { ready, text, until } from './browser.mjs';

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

export function cardPageCases({ browser, address }) {
  const fresh = async (hash, then) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(60000);
      await page.goto(`${address}${hash}`);
      await ready(page);
      await then(page);
    } finally {
      await context.close();
    }
  };
  const title = (page) => page.getByTestId('card').locator('h2').textContent();

  return [
    [
      'a knot has a page with its own address: both sides, use, warning, mistakes, relatives, number',
      async () => {
        await fresh('#card=bowline', async (page) => {
          const card = page.getByTestId('card');
          await card.waitFor();
          check((await title(page)) === 'Bowline', await title(page));
          const sides = card.locator('figure img');
          await until('both sides', () => sides.evaluateAll((all) => all.length === 2 && all.every((one) => one.naturalWidth > 0)));
          const [front, back] = await sides.evaluateAll((all) => all.map((one) => one.currentSrc));
          check(front !== back, 'two sides');
          await until('what the book says', async () => /leave a long tail[\s\S]*number 1010/i.test(await card.innerText()));
          check(/fixed loop/i.test(await card.innerText()), 'its use');
          await serious(page, 'the card');
          await card.getByRole('button', { name: 'sheet bend', exact: true }).click();
          await until('a relative', async () => (await title(page)) === 'Sheet bend' && page.url().endsWith('#card=sheet-bend'));
          await page.getByTestId('card-leave').click();
          check(await page.getByTestId('gallery').isVisible(), 'the list');
          check(!page.url().includes('#'), page.url());
        });
      },
    ],
    [
      'a knot is found by its name in other languages, watched with captions, and practised',
      async () => {
        await fresh('', async (page) => {
          await page.getByTestId('tab-knots').click();
          const search = page.getByTestId('knot-search');
          for (const [name, found] of [['Palstek', 'bowline'], ['nœud de cabestan', 'clove-hitch'], ['ballestrinque', 'clove-hitch'], ['reef', 'square-knot']]) {
            await search.fill(name);
            await until(`${name} in the list`, async () => {
              await search.dispatchEvent('input'); // the names of other languages may just have come
              return page.getByTestId(`card-${found}`).isVisible();
            });
          }
          await search.fill('as de guía');
          await search.press('Enter');
          await until('its page', async () => (await title(page)) === 'Bowline');
          await page.getByTestId('card-watch').click();
          await until('a caption', async () => /[A-Za-z]+ [a-z]+ [a-z]+/.test(await text(page, 'timeline-words')));
          check(!(await page.getByRole('button', { name: 'Start again' }).isVisible()), 'one way to start');
          check((await page.getByRole('button', { name: /^(Pause|Resume|Play)/ }).filter({ visible: true }).count()) === 1, 'one way to play');
          await page.getByTestId('card-practice').click();
          await page.getByTestId('practice-words').waitFor();
        });
      },
    ],
    [
      'every knot of the book has a page that says how it is tied',
      async () => {
        await fresh('#card=bowline', async (page) => {
          await page.getByTestId('card-leave').click();
          const ids = await page.getByTestId('gallery').locator('button.knot').evaluateAll((all) => all.map((one) => one.dataset.testid));
          check(ids.length >= 60, `${ids.length} knots`);
          for (const id of ids) {
            await page.getByTestId(id).click();
            // what has no picture says why
            const card = page.getByTestId('card');
            check((await card.locator('img').count()) > 0 !== (await card.getByTestId('card-only-described').count()) > 0, `${id}: pictures, or why there are none`);
            await until(`${id} says how`, async () => (await page.getByTestId('card').locator('.card-facts section').count()) >= 1);
            await page.getByTestId('card-leave').click();
          }
        });
      },
    ],
  ];
}
