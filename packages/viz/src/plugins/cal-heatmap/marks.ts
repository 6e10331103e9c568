import { TIME } from '../../bundles/over-time.ts';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { Mark } from '../../marks.ts';
import { type Calendar, type DayCell, readCalendars, writerOf } from './calendar.ts';
import { type CalendarForm, GRAINS } from './controls.ts';

/** One mark per cell with a value, which filters its time. */
export function calendarMarks(
  results: readonly QueryResult[],
  form: CalendarForm,
  context: ChartContext,
): readonly Mark[] {
  return readCalendars(results[0], form, context).flatMap((calendar) =>
    calendar.blocks.flatMap(({ cells }) =>
      cells.flatMap((cell) => (cell.value === null ? [] : [cellMark(calendar, cell, form, context)])),
    ),
  );
}

export function cellMark(
  { label, name }: Pick<Calendar, 'label' | 'name'>,
  { at, value }: DayCell,
  form: CalendarForm,
  context: ChartContext,
): Mark {
  const grain = GRAINS[form.subdomain_granularity];
  const time = context.formatTime(form.x_axis_time_format, at, grain);
  const column = form.granularity_sqla;
  return {
    key: `${label} ${at}`,
    name: `${name}, ${time}: ${writerOf({ label }, form, context).exact(value)}`,
    series: label,
    datum: { [TIME]: at, [label]: value },
    value,
    filters: column === null ? [] : [{ col: column, val: at, formattedVal: time, grain }],
    by: null,
  };
}
