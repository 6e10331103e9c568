import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { t } from '@tessera/core/messages';
import type { Mark } from '../../marks.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import { type Box, readBoxes } from './boxes.ts';
import type { BoxPlotForm } from './controls.ts';

/** One mark per box, which filters its group. */
export function boxPlotMarks(results: readonly QueryResult[], form: BoxPlotForm, context: ChartContext) {
  return readBoxes(results[0], form, context).map((box, index) => boxMark(box, index, form, context));
}

export function boxMark(box: Box, index: number, form: BoxPlotForm, context: ChartContext): Mark {
  const say = metricWriter(form.metrics, context, form.number_format).exact;
  return {
    key: box.name,
    name: t('%(name)s: median %(median)s, half of the values from %(q1)s to %(q3)s, whiskers from %(min)s to %(max)s', {
      name: box.name,
      median: say(box.median),
      q1: say(box.q1),
      q3: say(box.q3),
      min: say(box.min),
      max: say(box.max),
    }),
    series: null,
    datum: { ...datumOfRow({ columns: form.groupby, metrics: [] }, box.row), [box.metric]: box.median },
    value: box.median,
    filters: filtersOfRow(form.groupby, box.row),
    drawn: { seriesId: 'boxes', dataIndex: index },
  };
}
