import { t, tn } from '@tessera/core/messages';
import { seriesOverTimeQuery } from '../../bundles/over-time.ts';
import { type ChartContext, defineViz, type QueryResult } from '../../define.ts';
import { wholeSeries } from '../../layer/series-cut.ts';
import { emptyHorizon, writerOf, horizonNotes, momentName, readHorizon } from './bands.ts';
import { horizonControls, horizonDefaults, type HorizonForm, horizonSections } from './controls.ts';
import { horizonMarks } from './marks.ts';
import { horizonScene } from './scene.ts';

const DESCRIBED = 5;

export const horizon = defineViz({
  type: 'horizon',
  controls: horizonControls,
  sections: horizonSections,
  roles: {
    time: 'granularity_sqla',
    y: 'metrics',
    series: 'groupby',
    order: 'timeseries_limit_metric',
    filters: 'adhoc_filters',
  },
  defaults: horizonDefaults,

  buildQueries: (_, raw) => [seriesOverTimeQuery(raw)],
  again: (results, _, queries) => wholeSeries(queries[0], results[0]),
  describe: describeHorizon,
  notes: horizonNotes,
  whyEmpty: emptyHorizon,

  drawing: {
    kind: 'scene',
    toScene: (results, form, context) => horizonScene(results, form, context, describeHorizon(results, form, context)),
    marks: horizonMarks,
  },
});

function describeHorizon(results: readonly QueryResult[], form: HorizonForm, context: ChartContext): string {
  const { times, series } = readHorizon(results[0], form, context);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || series.length === 0) return t('Horizon chart without data.');
  const told = series.slice(0, DESCRIBED).map((one) => {
    const { short } = writerOf(one, form, context);
    return t('%(series)s from %(first)s to %(last)s', {
      series: one.name,
      first: short(one.values.find((value) => value !== null) ?? null),
      last: short(one.values.findLast((value) => value !== null) ?? null),
    });
  });
  return tn(
    'Horizon chart of one series from %(from)s to %(to)s: %(told)s.',
    'Horizon chart of %(count)s series from %(from)s to %(to)s: %(told)s.',
    series.length,
    { from: momentName(first, form, context), to: momentName(last, form, context), told: told.join(', ') },
  );
}
