// SPDX-License-Identifier: MIT
// The engine in node: names, links and pictures of knots.

import { writeJson, type JsonObject } from '../src/engine/recorder';
import { taskId } from '../src/engine/practice_tasks';
import type { Vec3 } from '../src/protocol';
import { tieOverhand } from './gestures';
import { check, same, type Case } from './harness';
import { Namer } from '../src/engine/namer';
import { atlasBytes, galleryPictures, TestEngine, thumbOf } from './stage';

// the Turk's head of three strands and seven bights: 14 crossings, closed where it comes round
function turksHead(): string {
  const count = 240;
  const lines = Array.from({ length: count }, (_, i) => {
    const t = (6 * Math.PI * i) / count;
    const r = 10 * (2 + Math.cos((7 * t) / 3));
    return `C ${r * Math.cos(t)} ${r * Math.sin(t)} ${6 * Math.sin((14 * t) / 3)}`;
  });
  return `${count + 1}\n\n${[...lines, lines[0]].join('\n')}\n`;
}

// two ropes bent like hairpins round each other, or side by side
function hairpins(apart: number): string {
  const bow = (side: number): number[][] => {
    const legs = [20, 16, 12, 8, 4].map((x) => [x, 4]);
    const bend = [[0, 3], [-2, 0], [0, -3]]; // prettier-ignore
    const flat = [...legs, ...bend, ...legs.reverse().map(([x]) => [x, -4])];
    return flat.map(([x, y]) => (side > 0 ? [x - 1, y, 0] : [1 - x, apart, y]));
  };
  const rope = (name: string, side: number): JsonObject => ({ name, radius: 0.4, points: bow(side), smooth: true, link_length: 1 });
  return writeJson({ bight: 1, ropes: [rope('one', 1), rope('other', -1)] });
}

export const namingCases: Case[] = [
  {
    name: 'a knot beyond 12 crossings is unknown until the atlas is there, and what is no atlas changes nothing',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('drop', { name: 'turk.xyz', bytes: new TextEncoder().encode(turksHead()) });
      const answer = (): ReturnType<Namer['name']> => {
        const work = engine.core.toName();
        if (!work) {
          throw new Error('nothing to name');
        }
        return engine.namer.name(work.curves, work.ring);
      };
      const before = answer();
      same([before.knots[0].name, before.knots[0].crossings, Namer.wantsAtlas(before)], ['unknown', 14, true], 'without');
      check(/on its way/.test(Namer.waiting(before).knots[0].reason), 'a sentence meanwhile');
      same(engine.namer.takeAtlas(new TextEncoder().encode('<html>not found</html>')), false, 'no atlas');
      same(answer().knots[0].name, 'unknown', 'still');
      same(engine.namer.takeAtlas(atlasBytes()), true, 'the atlas');
      const after = answer();
      same([after.knots[0].name, after.knots[0].proved, Namer.wantsAtlas(after)], ['14a_19470', true, false], 'with');
      same(Namer.waiting(after).knots[0].reason, '', 'no sentence');
      // what the tables have does not ask for it
      await engine.core.ask('tie', { name: '8_19', left: false });
      same(Namer.wantsAtlas(answer()), false, '8_19');
    },
  },
  {
    name: 'two open ropes have the link that they would have with the ends of each joined, told as that',
    async run() {
      for (const [apart, link] of [[0, 'L2a1, Hopf link'], [20, '']] as const) {
        const engine = new TestEngine();
        await engine.core.ask('open', { text: hairpins(apart), hands: true });
        engine.name();
        const told = engine.last('knots');
        same([told?.link, told?.joined], [link, link !== ''], `${apart} apart`);
      }
      // sticks that cross: which way their ends are led decides, so nothing is told
      const engine = new TestEngine();
      const stick = (name: string, from: Vec3, to: Vec3): JsonObject => ({ name, radius: 0.4, line: { from, to } });
      const crossed = [stick('one', [-20, 0, 0], [20, 0, 0]), stick('other', [0, -20, 2], [0, 20, 2])];
      await engine.core.ask('open', { text: writeJson({ bight: 1, ropes: crossed }), hands: true });
      engine.name();
      same(engine.last('knots')?.link, '', 'crossed sticks');
    },
  },
  {
    name: 'a picture of the gallery has as many strands as its knot has crossings, and leads over each once',
    async run() {
      const { everyday, table } = await new TestEngine().core.ask('catalogue', {});
      const pictures = galleryPictures();
      const strands = (d: string): number => d.split('m').length - 1;
      for (const { crossings, names } of table.filter((group) => group.names.length > 0)) {
        for (const name of names) {
          const { ropes, box } = pictures[name];
          // of an alternating diagram and of every other: a strand ends where it goes under
          same(ropes.map(strands), [crossings], name);
          check(Math.max(...box) <= 200 && Math.min(...box) > 100, `${name}: ${box.join(' x ')}`);
        }
      }
      for (const { name, tied } of everyday) {
        same(name in pictures, tied === 'start shape', name);
      }
    },
  },
  {
    name: 'each card of the book that is tied has a small rendered picture of either side, all of them different',
    async run() {
      const { everyday } = await new TestEngine().core.ask('catalogue', {});
      const known = new Set<string>();
      for (const { name, tied } of everyday) {
        for (const side of ['', '-back']) {
          const png = thumbOf(`${taskId(name)}${side}`);
          same(png !== null, tied !== 'described only', `${name}${side}`);
          if (png) {
            same([png.readUInt32BE(16), png.readUInt32BE(20)], [192, 144], `${name}${side}`);
            check(png.length > 3000 && png.length < 14_000, `${name}${side}: ${png.length} bytes`);
            known.add(png.toString('base64'));
          }
        }
      }
      same(known.size, 2 * everyday.filter(({ tied }) => tied !== 'described only').length);
    },
  },
  {
    name: 'a knot is told with its picture and hand, once, and goes into the history',
    async run() {
      const engine = await tieOverhand();
      for (let i = 0; i < 20; i++) {
        engine.clock += 50;
        engine.name();
      }
      const knots = engine.events.knots ?? [];
      const told = knots.filter(({ ropes }) => ropes.some(({ knot }) => knot.name === '3_1'));
      same(told.length, 1, 'times told');
      const { knot } = told[0].ropes[0];
      same([knot.everyday, knot.qualifier, knot.complete], ['overhand knot (trefoil)', '', true], 'words');
      check(knot.handedness === 'right' || knot.handedness === 'left', knot.handedness);
      check(knot.proved && knot.confidence > 0.5, `confidence ${knot.confidence}`);
      same(engine.last('history')?.map(({ name }) => name), ['3_1'], 'history');
    },
  },
  {
    name: 'a rope through a ring is a link only when it goes through',
    async run() {
      const engine = new TestEngine();
      await engine.core.ask('preset', { preset: 'ring' });
      engine.name();
      same(engine.last('knots')?.link, '', 'in front of the ring');
    },
  },
];
