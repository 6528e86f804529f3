// SPDX-License-Identifier: MIT
// Depth while dragging, by wheel: tests in a real browser.

import { look, mouseAt, straightRope, until } from './browser.mjs';

const LINKS = 130;
const END = [LINKS / 2, 0, 0];

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

export function depthCases({ page }) {
  const target = async () => (await until('a hand', async () => (await look(page)).hands[0])).target;

  /** How a hand's target moves while act() is done: along the line of sight, away from the viewer, and across it. */
  async function moved(act) {
    const forward = await page.evaluate(() => window.bight.view.depthAxis);
    const before = await target();
    await act();
    const way = await until('the target to move', async () => {
      const now = (await target()).map((x, k) => x - before[k]);
      return Math.hypot(...now) > 0.2 && now;
    });
    const away = way.reduce((sum, x, k) => sum + x * forward[k], 0);
    return { away, across: Math.hypot(...way.map((x, k) => x - away * forward[k])) };
  }

  const alongOnly = ({ away, across }) => across < 0.02 * Math.abs(away);

  return [
    [
      'the wheel pushes what is dragged away and draws it near, along the line of sight',
      async () => {
        await straightRope(page, LINKS);
        const mouse = await mouseAt(page, END);
        await target();
        const near = await moved(() => page.mouse.wheel(0, 120));
        check(alongOnly(near) && near.away < 0, `towards the hand: ${JSON.stringify(near)}`);
        const far = await moved(() => page.mouse.wheel(0, -120));
        check(alongOnly(far) && far.away > 0, `away from the hand: ${JSON.stringify(far)}`);
        await until('the rope to follow', async () => (await look(page)).hands[0].lag < 0.5);
        await mouse.up();
        await until('no hand', async () => (await look(page)).hands.length === 0);
      },
    ],
  ];
}
