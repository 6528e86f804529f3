// SPDX-License-Identifier: MIT
// Small helpers for making elements. Nothing here sets an inline style or evaluates text.

type Child = Node | string | null | undefined | false;
type Props = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

/** Make an element. Props that are functions become listeners ("onclick"), others attributes; false leaves one out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  append(element, children);
  return element;
}

export function append(parent: Element, children: Child[]): void {
  for (const child of children) {
    if (child) {
      parent.append(child);
    }
  }
}

export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`no element #${id}`);
  }
  return element as T;
}

const PATHS: Record<string, string> = {
  views: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  undo: 'M9 5 4 10l5 5M4 10h9a6 6 0 0 1 0 12h-2',
  redo: 'm15 5 5 5-5 5M20 10h-9a6 6 0 0 0 0 12h2',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4.5v15l12-7.5z',
  step: 'M6 5v14l9-7zM19 5v14',
  pin: 'M12 21v-6M8 3h8l-1 6 3 4v2H6v-2l3-4z',
  unpin: 'M12 21v-6M8 3h8l-1 6 3 4v2H6v-2l3-4zM4 4l16 16',
  frame: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  theme: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.01M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  hand: 'M8 12V5.5a1.5 1.5 0 0 1 3 0V11m0-6.5a1.5 1.5 0 0 1 3 0V11m0-5a1.5 1.5 0 0 1 3 0v8a6.5 6.5 0 0 1-6.5 6.5c-3 0-4.3-1.5-6-4.5L3 13.2a1.5 1.5 0 0 1 2.6-1.5L8 15',
  release: 'M4 12h5M15 12h5M9 8v8M15 8v8',
  left: 'm14 6-6 6 6 6',
  right: 'm10 6 6 6-6 6',
  down: 'm6 10 6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  panel: 'M4 5h16v14H4zM14 5v14',
  replay: 'M4 4v6h6M4.5 10A8.5 8.5 0 1 1 4 14',
  save: 'M12 3v12M7 10l5 5 5-5M4 20h16',
  start: 'M18 5v14l-9-7zM6 5v14',
};

/** A line icon, hidden from screen readers. */
export function icon(name: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('focusable', 'false');
  svg.setAttribute('class', 'icon');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', PATHS[name] ?? '');
  svg.append(path);
  return svg;
}

export interface IconButton extends HTMLButtonElement {
  /** Change picture and accessible name. */
  become(picture: string, name: string): void;
}

/** A round button with an icon, a name, and the key that does the same. */
export function iconButton(picture: string, name: string, key: string, onclick: () => void): IconButton {
  const button = h('button', { type: 'button', class: 'icon-button', onclick }) as unknown as IconButton;
  button.become = (nextPicture, nextName) => {
    button.replaceChildren(icon(nextPicture));
    button.setAttribute('aria-label', nextName);
    button.title = key ? `${nextName} (${key})` : nextName;
  };
  if (key) {
    button.setAttribute('aria-keyshortcuts', key.replace('Ctrl', 'Control').replaceAll(', ', ' '));
  }
  button.become(picture, name);
  return button;
}

/** Hand bytes to the browser's downloads. */
export function download(bytes: BlobPart, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** "3_1 # m4_1" with lowered numbers for the eye and the plain text for everyone else. */
export function knotText(name: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const part of name.split(/([_^]\d+)/)) {
    if (/^[_^]\d+$/.test(part)) {
      const sign = part.slice(0, 1);
      fragment.append(h('span', { class: 'visually-hidden' }, sign), h(sign === '_' ? 'sub' : 'sup', {}, part.slice(1)));
    } else {
      fragment.append(part);
    }
  }
  return fragment;
}
