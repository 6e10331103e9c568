import { defineKind } from './kind.ts';
import { isRecord } from './read.ts';

type ColumnConfig = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** How single columns of the result look, by their labels. */
export type ColumnConfigControl = { readonly kind: 'column_config' };

export const columnConfig = defineKind<ColumnConfigControl, ColumnConfig>({
  read: (value) => (isRecord(value) ? entriesOf(value) : undefined),
  empty: () => ({}),
  initial: () => undefined,
  // A label may be that of a written metric, so one that is not known stays.
  remap: (value, names) => ({
    value: Object.fromEntries(
      Object.entries(entriesOf(value)).map(([label, look]) => [
        names.column(label) ?? names.metric(label) ?? label,
        look,
      ]),
    ),
    isWhole: true,
  }),
});

function entriesOf(value: unknown): ColumnConfig {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1])),
  );
}
