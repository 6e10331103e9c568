import { numberText, t, tn } from '@tessera/core/messages';
import { numberAt } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { nonAdditiveMetrics, nonAdditiveText } from '../../layer/additivity.ts';
import { belowLogText } from '../../layer/below-log.ts';
import { limitedSeries } from '../../layer/limited-series.ts';
import { seriesCutText } from '../../layer/series-cut.ts';
import { unplacedText } from '../../layer/unplaced.ts';
import { offsetsOf } from '../../bundles/compared-times.ts';
import type { FamilyForm } from './controls.ts';
import type { SeriesData } from './data.ts';
import { isPercent } from './shift.ts';

/**
 * The form as it may be drawn: series whose sum means nothing are not put on top of each other, and where an author
 * writes shares of a stack as percentages, its values are none.
 */
export function truthful(form: FamilyForm, context: ChartContext): FamilyForm {
  if (form.stack !== null && !canStack(form, context)) return { ...form, stack: null };
  return form.stack === 'Expand' && !isPercent(form) && form.y_axis_format.includes('%')
    ? { ...form, y_axis_format: 'SMART_NUMBER' }
    : form;
}

/** Whether the drawn values add up: the metrics must, and so must what was made of them. */
export function canStack(form: FamilyForm, context: ChartContext): boolean {
  return whyApart(form) === null && nonAdditiveMetrics(form.metrics, context).length === 0;
}

/** Why values that were computed from additive metrics do not add up; null where they do. */
function whyApart(form: FamilyForm): string | null {
  const isCompared = offsetsOf(form).length > 0;
  if (isCompared && form.comparison_type === 'percentage') return t('Percentage changes do not add up');
  if (isCompared && form.comparison_type === 'ratio') return t('Ratios do not add up');
  if (form.contributionMode === 'column') return t('Shares of different series do not add up');
  return form.rolling_type === 'std' ? t('Standard deviations do not add up') : null;
}

/** What stands below the picture. */
export function timeseriesNotes(
  result: QueryResult | undefined,
  form: FamilyForm,
  { leftOut, hasUnplaced, x }: Pick<SeriesData, 'leftOut' | 'hasUnplaced' | 'x'>,
  context: ChartContext,
  sampled = 0,
): readonly string[] {
  const apart = form.stack === null ? [] : nonAdditiveMetrics(form.metrics, context);
  const why = form.stack === null ? null : whyApart(form);
  const shares = form.contributionMode === null ? [] : nonAdditiveMetrics(form.metrics, context);
  return [
    ...(result?.seriesCut ? [seriesCutText(result.seriesCut)] : []),
    ...(result && leftOut > 0 ? [leftOutText(result.table.rowCount, leftOut)] : []),
    ...(hasUnplaced ? [unplacedText(x.name)] : []),
    ...(sampled > 0
      ? [
          tn(
            'Of 1 point of a line the lowest and highest for each pixel are drawn',
            'Of %(count)s points of a line the lowest and highest for each pixel are drawn',
            sampled,
          ),
        ]
      : []),
    ...(shares.length === 0 && isOfShown(result, form)
      ? [t('Percentages are shares of the series shown, not of all')]
      : []),
    ...(shares.length > 0 ? [nonAdditiveText(shares, t('shares of it mean nothing'), context)] : []),
    ...(why === null ? [] : [t('%(why)s: its series are not stacked', { why })]),
    ...(form.forecastEnabled && form.stack !== null && why === null && apart.length === 0
      ? [t('A stack shows no bands of its forecast')]
      : []),
    ...(apart.length > 0 ? [nonAdditiveText(apart, t('its series are not stacked'), context)] : []),
  ];
}

/** Whether shares are of fewer series than there are. */
function isOfShown(result: QueryResult | undefined, form: FamilyForm): boolean {
  if (form.contributionMode !== 'row' && form.stack !== 'Expand') return false;
  const left = result?.seriesCut ?? limitedSeries(result, form);
  return left !== null && !left.hasOthers;
}

/** How many bars there is no room for. */
function leftOutText(all: number, leftOut: number): string {
  const shown = numberText(all - leftOut);
  return tn('%(shown)s of 1 bar; the rest is left out', '%(shown)s of %(count)s bars; the rest is left out', all, {
    shown,
  });
}

/** How many values have no place on the logarithmic axis of their layer. */
export function belowLogNotes(
  layers: readonly { readonly data: Pick<SeriesData, 'series'>; readonly form: Pick<FamilyForm, 'logAxis'> }[],
): readonly string[] {
  const values = layers.flatMap(({ data, form }) =>
    form.logAxis ? data.series.flatMap((one) => one.values.filter((value) => value !== null && value <= 0)) : [],
  );
  return belowLogText(values.length);
}

/** Why rows that came draw no mark: they hold no number, or none that the axis has a place for. */
export function emptySeries(results: readonly QueryResult[], form: Pick<FamilyForm, 'logAxis'>): string | null {
  const tables = results.map(({ table }) => table).filter(({ rowCount }) => rowCount > 0);
  if (tables.length === 0) return null;
  const some = (isThere: (value: number) => boolean) =>
    tables.some(({ columns, rowCount }) =>
      [...columns.values()].slice(1).some((column) => {
        for (let row = 0; row < rowCount; row += 1) {
          const value = numberAt(column, row);
          if (value !== null && isThere(value)) return true;
        }
        return false;
      }),
    );
  if (!some(Number.isFinite)) return t('No series has a value at any point.');
  return form.logAxis && !some((value) => value > 0)
    ? t('No value is above 0, and a logarithmic axis shows only those.')
    : null;
}
