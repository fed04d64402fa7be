// settings.svelte.ts - what the person chose once and finds again: language, theme, name.

export const languages = ['en', 'zh-Hans', 'zh-Hant'] as const;
export type Language = (typeof languages)[number];
export const themes = ['auto', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof themes)[number];

interface Stored {
  language: Language;
  theme: Theme;
  name: string;
  level: string;
  calm: boolean;
  wait: boolean; // machines take their time
  only: boolean; // what leaves no choice is made without a press
  sound: boolean;
  notify: boolean; // a notice when it is one's turn and the page is not looked at
  seen: Record<string, boolean>;
}

const KEY = 'parlor.settings';

function languageOfBrowser(): Language {
  for (const tag of typeof navigator === 'undefined' ? [] : navigator.languages) {
    const name = tag.toLowerCase();
    if (name.startsWith('zh')) return /hant|tw|hk|mo/.test(name) ? 'zh-Hant' : 'zh-Hans';
    if (name.startsWith('en')) return 'en';
  }
  return 'en';
}

function read(): Stored {
  const plain: Stored = {
    language: languageOfBrowser(),
    theme: 'auto',
    name: '',
    level: 'medium',
    calm: false,
    wait: true,
    only: true,
    sound: false,
    notify: false,
    seen: {},
  };
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored>) };
  } catch {
    return plain;
  }
}

export const settings: Stored = $state(read());

export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function calm(): boolean {
  return settings.calm || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
