import { t, tn } from '@tessera/core/messages';
import { seriesOverTimeQuery } from '../../bundles/over-time.ts';
import { defineViz } from '../../define.ts';
import { wholeSeries } from '../../layer/series-cut.ts';
import { roseControls, roseDefaults, roseSections } from './controls.ts';
import { roseMarks } from './marks.ts';
import { roseOption } from './option.ts';
import { emptyRose, writerOf, readWedges, roseNotes, sum } from './wedges.ts';

const DESCRIBED = 5;

export const rose = defineViz({
  type: 'rose',
  controls: roseControls,
  sections: roseSections,
  roles: {
    time: 'granularity_sqla',
    y: 'metrics',
    series: 'groupby',
    order: 'timeseries_limit_metric',
    filters: 'adhoc_filters',
  },
  defaults: roseDefaults,

  buildQueries: (_, raw) => [seriesOverTimeQuery(raw)],
  again: (results, _, queries) => wholeSeries(queries[0], results[0]),

  describe: (results, form, context) => {
    const { names, series } = readWedges(results[0], form, context);
    if (names.length === 0 || series.length === 0) return t('Nightingale rose chart without data.');
    const say = writerOf(form, context).short;
    const told = names
      .map((name, at) => ({ name, value: sum(series.map(({ values }) => values[at] ?? null)) }))
      .toSorted((a, b) => b.value - a.value)
      .slice(0, DESCRIBED)
      .map(({ name, value }) => `${name} ${say(value)}`);
    return tn(
      'Nightingale rose chart of one wedge: %(told)s.',
      'Nightingale rose chart of %(count)s wedges from %(first)s to %(last)s, the greatest: %(told)s.',
      names.length,
      { first: names[0] ?? '', last: names.at(-1) ?? '', told: told.join(', ') },
    );
  },

  notes: roseNotes,
  whyEmpty: emptyRose,

  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: roseOption, marks: roseMarks },
});
