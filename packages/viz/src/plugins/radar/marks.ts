import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import type { Mark } from '../../marks.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import type { RadarForm } from './controls.ts';
import { type RadarShape, readShapes, spokesOf } from './shapes.ts';

/** One mark per shape that the legend shows. */
export function radarMarks(results: readonly QueryResult[], form: RadarForm, context: ChartContext): readonly Mark[] {
  return readShapes(results[0], form, context).flatMap((shape, index) =>
    context.inputs.hidden.has(shape.name) ? [] : [shapeMark(shape, index, form, context)],
  );
}

export function shapeMark(shape: RadarShape, index: number, form: RadarForm, context: ChartContext): Mark {
  const told = spokesOf([shape], form, context).map(
    ({ name }, at) =>
      `${name} ${metricWriter(form.metrics[at], context, form.number_format).short(shape.row.values[at] ?? null)}`,
  );
  return {
    key: shape.name,
    name: `${shape.name}: ${told.join(', ')}`,
    series: shape.name,
    datum: datumOfRow({ columns: form.groupby, metrics: form.metrics }, shape.row),
    filters: filtersOfRow(form.groupby, shape.row),
    drawn: { seriesId: 'radar', dataIndex: index },
  };
}
