// SPDX-License-Identifier: MIT
// A person at the page: real pointer and touch events, neither steady nor always equally fast.

import { look } from './browser.mjs';

/** Seeded random numbers in [0, 1): mulberry32. */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
}

/** How unsteady a hand is, pixels on both axes, and how fast, pixels a second. */
export const NOISE = 4;
export const SPEED = [500, 900];

/** The middle, (x, z), of the loop where a rope crosses itself first, seen from above; null when there is none. */
function loopOf(nodes) {
  const count = nodes.length / 3;
  const at = (i) => [nodes[3 * i], nodes[3 * i + 2]];
  const side = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  for (let j = 2; j + 1 < count; j++) {
    for (let i = 0; i + 1 < j; i++) {
      const [a, b, c, d] = [at(i), at(i + 1), at(j), at(j + 1)];
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) {
        const loop = Array.from({ length: j - i }, (_, k) => at(i + 1 + k));
        return [0, 1].map((k) => loop.reduce((sum, p) => sum + p[k], 0) / loop.length);
      }
    }
  }
  return null;
}

/** An overhand from the free end of the rope on the table, (x, z) from there in links and the side: down over the rope and round;
 *  then, as one does who looks, back up under it into the middle of the loop that is there, and out over its upper side. */
export const OVERHAND = [
  [-1, 8, 'over'], [1, 19, 'over'], [7, 23, 'over'], [13, 22, 'over'],
  (nodes, [ex, ez]) => [(loopOf(nodes)?.[0] ?? ex + 15) - ex, 19, 'over'],
  (nodes, [ex, ez]) => { const loop = loopOf(nodes) ?? [ex + 15, ez + 4]; return [loop[0] - ex, loop[1] - ez, 'under']; },
  (nodes, [ex, ez]) => [(loopOf(nodes)?.[0] ?? ex + 15) - ex, -15, 'over'],
]; // prettier-ignore

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Length of a link of the first rope. */
export async function linkOf(page) {
  const nodes = (await look(page)).nodes[0];
  const links = nodes.length / 3 - 1;
  const sum = Array.from({ length: links }, (_, i) => Math.hypot(...[0, 1, 2].map((k) => nodes[3 * i + 3 + k] - nodes[3 * i + k]))).reduce((a, b) => a + b);
  return sum / links;
}

/** Where points (x, z) of the table are in the window. */
export function onScreen(page, points) {
  return page.evaluate((list) => list.map(([x, z]) => window.bight.view.toScreen(x, 0, z)), points);
}

/** A mouse; how: 'shift' or 'right', what says "under". */
function mouse(page, how) {
  const under = how === 'shift' ? () => page.keyboard.down('Shift') : () => page.mouse.down({ button: 'right' });
  const over = how === 'shift' ? () => page.keyboard.up('Shift') : () => page.mouse.up({ button: 'right' });
  return {
    async down([x, y]) {
      await page.mouse.move(x, y);
      await page.mouse.down();
    },
    move: ([x, y]) => page.mouse.move(x, y),
    side: (side) => (side === 'under' ? under() : over()),
    up: () => page.mouse.up(),
  };
}

/** A finger; how: 'finger' or 'switch', where the second one comes down to say "under". */
async function finger(page, how) {
  const session = await page.context().newCDPSession(page);
  const first = { x: 0, y: 0, id: 1 };
  const second = { x: 30, y: 200 };
  const send = (type) => session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [first] });
  return {
    async down([x, y]) {
      Object.assign(first, { x, y });
      await send('touchStart');
    },
    move([x, y]) {
      Object.assign(first, { x, y });
      return send('touchMove');
    },
    async side(side) {
      if (how === 'switch') {
        const box = await page.getByTestId('under').boundingBox();
        Object.assign(second, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
      } else {
        const { width, height } = page.viewportSize();
        Object.assign(second, { x: width * 0.12, y: height * 0.55 });
      }
      // the browser's protocol lifts all fingers at once or none: the second one is the page's own events
      await page.evaluate(
        ([type, { x, y }]) => {
          const options = { pointerId: 77, pointerType: 'touch', clientX: x, clientY: y, bubbles: true, cancelable: true, buttons: 1 };
          document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(type, options));
        },
        [side === 'under' ? 'pointerdown' : 'pointerup', second],
      );
    },
    async up() {
      await send('touchEnd');
      await session.detach();
    },
  };
}

/**
 * Take the free end of the first rope and draw along a way, (x, z) from that end. how: what says "under".
 * @returns milliseconds from press to letting go.
 */
export async function drawByHand(page, way, { how, random, size = 1, speed = SPEED, noise = NOISE }) {
  const link = await linkOf(page);
  const rope = async () => (await look(page)).nodes[0].map((x) => x / link);
  const place = ([x, z]) => [link * x, link * z];
  const nodes = await rope();
  const end = [nodes.at(-3), nodes.at(-1)];
  const [start] = await onScreen(page, [place(end)]);
  const hand = how === 'shift' || how === 'right' ? mouse(page, how) : await finger(page, how);
  const off = ([x, y]) => [x + (2 * random() - 1) * noise, y + (2 * random() - 1) * noise];
  const began = performance.now();
  await hand.down(off(start));
  let from = start;
  let side = 'over';
  const sent = []; // a hand does not wait until the page has seen where it is: a browser joins what comes within a frame
  for (const corner of way) {
    const seen = typeof corner === 'function';
    const [x, z, next] = seen ? corner(await rope(), end) : corner;
    if (next !== side) {
      side = next;
      await hand.side(side);
      await wait(80 + 60 * random());
    }
    const factor = seen ? 1 : size;
    const [to] = await onScreen(page, [place([end[0] + factor * x, end[1] + factor * z])]);
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const pace = speed[0] + (speed[1] - speed[0]) * random();
    // where a hand is by now: on a slow machine there are fewer events, not a slower hand
    const left = performance.now();
    for (let t = 0; t < 1; ) {
      await wait(8);
      t = Math.min(1, ((performance.now() - left) * pace) / 1000 / Math.max(length, 1));
      sent.push(hand.move(off([from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])])));
    }
    await Promise.all(sent.splice(0));
    from = to;
  }
  await wait(60);
  await hand.up();
  return performance.now() - began;
}

/** Trace the steps of a practice task: as many as there are, or `most`. how: what says "under"; wrong: never say it. */
export async function traceByHand(page, random, most = Infinity, { how = 'shift', wrong = false, speed = SPEED, noise = NOISE } = {}) {
  const wordsOf = () => page.getByTestId('practice-words').getAttribute('data-done', { timeout: 2000 }).catch(() => null);
  for (let step = 0; step < most; step++) {
    // the view has come to rest, and a step waits
    const ready = await page
      .waitForFunction(() => window.bight.lesson.way() !== null && window.bight.lesson.still(), null, { timeout: 20000 })
      .catch(() => null);
    const way = ready && (await page.evaluate(() => window.bight.lesson.way()));
    if (!way) {
      return;
    }
    const done = await wordsOf();
    const hand = how === 'shift' || how === 'right' ? mouse(page, how) : await finger(page, how);
    const off = (p) => [p[0] + (2 * random() - 1) * noise, p[1] + (2 * random() - 1) * noise];
    const points = way.points;
    await hand.down(off(points[0]));
    let side = 'over';
    const sent = [];
    let due = performance.now();
    for (let i = 1; i < points.length; i++) {
      // the side of the next crossing, changed halfway to it
      const next = way.crossings.find(({ at }) => at >= i);
      const before = way.crossings.filter(({ at }) => at < i).at(-1);
      if (!wrong && next && next.side !== side && i >= ((before?.at ?? 0) + next.at) / 2) {
        side = next.side;
        await Promise.all(sent.splice(0));
        await hand.side(side);
        due = performance.now();
      }
      const length = Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
      sent.push(hand.move(off(points[i])));
      due += (1000 * length) / (speed[0] + (speed[1] - speed[0]) * random());
      await wait(Math.max(0, due - performance.now()));
    }
    await Promise.all(sent);
    await hand.up();
    if (side === 'under') {
      await hand.side('over');
    }
    if (wrong) {
      return;
    }
    await page.waitForFunction(
      (before) => document.querySelector('[data-testid=practice-done]') || document.querySelector('[data-testid=practice-words]')?.dataset.done !== before,
      done,
      { timeout: 20000 },
    );
  }
}
