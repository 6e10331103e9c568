import { columnLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { Mark } from '../../marks.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import { type Bin, type BinSeries, countText, partText, readBins, wholeOf } from './bins.ts';
import type { HistogramForm } from './controls.ts';

/** One mark per bin and group. It filters its group: no filter of one value says which interval a number lies in. */
export function histogramMarks(results: readonly QueryResult[], form: HistogramForm, context: ChartContext) {
  const data = readBins(results[0], form, context);
  const whole = wholeOf(data, form, context);
  return data.series
    .filter(({ name }) => !context.inputs.hidden.has(name))
    .flatMap((one) =>
      data.bins.map((bin, at) => {
        const mark = binMark(one, bin, at, form, context);
        const part = partText(one.values[at] ?? null, whole?.[at], form, context);
        return part === null ? mark : { ...mark, name: `${bin.label}: ${part}` };
      }),
    );
}

export function binMark(series: BinSeries, bin: Bin, at: number, form: HistogramForm, context: ChartContext): Mark {
  const value = series.values[at] ?? null;
  const text = countText(value, form, context);
  return {
    key: `${series.name} ${bin.column}`,
    name: form.groupby.length === 0 ? `${bin.label}: ${text}` : `${series.name}, ${bin.label}: ${text}`,
    series: series.name,
    datum: {
      ...datumOfRow({ columns: form.groupby, metrics: [] }, series.row),
      ...(form.column === null ? {} : { [columnLabel(form.column)]: bin.column }),
    },
    value,
    filters: filtersOfRow(form.groupby, series.row),
    drawn: { seriesId: series.name, dataIndex: at },
    place: { value: at, name: bin.label },
  };
}
