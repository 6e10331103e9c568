import type { QueryColumn } from '@tessera/core/query-object';
import { readColumn, remapColumn } from './columns.ts';
import { defineKind } from './kind.ts';
import { listOf } from './read.ts';

/** One column. */
export type ColumnControl = {
  readonly kind: 'column';
  readonly temporalOnly?: boolean;
  readonly numericOnly?: boolean;
};

/** Whether a column of this kind of data may be chosen. */
export function takesKind({ temporalOnly, numericOnly }: ColumnControl, kind: string | undefined): boolean {
  return (temporalOnly !== true || kind === 'temporal') && (numericOnly !== true || kind === 'numeric');
}

export const column = defineKind<ColumnControl, QueryColumn | null>({
  read: (value) => (value === null ? null : readColumn(Array.isArray(value) ? value[0] : value)),
  empty: () => null,
  initial: () => undefined,
  remap: (value, names) => {
    const one = readColumn(listOf(value)[0]);
    const mapped = one === undefined ? null : remapColumn(one, names);
    return { value: mapped, isWhole: mapped !== null };
  },
  fields: {
    what: 'columns',
    isList: false,
    toList: (value) => {
      const one = readColumn(listOf(value)[0]);
      return one === undefined ? [] : [one];
    },
    fromList: ([first]) => first ?? null,
  },
});
