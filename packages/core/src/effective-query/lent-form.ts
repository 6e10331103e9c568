import type { ExtraFormData } from '../filters/data-mask.ts';
import { readOperator } from '../filters/operators.ts';
import type { RawForm } from '../form-data.ts';

/**
 * The form of a chart with what a dashboard lends it.
 *
 * The grain and the time column that the query takes are those of the form too: by it labels, groups, captions and
 * drills are written.
 * @param lent  its time column, if any, must be one of the chart's dataset
 */
export function withLent(form: RawForm, lent: ExtraFormData): RawForm {
  const grain = lent.time_grain_sqla ?? lent.time_grain;
  return {
    ...form,
    ...timeColumnOf(form, lent),
    ...(typeof grain === 'string' ? { time_grain_sqla: grain } : {}),
    extra_form_data: lent,
  };
}

/** The time that is chosen takes the place of the one over which the chart runs: its axis, and the range of it. */
function timeColumnOf(form: RawForm, lent: ExtraFormData): RawForm {
  const chosen = lent.time_column ?? lent.granularity ?? lent.granularity_sqla;
  const { x_axis: axis } = form;
  if (typeof chosen !== 'string' || chosen === '') return {};
  const ranged = FILTER_LISTS.flatMap((key) => listOf(form[key]).filter(isRange)).map(({ subject }) => subject);
  // An axis whose range is chosen is one of time; of other charts the first range is the one that counts.
  const isOverTime = typeof axis === 'string' && ranged.includes(axis);
  const own = isOverTime ? axis : ranged[0];
  if (own === undefined) return {};
  const range = lent.time_range ? { comparator: lent.time_range } : {};
  const moved = (one: unknown): unknown =>
    isRange(one) && one.subject === own ? { ...one, ...range, subject: chosen } : one;
  return {
    ...Object.fromEntries(FILTER_LISTS.flatMap((key) => (key in form ? [[key, listOf(form[key]).map(moved)]] : []))),
    ...(isOverTime ? { x_axis: chosen } : {}),
    ...(isOverTime && form['x_axis_sort'] === axis ? { x_axis_sort: chosen } : {}),
  };
}

/** The second is of the second query of a mixed chart. */
const FILTER_LISTS = ['adhoc_filters', 'adhoc_filters_b'];

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRange(filter: unknown): filter is { readonly subject: string } {
  if (typeof filter !== 'object' || filter === null) return false;
  const { expressionType, subject, operator, operatorId } = filter as RawForm;
  const written = operator ?? operatorId;
  return (
    expressionType === 'SIMPLE' &&
    typeof subject === 'string' &&
    typeof written === 'string' &&
    readOperator(written) === 'TEMPORAL_RANGE'
  );
}
