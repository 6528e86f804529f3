// SPDX-License-Identifier: MIT
// A page in Debian's chromium, and hands on it: mouse, fingers, keys.

import { chromium } from 'playwright-core';
import { serve } from '../../scripts/web_serve.mjs';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/** A page on a server of its own. trouble collects console errors and requests to other hosts. */
export async function openPage(browser, { careful = true, width = 920, height = 600 } = {}) {
  const { server, address } = await serve(0, careful);
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: true,
    acceptDownloads: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const trouble = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy|violat/i.test(message.text())) {
      trouble.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => trouble.push(`page: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(blob|data):/.test(url)) {
      trouble.push(`request: ${url}`);
    }
  });
  const start = performance.now();
  await page.goto(address);
  await ready(page);
  const loaded = performance.now() - start;
  // what is compiled beside the page would disturb hands
  await page.waitForFunction(() => performance.getEntriesByName('bight-finished').length > 0, null, { timeout: 120000 });
  return { page, context, server, address, trouble, loaded };
}

export async function ready(page) {
  await page.waitForFunction(() => document.documentElement.dataset.ready, null, { timeout: 120000 });
}

/** What the page's engine says now. */
export function look(page) {
  return page.evaluate(() => {
    const frame = window.bight.engine.frame();
    if (!frame) {
      // a scene has come, and no frame of it yet
      return { cycle: 0, nodes: [[]], cloths: [], hands: [], work: {}, paused: false };
    }
    return {
      cycle: frame.cycle,
      nodes: frame.ropes.map((rope) => Array.from(rope)),
      cloths: frame.cloths.map((cloth) => Array.from(cloth)),
      hands: frame.hands.map((hand) => ({ ...hand, position: [...hand.position], target: [...hand.target] })),
      work: { ...frame.work },
      paused: frame.paused,
    };
  });
}

export async function until(words, test, timeout = 60000) {
  const start = performance.now();
  for (;;) {
    const value = await test();
    if (value) {
      return value;
    }
    if (performance.now() - start > timeout) {
      throw new Error(`waited ${timeout} ms for ${words}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export async function text(page, testid) {
  return (await page.getByTestId(testid).textContent())?.trim() ?? '';
}

export async function ask(page, what, take) {
  return page.evaluate(([w, t]) => window.bight.engine.ask(w, t), [what, take]);
}

/** A straight rope from -half to half along x, seen from above. */
export async function straightRope(page, links) {
  await ask(page, 'preset', { preset: 'rope', links });
  const hide = page.getByRole('button', { name: 'Hide panel' });
  if (await hide.isVisible()) {
    await hide.click();
  }
  await page.evaluate(() => window.bight.view.look(0, 1.25, 230));
  await until('the rope', async () => (await look(page)).nodes[0].length === 3 * (links + 1));
}

/** Where points are in the window, pixels for one unit at the first of them, and the line of sight. */
function project(page, points) {
  return page.evaluate((list) => {
    const { view } = window.bight;
    const forward = view.depthAxis;
    const side = [-forward[2], 0, forward[0]].map((x) => x / Math.hypot(forward[0], forward[2]));
    const at = list.map((p) => view.toScreen(...p));
    const beside = view.toScreen(...list[0].map((x, k) => x + side[k]));
    return { at, forward, pixels: Math.hypot(beside[0] - at[0][0], beside[1] - at[0][1]) };
  }, points);
}

const minus = (a, b) => a.map((x, k) => x - b[k]);
const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);

/**
 * Lead what is grasped along steps (see overhand.mjs) by hands that can do two things: move(dx, dy) by pixels in the window, and
 * push(away, pixels): by units along the line of sight.
 */
export async function lead(page, steps, { move, push }) {
  const hand = async () => (await look(page)).hands.find((one) => !one.pinned);
  for (const step of steps) {
    const point = step((await look(page)).nodes[0]);
    for (let round = 0; round < 12; round++) {
      const { target } = await until('the hand', hand);
      const missing = minus(point, target);
      if (Math.hypot(...missing) < 0.8) {
        break;
      }
      const before = await project(page, [target]);
      const away = dot(missing, before.forward);
      if (Math.abs(away) > 0.5) {
        await push(away, before.pixels);
      }
      const beside = target.map((x, k) => x + away * before.forward[k]);
      const { at } = await project(page, [beside, point]);
      await move(at[1][0] - at[0][0], at[1][1] - at[0][1]);
      // the frame with the new target
      await until('the target to change', async () => {
        const now = await hand();
        return now && Math.hypot(...minus(now.target, target)) > 0.05;
      });
      await page.waitForTimeout(40);
    }
    await until(`the hand at ${point}`, async () => {
      const now = await hand();
      return now && now.lag < 0.5;
    });
  }
}

/** A mouse that grasps at a point of the scene. */
export async function mouseAt(page, point) {
  const { at } = await project(page, [point]);
  let [x, y] = at[0];
  await page.mouse.move(x, y);
  await page.mouse.down();
  return {
    async move(dx, dy) {
      x += dx;
      y += dy;
      await page.mouse.move(x, y);
    },
    async push(away, pixels) {
      // with Alt, up is away
      await page.keyboard.down('Alt');
      y -= away * pixels;
      await page.mouse.move(x, y);
      await page.keyboard.up('Alt');
    },
    up: () => page.mouse.up(),
  };
}

/** Two fingers: the first grasps at a point of the scene; spreading draws near. */
export async function fingersAt(page, point) {
  const session = await page.context().newCDPSession(page);
  const { at } = await project(page, [point]);
  const first = { x: at[0][0], y: at[0][1], id: 1 };
  const second = { x: 60, y: 500, id: 2 };
  let down = [first];
  const send = (type) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : down });
  await send('touchStart');
  return {
    async move(dx, dy) {
      first.x += dx;
      first.y += dy;
      await send('touchMove');
    },
    async push(away, pixels) {
      // the second finger comes down far from the rope, stays down, and moves along the line to the first
      if (down.length === 1) {
        down = [first, second];
        await send('touchStart');
      }
      const gap = Math.hypot(second.x - first.x, second.y - first.y);
      const wanted = gap - away * pixels;
      second.x = first.x + ((second.x - first.x) * wanted) / gap;
      second.y = first.y + ((second.y - first.y) * wanted) / gap;
      await send('touchMove');
    },
    up: () => send('touchEnd'),
  };
}
