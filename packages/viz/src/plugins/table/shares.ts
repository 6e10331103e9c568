import { metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { Column, Table } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { nonAdditiveMetrics, nonAdditiveText } from '../../layer/additivity.ts';
import type { TableForm } from './controls.ts';

const NO_SHARE = '–';

/** The rows without shares of metrics that do not add up: those have no whole to be a share of. */
export function withoutFalseShares(table: Table, form: TableForm, context: ChartContext): Table {
  const apart = new Set(nonAdditiveMetrics(form.percent_metrics, context).map((metric) => `%${metricLabel(metric)}`));
  if (apart.size === 0) return table;
  const columns = [...table.columns].map(([name, column]): [string, Column] => [
    name,
    apart.has(name) ? { name, kind: 'string', values: Array.from({ length: table.rowCount }, () => NO_SHARE) } : column,
  ]);
  return { ...table, columns: new Map(columns) };
}

/** What stands below a table: which shares were left out, and that the others are of its rows alone. */
export function shareNotes(
  [result]: readonly QueryResult[],
  form: TableForm,
  context: ChartContext,
): readonly string[] {
  const apart = nonAdditiveMetrics(form.percent_metrics, context);
  if (form.query_mode !== 'aggregate' || form.percent_metrics.length === 0 || !result?.table.rowCount) return [];
  const room = Number(form.server_pagination ? form.server_page_length : form.row_limit);
  const isPart = apart.length < form.percent_metrics.length && room > 0 && result.table.rowCount >= room;
  return [
    ...(apart.length === 0 ? [] : [nonAdditiveText(apart, t('shares of it mean nothing'), context)]),
    ...(isPart ? [t('Percentages are shares of the rows shown, not of all.')] : []),
  ];
}
