import type { ChartContext, QueryResult } from '../../define.ts';
import type { Mark } from '../../marks.ts';
import { datumOfRow, filtersOfRow } from '../../shared/rows.ts';
import type { FunnelForm } from './controls.ts';
import { readSteps, type Step, stepText } from './steps.ts';

/** One mark per step that the legend shows. */
export function funnelMarks(results: readonly QueryResult[], form: FunnelForm, context: ChartContext) {
  return readSteps(results[0], form, context).steps.flatMap((step, index): Mark[] =>
    context.inputs.hidden.has(step.name) ? [] : [stepMark(step, index, form, context)],
  );
}

export function stepMark(step: Step, index: number, form: FunnelForm, context: ChartContext): Mark {
  const asked = { columns: form.groupby, metrics: form.metric === null ? [] : [form.metric] };
  return {
    key: step.name,
    name: stepText(step, 5, form, context),
    series: step.name,
    datum: datumOfRow(asked, step.row),
    ...(form.metric === null ? {} : { value: step.row.values[0] ?? null }),
    filters: filtersOfRow(form.groupby, step.row),
    drawn: { seriesId: 'funnel', dataIndex: index },
  };
}
