import { buildQueryObject } from '@tessera/core/build-query';
import { t, tn } from '@tessera/core/messages';
import { type ChartContext, defineViz, type QueryResult } from '../../define.ts';
import { calendarNotes, emptyCalendar, readCalendars, writerOf } from './calendar.ts';
import { calendarControls, type CalendarForm, calendarSections, grainOf } from './controls.ts';
import { calendarMarks } from './marks.ts';
import { calendarScene } from './scene.ts';

export const calendar = defineViz({
  type: 'cal_heatmap',
  controls: calendarControls,
  sections: calendarSections,
  roles: { time: 'granularity_sqla', color: 'metrics', filters: 'adhoc_filters' },
  defaults: { time_range: 'No filter' },

  buildQueries: (_, raw) => {
    const query = buildQueryObject(raw);
    return [
      {
        ...query,
        columns: [],
        is_timeseries: true,
        extras: { ...query.extras, time_grain_sqla: grainOf(raw) },
      },
    ];
  },

  describe: describeCalendar,
  notes: calendarNotes,
  whyEmpty: emptyCalendar,

  drawing: {
    kind: 'scene',
    toScene: (results, form, context) =>
      calendarScene(results, form, context, describeCalendar(results, form, context)),
    marks: calendarMarks,
  },
});

function describeCalendar(results: readonly QueryResult[], form: CalendarForm, context: ChartContext): string {
  const calendars = readCalendars(results[0], form, context);
  const [first] = calendars;
  if (!first?.range) return t('Calendar heatmap without data.');
  const told = calendars
    .map((one) => {
      const { name, range } = one;
      const say = writerOf(one, form, context).short;
      return range === null
        ? name
        : t('%(name)s from %(least)s to %(most)s', { name, least: say(range[0]), most: say(range[1]) });
    })
    .join('; ');
  const from = context.formatTime('%Y-%m-%d', first.blocks[0]?.from ?? null);
  return tn(
    'Calendar heatmap of 1 block from %(from)s: %(told)s.',
    'Calendar heatmap of %(count)s blocks from %(from)s: %(told)s.',
    first.blocks.length,
    { from, told },
  );
}
