import type { TablePath } from '../../../api/catalog.ts';
import { ownStore } from '../../../api/own-storage.ts';
import { tableKey, type OpenedTable } from './tree/tree-rows.ts';

/** So many tables are known without asking; the one that was looked at longest ago gives way. */
const MAX_KNOWN = 60;

type Known = readonly (readonly [key: string, table: OpenedTable])[];

let known: Known = [];
const stored = ownStore<Known>('tessera.sql.known', {
  parse: (value) => (Array.isArray(value) ? value.filter(isKnown) : []),
  onOwner: (value) => (known = value),
});

function keyOf(databaseId: number, table: TablePath): string {
  return `${databaseId} ${tableKey(table)}`;
}

/** What this browser last knew of a table, for when nobody can be asked. */
export function knownTable(databaseId: number, table: TablePath): OpenedTable | undefined {
  const key = keyOf(databaseId, table);
  return known.find(([name]) => name === key)?.[1];
}

/** The same as the server keeps it with a table of a tab ([3.13-05]). */
export function describeTable(databaseId: number, table: TablePath): Readonly<Record<string, unknown>> {
  const opened = knownTable(databaseId, table);
  if (!opened) return {};
  const { columns, selectStar, primaryKey, references, indexes } = opened.detail;
  return { columns, selectStar, primaryKey, foreignKeys: references, indexes };
}

export function learnTable(databaseId: number, table: TablePath, learnt: OpenedTable): void {
  const key = keyOf(databaseId, table);
  if (known[0]?.[0] === key && known[0][1] === learnt) return;
  known = [[key, learnt] as const, ...known.filter(([name]) => name !== key)].slice(0, MAX_KNOWN);
  stored.write(known);
}

/** Anything may stand in the browser's storage. */
function isKnown(value: unknown): value is Known[number] {
  const [key, table]: readonly unknown[] = Array.isArray(value) ? value : [];
  if (typeof key !== 'string' || typeof table !== 'object' || table === null) return false;
  const { detail } = table as { readonly detail?: Partial<Record<string, unknown>> | null };
  return LISTS.every((list) => Array.isArray(detail?.[list]));
}

const LISTS = ['columns', 'primaryKey', 'references', 'indexes'];
