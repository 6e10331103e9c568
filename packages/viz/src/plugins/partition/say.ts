import { metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { numberAt } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { metricOfSeries } from '../../shared/time-series.ts';
import { nonAdditiveMetrics, nonAdditiveText } from '../../layer/additivity.ts';
import type { PartitionForm } from './controls.ts';
import type { Part } from './tree.ts';

/** A value as it stands in a part; changes carry their sign. */
export function valueText(
  { value, metric }: Pick<Part, 'value' | 'metric'>,
  form: PartitionForm,
  context: ChartContext,
  isExact = false,
): string {
  if (value === null) return t('no total');
  const { time_series_option: option, number_format: format } = form;
  const isOwn = format !== 'SMART_NUMBER';
  if (option === 'point_percent') return context.formatNumber(isOwn ? format : '+,.1%', value);
  if (option === 'point_factor') return `× ${context.formatNumber(isOwn ? format : ',.3~r', value)}`;
  if (option === 'adv_anal' && form.contribution) return context.formatNumber(isOwn ? format : ',.1%', value);
  const say = metricWriter(metricOfSeries(metric, form), context, format);
  const said = isExact ? say.exact(value) : say.short(value);
  return option === 'point_diff' && value > 0 ? `+${said}` : said;
}

/** Whether heights are shares of a whole that may be said. */
export function hasShares({ time_series_option: option, log_scale: isLog }: PartitionForm): boolean {
  return !isLog && !option.startsWith('point_') && option !== 'adv_anal';
}

/** What stands below the picture. */
export function partitionNotes(
  [result]: readonly QueryResult[],
  form: PartitionForm,
  context: ChartContext,
): readonly string[] {
  if (!result || result.table.rowCount === 0) return [];
  const apart = nonAdditiveMetrics(form.metrics, context);
  return [
    ...(apart.length > 0 ? [nonAdditiveText(apart, t('groups of groups have no total'), context)] : []),
    ...(form.log_scale ? [t('Heights are by the logarithm of values')] : []),
  ];
}

/** Why rows that came make no part. */
export function emptyPartition([result]: readonly QueryResult[], form: PartitionForm): string | null {
  if (!result || result.table.rowCount === 0) return null;
  if (form.groupby.length === 0) return t('Parts need a dimension to be split by.');
  const columns =
    form.time_series_option === 'adv_anal'
      ? [...result.table.columns.values()].filter(({ kind }) => kind === 'numeric')
      : form.metrics.flatMap((metric) => result.table.columns.get(metricLabel(metric)) ?? []);
  const hasAny = columns.some((column) =>
    Array.from({ length: result.table.rowCount }, (_, row) => numberAt(column, row)).some((value) => value !== null),
  );
  return hasAny ? null : t('%s has no value in any row.', form.metrics.map(metricLabel).join(', '));
}
