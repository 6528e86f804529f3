// SPDX-License-Identifier: MIT
// The side panel: tabs (WAI-ARIA's pattern, arrow keys between tabs), a sheet from below on a narrow screen.

import { byId, h, icon } from './dom';
import { t } from '../words/words';

export interface Tab {
  id: string;
  name: string;
  body: HTMLElement;
  /** It is the one that is looked at. */
  shown?(): void;
}

export class Panel {
  private readonly box = byId('panel');
  private readonly tabs: { tab: Tab; button: HTMLButtonElement }[] = [];
  private readonly list = h('div', { role: 'tablist', 'aria-label': t('Panel') });
  private readonly toggle: HTMLButtonElement;
  private readonly bodies = h('div', { class: 'tab-bodies' });
  open: boolean;
  onlayout: () => void = () => undefined;

  constructor(tabs: Tab[]) {
    this.open = window.matchMedia('(min-width: 900px)').matches;
    this.toggle = h('button', {
      type: 'button',
      id: 'panel-toggle',
      class: 'icon-button small panel-toggle',
      onclick: () => this.setOpen(!this.open),
    });
    for (const tab of tabs) {
      const button = h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${tab.id}`,
          'aria-controls': `tab-body-${tab.id}`,
          'data-testid': `tab-${tab.id}`,
          onclick: () => {
            this.select(tab.id);
            this.setOpen(true);
          },
          onkeydown: (event: KeyboardEvent) => this.key(event),
        },
        tab.name,
      );
      tab.body.id = `tab-body-${tab.id}`;
      tab.body.setAttribute('role', 'tabpanel');
      tab.body.setAttribute('aria-labelledby', button.id);
      tab.body.tabIndex = 0;
      this.list.append(button);
      this.bodies.append(tab.body);
      this.tabs.push({ tab, button });
    }
    this.box.append(h('div', { class: 'panel-head' }, this.list, this.toggle), this.bodies);
    this.select(tabs[0].id);
    this.setOpen(this.open);
  }

  select(id: string): void {
    for (const { tab, button } of this.tabs) {
      const here = tab.id === id;
      button.setAttribute('aria-selected', String(here));
      button.tabIndex = here ? 0 : -1;
      tab.body.hidden = !here;
      if (here) {
        tab.shown?.();
      }
    }
  }

  setOpen(open: boolean): void {
    this.open = open;
    document.body.classList.toggle('panel-open', open);
    this.bodies.hidden = !open;
    this.toggle.setAttribute('aria-label', open ? t('Hide panel') : t('Show panel'));
    this.toggle.setAttribute('aria-expanded', String(open));
    this.toggle.title = open ? t('Hide panel') : t('Show panel');
    this.toggle.replaceChildren(icon(open ? 'close' : 'panel'));
    this.onlayout();
  }

  /** On a narrow screen the panel hides what was chosen: close it. */
  yieldToView(): void {
    if (!window.matchMedia('(min-width: 900px)').matches) {
      this.setOpen(false);
    }
  }

  private key(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) {
      return;
    }
    const now = this.tabs.findIndex(({ button }) => button.getAttribute('aria-selected') === 'true');
    const next = this.tabs[(now + step + this.tabs.length) % this.tabs.length];
    this.select(next.tab.id);
    next.button.focus();
    event.preventDefault();
  }
}
