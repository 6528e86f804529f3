// SPDX-License-Identifier: MIT
// The languages of the page: every text has its words in each, no word is left over, and what is filled in stays whole.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAID_STEPS } from '../src/engine/laid_cards';
import { type Crossed, wordsOfPiece } from '../src/engine/laid_words';
import { saidStep } from '../src/ui/step_words';
import { type Dictionary, type Entry, learn, many, said, speak, t } from '../src/words/words';
import { check, refusal, same, type Case } from './harness';
import { TestEngine } from './stage';

const root = process.env.BIGHT_ROOT ?? '..';
const words = join(root, 'web/src/words');
const codes = readdirSync(words, { withFileTypes: true }).filter((one) => one.isDirectory()).map(({ name }) => name);

function filesIn(folder: string, form: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((one) => {
    const path = join(folder, one.name);
    return one.isDirectory() ? filesIn(path, form) : form.test(one.name) ? [path] : [];
  });
}

const read = (path: string): string => readFileSync(path, 'utf8');
const dictionary = (code: string, part: string): Dictionary => JSON.parse(read(join(words, code, `${part}.json`))) as Dictionary;
const names = (code: string): Record<string, string[]> => JSON.parse(read(join(words, code, 'knots.json'))) as Record<string, string[]>;
const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const formsOf = (entry: Entry): string[] => (typeof entry === 'string' ? [entry] : Object.values(entry));

// a string of TypeScript as it is when it runs
const plain = (literal: string): string => literal.replace(/\\(.)/g, '$1');

/** Files that come with the page's start, before the rope can be grasped. */
function startFiles(): Set<string> {
  const found = new Set<string>();
  const follow = (path: string): void => {
    if (!found.has(path) && existsSync(path)) {
      found.add(path);
      for (const [, name] of read(path).matchAll(/^(?:import|export) (?!type).*from '(\.[^']+)';$/gm)) {
        follow(join(path, '..', `${name}.ts`));
      }
    }
  };
  ['boot', 'main'].forEach((name) => follow(join(root, 'web/src', `${name}.ts`)));
  return found;
}

/** Keys of t() and many() in the sources, and the texts of the markup: of the start, or of what comes later alone. */
function pageKeys(start: boolean): Set<string> {
  if (!start) {
    const early = pageKeys(true);
    return new Set([...keysOf(filesIn(join(root, 'web/src'), /\.ts$/))].filter((key) => !early.has(key)));
  }
  const keys = keysOf([...startFiles()]);
  markupKeys().forEach((key) => keys.add(key));
  return keys;
}

function keysOf(files: string[]): Set<string> {
  const keys = new Set<string>();
  for (const path of files.filter((one) => !one.includes('/words/'))) {
    const source = read(path);
    for (const [, single, double] of source.matchAll(/\bt\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g)) {
      keys.add(plain(single ?? double));
    }
    for (const [, more] of source.matchAll(/\bmany\([^'\n]*'(?:[^'\\]|\\.)*',\s*'((?:[^'\\]|\\.)*)'/g)) {
      keys.add(plain(more));
    }
    // each call has a text that can be read here
    const calls = [...source.matchAll(/(?<![\w.])(?:t|many)\(/g)].length;
    const found = [...source.matchAll(/(?<![\w.])(?:t\(\s*['"]|many\([^'\n]*')/g)].length;
    check(calls === found, `${path}: ${calls - found} texts are no plain strings`);
  }
  return keys;
}

function markupKeys(): Set<string> {
  const keys = new Set<string>();
  const markup = read(join(root, 'web/index.html'));
  const body = markup.slice(markup.indexOf('<body>')).replace(/<svg[\s\S]*?<\/svg>/g, '');
  for (const [, label] of body.matchAll(/aria-label="([^"]+)"/g)) {
    keys.add(label);
  }
  for (const [, text] of body.matchAll(/>([^<]+)</g)) {
    keys.add(text.replace(/\s+/g, ' ').trim());
  }
  keys.add(/<title>([^<]+)</.exec(markup)?.[1] ?? '');
  keys.delete('');
  keys.delete('bight');
  return keys;
}

interface Card {
  knot?: { name: string; aliases?: string[]; [key: string]: unknown };
  title?: string;
  script?: { note?: string }[];
}

/** Cards of the book, and the scenes that tie them. */
function book(): Card[] {
  return ['data/knots', 'examples'].flatMap((folder) =>
    filesIn(join(root, folder), /\.json$/)
      .map((path) => JSON.parse(read(path)) as Card)
      .filter(({ knot }) => knot !== undefined),
  );
}

/** Texts of the cards, notes of their steps, and steps of their lessons. */
function cardTexts(): Set<string> {
  const lessons = Object.values(LAID_STEPS).flatMap((steps) => steps.map(([, step]) => step));
  const inLibrary = dictionary(codes[0], 'library');
  const texts = new Set(lessons.filter((step) => !(step in inLibrary)));
  for (const { knot, script } of book()) {
    for (const key of ['use', 'sequence', 'warning', 'mistakes']) {
      if (typeof knot?.[key] === 'string') {
        texts.add(knot[key]);
      }
    }
    for (const { note } of script ?? []) {
      if (note) {
        texts.add(note);
      }
    }
  }
  return texts;
}

/** Everything that the library, its data and the engine can say, as they write it. */
function sources(): string {
  const files = [
    ...filesIn(join(root, 'src'), /\.(c|h|inc)$/),
    ...filesIn(join(root, 'include'), /\.h$/),
    ...filesIn(join(root, 'web/src/engine'), /\.ts$/),
    ...filesIn(join(root, 'web/src/ui'), /\.ts$/),
    ...filesIn(join(root, 'web/api'), /\.c$/),
    ...filesIn(join(root, 'data'), /\.json$/),
    ...filesIn(join(root, 'examples'), /\.json$/),
  ];
  // a C string may go on in the next line
  return files.map(read).join('\n').replace(/"\s*\n\s*"/g, '').replaceAll("\\'", "'").toLowerCase();
}

const list = (all: string[]): string => `${all.length}:\n          ${all.slice(0, 400).join('\n          ')}`;

const ROPE = '"line":{"from":[0,0,0],"to":[40,0,0]}';
/** Files that are refused, each in its own way: a name, and what it holds. */
const BAD: [string, string][] = [
  ['a.xyz', '1 2 3\n4 5 x\n'],
  ['one.xyz', '1 2 3\n'],
  ['empty.xyz', ''],
  ['two.csv', '1 2\n3 4\n'],
  ['words.xyz', '1 2\n'],
  ['far.obj', 'v 0 0 0\nf 1 2 3\n'],
  ['draco.gltf', '{"asset":{"version":"2.0"},"extensionsRequired":["KHR_draco_mesh_compression"]}'],
  ['zero.gltf', '{"asset":{"version":"2.0"},"a":"\0"}'],
  ['a.png', '\x89PNG\r\n'],
  ['a.pdf', '%PDF-1.4'],
  ['a.wasm', '\0asm'],
  ['a.zip', 'PK\x03\x04'],
  ['a.xyz.gz', '\x1f\x8b\x08'],
  ['a.webp', 'RIFF0000WEBP'],
  ['a.mp4', '\0\0\0\x20ftypisom'],
  ['a.stl', 'solid a\n facet normal 0 0 1\n'],
  ['key.json', `{"bight":1,"ropes":[{"modl":"spring",${ROPE}}]}`],
  ['keys.json', `{"bight":1,"ropes":[{"zzzzzzzzz":1,${ROPE}}]}`],
  ['none.json', '{"bight":1}'],
  ['version.json', `{"ropes":[{${ROPE}}]}`],
  ['both.json', `{"bight":1,"ropes":[{"points":[[0,0,0],[1,0,0]],${ROPE}}]}`],
  ['short.json', '{"bight":1,"ropes":[{"line":{"from":[0,0,0],"to":[4,0]}}]}'],
  ['radius.json', `{"bight":1,"ropes":[{"radius":-1,${ROPE}}]}`],
  ['links.json', `{"bight":1,"ropes":[{"links":0.5,${ROPE}}]}`],
  ['friction.json', `{"bight":1,"cloth":{"friction":-2},"ropes":[{${ROPE}}]}`],
  ['title.json', `{"bight":1,"title":7,"ropes":[{${ROPE}}]}`],
  ['hand.json', `{"bight":1,"ropes":[{${ROPE}}],"script":[{"move":{"hand":"z","to":[1,2,3]}}]}`],
  ['hands.json', `{"bight":1,"ropes":[{${ROPE}}],"script":[{"grasp":{"hand":"left","node":0}},{"move":{"hand":"lefd","to":[1,2,3]}}]}`],
  ['cut.json', '{"bight":1,'],
  ['broken.json', '{"bight":1,,}'],
  ['twice.json', '{"bight":1,"bight":1}'],
  ['file.json', '{"bight":1,"ropes":[{"file":"rope.xyz"}]}'],
];

/** What the library and the engine say of them. */
async function refusals(): Promise<string[]> {
  const all: string[] = [];
  for (const [name, text] of BAD) {
    const engine = new TestEngine();
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    all.push((await refusal(() => engine.core.ask('drop', { name, bytes }).then(() => check(false, `${name} is taken`)))).message);
  }
  return all;
}

export const wordsCases: Case[] = [
  {
    name: 'what is refused is said in every language, with its numbers and names; each pattern is of a sentence that the library says',
    run: async () => {
      const messages = await refusals();
      const bare = messages.map((one) => one.charAt(0).toLowerCase() + one.slice(1)).join('\n');
      for (const code of codes) {
        const errors = dictionary(code, 'errors');
        same(Object.keys(errors), Object.keys(dictionary(codes[0], 'errors')), `${code}: entries`);
        const idle = Object.keys(errors).filter((key) => !new RegExp(key.split(/\{\w+\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')).test(bare));
        check(idle.length === 0, `nobody says ${list(idle)} of ${list(messages)}`);
        try {
          speak(code, {});
          learn({}, { ...dictionary(code, 'library'), ...errors });
          for (const message of messages) {
            const words = said(message);
            check(words !== message, `${code}: no words for "${message}"`);
            const marks = message.match(/\b[a-zA-Z_]+\[\d+\][\w.[\]]*|-?\d[\d.e-]*\d|\b\d\b|(?<=[`"])\w+(?=[`"])|KHR_\w+/g) ?? [];
            marks.forEach((mark) => check(words.toLowerCase().includes(mark.toLowerCase()), `${code}: "${words}" lacks ${mark} of "${message}"`));
          }
        } finally {
          speak('en', {});
        }
      }
    },
  },
  ...codes.map((code) => ({
    name: `${code}: every text of the page has its words, and none is left over`,
    run: () => {
      for (const part of ['start', 'page']) {
        const keys = pageKeys(part === 'start');
        check(keys.size > 80, `${keys.size} texts`);
        const have = dictionary(code, part);
        const missing = [...keys].filter((key) => !(key in have));
        const unused = Object.keys(have).filter((key) => !keys.has(key));
        check(missing.length === 0, `${part}: no words for ${list(missing)}`);
        check(unused.length === 0, `${part}: nobody says ${list(unused)}`);
      }
    },
  })),
  ...codes.map((code) => ({
    name: `${code}: every card of the book has its words, and every knot its name`,
    run: () => {
      const known = names(code);
      const have = dictionary(code, 'cards');
      const texts = cardTexts();
      check(texts.size > 100, `${texts.size} texts`);
      const missing = [...texts].filter((text) => !(text in have));
      const unused = Object.keys(have).filter((key) => !texts.has(key));
      check(missing.length === 0, `no words for ${list(missing)}`);
      check(unused.length === 0, `nobody says ${list(unused)}`);
      const cards = book().map(({ knot }) => knot?.name ?? '');
      same(Object.keys(known).sort(), cards.sort(), 'knots that have names');
      // an empty list keeps the English name
      check(Object.values(known).every((all) => all.every((one) => one.trim() === one && one !== '')), 'names');
    },
  })),
  ...codes.map((code) => ({
    name: `${code}: what the library says is said by the library`,
    run: () => {
      const all = sources();
      // each piece between what is filled in has to stand somewhere, whole or put together from a few
      const stands = (piece: string, cuts: number): boolean => {
        if (all.includes(piece)) {
          return true;
        }
        const list = piece.split(' ');
        return cuts > 0 && list.some((_, i) => i > 0 && all.includes(list.slice(0, -i).join(' ')) && stands(list.slice(-i).join(' '), cuts - 1));
      };
      const said = (key: string): boolean => key.split(/\{\w+\}/).every((piece) => stands(piece.trim().toLowerCase(), 3));
      const unused = Object.keys(dictionary(code, 'library')).filter((key) => !said(key));
      check(unused.length === 0, `nobody says ${list(unused)}`);
    },
  })),
  ...codes.map((code) => ({
    name: `${code}: what is filled in is the same in every language`,
    run: () => {
      for (const part of ['start', 'page', 'library', 'errors', 'cards']) {
        for (const [key, entry] of Object.entries(dictionary(code, part))) {
          for (const form of formsOf(entry)) {
            // "one" may say its number in words
            const wanted = gaps(key).filter((name) => !(typeof entry !== 'string' && name === 'n' && !form.includes('{n}')));
            same(gaps(form), wanted, `${part}: ${key}`);
            check(form.trim() !== '', `${part}: ${key} is empty`);
          }
          if (typeof entry !== 'string') {
            check(entry.other !== undefined && new Intl.PluralRules(code).resolvedOptions().pluralCategories.length <= 3 && entry.one !== undefined, `${part}: ${key} has no plural`);
          }
        }
      }
    },
  })),
  ...codes.map((code) => ({
    name: `${code}: has the same entries as the others`,
    run: () => {
      const [first] = codes;
      same(Object.keys(dictionary(code, 'library')).sort(), Object.keys(dictionary(first, 'library')).sort());
    },
  })),
  {
    name: 'words are looked up, filled in, counted and read backwards; what is not known stays English',
    run: () => {
      try {
        speak('de', { 'step {n} of {all}': 'Schritt {n} von {all}', '{n} faces': { one: '{n} Fläche', other: '{n} Flächen' }, bowline: 'Palstek' });
        learn({ 'clove hitch': 'Webeleinenstek' }, { 'type of the {name}': 'Typ: {name}', 'a {x} and {y}': '{y} und {x}' });
        same(t('step {n} of {all}', { n: 1234, all: 2000 }), 'Schritt 1.234 von 2.000');
        same(many(1, '{n} face', '{n} faces'), '1 Fläche');
        same(many(2, '{n} face', '{n} faces'), '2 Flächen');
        same(said('type of the bowline'), 'Typ: Palstek');
        same(said('a b and c'), 'c und b');
        same(said('type of the clove hitch'), 'Typ: Webeleinenstek');
        same(said('Clove hitch'), 'Webeleinenstek');
        same(said('type of the sheepshank'), 'Typ: sheepshank');
        same([said('something new'), t('new {n}', { n: 0.5 })], ['something new', 'new 0,5']);
      } finally {
        speak('en', {});
      }
      same(saidStep('Make a loop: go over it, then under it.'), 'Make a loop: go over it, then under it.');
      same([many(1, '{n} face', '{n} faces'), many(1000, '{n} face', '{n} faces'), t('a {b} c')], ['1 face', '1,000 faces', 'a {b} c']);
    },
  },
  ...codes.map((code) => ({
    name: `${code}: every step of a rope that is paid out is said in it`,
    run: () => {
      try {
        speak(code, { ...dictionary(code, 'start'), ...dictionary(code, 'page') });
        learn({}, dictionary(code, 'library'));
        const whats: Crossed['what'][] = ['standing', 'loop', 'turn', 'own', 'other', 'pole', 'ring'];
        const sides: Crossed['side'][] = ['over', 'under'];
        const all = whats.flatMap((what) => sides.map((side): Crossed => ({ what, side, own: -1, turns: 0 })));
        const pieces = [[], ...all.map((one) => [one]), ...all.flatMap((a) => all.map((b) => [a, b]))];
        for (const crossed of pieces) {
          for (const [first, last, rope] of [[true, false, 0], [true, true, 1], [false, true, 0]] as [boolean, boolean, number][]) {
            const english = wordsOfPiece({ crossed, first, last, rope, ropes: 2 });
            check(saidStep(english) !== english, english);
          }
        }
      } finally {
        speak('en', {});
      }
    },
  })),
];
