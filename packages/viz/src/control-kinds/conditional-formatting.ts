import { defineKind } from './kind.ts';
import { isRecord, readList } from './read.ts';

type FormatRule = Readonly<Record<string, unknown>>;

/** Rules that colour values of a column of the result. */
export type ConditionalFormattingControl = { readonly kind: 'conditional_formatting' };

export const conditionalFormatting = defineKind<ConditionalFormattingControl, readonly FormatRule[]>({
  read: (value) => readList(value, readRule),
  empty: () => [],
  initial: () => undefined,
  // As in `column_config`, a label that is not known stays.
  remap: (value, names) => ({
    value: readList(value, readRule).map((rule) => {
      const { column } = rule;
      return typeof column === 'string'
        ? { ...rule, column: names.column(column) ?? names.metric(column) ?? column }
        : rule;
    }),
    isWhole: true,
  }),
});

function readRule(value: unknown): FormatRule | undefined {
  return isRecord(value) ? value : undefined;
}
