// SPDX-License-Identifier: MIT
// node bench/studio.mjs [edits] [template] [seconds]: how long the garment tab takes from a hand on a slider to the frame that shows the knot laid anew,
// and the processor time of settling it. A real pointer drags the slider `radius`; an edit begins with the page's input event and ends when
// a frame with other cloth has been drawn. An edit that a later one overtakes ends with the frame of that one. Prints JSON: milliseconds by the
// clock, seconds of processor time (of the page and its workers, and of the process that draws). Settling is given up after so many seconds (400).

import { launch, look, openPage, text, until } from '../tests/browser.mjs';

const EDITS = Number(process.argv[2] ?? 20);
const TEMPLATE = process.argv[3] ?? 'bow';
const WANTED = { edit_ms: 50, settle_s: 40 };
const MOST_SETTLING = Number(process.argv[4] ?? 400) * 1000;

/** Seconds of processor time so far, of processes of one kind. */
async function processorTime(session, type) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter((one) => one.type === type).reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** In the page: when edits began and when they were drawn. */
function watchEdits() {
  const seen = { begun: [], drawn: [] };
  let waiting = [];
  let last = null;
  document.addEventListener('input', () => waiting.push(performance.now()), true);
  const sum = () => {
    const cloth = window.bight.engine.frame()?.cloths[0] ?? [];
    let all = cloth.length;
    for (let i = 0; i < cloth.length; i += 37) {
      all += cloth[i] * (1 + (i % 11));
    }
    return all;
  };
  const turn = () => {
    const now = sum();
    if (last !== null && now !== last && waiting.length > 0) {
      const begun = waiting;
      waiting = [];
      // a task behind this frame's: the page has drawn it
      setTimeout(() => {
        const end = performance.now();
        seen.begun.push(...begun);
        seen.drawn.push(...begun.map(() => end));
      }, 0);
    }
    last = now;
    requestAnimationFrame(turn);
  };
  requestAnimationFrame(turn);
  window.studioEdits = seen;
}

const browser = await launch();
const { page, server } = await openPage(browser, { width: 1280, height: 800 });
const session = await browser.newBrowserCDPSession();
await page.getByRole('tab', { name: 'Cloth', exact: true }).click();
await page.getByTestId(`template-${TEMPLATE}`).click();
await until('what knot it is', async () => /^It is an? /i.test(await text(page, 'dress-words')), 120000);
const vertices = (await look(page)).cloths.reduce((sum, cloth) => sum + cloth.length / 3, 0);

await page.evaluate(watchEdits);
const slider = page.getByTestId('param-radius');
await slider.scrollIntoViewIfNeeded();
const { x, y, width, height } = await slider.boundingBox();
await page.mouse.move(x + width / 2, y + height / 2);
const idle = await processorTime(session, 'renderer');
await page.mouse.down();
for (let i = 0; i < EDITS; i++) {
  // to and fro by a tenth of the slider, each time elsewhere
  const share = 0.5 + (i % 2 === 0 ? 1 : -1) * (0.03 + (0.07 * i) / EDITS);
  const before = await page.evaluate(() => window.studioEdits.drawn.length);
  await page.mouse.move(x + width * share, y + height / 2);
  await until('the edit', async () => (await page.evaluate(() => window.studioEdits.drawn.length)) > before, 20000).catch(() => null);
}
await page.mouse.up();
const busy = await processorTime(session, 'renderer');
const times = await page.evaluate(() => window.studioEdits.drawn.map((end, i) => end - window.studioEdits.begun[i]));
times.sort((a, b) => a - b);
console.error(`edits: ${times.map(Math.round).join(' ')} ms`);

await page.waitForTimeout(1000);
const before = { page: await processorTime(session, 'renderer'), drawing: await processorTime(session, 'GPU') };
const start = performance.now();
await page.getByTestId('settle').click();
const end = await until('the end', async () => /^(Tied|Not )/.test(await text(page, 'dress-words')) && text(page, 'dress-words'), MOST_SETTLING).catch(() => null);
const result = {
  template: TEMPLATE,
  vertices,
  edits: times.length,
  edit_median_ms: Math.round(times[times.length >> 1] ?? 0),
  edit_most_ms: Math.round(times.at(-1) ?? 0),
  // all the page did from the first to the last, drawing by the GPU's process left out: what a busy machine does not change
  edit_processor_ms: Math.round((1000 * (busy - idle)) / Math.max(times.length, 1)),
  settle_wall_s: Math.round((performance.now() - start) / 1000),
  settle_processor_s: Math.round((await processorTime(session, 'renderer')) - before.page),
  drawing_processor_s: Math.round((await processorTime(session, 'GPU')) - before.drawing),
  end: end ?? `given up at: ${await text(page, 'settle-words')}`,
  wanted: WANTED,
};
console.log(JSON.stringify(result, null, 2));
await browser.close();
server.closeAllConnections();
server.close();
