import { type Metric, metricLabel, type RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { cellAt, type Column, numberAt, type Table } from '@tessera/core/table';
import { periodsOf } from '../../bundles/period-comparison.ts';
import { shiftedLabel } from '../../bundles/shifted-label.ts';
import { shiftIn } from '../../layer/shift.ts';
import type { TableForm } from './controls.ts';

/** What a column of a comparison holds: the present, the other time, the change, the change as a part of what was. */
export type Compared = 'Main' | '#' | '△' | '%';
const SIGNS: readonly Compared[] = ['Main', '#', '△', '%'];

/** One metric at two times, of which four columns are made. */
type Pair = { readonly metric: string; readonly offset: string; readonly isOnly: boolean };

/** A column of a comparison, by its key. */
export type ComparedColumn = Pair & { readonly sign: Compared };

type Asked = Pick<
  TableForm,
  'query_mode' | 'metrics' | 'percent_metrics' | 'time_compare' | 'start_date_offset' | 'comparison_type'
>;

/** The other times that a table has columns for; none where changes were asked for and came as columns of their own. */
export function comparedPeriods(form: Asked): readonly string[] {
  return form.query_mode === 'aggregate' && form.comparison_type === 'values' ? periodsOf(form) : [];
}

/** What a column key says of a comparison; null for any other column. */
export function comparedColumn(key: string, form: Asked): ComparedColumn | null {
  return columnsOf(form).get(key) ?? null;
}

/** What a column of changes says: of which metric, since when. */
export function changeIn(key: string, form: Asked): ReturnType<typeof shiftIn> {
  if (form.query_mode !== 'aggregate' || form.comparison_type === 'values') return null;
  return shiftIn(key, { metrics: form.metrics.map(metricLabel), offsets: periodsOf(form), as: form.comparison_type });
}

/** How a column of a comparison is headed: the first of four names the metric, the others stand beside it. */
export function comparedLabel(
  { sign, metric, offset, isOnly }: ComparedColumn,
  name: (key: string) => string,
): { readonly label: string; readonly full: string } {
  const said = metric.startsWith('%') ? `% ${name(metric.slice(1))}` : name(metric);
  if (sign === 'Main') return { label: `${t('Main')} ${said}`, full: `${t('Main')} ${said}` };
  return { label: isOnly ? sign : `${sign} ${offset}`, full: `${sign} ${said}, ${offset}` };
}

/** The rows with four columns for each compared metric in place of two. */
export function withComparison(table: Table, form: Asked): Table {
  const periods = comparedPeriods(form);
  if (periods.length === 0) return table;
  const made = new Map<string, Column>();
  const asked = [...labelsOf(form), ...form.percent_metrics.map(metricLabel)];
  const shifted = new Set(asked.flatMap((metric) => periods.map((offset) => shiftedLabel(metric, offset))));
  for (const [name, column] of table.columns) {
    if (shifted.has(name)) continue;
    if (!labelsOf(form).includes(name)) {
      made.set(name, column);
      continue;
    }
    for (const offset of periods) {
      const other = table.columns.get(shiftedLabel(name, offset));
      for (const sign of SIGNS) {
        const key = keyOf(sign, { metric: name, offset, isOnly: periods.length === 1 });
        if (!made.has(key)) made.set(key, comparedValues(key, sign, column, other, table.rowCount));
      }
    }
  }
  return { ...table, columns: made };
}

/** What rose and what fell: 0 where both are empty, all of it where only one is there ([9.0]). */
export function changeOf(now: number | null, then: number | null): number {
  if (!now && !then) return 0;
  if (!now || !then) return now ? 1 : -1;
  return (now - then) / Math.abs(then);
}

function comparedValues(key: string, sign: Compared, now: Column, then: Column | undefined, rowCount: number): Column {
  if (sign === 'Main') return { ...now, name: key };
  if (sign === '#')
    return then
      ? { ...then, name: key, kind: now.kind }
      : { name: key, kind: now.kind, values: Array.from({ length: rowCount }, () => null) };
  const values = Array.from({ length: rowCount }, (_, row) => {
    const [present, past] = [numberAt(now, row), numberAt(then, row)];
    if (sign === '%') return changeOf(present, past);
    return cellAt(now, row) === null && past === null ? null : (present ?? 0) - (past ?? 0);
  });
  return { name: key, kind: 'numeric', values };
}

function columnsOf(form: Asked): ReadonlyMap<string, ComparedColumn> {
  const periods = comparedPeriods(form);
  return new Map(
    labelsOf(form).flatMap((metric) =>
      periods.flatMap((offset) =>
        SIGNS.map((sign): [string, ComparedColumn] => {
          const pair = { metric, offset, isOnly: periods.length === 1 };
          return [keyOf(sign, pair), { ...pair, sign }];
        }),
      ),
    ),
  );
}

function keyOf(sign: Compared, { metric, offset, isOnly }: Pair): string {
  return isOnly || sign === 'Main' ? `${sign} ${metric}` : `${sign} ${metric}, ${offset}`;
}

/** The result columns that hold measures: metrics and shares of them. */
function labelsOf(form: Asked): readonly string[] {
  const label = (metric: Metric) => metricLabel(metric);
  return [...new Set([...form.metrics.map(label), ...form.percent_metrics.map((one) => `%${label(one)}`)])];
}

/** The metric by which the database can put rows in order for a column; null for one that only the table has. */
export function sortableKey(key: string, raw: RawForm): string | null {
  if (periodsOf(raw).length === 0) return key;
  const sign = SIGNS.find((one) => key.startsWith(`${one} `));
  if (sign === undefined) return key;
  return sign === 'Main' ? key.slice('Main '.length) : null;
}
