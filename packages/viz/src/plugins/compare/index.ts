import { t, tn } from '@tessera/core/messages';
import { seriesOverTimeQuery } from '../../bundles/over-time.ts';
import { defineViz } from '../../define.ts';
import { wholeSeries } from '../../layer/series-cut.ts';
import { compareNotes, emptyCompare, readChanges } from './changes.ts';
import { compareControls, compareDefaults, compareSections } from './controls.ts';
import { changeText, compareMarks, momentName, selectCompare } from './marks.ts';
import { compareOption } from './option.ts';

const DESCRIBED = 5;

export const compare = defineViz({
  type: 'compare',
  controls: compareControls,
  sections: compareSections,
  roles: {
    time: 'granularity_sqla',
    y: 'metrics',
    series: 'groupby',
    order: 'timeseries_limit_metric',
    filters: 'adhoc_filters',
  },
  defaults: compareDefaults,

  buildQueries: (_, raw) => [seriesOverTimeQuery(raw)],
  // Its numbers are changes, no values of its metrics.
  inMetricFormats: (form) => form,
  again: (results, _, queries) => wholeSeries(queries[0], results[0]),

  describe: (results, form, context) => {
    const { times, index, series } = readChanges(results[0], form, context);
    const [since, last] = [times[index], times.at(-1)];
    if (since === undefined || last === undefined || series.length === 0)
      return t('Time-series percent change without data.');
    const told = series
      .map(({ name, changes }) => ({ name, change: changes.findLast((one) => one !== null) ?? 0 }))
      .toSorted((a, b) => b.change - a.change)
      .slice(0, DESCRIBED)
      .map(({ name, change }) => `${name} ${changeText(change, form, context)}`);
    return tn(
      'Change of one series since %(since)s, until %(last)s: %(told)s.',
      'Change of %(count)s series since %(since)s, until %(last)s: %(told)s.',
      series.length,
      { since: momentName(since, form, context), last: momentName(last, form, context), told: told.join(', ') },
    );
  },

  notes: compareNotes,
  whyEmpty: emptyCompare,
  select: selectCompare,

  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: compareOption, marks: compareMarks },
});
