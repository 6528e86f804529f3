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
export async function openPage(browser, { careful = true, width = 920, height = 600, serviceWorkers = 'allow' } = {}) {
  const { server, address } = await serve(0, careful);
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: true,
    acceptDownloads: true,
    reducedMotion: 'reduce',
    serviceWorkers,
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

/** How many pixels of the view are of a colour, seen from yaw and pitch (radians). @param colour main: 0 red, 1 green, 2 blue; least: of
 *  255, what that is more than; over: a share for some of the others, the main one is more than that times it. */
export function pixels(page, [yaw, pitch], colour) {
  return page.evaluate(
    ([yaw, pitch, { main, least, over }]) =>
      new Promise((resolve) => {
        window.bight.view.look(yaw, pitch);
        // after the page's own turn, in the same frame: the picture is there still
        requestAnimationFrame(() => {
          const source = document.getElementById('view');
          const copy = Object.assign(document.createElement('canvas'), { width: source.width, height: source.height });
          const context = copy.getContext('2d');
          context.drawImage(source, 0, 0);
          const { data } = context.getImageData(0, 0, copy.width, copy.height);
          const others = Object.entries(over).map(([channel, share]) => [Number(channel), share]);
          let count = 0;
          for (let i = 0; i < data.length; i += 4) {
            const value = data[i + main];
            count += data[i + 3] > 200 && value > least && others.every(([channel, share]) => value > share * data[i + channel]) ? 1 : 0;
          }
          resolve(count);
        });
      }),
    [yaw, pitch, colour],
  );
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

/** Wait until the scene is at rest, and the browser has kept it as it is. */
export async function kept(page) {
  await until('the scene to be kept', () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const frame = window.bight.engine.frame();
          if (!frame?.resting) {
            resolve(false);
            return;
          }
          const request = indexedDB.open('bight', 1);
          request.onupgradeneeded = () => request.result.createObjectStore('last');
          request.onsuccess = () => {
            const get = request.result.transaction('last').objectStore('last').get('scene');
            get.onsuccess = () => {
              request.result.close();
              resolve(get.result !== undefined && get.result.tries === 0 && JSON.parse(get.result.kept.head).cycle === frame.cycle);
            };
          };
        }),
    ),
  );
}
