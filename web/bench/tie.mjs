// SPDX-License-Identifier: MIT
// node bench/tie.mjs [attempts] [size or all] [task]: how often what a newcomer does succeeds at the first try, and how long it
// takes, at four sizes of window. Prints JSON. A hand is off by up to 4 pixels and goes at 500 to 900 pixels a second, by real
// pointer and touch events; seeds are 1, 2, 3 and so on.
//   overhand  (default) tied in the first scene; "under" is said in turns by Shift and the right button, or a second finger and
//             the switch
//   bowline   traced in practice to its end, by finger on all but the desktop
//   check     a granny knot lies there: "Check" is pressed, the square knot chosen as the one that was meant, and what is wrong is
//             said and lit; by touch on a phone or tablet
//   reopen    an overhand is tied, saved as a file by the button, and the file opened in another page
//   link      an overhand is tied, its link copied by the button, and opened on another page, that of a phone

import { readFileSync } from 'node:fs';
import { ask, launch, look, openPage, ready, text, until } from '../tests/browser.mjs';
import { drawByHand, linkOf, OVERHAND, seeded, traceByHand } from '../tests/human.mjs';

const SIZES = {
  phone: { width: 390, height: 844, ways: ['finger', 'switch'] },
  landscape: { width: 844, height: 390, ways: ['finger', 'switch'] },
  tablet: { width: 820, height: 1180, ways: ['finger', 'switch'] },
  desktop: { width: 1280, height: 800, ways: ['shift', 'right'] },
};
const attempts = Number(process.argv[2] ?? 20);
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

const task = process.argv[4] ?? 'overhand';
const named = (page, name) => until(`the name ${name}`, async () => (await text(page, 'knot-name')).startsWith(name), 20000);

/** Tie an overhand in the first scene. Null when it is none. */
async function overhand(page, seed, ways) {
  if (seed > 1) {
    await page.getByRole('button', { name: 'Start again' }).click();
  }
  await until('the first state', async () => {
    const { hands, nodes } = await look(page);
    const link = await linkOf(page);
    return hands.length === 1 && Math.abs(nodes[0].at(-3) / link + 15) < 1.5 && Math.abs(nodes[0].at(-1) / link + 3) < 1.5;
  });
  await until('its name', async () => (await text(page, 'knot-name')).startsWith('0_1'));
  const random = seeded(seed);
  const began = performance.now();
  await drawByHand(page, OVERHAND, { how: ways[seed % 2], random, size: 0.8 + 0.3 * random() });
  const tied = await until('a name', async () => (await text(page, 'knot-name')).startsWith('3_1'), 6000).catch(() => false);
  const words = `${await text(page, 'knot-everyday')} ${await text(page, 'knot-proof')}`;
  return tied && /overhand/i.test(words) && /left|right/i.test(words) ? performance.now() - began : null;
}

async function openFileTab(page) {
  const show = page.getByRole('button', { name: 'Show panel' });
  if (await show.isVisible()) {
    await show.click();
  }
  await page.getByRole('tab', { name: 'File', exact: true }).click();
}

async function closePanel(page) {
  const hide = page.getByRole('button', { name: 'Hide panel' });
  if (await hide.isVisible()) {
    await hide.click();
  }
}

const TASKS = {
  overhand: ({ page }, seed, ways) => overhand(page, seed, ways),

  async bowline({ page }, seed, ways) {
    await ask(page, 'practice', { id: 'bowline' });
    await until('its first step', async () => (await page.getByTestId('practice-words').getAttribute('data-done').catch(() => null)) === '0');
    await until('its way', () => page.evaluate(() => document.querySelector('.way-badge') !== null));
    const began = performance.now();
    await traceByHand(page, seeded(seed), Infinity, { how: ways[seed % 2] });
    const done = await until('the end', async () => /^Tied, in \d+ s/.test(await text(page, 'practice-done').catch(() => '')), 30000).catch(() => false);
    return done ? performance.now() - began : null;
  },

  async check({ page }, seed, ways) {
    await ask(page, 'tie', { name: 'granny knot' });
    await ask(page, 'step', { cycles: 1_000_000 });
    await until('its name', async () => (await text(page, 'knot-everyday')) === 'granny knot');
    await closePanel(page);
    const random = seeded(seed);
    const began = performance.now();
    // in the middle of the button, and a little beside it
    const { x, y, width, height } = await page.getByTestId('check-open').boundingBox();
    const at = [x + width / 2 + 4 * (2 * random() - 1), y + height / 2 + 4 * (2 * random() - 1)];
    await (ways[0] === 'finger' ? page.touchscreen.tap(...at) : page.mouse.click(...at));
    await page.getByTestId('check-knot').selectOption('square knot');
    const said = await until('what is wrong', async () => /^Granny knot: reverse the second half/.test(await text(page, 'check-words')), 30000).catch(() => false);
    const lit = said && (await until('lights', async () => (await page.locator('#lights .light').count()) > 0, 5000).catch(() => false));
    return lit ? performance.now() - began : null;
  },

  async reopen({ page, context, address }, seed, ways) {
    if ((await overhand(page, seed, ways)) === null) {
      return null;
    }
    const began = performance.now();
    await openFileTab(page);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-state').click()]);
    await closePanel(page);
    const other = await context.newPage();
    try {
      await other.goto(address);
      await ready(other);
      await ask(other, 'preset', { preset: 'rope' });
      await named(other, '0_1');
      await other.getByTestId('open-file').setInputFiles({ name: 'rope.json', mimeType: 'application/json', buffer: readFileSync(await download.path()) });
      return (await named(other, '3_1').catch(() => false)) ? performance.now() - began : null;
    } finally {
      await other.close();
    }
  },

  async link({ page, address }, seed, ways, browser) {
    if ((await overhand(page, seed, ways)) === null) {
      return null;
    }
    const began = performance.now();
    await openFileTab(page);
    await page.getByTestId('copy-link').click();
    const hash = await until('a link', () => page.evaluate(() => location.hash.startsWith('#s=') && location.hash));
    await closePanel(page);
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    try {
      const other = await phone.newPage();
      await other.goto(`${address}${hash}`);
      await ready(other);
      return (await named(other, '3_1').catch(() => false)) ? performance.now() - began : null;
    } finally {
      await phone.close();
      await page.evaluate(() => history.replaceState(null, '', location.pathname));
    }
  },
};

const browser = await launch();
const result = {};
for (const [name, { width, height, ways }] of Object.entries(SIZES)) {
  if ((process.argv[3] ?? 'all') !== 'all' && process.argv[3] !== name) {
    continue;
  }
  const opened = await openPage(browser, { width, height });
  const { page, context, server } = opened;
  const times = [];
  const missed = [];
  for (let seed = 1; seed <= attempts; seed++) {
    const time = await TASKS[task](opened, seed, ways, browser);
    if (time === null) {
      missed.push({ seed, name: await text(page, 'knot-name'), words: await text(page, 'knot-everyday') });
    } else {
      times.push(time);
    }
  }
  result[name] = { task, attempts, tied: times.length, median_ms: Math.round(median(times) ?? 0), most_ms: Math.round(Math.max(...times, 0)), missed };
  console.error(`${task}, ${name}: ${times.length} of ${attempts}`);
  await context.close();
  server.closeAllConnections();
  server.close();
}
await browser.close();
console.log(JSON.stringify(result, null, 2));
