import type { Snippet } from '@tessera/query/sql-assist/catalog';
import { create } from 'zustand';

const KEY = 'tessera.sql.snippets';

type Snippets = {
  readonly list: readonly Snippet[];
  /** One of the same name gives way. */
  readonly save: (snippet: Snippet) => void;
  readonly remove: (name: string) => void;
};

/** Texts that a user stored to write them again, on this browser. */
export const useSnippets = create<Snippets>((set, get) => ({
  list: read(),
  save: (snippet) => {
    const others = get().list.filter(({ name }) => name !== snippet.name);
    set({ list: [...others, snippet] });
    write(get().list);
  },
  remove: (name) => {
    set({ list: get().list.filter((each) => each.name !== name) });
    write(get().list);
  },
}));

function read(): readonly Snippet[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as readonly Snippet[]) : [];
  } catch {
    return [];
  }
}

function write(list: readonly Snippet[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // A private window: they last as long as the page.
  }
}
