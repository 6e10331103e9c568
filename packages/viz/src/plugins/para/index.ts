import { asMetrics, buildQueryObject, metricsOf, type OrderBy, uniqueBy } from '@tessera/core/build-query';
import { metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { selectMarks } from '../../select.ts';
import { paraControls, paraDefaults, paraSections } from './controls.ts';
import { paraMarks } from './marks.ts';
import { paraOption } from './option.ts';
import { emptyPara, paraNotes, readPara } from './rows.ts';

export const para = defineViz({
  type: 'para',
  controls: paraControls,
  sections: paraSections,
  roles: {
    series: 'series',
    y: 'metrics',
    color: 'secondary_metric',
    order: 'timeseries_limit_metric',
    filters: 'adhoc_filters',
  },
  defaults: paraDefaults,

  buildQueries: (form, raw) => {
    const by = asMetrics(raw['timeseries_limit_metric']);
    const orderby = by.map((metric): OrderBy => [metric, !form.order_desc]);
    return [
      {
        ...buildQueryObject(raw),
        columns: form.series === null ? [] : [form.series],
        metrics: uniqueBy([...metricsOf(raw), ...by], metricLabel),
        ...(orderby.length > 0 ? { orderby } : {}),
      },
    ];
  },

  describe: (results, form, context) => {
    const { axes, lines } = readPara(results[0], form, context);
    if (axes.length === 0 || lines.length === 0) return t('Parallel coordinates without data.');
    const told = axes.map(({ name, metric }, at) => {
      const number = metricWriter(metric, context).short;
      const values = lines.flatMap(({ values: own }) => own[at] ?? []);
      const ends = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const, [
        Infinity,
        -Infinity,
      ] as readonly [number, number]);
      return values.length === 0
        ? t('%s has no values', name)
        : t('%(metric)s from %(low)s to %(high)s', { metric: name, low: number(ends[0]), high: number(ends[1]) });
    });
    return tn(
      'Parallel coordinates of one line: %(told)s.',
      'Parallel coordinates of %(count)s lines: %(told)s.',
      lines.length,
      { told: told.join(', ') },
    );
  },

  notes: paraNotes,
  select: (event, _results, _form, inputs) => selectMarks(event, inputs, { groupbyFieldName: 'series' }),
  whyEmpty: emptyPara,

  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: paraOption, marks: paraMarks },
});
