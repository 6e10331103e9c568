import { overTimeQuery } from '../../bundles/over-time.ts';
import { metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { complainOfFrequency, timePivotControls, timePivotDefaults, timePivotSections } from './controls.ts';
import { emptyTimePivot, readTimePivot } from './lines.ts';
import { timePivotMarks } from './marks.ts';
import { timePivotOption } from './option.ts';

export const timePivot = defineViz({
  type: 'time_pivot',
  controls: timePivotControls,
  sections: timePivotSections,
  roles: { time: 'granularity_sqla', y: 'metric', filters: 'adhoc_filters' },
  defaults: timePivotDefaults,
  validate: complainOfFrequency,

  buildQueries: (form, { groupby: _dimensions, metrics: _metrics, ...raw }) => [
    { ...overTimeQuery(raw), columns: [], metrics: form.metric === null ? [] : [form.metric] },
  ],

  describe: (results, form, context) => {
    const { lines } = readTimePivot(results[0], form, context);
    const [newest] = lines;
    if (!newest || form.metric === null) return t('Time-series period pivot without data.');
    const values = newest.points.flatMap(({ value }) => value ?? []);
    const { short } = metricWriter(form.metric, context, form.y_axis_format);
    const say = (value: number | undefined) => short(value ?? null);
    return tn(
      '%(metric)s in %(newest)s, from %(first)s to %(last)s, at most %(most)s, with no period before it.',
      '%(metric)s in %(count)s periods laid over each other. The newest is %(newest)s, from %(first)s to %(last)s, ' +
        'at most %(most)s.',
      lines.length,
      {
        metric: context.verboseName(metricLabel(form.metric)),
        newest: newest.name,
        first: say(values[0]),
        last: say(values.at(-1)),
        most: say(values.reduce<number | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined)),
      },
    );
  },

  whyEmpty: emptyTimePivot,

  drawing: {
    kind: 'option',
    parts: () => import('./echarts-parts.ts'),
    toOption: timePivotOption,
    marks: timePivotMarks,
  },
});
