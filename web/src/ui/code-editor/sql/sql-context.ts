import type { EditorState, Text } from '@codemirror/state';
import type { Catalog, Want } from '@tessera/query/sql-assist/catalog';
import { assistDialectOf } from '@tessera/query/sql-assist/dialects';
import { readScript, type Script } from '@tessera/query/sql-assist/script';

/** What is known of a database, and how more of it is fetched. */
export type CatalogSource = {
  /** What is at hand; another object whenever more is. */
  readonly current: () => Catalog;
  /** Fetch what is wanted. @returns whether more is at hand than before */
  readonly load: (wants: readonly Want[]) => Promise<boolean>;
  readonly subscribe: (listener: () => void) => () => void;
};

/** What the helpers of an editor share: its text as it is understood, and the database that it is about. */
export type SqlContext = {
  readonly script: (state: EditorState) => Script;
  readonly catalog: () => CatalogSource;
};

export function createSqlContext(engine: () => string | null, catalog: () => CatalogSource): SqlContext {
  let doc: Text | null = null;
  let last: Script | null = null;
  return {
    catalog,
    script: (state) => {
      const dialect = assistDialectOf(engine());
      if (last === null || doc !== state.doc || last.dialect !== dialect) {
        last = readScript(state.doc.toString(), dialect, last);
        doc = state.doc;
      }
      return last;
    },
  };
}

/** How long a list waits for what is fetched, in ms; what comes later is there for the next key. */
const PATIENCE_MS = 1500;

/** Ask with what is at hand, and once more when what was wanted came. */
export async function askAndLoad<T extends { readonly wants: readonly Want[] }>(
  source: CatalogSource,
  ask: (catalog: Catalog) => T | null,
): Promise<T | null> {
  const first = ask(source.current());
  if (first === null || first.wants.length === 0) return first;
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS));
  const hasCome = await Promise.race([source.load(first.wants), late]);
  return hasCome ? ask(source.current()) : first;
}
