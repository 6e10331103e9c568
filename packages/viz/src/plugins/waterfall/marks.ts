import type { ChartContext, QueryResult } from '../../define.ts';
import { exactNumber } from '../../layer/formats.ts';
import type { Mark } from '../../marks.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import type { WaterfallForm } from './controls.ts';
import { axisOf, type Fall, kindNames, readFalls } from './falls.ts';

/** One mark per step; the last total stands for all rows and filters nothing. */
export function waterfallMarks(results: readonly QueryResult[], form: WaterfallForm, context: ChartContext) {
  return readFalls(results[0], form, context).flatMap((fall, index): Mark[] =>
    context.inputs.hidden.has(kindNames()[fall.kind]) ? [] : [fallMark(fall, index, results, form, context)],
  );
}

export function fallMark(
  fall: Fall,
  index: number,
  results: readonly QueryResult[],
  form: WaterfallForm,
  context: ChartContext,
): Mark {
  const axis = axisOf(form, results[0]);
  const columns = axis === null ? [] : form.groupby === null || fall.isSubtotal ? [axis] : [axis, form.groupby];
  const text = exactNumber(form.y_axis_format, fall.value, context, form.currency_format);
  const isBase = form.groupby === null || fall.row === null || fall.isSubtotal;
  const name = isBase ? fall.label : `${fall.row.texts[0] ?? ''}, ${fall.label}`;
  const grain = form.time_grain_sqla;
  return {
    key: `${index}`,
    name: `${name}: ${text}`,
    series: kindNames()[fall.kind],
    datum:
      fall.row === null
        ? {}
        : datumOfRow({ columns, metrics: form.metric === null || fall.isSubtotal ? [] : [form.metric] }, fall.row),
    value: fall.value,
    filters:
      fall.row === null
        ? []
        : filtersOfRow(columns, fall.row).map((filter, at) =>
            at === 0 && grain !== null && typeof filter.val === 'number' ? { ...filter, grain } : filter,
          ),
    drawn: { seriesId: fall.kind, dataIndex: index },
  };
}
