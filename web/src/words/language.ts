// SPDX-License-Identifier: MIT
// Which language the page speaks: that of "?lang=", else the one chosen here, else the first of the browser's that there is.
// Each has a folder beside this file; it is fetched when it is asked for. English has none.

import { type Dictionary, learn, said, speak, spokenLanguage } from './words';

const KEY = 'bight-language';
type Names = Record<string, string[]>;
const starts = import.meta.glob<Dictionary>('./*/start.json', { import: 'default' });
const pages = import.meta.glob<Dictionary>('./*/page.json', { import: 'default' });
const library = import.meta.glob<Dictionary>('./*/library.json', { import: 'default' });
const errors = import.meta.glob<Dictionary>('./*/errors.json', { import: 'default' });
const knots = import.meta.glob<Names>('./*/knots.json', { import: 'default' });
const cards = import.meta.glob<Dictionary>('./*/cards.json', { import: 'default' });

/** Codes of all languages, English first. */
export const LANGUAGES = ['en', ...Object.keys(starts).map((path) => path.split('/')[1]).sort()];

/** What people call each knot beside its first name; for the search. */
let otherNames: Names = {};

/** Names of a knot of the book in the page's language, the usual one first; empty where there are none. */
export function namesOf(knot: string): readonly string[] {
  return otherNames[knot] ?? [];
}

/** What each knot of the book is called in any language; for the search. */
export async function namesEverywhere(): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>();
  for (const names of await Promise.all(Object.values(knots).map((one) => one()))) {
    Object.entries(names).forEach(([knot, list]) => all.set(knot, [...(all.get(knot) ?? []), ...list]));
  }
  return all;
}

function wanted(): string {
  const asked = new URLSearchParams(location.search).get('lang');
  const known = [asked, chosen(), ...navigator.languages].map((one) => one?.toLowerCase().split('-')[0]);
  return known.find((one) => one !== undefined && LANGUAGES.includes(one)) ?? 'en';
}

function chosen(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is off
  }
}

/** A file of the language's folder; null in English. */
function part<T>(parts: Record<string, () => Promise<T>>, code: string, name: string): Promise<T | null> {
  return parts[`./${code}/${name}.json`]?.() ?? Promise.resolve(null);
}

/** Fetch the words of what is there when the rope can be grasped, and say the markup in them. Where they do not come the page is English. */
export async function openWords(): Promise<void> {
  const code = wanted();
  try {
    const start = await part(starts, code, 'start');
    if (start) {
      speak(code, start);
      sayMarkup(document.body);
      document.title = said(document.title);
    }
  } catch {
    // in English, then
  }
  document.documentElement.lang = spokenLanguage();
}

/** Fetch all others, of the library and of the book of knots too: once the rope can be grasped. */
export async function openBook(): Promise<void> {
  const code = spokenLanguage();
  try {
    const [page, sentences, refusals, names, book] = await Promise.all([part(pages, code, 'page'), part(library, code, 'library'), part(errors, code, 'errors'), part(knots, code, 'knots'), part(cards, code, 'cards')]);
    otherNames = names ?? {};
    const usual = Object.fromEntries(Object.entries(otherNames).map(([knot, [first]]) => [knot, first ?? knot]));
    learn({ ...page, ...usual, ...book }, { ...sentences, ...refusals });
  } catch {
    // in English, then
  }
}

/** Speak another language from now on: the page is loaded again, and what was tied is kept. */
export function choose(code: string): void {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // not remembered: the address says it
  }
  const url = new URL(location.href);
  url.searchParams.set('lang', code);
  if (chosen() === code) {
    url.searchParams.delete('lang');
  }
  history.replaceState(null, '', url);
  location.reload();
}

/** Its own name: "Deutsch". */
export function nameOf(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** Texts and names of the elements that the markup brings. */
function sayMarkup(root: Element): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const english = (node.nodeValue ?? '').replace(/\s+/g, ' ').trim();
    if (english !== '') {
      node.nodeValue = said(english);
    }
  }
  for (const element of root.querySelectorAll('[aria-label]')) {
    element.setAttribute('aria-label', said(element.getAttribute('aria-label') ?? ''));
  }
}
