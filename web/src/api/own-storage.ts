import type { ListedTable } from './catalog.ts';

/**
 * What this browser stores of one user beside the server: another user of the same browser does not come to see it.
 * Until it is known who is there, and while somebody looks at the product as another, nothing is read or stored.
 */
let owner: number | null = null;
/** Each hears of another owner. */
const owners = new Set<() => void>();

/** One stored value. `parse` makes it of whatever is stored, and of `undefined` where nothing is; it may throw. */
export type OwnStore<T> = {
  readonly read: () => T;
  readonly write: (value: T) => void;
};

type Parts<T> = {
  readonly parse: (stored: unknown) => T;
  /** What is in memory becomes that of the user who came. */
  readonly onOwner?: (value: T) => void;
};

/** A place in the browser's storage for each of its users. */
export function ownStore<T>(name: string, { parse, onOwner }: Parts<T>): OwnStore<T> {
  const keyOf = (user: number) => `${name}.${user}`;
  const stored = (): unknown => {
    try {
      const text = owner === null ? null : localStorage.getItem(keyOf(owner));
      return text === null ? undefined : JSON.parse(text);
    } catch {
      return undefined;
    }
  };
  const read = () => {
    try {
      return parse(stored());
    } catch {
      // Something else wrote it.
      return parse(undefined);
    }
  };
  const store: OwnStore<T> = {
    read,
    write: (value) => {
      if (owner === null) return;
      try {
        localStorage.setItem(keyOf(owner), JSON.stringify(value));
      } catch {
        // A private window, or full storage: it lasts as long as the page.
      }
    },
  };
  owners.add(() => onOwner?.(read()));
  return store;
}

/** Who is signed in; null: nobody whose things this browser may store. */
export function storeFor(user: number | null): void {
  if (user === owner) return;
  owner = user;
  for (const tell of owners) tell();
}

/** Tables by the databases that they are in. Anything may stand in the browser's storage. */
export function tablesByDatabase(value: unknown): Readonly<Record<number, readonly ListedTable[]>> {
  const lists = Object.entries(value ?? {}).map(([database, tables]: [string, unknown]) => [
    database,
    Array.isArray(tables) ? tables.filter(isListedTable) : [],
  ]);
  return Object.fromEntries(lists) as Readonly<Record<number, readonly ListedTable[]>>;
}

function isListedTable(value: unknown): value is ListedTable {
  const { name, catalog = null, schema = null } = (value ?? {}) as Partial<Record<keyof ListedTable, unknown>>;
  return typeof name === 'string' && [catalog, schema].every((part) => part === null || typeof part === 'string');
}
