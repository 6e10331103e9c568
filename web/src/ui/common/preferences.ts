import { create } from 'zustand';

export type ThemeChoice = 'light' | 'dark' | 'system';
export type ThemeMode = 'light' | 'dark';
export type Density = 'comfortable' | 'compact';

/** The same keys as public/theme.js, which puts them in place before the first paint. */
const themeKey = 'tessera.theme';
const densityKey = 'tessera.density';

export type Preferences = {
  readonly theme: ThemeChoice;
  readonly systemDark: boolean;
  readonly density: Density;
};

/** What the page shows: the user's choice, or that of the system. */
export function themeMode({ theme, systemDark }: Pick<Preferences, 'theme' | 'systemDark'>): ThemeMode {
  if (theme !== 'system') return theme;
  return systemDark ? 'dark' : 'light';
}

/** A stored choice; anything unknown (an older or a hand-made value) means the default. */
export function readTheme(stored: string | null): ThemeChoice {
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function readDensity(stored: string | null): Density {
  return stored === 'compact' ? 'compact' : 'comfortable';
}

type Actions = {
  readonly setTheme: (theme: ThemeChoice) => void;
  readonly setDensity: (density: Density) => void;
};

const darkQuery = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)');

export const usePreferences = create<Preferences & Actions>((set) => ({
  theme: readTheme(load(themeKey)),
  systemDark: darkQuery?.matches ?? false,
  density: readDensity(load(densityKey)),
  setTheme: (theme) => {
    store(themeKey, theme);
    set({ theme });
  },
  setDensity: (density) => {
    store(densityKey, density);
    set({ density });
  },
}));

/** Keep <html> in step with the store, so that style sheets and charts read one truth. */
export function applyPreferences(): void {
  const apply = (state: Preferences) => {
    const root = document.documentElement;
    root.dataset['theme'] = themeMode(state);
    root.dataset['mantineColorScheme'] = themeMode(state);
    root.dataset['density'] = state.density;
  };
  apply(usePreferences.getState());
  usePreferences.subscribe(apply);
  darkQuery?.addEventListener('change', (event) => usePreferences.setState({ systemDark: event.matches }));
}

/** Private windows may refuse storage; the choice then lasts as long as the page ([8.2-06]). */
function load(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See load.
  }
}
