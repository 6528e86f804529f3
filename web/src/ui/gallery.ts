// SPDX-License-Identifier: MIT
// Every knot that the product knows: choose one and watch it being tied.

import type { Catalogue, EverydayKnot, Engine } from '../protocol';
import { CardPage, cardId, toldOf } from './card_page';
import { h, knotText } from './dom';
import { knotPicture, knotThumb } from './pictures';
import { toast, wordsOf } from './toast';
import { said, t } from '../words/words';
import { namesEverywhere, namesOf } from '../words/language';

const categoryWords = (): Record<string, string> => ({
  stopper: t('Stoppers'),
  bend: t('Bends, to join two ropes'),
  loop: t('Loops'),
  hitch: t('Hitches, to make fast'),
  binding: t('Binding knots'),
  decorative: t('Decorative'),
});

export class GalleryTab {
  readonly body = h('div', { class: 'tab-body' });
  private readonly list = h('div', { class: 'gallery', 'data-testid': 'gallery' });
  private readonly search = h('input', {
    type: 'search',
    id: 'knot-search',
    'data-testid': 'knot-search',
    placeholder: 'bowline, 7_4, 3_1 # m3_1',
    autocomplete: 'off',
    spellcheck: 'false',
    oninput: () => this.show(),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') {
        this.enter(this.search.value.trim());
      }
    },
  });
  private readonly mirror = h('input', { type: 'checkbox', id: 'mirror', 'data-testid': 'mirror' });
  private crossings = 7;
  private readonly all = h('div', {});
  /** Names of each knot in all languages, once they are there. */
  private everywhere = new Map<string, string[]>();
  private readonly card = new CardPage({
    watch: (knot) => void this.tie(knot.name, knot.tied !== 'scene'),
    practice: (knot) => {
      const task = this.catalogue.practice.find(({ id }) => id === cardId(knot.name));
      return task ? () => void this.engine.ask('practice', { id: task.id }).then(this.chosen, (error: unknown) => toast(wordsOf(error))) : null;
    },
    turnTo: (name) => this.openCard(cardId(name)),
    leave: () => this.leaveCard(),
  });

  constructor(
    private readonly engine: Engine,
    private readonly catalogue: Catalogue,
    private readonly chosen: () => void,
    /** What is said while nothing else is: of the knot that is played. */
    private readonly caption: (words: string) => void,
  ) {
    this.body.append(this.card.box, this.all);
    this.all.append(
      h('h2', {}, t('Knots')),
      h('label', { for: 'knot-search', class: 'field' }, t('Find a knot, or type any name and press Enter')),
      this.search,
      h('div', { class: 'check' }, this.mirror, h('label', { for: 'mirror' }, t('Left-handed mirror image'))),
      this.list,
    );
    // pictures are fetched with the first look
    new IntersectionObserver((entries, observer) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        observer.disconnect();
        this.show();
        namesEverywhere().then(
          (names) => (this.everywhere = names),
          () => undefined, // English and the page's own language do
        );
      }
    }).observe(this.body);
  }

  private show(): void {
    const wanted = this.search.value.trim().toLowerCase();
    this.list.replaceChildren();
    // what can be watched comes first
    const watchable = (knot: EverydayKnot): number => (knot.tied === 'described only' ? 1 : 0);
    const everyday = this.catalogue.everyday
      .filter((knot) => this.matches(knot, wanted))
      .sort((a, b) => watchable(a) - watchable(b));
    const found = new Set(everyday.map((knot) => knot.category));
    for (const category of Object.keys(categoryWords()).filter((name) => found.has(name))) {
      this.list.append(
        h('h3', {}, categoryWords()[category] ?? category),
        h(
          'ul',
          { class: 'knots' },
          ...everyday.filter((knot) => knot.category === category).map((knot) => this.everydayItem(knot)),
        ),
      );
    }
    this.showTable(wanted);
    if (this.list.childElementCount === 0) {
      this.list.append(h('p', { class: 'quiet' }, t('No such name here. Press Enter to try it all the same.')));
    }
  }

  private everydayItem(knot: EverydayKnot): HTMLElement {
    const untied = knot.tied === 'described only';
    const text = h(
      'span',
      {},
      h('strong', {}, said(knot.name), knot.type && knot.type !== '0_1' ? h('em', {}, knotText(knot.type)) : null),
      h('small', {}, said(knot.use)),
    );
    if (untied) {
      text.append(h('small', { class: 'untied' }, t('described only')));
    }
    return h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: untied ? 'knot described' : 'knot', 'data-testid': `card-${cardId(knot.name)}`, onclick: () => this.openCard(cardId(knot.name)) },
        untied ? h('span', { class: 'knot-thumb' }) : knotThumb(cardId(knot.name)),
        text,
      ),
    );
  }

  /** The page of a knot, by the name in its address. False when there is none. */
  openCard(id: string): boolean {
    const knot = this.catalogue.everyday.find(({ name }) => cardId(name) === id);
    if (knot) {
      this.all.hidden = true;
      void this.card.show(knot);
      const hash = `#card=${id}`;
      if (location.hash !== hash) {
        history.replaceState(null, '', hash);
      }
    }
    return knot !== undefined;
  }

  private leaveCard(): void {
    this.card.hide();
    this.all.hidden = false;
    history.replaceState(null, '', `${location.pathname}${location.search}`);
    this.search.focus();
  }

  // a name of a knot of the book, in any language, opens its page; anything else is tied
  private enter(name: string): void {
    const same = (one: string): boolean => one.toLowerCase() === name.toLowerCase();
    const knot = this.catalogue.everyday.find((one) => [...this.namesOf(one)].some(same));
    if (knot) {
      this.openCard(cardId(knot.name));
    } else {
      void this.tie(name);
    }
  }

  private namesOf(knot: EverydayKnot): string[] {
    return [knot.name, ...knot.aliases, ...namesOf(knot.name), ...(this.everywhere.get(knot.name) ?? [])];
  }

  private matches(knot: EverydayKnot, wanted: string): boolean {
    return [...this.namesOf(knot), knot.type, knot.category].some((text) => text.toLowerCase().includes(wanted));
  }

  private showTable(wanted: string): void {
    const groups = this.catalogue.table.filter((group) => group.names.length > 0);
    if (wanted) {
      const names = groups.flatMap((group) => group.names).filter((name) => name.startsWith(wanted));
      if (names.length > 0) {
        this.list.append(h('h3', {}, t('Table of knots')), this.names(names.slice(0, 120)));
      }
      return;
    }
    const total = this.catalogue.table.reduce((sum, group) => sum + group.count, 0);
    const chips = h('div', { class: 'chips', role: 'group', 'aria-label': t('Crossings') });
    for (const group of groups) {
      chips.append(
        h(
          'button',
          {
            type: 'button',
            class: 'chip',
            'aria-pressed': String(group.crossings === this.crossings),
            'aria-label': t('{crossings} crossings, {n} knots', { crossings: group.crossings, n: group.count }),
            onclick: () => {
              this.crossings = group.crossings;
              this.show();
            },
          },
          String(group.crossings),
        ),
      );
    }
    const group = groups.find((one) => one.crossings === this.crossings) ?? groups[0];
    if (group) {
      this.list.append(
        h('h3', {}, t('Table of knots, by crossings')),
        chips,
        this.names(group.names),
        h('p', { class: 'quiet' }, t('{n} prime knots are known by name; type one, or a sum, above.', { n: total })),
      );
    }
  }

  private names(names: string[]): HTMLElement {
    return h(
      'ul',
      { class: 'table-names' },
      ...names.map((name) =>
        h('li', {}, h('button', { type: 'button', class: 'knot-chip', onclick: () => void this.tie(name) }, knotPicture(name), h('span', {}, knotText(name)))),
      ),
    );
  }

  /** Watch it being tied. */
  async tie(name: string, mirrorable = true): Promise<void> {
    if (!name) {
      return;
    }
    try {
      await this.engine.ask('tie', { name, left: mirrorable && this.mirror.checked });
      const { sequence } = await toldOf(name);
      this.caption(sequence ? said(sequence) : '');
      this.chosen();
    } catch (error) {
      toast(wordsOf(error));
    }
  }
}
