import type { QueryResult } from '../../define.ts';
import type { ChartEvent, Outcome } from '../../events.ts';
import type { ChartInputs } from '../../inputs.ts';
import { selectMarks } from '../../select.ts';
import { stretchLabel } from '../../stretch-label.ts';
import { edgesOf } from './bins.ts';
import type { HistogramForm } from './controls.ts';

/** What an event means; bins that are brushed over filter the column to their interval. */
export function selectHistogram(
  event: ChartEvent,
  results: readonly QueryResult[],
  form: HistogramForm,
  inputs: ChartInputs,
): Outcome {
  if (event.kind !== 'brush') return selectMarks(event, inputs);
  const col = form.column;
  if (!inputs.emits || col === null) return null;
  const bins = edgesOf(results[0], form);
  const covered = bins.filter((_, at) => at >= event.from && at <= event.to);
  const [first, last] = [covered[0], covered.at(-1)];
  if (first === undefined || last === undefined) return null;
  const filters = [
    { col, op: '>=', val: first.from },
    // The end of a bin is the beginning of the next; the last one has its end in it.
    { col, op: last === bins.at(-1) ? '<=' : '<', val: last.to },
  ];
  return {
    kind: 'data_mask',
    mask: {
      extraFormData: { filters },
      filterState: {
        value: [event.from, event.to],
        selectedRange: [event.from, event.to],
        label: stretchLabel(filters),
      },
    },
  };
}
