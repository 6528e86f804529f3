// SPDX-License-Identifier: MIT
// The card of the page itself, for a handful of knots: what is read, and whether it is green.

import { ask, text, until } from './browser.mjs';

const cards = [
  ['square knot', '3_1 # m3_1', 'square knot', true],
  ['granny knot', '3_1 # 3_1', 'granny knot', true],
  ['clove hitch', '0_1', 'clove hitch round the pole', false],
  ['cow hitch', '0_1', 'cow hitch round the pole', false],
  ['noose', '0_1', 'noose', false],
  ['two half hitches', '3_1 # 3_1', 'two half hitches round the pole', false],
  ['bowline', '8_20', 'bowline', null],
];

function same(found, wanted, words) {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) {
    throw new Error(`${words}: ${JSON.stringify(found)}, wanted ${JSON.stringify(wanted)}`);
  }
}

/** seen(name): after each card, for pictures. */
export function cardCases({ page, seen = async () => {} }) {
  const script = () => page.getByTestId('knot-script');
  return [
    [
      'cards of knots of the book say what is so, and green is only what is proved and complete',
      async () => {
        for (const [knot, name, everyday, sure] of cards) {
          await ask(page, 'tie', { name: knot });
          await until('the words', async () => (await script().textContent()).startsWith(`the script is tying: ${knot}`));
          await ask(page, 'step', { cycles: 100000 });
          await until(`${knot}: ${name}, ${everyday}`, async () => {
            return (await text(page, 'knot-name')) === name && (await text(page, 'knot-everyday')) === everyday;
          });
          await until('it has', async () => (await script().textContent()).startsWith(`the script has tied: ${knot}`));
          const proof = page.getByTestId('knot-proof');
          if (sure !== null) {
            same([await proof.getAttribute('data-sure'), /proved/.test(await proof.textContent())], [String(sure), sure], knot);
          }
          await seen(knot);
        }
      },
    ],
    [
      'what a script ties is said no more once the hands are taken over',
      async () => {
        await ask(page, 'tie', { name: 'bowline' });
        await until('the words', async () => (await script().textContent()) === 'the script is tying: bowline');
        await page.getByTestId('take-over').click();
        await until('no words', async () => (await script().isHidden()) && (await script().textContent()) === '');
        if (/bowline/i.test(await page.locator('#name-card').innerText())) {
          throw new Error('the card still speaks of a bowline');
        }
      },
    ],
  ];
}
