import { metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { Mark } from '../../marks.ts';
import { describePopKpi, readCompared } from './compared.ts';
import type { PopKpiForm } from './controls.ts';

export const NUMBER = 'number';

/** The one number, which leads to the rows behind it. */
export function popKpiMarks(results: readonly QueryResult[], form: PopKpiForm, context: ChartContext): readonly Mark[] {
  const { now } = readCompared(results[0], form, context);
  if (form.metric === null || now === null) return [];
  return [
    {
      key: NUMBER,
      name: describePopKpi(results, form, context),
      series: null,
      datum: { [metricLabel(form.metric)]: now },
      filters: [],
      by: null,
    },
  ];
}
