// SPDX-License-Identifier: MIT
// The engine in node: what the page's card says once a script has tied a knot of the book. What is right was written down
// from what is known of the knots, card by card; a name that another knot has is wrong, no name is not.

import { cardWords, type CardWords } from '../src/ui/card_words';
import { check, same, type Case } from './harness';
import { TestEngine } from './stage';

interface Right {
  /** The knot type; "" where nothing is said of it here. */
  type: string;
  words: string[];
  /** Whether it may be shown as sure: where the curve alone makes the knot. */
  sure: boolean;
}

const free = (type: string, ...words: string[]): Right => ({ type, words, sure: true });
// a name of the type, or the name of the knot itself
const typed = (type: string, name: string): Right => free(type, name, `type of the ${name}`);
// tied without an end: its curve is none, and "no knot" would be wrong all the same
const inTheBight: Right = { type: '0_1', words: ['unknotted: can be undone with both ends held', ''], sure: false };
const beside = (what: string, type = ''): Right => ({ type, words: [`without the ${what}`, ''], sure: false });
const needs = (what: string): Right => ({ type: '0_1', words: [`no knot without the ${what}`, ''], sure: false });
const bend: Right = { type: '', words: ['without the other rope', 'no knot without the other rope', ''], sure: false };
// sheet bends: each rope is a bight in the other, linked once or not at all were their ends joined
const bights: Right = { type: '', words: [...bend.words, 'Hopf link'], sure: false };

const right: Record<string, Right> = {
  'overhand knot': typed('3_1', 'overhand knot (trefoil)'),
  'figure-eight knot': typed('4_1', 'figure-eight knot'),
  'double overhand knot': typed('5_1', 'double overhand knot (cinquefoil)'),
  'three-twist knot': typed('5_2', 'three-twist knot'),
  'stevedore knot': typed('6_1', 'stevedore knot'),
  'triple overhand knot': typed('7_1', 'triple overhand knot (septafoil)'),
  'seven-two twist knot': free('7_2', ''),
  'endless knot': typed('7_4', 'endless knot'),
  // a turk's head of three leads and four bights, laid flat, is the carrick mat
  "turk's head": typed('8_18', 'carrick mat'),
  'granny knot': typed('3_1 # 3_1', 'granny knot'),
  'square knot': typed('3_1 # m3_1', 'square knot (reef)'),
  "surgeon's knot": typed('3_1 # m5_1', "surgeon's knot"),
  // both loops of a bow pull out and leave the half knot below: no overhand knot as it is
  bowknot: free('3_1', 'type of the overhand knot (trefoil)', ''),
  // no everyday knot has their type: it is by the loop that they are told
  bowline: free('8_20', 'bowline'),
  'double bowline': free('', 'double bowline', ''),
  'left-hand bowline': free('6_2', 'left-hand bowline', ''),
  // its script pulls the chain out to a straight rope in the end
  'daisy chain': free('0_1', 'no knot'),

  'slipped overhand knot': inTheBight,
  'alpine butterfly': inTheBight,
  'overhand loop': inTheBight,
  'figure-eight loop': inTheBight,
  noose: inTheBight,
  'scaffold knot': inTheBight,
  'barrel noose': inTheBight,

  'clove hitch': needs('pole'),
  'cow hitch': needs('pole'),
  'constrictor knot': needs('pole'),
  'slipped half hitch': needs('pole'),
  'half hitch': beside('pole', '3_1'),
  'two half hitches': beside('pole', '3_1 # 3_1'),
  'round turn and two half hitches': beside('pole', '3_1 # 3_1'),
  'buntline hitch': beside('pole'),
  'taut-line hitch': beside('pole'),
  'timber hitch': beside('pole'),
  "trucker's hitch": beside('pole', '6_2'),
  'strangle knot': beside('pole', '5_1'),
  'anchor hitch': beside('ring'),
  // with its ring a Whitehead link, were the rope's ends joined: shown as that, not as sure
  'munter hitch': { type: '', words: ['no knot without the ring', 'Whitehead link'], sure: false },

  'prusik knot': needs('other rope'),
  'sheet bend': bights,
  'double sheet bend': bights,
  'carrick bend': bend,
  'thief knot': bend,
  'zeppelin bend': bend,
  'water knot': bend,
  "fisherman's knot": bend,
  "double fisherman's knot": bend,
  'figure-eight bend': bend,
  'offset overhand bend': bend,
};

async function tieAndRead(name: string): Promise<CardWords> {
  const engine = new TestEngine();
  await engine.core.ask('tie', { name, left: false });
  engine.run(1e6);
  const timeline = engine.session.describeTimeline();
  same([timeline?.done, timeline?.failure], [true, ''], `${name}: the script`);
  const work = engine.core.toName();
  check(work !== null, `${name}: nothing to name`);
  const { knots, link, joined } = engine.namer.name(work?.curves ?? [], work?.ring ?? null);
  return cardWords(knots, link, joined);
}

export const cardCases: Case[] = [
  {
    name: 'the card of every knot of the book that can be tied is never wrong',
    async run() {
      const { everyday } = await new TestEngine().core.ask('catalogue', {});
      const tied = everyday.filter((knot) => knot.tied !== 'described only').map(({ name }) => name);
      same([...tied].sort(), Object.keys(right).sort(), 'knots of the book');
      const wrong: string[] = [];
      for (const name of tied) {
        const card = await tieAndRead(name);
        const { type, words, sure } = right[name];
        const good =
          (type === '' || card.name === type) && (words.includes(card.everyday) || [name, `${name} round the pole`, `${name} on the ring`].includes(card.everyday)) && (sure || (!card.sure && !card.proof.includes('proved')));
        if (!good) {
          wrong.push(`${name} reads "${card.name}, ${card.everyday}, ${card.proof}${card.sure ? ', sure' : ''}"`);
        }
      }
      same(wrong, [], 'cards');
    },
  },
  {
    name: 'a rope in front of a pole is free, and what is wound round it is no knot without it',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('preset', { preset: 'pole' });
      engine.name();
      const free = engine.last('knots')?.ropes[0].knot;
      same([free?.name, free?.everyday, free?.complete], ['0_1', 'no knot', true], 'in front');
      await engine.core.ask('tie', { name: 'clove hitch', left: false });
      engine.run(1e6);
      engine.name();
      const tied = engine.last('knots')?.ropes[0].knot;
      same([tied?.name, tied?.everyday, tied?.qualifier], ['0_1', 'clove hitch round the pole', 'no knot without the pole'], 'round it');
    },
  },
];
