// SPDX-License-Identifier: MIT
// Light or dark: as the system says, until the switch is used.

type ThemeName = 'light' | 'dark';
const KEY = 'bight-theme';

function remembered(): ThemeName | null {
  try {
    const name = localStorage.getItem(KEY);
    return name === 'light' || name === 'dark' ? name : null;
  } catch {
    // storage is off: the system's wish counts
    return null;
  }
}

export class ThemeSwitch {
  private readonly system = window.matchMedia('(prefers-color-scheme: dark)');
  private own = remembered();

  constructor(private readonly apply: (name: ThemeName) => void) {
    this.system.addEventListener('change', () => this.show());
    this.show();
  }

  toggle(): void {
    this.own = this.name() === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem(KEY, this.own);
    } catch {
      // not remembered then
    }
    this.show();
  }

  private name(): ThemeName {
    return this.own ?? (this.system.matches ? 'dark' : 'light');
  }

  private show(): void {
    document.documentElement.dataset.theme = this.name();
    this.apply(this.name());
  }
}
