// SPDX-License-Identifier: MIT
// Writes the book of knots as a C file: the cards of data/knots and the examples that have one, as
// cmake/BightKnots.cmake puts them together for the command.   node web/api/embed_book.mjs OUT.c

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const filesOf = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));

const cards = filesOf('data/knots');
const scenes = filesOf('examples').filter(({ bytes }) => /^ {2}"knot": \{/m.test(bytes.toString('utf8')));
const files = [...cards, ...scenes];
files.push({ name: 'index.txt', bytes: Buffer.from(files.map(({ name }) => `${name}\n`).join('')) });

const arrays = files.map(({ bytes }, i) => `static const unsigned char file${i}[] = {${[...bytes].join(',')}};\n`);
const rows = files.map(({ name, bytes }, i) => `    {${JSON.stringify(name)}, file${i}, ${bytes.length}},\n`);
writeFileSync(
  process.argv[2],
  `// Written by web/api/embed_book.mjs.\n#include "web_book.h"\n\n${arrays.join('')}
const web_book_file web_book_files[] = {\n${rows.join('')}};
const int32_t web_book_file_count = ${files.length};\n`,
);
