import type { ChartContext, QueryResult } from '../../define.ts';
import type { Mark } from '../../marks.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import type { GaugeForm } from './controls.ts';
import { type Dial, dialText, readDials } from './dials.ts';

/** One mark per pointer. */
export function gaugeMarks(results: readonly QueryResult[], form: GaugeForm, context: ChartContext): readonly Mark[] {
  return readDials(results[0], form, context).map((dial, index) => dialMark(dial, index, form, context));
}

export function dialMark(dial: Dial, index: number, form: GaugeForm, context: ChartContext): Mark {
  const text = dialText(dial, form, context);
  return {
    key: `${index}`,
    name: dial.name === '' ? text : `${dial.name}: ${text}`,
    series: null,
    datum: datumOfRow({ columns: form.groupby, metrics: form.metric === null ? [] : [form.metric] }, dial.row),
    filters: filtersOfRow(form.groupby, dial.row),
    label: dial.name,
    drawn: { seriesId: 'gauge', dataIndex: index },
  };
}
