// SPDX-License-Identifier: MIT
// node bench/tie.mjs [attempts] [size]: how often a newcomer's hand ties an overhand at the first try, and how long it takes,
// at four sizes of window. Prints JSON. A hand is off by up to 4 pixels and goes at 500 to 900 pixels a second, by real
// pointer and touch events; seeds are 1, 2, 3 and so on. "Under" is said in turns by Shift and the right button, or a second
// finger and the switch.

import { launch, look, openPage, text, until } from '../tests/browser.mjs';
import { drawByHand, OVERHAND, seeded } from '../tests/human.mjs';

const SIZES = {
  phone: { width: 390, height: 844, ways: ['finger', 'switch'] },
  landscape: { width: 844, height: 390, ways: ['finger', 'switch'] },
  tablet: { width: 820, height: 1180, ways: ['finger', 'switch'] },
  desktop: { width: 1280, height: 800, ways: ['shift', 'right'] },
};
const attempts = Number(process.argv[2] ?? 20);
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

const browser = await launch();
const result = {};
for (const [name, { width, height, ways }] of Object.entries(SIZES)) {
  if (process.argv[3] && process.argv[3] !== name) {
    continue;
  }
  const { page, context, server } = await openPage(browser, { width, height });
  const times = [];
  const missed = [];
  for (let seed = 1; seed <= attempts; seed++) {
    if (seed > 1) {
      await page.getByRole('button', { name: 'Start again' }).click();
    }
    await until('the first state', async () => {
      const { hands, nodes } = await look(page);
      return hands.length === 1 && Math.abs(nodes[0].at(-3) + 15) < 0.5 && Math.abs(nodes[0].at(-1) + 3) < 0.5;
    });
    await until('its name', async () => (await text(page, 'knot-name')).startsWith('0_1'));
    const random = seeded(seed);
    const began = performance.now();
    await drawByHand(page, OVERHAND, { how: ways[seed % 2], random, size: 0.8 + 0.3 * random() });
    const tied = await until('a name', async () => (await text(page, 'knot-name')).startsWith('3_1'), 6000).catch(() => false);
    const words = `${await text(page, 'knot-everyday')} ${await text(page, 'knot-proof')}`;
    if (tied && /overhand/i.test(words) && /left|right/i.test(words)) {
      times.push(performance.now() - began);
    } else {
      missed.push({ seed, name: await text(page, 'knot-name'), words });
    }
  }
  result[name] = { attempts, tied: times.length, median_ms: Math.round(median(times) ?? 0), most_ms: Math.round(Math.max(...times, 0)), missed };
  console.error(`${name}: ${times.length} of ${attempts}`);
  await context.close();
  server.closeAllConnections();
  server.close();
}
await browser.close();
console.log(JSON.stringify(result, null, 2));
