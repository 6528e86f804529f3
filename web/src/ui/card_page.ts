// SPDX-License-Identifier: MIT
// One knot's page: seen from both sides, what it is for, what goes wrong with it, how to tie it.

import url from '../../../build/wasm/web/book.json?url';
import type { EverydayKnot } from '../protocol';
import { namesOf } from '../words/language';
import { capital, said, t } from '../words/words';
import { h, icon, knotText } from './dom';
import { knotPicture, knotThumb } from './pictures';

/** What the book says of a knot beside its name and use. */
interface Told {
  sequence: string;
  warning?: string;
  mistakes?: string;
  relatives?: string[];
  abok?: number;
}

export interface CardHooks {
  /** Watch it being tied. */
  watch(knot: EverydayKnot): void;
  /** Its practice task; null where there is none. */
  practice(knot: EverydayKnot): (() => void) | null;
  /** Another card, by its name. */
  turnTo(name: string): void;
  leave(): void;
}

let book: Promise<Record<string, Told>> | null = null;

/** What the book says, fetched when it is first opened; empty where it does not come. */
export function toldOf(name: string): Promise<Partial<Told>> {
  book ??= fetch(url).then((response) => response.json() as Promise<Record<string, Told>>);
  return book.then(
    (all) => all[name] ?? {},
    () => {
      book = null;
      return {};
    },
  );
}

/** "#card=turk's-head": letters of its name, other signs as hyphens. */
export const cardId = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');

export class CardPage {
  readonly box = h('article', { class: 'card-page', 'data-testid': 'card', hidden: true });

  constructor(private readonly hooks: CardHooks) {}

  hide(): void {
    this.box.hidden = true;
  }

  async show(knot: EverydayKnot): Promise<void> {
    const { hooks } = this;
    const practice = hooks.practice(knot);
    const watched = knot.tied !== 'described only';
    const facts = h('div', { class: 'card-facts' });
    const title = h('h2', { tabindex: -1 }, capital(said(knot.name)), knot.type && knot.type !== '0_1' ? h('em', {}, knotText(knot.type)) : null);
    this.box.replaceChildren(
      h('button', { type: 'button', class: 'pill', 'data-testid': 'card-leave', onclick: () => hooks.leave() }, icon('left'), t('All knots')),
      title,
      ...this.names(knot),
      ...this.sides(knot),
      h('p', { class: 'card-use' }, said(knot.use)),
      h(
        'div',
        { class: 'actions' },
        watched && h('button', { type: 'button', class: 'pill strong', 'data-testid': 'card-watch', onclick: () => hooks.watch(knot) }, icon('play'), t('Watch it being tied')),
        practice && h('button', { type: 'button', class: 'pill', 'data-testid': 'card-practice', onclick: practice }, icon('hand'), t('Tie it yourself')),
      ),
      facts,
    );
    this.box.hidden = false;
    title.focus({ preventScroll: true });
    this.box.parentElement?.scrollTo(0, 0);
    facts.append(...this.facts(await toldOf(knot.name)));
  }

  private names(knot: EverydayKnot): HTMLElement[] {
    const usual = said(knot.name);
    const all = [...namesOf(knot.name), ...(usual === knot.name ? [] : [knot.name]), ...knot.aliases].filter((name) => name !== usual);
    return all.length > 0 ? [h('p', { class: 'quiet' }, t('Also called {names}', { names: all.join(', ') }))] : [];
  }

  private sides(knot: EverydayKnot): HTMLElement[] {
    if (knot.tied === 'described only') {
      return [h('p', { class: 'quiet', 'data-testid': 'card-only-described' }, t('Only described here: nobody has drawn the scene that ties it yet, so there is nothing to watch and nothing to practise.'))];
    }
    const side = (picture: Element, words: string): HTMLElement => h('figure', {}, picture, h('figcaption', {}, words));
    const id = cardId(knot.name);
    return [
      h(
        'div',
        { class: 'card-sides' },
        side(knotThumb(id), t('From the front')),
        side(knotThumb(id, '-back'), t('From the back')),
        knot.tied === 'scene' ? null : side(knotPicture(knot.name), t('Diagram')),
      ),
    ];
  }

  private facts({ sequence, warning, mistakes, relatives, abok }: Partial<Told>): HTMLElement[] {
    const part = (name: string, words: string | undefined, kind = ''): HTMLElement[] => (words ? [h('section', { class: kind }, h('h3', {}, name), h('p', {}, said(words)))] : []);
    const near = relatives ?? [];
    return [
      ...part(t('Careful'), warning, 'card-warning'),
      ...part(t('How it is tied'), sequence),
      ...part(t('What goes wrong'), mistakes),
      ...(near.length > 0
        ? [
            h(
              'section',
              {},
              h('h3', {}, t('Related knots')),
              h('p', { class: 'actions' }, ...near.map((name) => h('button', { type: 'button', class: 'pill', onclick: () => this.hooks.turnTo(name) }, said(name)))),
            ),
          ]
        : []),
      ...(abok === undefined ? [] : [h('p', { class: 'quiet' }, t('The Ashley Book of Knots, number {abok}', { abok: String(abok) }))]),
    ];
  }
}
