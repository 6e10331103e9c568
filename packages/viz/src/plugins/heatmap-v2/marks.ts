import type { ChartContext, QueryResult } from '../../define.ts';
import { exactNumber } from '../../layer/formats.ts';
import type { Mark } from '../../marks.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import { axesOf, type HeatCell, readCells } from './cells.ts';
import type { HeatmapForm } from './controls.ts';

/** One mark per cell, which filters its column and its row. */
export function heatmapMarks(results: readonly QueryResult[], form: HeatmapForm, context: ChartContext) {
  return readCells(results[0], form, context).cells.map((cell, index) => cellMark(cell, index, form, context));
}

export function cellMark({ row, value }: HeatCell, index: number, form: HeatmapForm, context: ChartContext): Mark {
  const columns = axesOf(form);
  const grain = form.time_grain_sqla;
  const filters = filtersOfRow(columns, row).map((filter, at) =>
    at === 0 && grain !== null && typeof filter.val === 'number' ? { ...filter, grain } : filter,
  );
  return {
    key: `${index}`,
    name: `${row.texts.join(', ')}: ${exactNumber(form.y_axis_format, value, context, form.currency_format)}`,
    series: null,
    datum: datumOfRow({ columns, metrics: form.metric === null ? [] : [form.metric] }, row),
    filters,
    drawn: { seriesId: 'heatmap', dataIndex: index },
  };
}
