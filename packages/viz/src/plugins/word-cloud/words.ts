import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { type Cell, cellAt, numberAt } from '@tessera/core/table';
import { uniqueNames } from '@tessera/core/unique-names';
import type { ChartContext, QueryResult } from '../../define.ts';
import { cellLabel } from '../../layer/labels.ts';
import type { WordCloudForm } from './controls.ts';

/** A row with a value that a size can stand for. */
export type Word = {
  /** Unique among the words of a chart. */
  readonly key: string;
  readonly text: string;
  readonly cell: Cell;
  readonly value: number;
};

export type Words = {
  /** The greatest first. */
  readonly words: readonly Word[];
  /** Rows below zero, which have no size. */
  readonly negative: number;
  /** Rows without a value. */
  readonly missing: number;
};

/** Rows as words. */
export function readWords(result: QueryResult | undefined, form: WordCloudForm, context: ChartContext): Words {
  const { table } = result ?? {};
  const names = form.series === null ? undefined : table?.columns.get(columnLabel(form.series));
  const values = form.metric === null ? undefined : table?.columns.get(metricLabel(form.metric));
  if (!table || !names || !values) return { words: [], negative: 0, missing: 0 };
  const rows = Array.from({ length: table.rowCount }, (_, row) => ({
    cell: cellAt(names, row),
    text: cellLabel(cellAt(names, row), names.kind, context, 'smart_date'),
    value: numberAt(values, row),
  }));
  const keys = uniqueNames(rows.map(({ text }) => text));
  const words = rows
    .flatMap(({ cell, text, value }, row): Word[] =>
      value === null || value < 0 ? [] : [{ key: keys[row] ?? text, cell, text, value }],
    )
    .toSorted((a, b) => b.value - a.value);
  return {
    words,
    negative: rows.filter(({ value }) => value !== null && value < 0).length,
    missing: rows.filter(({ value }) => value === null).length,
  };
}

/** Why rows that came make no word. */
export function emptyCloud([result]: readonly QueryResult[], form: WordCloudForm): string | null {
  const values = form.metric === null ? undefined : result?.table.columns.get(metricLabel(form.metric));
  if (!result || !values || form.metric === null || result.table.rowCount === 0) return null;
  const numbers = Array.from({ length: result.table.rowCount }, (_, row) => numberAt(values, row));
  const name = metricLabel(form.metric);
  if (numbers.every((value) => value === null)) return t('%s has no value in any row.', name);
  if (numbers.some((value) => value !== null && value >= 0)) return null;
  return t('%s is negative in every row, and a word has no negative size.', name);
}
