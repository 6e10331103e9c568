import { columnLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { type Mark, rowFilters } from '../../marks.ts';
import type { ParaForm } from './controls.ts';
import { type Para, type ParaLine, readPara } from './rows.ts';

/** One mark per line. */
export function paraMarks(results: readonly QueryResult[], form: ParaForm, context: ChartContext): readonly Mark[] {
  const data = readPara(results[0], form, context);
  return data.lines.map((line, at) => lineMark(line, at, data, form, context));
}

export function lineMark(
  line: ParaLine,
  at: number,
  { axes }: Pick<Para, 'axes'>,
  form: ParaForm,
  context: ChartContext,
): Mark {
  const said = axes.map(
    ({ name, metric }, axis) => `${name} ${metricWriter(metric, context).exact(line.values[axis] ?? null)}`,
  );
  return {
    key: line.name,
    name: `${line.name}: ${said.join(', ')}`,
    series: null,
    datum: {
      ...(form.series === null ? {} : { [columnLabel(form.series)]: line.cell }),
      ...Object.fromEntries(axes.map(({ label }, axis) => [label, line.values[axis] ?? null])),
    },
    filters: form.series === null ? [] : rowFilters([{ column: form.series, cell: line.cell, text: line.name }]),
    drawn: { seriesId: 'para', dataIndex: at },
  };
}
