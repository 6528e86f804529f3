// SPDX-License-Identifier: MIT
// The page's words in the reader's language. The English text is the key; what has no entry stays English. Which
// language, and where its words come from: language.ts.

/** One text, or one for each plural form of the language. */
export type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Dictionary = Record<string, Entry>;
export type Values = Record<string, string | number>;

interface Pattern {
  form: RegExp;
  names: string[];
  entry: string;
}

/** What is filled in there is of the user's file, and stays as it is: a place in a scene, what stands there, a word. */
const KEPT = new Set(['place', 'given', 'word']);

let language = 'en';
let entries: Dictionary = {};
/** Sentences of the library with something in between: "crossing {n} of {all}". */
let patterns: Pattern[] = [];
let numbers = new Intl.NumberFormat('en');
let plurals = new Intl.PluralRules('en');

/** The language in which the page speaks. */
export function spokenLanguage(): string {
  return language;
}

/** Speak a language, with these words. */
export function speak(code: string, all: Dictionary): void {
  language = code;
  entries = all;
  patterns = [];
  numbers = new Intl.NumberFormat(code);
  plurals = new Intl.PluralRules(code);
}

/** More words. patterned: entries whose keys may also be read backwards, as the library has filled them in. */
export function learn(more: Dictionary, patterned: Dictionary = {}): void {
  entries = { ...entries, ...more, ...patterned };
  patterns = Object.entries(patterned)
    .filter(([key]) => key.includes('{'))
    .sort(([a], [b]) => b.length - a.length)
    .map(([key, entry]) => ({
      form: new RegExp(`^${key.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '(.+?)')}$`),
      names: [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      entry: entry as string,
    }));
}

/** A text of the page: t('step {n} of {all}', { n: 2, all: 4 }). Numbers are written as the language does. */
export function t(english: string, values: Values = {}): string {
  const entry = entries[english];
  return filled(typeof entry === 'string' ? entry : english, values);
}

/** One or several: many(3, '{n} face', '{n} faces'). The entry of the plural has the language's own forms. */
export function many(n: number, one: string, more: string, values: Values = {}): string {
  const entry = entries[more];
  if (entry === undefined) {
    return filled(n === 1 ? one : more, { n, ...values });
  }
  return filled(typeof entry === 'string' ? entry : (entry[plurals.select(n)] ?? entry.other ?? more), { n, ...values });
}

/** A text that the engine or the library says, whole or filled in; what is not known stays as it is. */
export function said(english: string): string {
  const entry = entries[english];
  if (typeof entry === 'string') {
    return entry;
  }
  for (const { form, names, entry: text } of patterns) {
    const found = form.exec(english);
    if (found) {
      return filled(text, Object.fromEntries(names.map((name, i) => [name, KEPT.has(name) ? found[i + 1] : said(found[i + 1])])));
    }
  }
  // "Bowline" is a bowline at the beginning of a line
  const small = english.charAt(0).toLowerCase() + english.slice(1);
  if (small !== english && typeof entries[small] === 'string') {
    return capital(entries[small]);
  }
  // what the library refuses with is made a sentence by the engine
  const bare = small.replace(/\.$/, '');
  const words = bare === english ? bare : said(bare);
  return words === bare ? english : `${small === english ? words : capital(words)}${bare === small ? '' : '.'}`;
}

/** With a capital at its front. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** "1,234.5", as the language writes it. */
export function number(value: number): string {
  return numbers.format(value);
}

/** A number with so many digits behind the point. */
export function fixed(value: number, digits: number): string {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = values[name];
    return value === undefined ? all : typeof value === 'number' ? number(value) : value;
  });
}
