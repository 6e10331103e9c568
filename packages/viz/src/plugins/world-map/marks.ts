import { columnLabel, metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import type { ChartEvent, Outcome, SelectionMask } from '../../events.ts';
import type { ChartInputs } from '../../inputs.ts';
import type { Mark } from '../../marks.ts';
import { selectMarks } from '../../select.ts';
import { exactNumber } from '../../layer/formats.ts';
import type { WorldMapForm } from './controls.ts';
import { type Place, readPlaces } from './places.ts';

/** One mark per country that has a row. */
export function worldMapMarks(
  results: readonly QueryResult[],
  form: WorldMapForm,
  context: ChartContext,
): readonly Mark[] {
  return readPlaces(results[0], form).places.map((place) => placeMark(place, form, context));
}

/** The filter holds the country as the data names it; the selection is known by its three letters. */
export function placeMark({ country, value, amount, size }: Place, form: WorldMapForm, context: ChartContext): Mark {
  const { secondary_metric: second } = form;
  const said = [
    exactNumber(form.y_axis_format, amount, context, form.currency_format),
    ...(form.show_bubbles && second !== null
      ? [`${context.verboseName(metricLabel(second))} ${metricWriter(second, context).exact(size)}`]
      : []),
  ];
  return {
    key: country.cca3,
    name: `${country.name}: ${said.join(', ')}`,
    series: null,
    datum: {
      ...(form.entity === null ? {} : { [columnLabel(form.entity)]: value }),
      ...(form.metric === null ? {} : { [metricLabel(form.metric)]: amount }),
      ...(form.secondary_metric === null ? {} : { [metricLabel(form.secondary_metric)]: size }),
    },
    filters: form.entity === null ? [] : [{ col: form.entity, val: value, formattedVal: value }],
    label: country.cca3,
  };
}

/** A map has one dimension: its selection is stored as plain values and not as tuples of one. */
export function selectPlaces(
  event: ChartEvent,
  _results: readonly QueryResult[],
  _form: WorldMapForm,
  inputs: ChartInputs,
): Outcome {
  const { value } = inputs.selection;
  const tuples = Array.isArray(value) ? { ...inputs.selection, value: value.map((one: unknown) => [one]) } : undefined;
  const outcome = selectMarks(event, tuples ? { ...inputs, selection: tuples } : inputs, {
    groupbyFieldName: 'entity',
  });
  if (outcome?.kind === 'data_mask') return { kind: 'data_mask', mask: withPlainValues(outcome.mask) };
  if (outcome?.kind !== 'drill_target' || outcome.target.crossFilter === null) return outcome;
  const { target } = outcome;
  const crossFilter = outcome.target.crossFilter;
  return {
    kind: 'drill_target',
    target: { ...target, crossFilter: { ...crossFilter, mask: withPlainValues(crossFilter.mask) } },
  };
}

function withPlainValues(mask: SelectionMask): SelectionMask {
  const { value } = mask.filterState;
  return Array.isArray(value) ? { ...mask, filterState: { ...mask.filterState, value: value.flat() } } : mask;
}
