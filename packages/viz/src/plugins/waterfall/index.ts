import { asColumns, buildQueryObject, type OrderBy, withBaseAxis } from '@tessera/core/build-query';
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { waterfallControls, waterfallSections } from './controls.ts';
import { emptyWaterfall, readFalls, waterfallNotes } from './falls.ts';
import { waterfallMarks } from './marks.ts';
import { waterfallOption } from './option.ts';

const DESCRIBED = 8;

export const waterfall = defineViz({
  type: 'waterfall',
  controls: waterfallControls,
  sections: waterfallSections,
  roles: { x: 'x_axis', series: 'groupby', value: 'metric', filters: 'adhoc_filters' },
  defaults: { show_legend: true },

  buildQueries: (_, raw) => {
    const axis = asColumns(raw['x_axis'])[0] ?? asColumns(raw['granularity_sqla'])[0];
    const columns = [...(axis === undefined ? [] : [axis]), ...asColumns(raw['groupby']).slice(0, 1)];
    const orderby: OrderBy[] = columns.map((column) => [columnLabel(column), true]);
    return [{ ...withBaseAxis(raw, { ...buildQueryObject(raw), columns }), orderby }];
  },

  describe: (results, form, context) => {
    const falls = readFalls(results[0], form, context);
    const steps = falls.filter(({ kind }) => kind !== 'total');
    if (steps.length === 0 || form.metric === null) return t('Waterfall chart without data.');
    const say = (value: number) => context.formatNumber(form.y_axis_format, value, form.currency_format);
    const told = steps.slice(0, DESCRIBED).map(({ label, value }) => `${label} ${say(value)}`);
    const rest = steps.length - told.length;
    const all = [...told, ...(rest > 0 ? [tn('1 more', '%(count)s more', rest)] : [])].join(', ');
    const opening = tn(
      'Waterfall chart of %(metric)s in 1 step to %(total)s:',
      'Waterfall chart of %(metric)s in %(count)s steps to %(total)s:',
      steps.length,
      { metric: context.verboseName(metricLabel(form.metric)), total: say(falls.at(-1)?.to ?? 0) },
    );
    return `${opening} ${all}.`;
  },

  notes: waterfallNotes,
  whyEmpty: emptyWaterfall,

  drawing: {
    kind: 'option',
    parts: () => import('./echarts-parts.ts'),
    toOption: waterfallOption,
    marks: waterfallMarks,
  },
});
