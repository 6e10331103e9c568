import type { ChartContext, QueryResult, RowFacts } from '../define.ts';
import type { RawForm } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';

/** Whether the row limit cut the answer; a page of a table that the server pages is no cut. */
export function isCut({ sqlRowCount, rowLimit }: RowFacts, form: RawForm): boolean {
  return form['server_pagination'] !== true && rowLimit !== null && rowLimit > 0 && sqlRowCount >= rowLimit;
}

/** Whether a chart is drawn from a part of its rows: totals of them, and shares, are not those of all. */
export function areRowsCut({ sqlRowCount = 0, rowLimit = null }: QueryResult & Partial<RowFacts>): boolean {
  return isCut({ sqlRowCount, rowLimit }, {});
}

/** What is said below totals of the first rows. */
export function partialTotalsText(): string {
  return t('Totals are of the rows shown, not of all');
}

type CountedRows = RowFacts & Pick<QueryResult, 'table'>;

/** The row limit that cut the rows of a chart; null where it has all. */
export function limitThatCut(results: readonly CountedRows[], form: RawForm): number | null {
  if (form['server_pagination'] !== true) return results.find((facts) => isCut(facts, form))?.rowLimit ?? null;
  const limit = results[1]?.rowLimit ?? 0;
  return limit > 0 && (countedRows(results) ?? 0) >= limit ? limit : null;
}

/** How many rows the pages of a table have together, which its second query counts up to the row limit. */
export function countedRows(results: readonly Pick<QueryResult, 'table'>[]): number | null {
  const counted = results[1]?.table.columns.get('rowcount') ?? results[1]?.table.columns.values().next().value;
  const cell = counted?.values[0];
  return typeof cell === 'number' && !Number.isNaN(cell) ? cell : null;
}

/** What is said on a chart that shows only the first rows; null on one that shows all. */
export function limitText(results: readonly CountedRows[], form: RawForm): string | null {
  const limit = limitThatCut(results, form);
  return limit === null ? null : firstRowsText(limit);
}

/** What is said of rows that a limit cut. */
export function firstRowsText(rowLimit: number): string {
  return tn('First row of more', 'First %(count)s rows of more', rowLimit);
}

/** Everything that is said below a picture: what the chart type knows, and whether rows were cut. */
export function picturedNotes(
  viz: {
    readonly notes: (results: readonly QueryResult[], form: RawForm, context: ChartContext) => readonly string[];
  },
  results: readonly (QueryResult & RowFacts)[],
  form: RawForm,
  context: ChartContext,
): readonly string[] {
  const limit = limitText(results, form);
  return [...viz.notes(results, form, context), ...(limit === null ? [] : [limit])];
}
