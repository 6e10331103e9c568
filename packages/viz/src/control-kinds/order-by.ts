import { t } from '@tessera/core/messages';
import { defineKind } from './kind.ts';

type OrderEntry = readonly [column: string, isAscending: boolean];

/** Columns to sort by, each with its direction. */
export type OrderByControl = { readonly kind: 'order_by' };

export const orderBy = defineKind<OrderByControl, readonly OrderEntry[]>({
  read: entriesOf,
  empty: () => [],
  initial: () => undefined,
  complain: (value) => (readOrderBy(value).includes(null) ? [t('Found invalid orderby options')] : []),
  remap: (value, names) => {
    const all = entriesOf(value);
    const kept = all.flatMap(([column, isAscending]): OrderEntry[] => {
      const after = names.column(column);
      return after === null ? [] : [[after, isAscending]];
    });
    return { value: kept, isWhole: kept.length === all.length };
  },
});

function entriesOf(value: unknown): readonly OrderEntry[] {
  return readOrderBy(value).filter((entry) => entry !== null);
}

/** Order-by entries as stored: `["column", true]` or the same as JSON text; `null` where an entry is neither. */
export function readOrderBy(value: unknown): readonly (OrderEntry | null)[] {
  if (!Array.isArray(value)) return [];
  return value.map((entry: unknown) => {
    const pair: unknown = typeof entry === 'string' ? parseJson(entry) : entry;
    if (!Array.isArray(pair) || typeof pair[0] !== 'string') return null;
    return [pair[0], pair[1] !== false] as const;
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
