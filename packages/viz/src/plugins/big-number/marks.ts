import type { Metric } from '@tessera/core/form-data';
import { metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { ChartEvent, Outcome } from '../../events.ts';
import type { ChartInputs } from '../../inputs.ts';
import type { Mark } from '../../marks.ts';
import { drillTarget } from '../../select.ts';
import type { BigNumberModel } from './model.ts';

type Numbered = { readonly metric: Metric | null };

/** The one number, which stands for all rows: it filters nothing and shows the rows behind it. */
export function bigNumberMarks<Form extends Numbered>(
  toModel: (results: readonly QueryResult[], form: Form, context: ChartContext) => BigNumberModel,
): (results: readonly QueryResult[], form: Form, context: ChartContext) => readonly Mark[] {
  return (results, form, context) => {
    const model = toModel(results, form, context);
    const number = model.lines.find(({ role }) => role === 'number');
    if (number === undefined || form.metric === null) return [];
    const height = number.size * 1.2;
    return [
      {
        key: 'number',
        name: model.description,
        series: null,
        datum: { [metricLabel(form.metric)]: model.value },
        filters: [],
        by: null,
        at: { x: 0, y: Math.max(0, number.y - number.size), width: model.width, height },
      },
    ];
  };
}

/** A big number selects nothing; its menu leads to the rows. */
export function selectNumber(event: ChartEvent, _: readonly QueryResult[], __: Numbered, inputs: ChartInputs): Outcome {
  return event.kind === 'menu' ? drillTarget(event.mark, inputs, null) : null;
}
