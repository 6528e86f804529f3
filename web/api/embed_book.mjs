// SPDX-License-Identifier: MIT
// Writes the book of knots as a C file: the cards of data/knots and the examples that have one, as
// cmake/BightKnots.cmake puts them together for the command. Templates come as files of the scenes that name them.
// node web/api/embed_book.mjs OUT.c; beside it OUT.json: what the page's cards say and the module does not need.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const filesOf = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));

// what is read of a knot comes with the page's book (book.json), and only when it is opened: the module has what it plays
const BOOK_ONLY = ['warning', 'mistakes', 'relatives'];

function played({ name, bytes }) {
  const scene = JSON.parse(bytes.toString('utf8'));
  BOOK_ONLY.forEach((key) => delete scene.knot[key]);
  return { name, bytes: Buffer.from(JSON.stringify(scene)) };
}

const cards = filesOf('data/knots');
const scenes = filesOf('examples').filter(({ bytes }) => /^ {2}"knot": \{/m.test(bytes.toString('utf8')));
const files = [...cards, ...scenes].map(played);
files.push({ name: 'index.txt', bytes: Buffer.from(files.map(({ name }) => `${name}\n`).join('')) });

/** C of a list of files: (list)_count of them. */
function table(list, all) {
  const arrays = all.map(({ bytes }, i) => `static const unsigned char ${list}${i}[] = {${[...bytes].join(',')}};\n`);
  const rows = all.map(({ name, bytes }, i) => `    {${JSON.stringify(name)}, ${list}${i}, ${bytes.length}},\n`);
  return `${arrays.join('')}const web_book_file ${list}[] = {\n${rows.join('')}};\nconst int32_t ${list.replace(/s$/, '')}_count = ${all.length};\n`;
}

writeFileSync(
  process.argv[2],
  `// Written by web/api/embed_book.mjs.\n#include "web_book.h"\n\n${table('web_book_files', files)}`,
);

// what the page's cards say beyond that
const told = [...cards, ...scenes].map(({ bytes }) => {
  const { knot } = JSON.parse(bytes.toString('utf8'));
  return [knot.name, Object.fromEntries(['sequence', 'abok', ...BOOK_ONLY].flatMap((key) => (knot[key] === undefined ? [] : [[key, knot[key]]])))];
});
writeFileSync(process.argv[2].replace(/\.c$/, '.json'), JSON.stringify(Object.fromEntries(told)));
