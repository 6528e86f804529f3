// SPDX-License-Identifier: MIT
// What the page does while it loads, and where something that it needs is not there. Tests in a real browser.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ask, kept, look, pixels, ready, text, until } from './browser.mjs';
import { tieOverhand } from './first_try.mjs';
import { serious } from './access.mjs';

/** Compressed, all that is fetched before the rope can be grasped. */
export const FIRST_BYTES = 1_000_000;

/** Bytes of it, compressed, and the names. */
export async function firstWeight(page, build) {
  const names = await page.evaluate(() => {
    const graspable = performance.getEntriesByName('bight-graspable')[0].startTime;
    return performance.getEntriesByType('resource').filter((one) => one.startTime < graspable).map((one) => new URL(one.name).pathname);
  });
  // the library is fetched by its worker, and not told here
  const all = [...new Set(['index.html', ...names])];
  const module = readFileSync(join(build, 'sw.js'), 'utf8').match(/assets\/bight-[^'"]*\.wasm/)[0];
  const weight = [...all.filter((name) => !name.endsWith('.wasm')), module].reduce((sum, name) => sum + gzipSync(readFileSync(join(build, name)), { level: 9 }).length, 0);
  return { weight, all };
}

function check(condition, words) {
  if (!condition) {
    throw new Error(words);
  }
}

// how many pixels of the view have the rope's colour
function orange(page) {
  return pixels(page, [0, 1.2], { main: 0, least: 90, over: { 2: 1.5 } });
}

export function troubleCases({ browser, address, build }) {
  /** A page of its own, which keeps nothing. */
  async function fresh(prepare, run) {
    const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(60000);
      await prepare(page, context);
      await run(page);
    } finally {
      await context.close();
    }
  }
  const notice = (page) => page.getByTestId('notice');

  return [
    [
      'while the library comes in there is a rope to look at, and how much is there; what comes before the first grasp is less than 1 MB compressed',
      async () => {
        let go;
        const held = new Promise((resolve) => (go = resolve));
        await fresh(
          async (page, context) => {
            await context.route('**/*.wasm', async (route) => {
              await held;
              await route.continue();
            });
            await page.goto(address);
          },
          async (page) => {
            await page.getByTestId('loading').locator('svg').waitFor();
            await until('a first picture', () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0));
            check(await page.getByRole('progressbar').isVisible(), 'progress');
            await serious(page, 'loading');
            await page.evaluate(() => {
              window.shares = [];
              new MutationObserver(() => window.shares.push(document.getElementById('loading-bar').value)).observe(document.getElementById('loading-bar'), { attributes: true });
            });
            go();
            await ready(page);
            check(!(await page.getByTestId('loading').isVisible()), 'the still rope has gone');
            const shares = await page.evaluate(() => window.shares);
            check(shares.at(-1) === 1 && shares.every((x, i) => i === 0 || x >= shares[i - 1]), `progress ${shares}`);
            const { weight, all } = await firstWeight(page, build);
            check(all.some((name) => /main/.test(name)) && all.some((name) => /engine_worker/.test(name)), `${all}`);
            console.log(`        ${Math.round(weight / 1000)} kB compressed before the rope can be grasped`);
            check(weight < FIRST_BYTES, `${weight} bytes of ${all}`);
          },
        );
      },
    ],
    [
      'without WebGL 2 a panel says what to do, and all but the picture works',
      async () => {
        await fresh(
          async (page) => {
            await page.addInitScript(() => {
              const get = HTMLCanvasElement.prototype.getContext;
              HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
                return kind === 'webgl2' ? null : get.call(this, kind, ...more);
              };
            });
            await page.goto(address);
          },
          async (page) => {
            await ready(page);
            await notice(page).getByText('hardware acceleration').waitFor();
            await serious(page, 'without WebGL 2');
            await ask(page, 'tie', { name: '3_1' });
            await until('a name', async () => (await text(page, 'knot-name')).startsWith('3_1'));
            check((await page.getByTestId('knot-diagram').locator('svg, img').count()) > 0, 'a diagram');
            await page.getByRole('button', { name: 'Go on without' }).click();
            check(!(await notice(page).isVisible()), 'closed');
            await page.getByRole('tab', { name: 'Knots', exact: true }).click();
            const seen = (all) => all.filter((one) => one.naturalWidth > 0).length; // those in sight are fetched
            await until('pictures', async () => (await page.getByTestId('gallery').locator('img').evaluateAll(seen)) > 3);
          },
        );
      },
    ],
    [
      'where the library does not load, or there is no WebAssembly, a panel stays and says so',
      async () => {
        const prepares = [
          (page, context) => context.route('**/*.wasm', (route) => route.abort()),
          (page, context) =>
            context.route('**/engine_worker*.js', async (route) => {
              const response = await route.fetch();
              await route.fulfill({ response, body: `delete self.WebAssembly; ${await response.text()}` });
            }),
        ];
        for (const prepare of prepares) {
          await fresh(
            async (page, context) => {
              await prepare(page, context);
              await page.goto(address);
            },
            async (page) => {
              await notice(page).getByText('WebAssembly with SIMD').waitFor();
              check(await notice(page).getByRole('button', { name: 'Reload the page' }).isVisible(), 'a way on');
              check(!(await page.getByTestId('loading').isVisible()), 'nothing loads any more');
              check((await page.getByTestId('message').locator('.toast').count()) === 0, 'said once');
              await serious(page, 'without the library');
            },
          );
        }
      },
    ],
    [
      'a graphics context that is lost is said, and the picture comes back with it',
      async () => {
        await fresh(
          (page) => page.goto(address),
          async (page) => {
            await ready(page);
            await until('the final look', () => page.evaluate(() => performance.getEntriesByName('bight-finished').length > 0));
            const before = await orange(page);
            check(before > 300, `${before} pixels of rope`);
            await page.evaluate(() => {
              window.losing = document.getElementById('view').getContext('webgl2').getExtension('WEBGL_lose_context');
              window.losing.loseContext();
            });
            await notice(page).getByText('comes back by itself').waitFor();
            const cycle = (await look(page)).cycle;
            await ask(page, 'tie', { name: '3_1' });
            await until('time goes on', async () => (await look(page)).cycle !== cycle);
            await ask(page, 'preset', { preset: 'table' });
            await page.evaluate(() => window.losing.restoreContext());
            await notice(page).waitFor({ state: 'detached' });
            await until('the picture', async () => (await orange(page)) > 0.5 * before);
          },
        );
      },
    ],
    [
      'what was tied is there again when the page is loaded again, and after a crash, with undo; where nothing can be kept nothing breaks',
      async () => {
        await fresh(
          (page) => page.goto(address),
          async (page) => {
            await ready(page);
            await tieOverhand(page, 'right', 5);
            await until('rest', () => page.evaluate(() => window.bight.engine.frame().resting));
            let { hash } = await ask(page, 'state', {});
            await kept(page);
            for (const again of ['reload', 'crash']) {
              let next = page;
              if (again === 'reload') {
                await page.reload();
              } else {
                next = await page.context().newPage();
                const session = await page.context().newCDPSession(page);
                await Promise.race([session.send('Page.crash').catch(() => undefined), page.waitForEvent('crash')]);
                await next.goto(address);
              }
              await ready(next);
              await until('the name', async () => (await text(next, 'knot-name')).startsWith('3_1'));
              check((await ask(next, 'state', {})).hash === hash, `to the bit: ${again}`);
              await next.getByRole('button', { name: 'Undo' }).click();
              await until('the name', async () => (await text(next, 'knot-name')).startsWith('0_1'));
              await next.getByRole('button', { name: 'Redo' }).click();
              await until('the name', async () => (await text(next, 'knot-name')).startsWith('3_1'));
              await kept(next);
              ({ hash } = await ask(next, 'state', {})); // an elastic rope creeps on for a moment when it is redone
            }
          },
        );
        await fresh(
          async (page) => {
            await page.addInitScript(() => {
              IDBFactory.prototype.open = () => {
                throw new DOMException('private', 'SecurityError');
              };
            });
            await page.goto(address);
          },
          async (page) => {
            await ready(page);
            await ask(page, 'tie', { name: '3_1' });
            await until('a name', async () => (await text(page, 'knot-name')).startsWith('3_1'));
            await page.reload();
            await ready(page);
            await until('a rope', async () => (await text(page, 'knot-name')).startsWith('0_1'));
            check((await page.getByTestId('message').locator('.toast').count()) === 0, 'nothing is said of it');
          },
        );
      },
    ],
  ];
}
