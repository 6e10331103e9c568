import { t, tn } from '@tessera/core/messages';
import { numberAt } from '@tessera/core/table';
import { overTimeDefaults, overTimeQuery, TIME } from '../../bundles/over-time.ts';
import { type ChartContext, defineViz, type QueryResult } from '../../define.ts';
import { seriesCutText, wholeSeries } from '../../layer/series-cut.ts';
import { timeTableControls, type TimeTableForm, timeTableSections } from './controls.ts';
import { rowMark, timeTableMarks } from './marks.ts';
import { emptyTimeTable, readCourses } from './rows.ts';
import { columnsWithoutRoom, timeTableScene } from './scene.ts';

const DESCRIBED = 5;

export const timeTable = defineViz({
  type: 'time_table',
  controls: timeTableControls,
  sections: timeTableSections,
  roles: { time: 'granularity_sqla', value: 'metrics', rows: 'groupby', filters: 'adhoc_filters' },
  defaults: overTimeDefaults,

  buildQueries: (form, raw) => {
    // Groups are rows of one measure.
    const query = overTimeQuery(raw);
    return [form.groupby.length > 0 && query.metrics ? { ...query, metrics: query.metrics.slice(0, 1) } : query];
  },

  again: (results, _, queries) => wholeSeries(queries[0], withPlaces(results[0])),

  describe: describeTimeTable,
  notes: timeTableNotes,
  whyEmpty: emptyTimeTable,

  drawing: {
    kind: 'scene',
    toScene: (results, form, context) =>
      timeTableScene(results, form, context, describeTimeTable(results, form, context)),
    marks: timeTableMarks,
  },
});

/** The answer has a row for each group and time; its places are the times. */
function withPlaces<R extends QueryResult>(result: R | undefined): R | undefined {
  const times = result?.table.columns.get(TIME);
  if (!result || !times || result.places !== undefined) return result;
  const found = new Set(Array.from({ length: result.table.rowCount }, (_, row) => numberAt(times, row)));
  return { ...result, places: found.size };
}

/** On screen and in pictures no column is missing without a word. */
function timeTableNotes(results: readonly QueryResult[], form: TimeTableForm, context: ChartContext): string[] {
  const names = columnsWithoutRoom(results, form, context);
  const cut = results[0]?.seriesCut;
  return [...(cut ? [seriesCutText(cut)] : []), ...(names.length === 0 ? [] : [t('No room for %s', names.join(', '))])];
}

function describeTimeTable(results: readonly QueryResult[], form: TimeTableForm, context: ChartContext): string {
  const rows = readCourses(results[0], form, context);
  if (rows.length === 0) return t('Time-series table without data.');
  const told = rows.slice(0, DESCRIBED).map((row, at) => rowMark(row, at, rows, form, context).name);
  const rest = rows.length - told.length;
  const all = [...told, ...(rest > 0 ? [tn('1 more', '%(count)s more', rest)] : [])].join('; ');
  return `${tn('Time-series table of 1 row:', 'Time-series table of %(count)s rows:', rows.length)} ${all}.`;
}
