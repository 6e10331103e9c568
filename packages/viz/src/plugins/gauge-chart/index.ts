import { buildQueryObject, type OrderBy } from '@tessera/core/build-query';
import { metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { complainOfGauge, gaugeControls, gaugeDefaults, gaugeSections } from './controls.ts';
import { dialText, emptyGauge, gaugeNotes, readDials, scaleOf } from './dials.ts';
import { gaugeMarks } from './marks.ts';
import { gaugeOption } from './option.ts';

export const gauge = defineViz({
  type: 'gauge_chart',
  controls: gaugeControls,
  sections: gaugeSections,
  roles: { series: 'groupby', value: 'metric', filters: 'adhoc_filters' },
  defaults: gaugeDefaults,
  validate: complainOfGauge,

  buildQueries: (form, raw) => {
    const orderby: OrderBy[] = form.sort_by_metric && form.metric !== null ? [[form.metric, false]] : [];
    return [{ ...buildQueryObject(raw), ...(orderby.length > 0 ? { orderby } : {}) }];
  },

  describe: (results, form, context) => {
    const dials = readDials(results[0], form, context);
    if (dials.length === 0 || form.metric === null) return t('Gauge chart without data.');
    const [from, to] = scaleOf(dials, form).map((end) =>
      context.formatNumber(form.number_format, end, form.currency_format),
    );
    const told = dials
      .map((dial) =>
        dial.name === '' ? dialText(dial, form, context) : `${dial.name}: ${dialText(dial, form, context)}`,
      )
      .join('; ');
    const metric = context.verboseName(metricLabel(form.metric));
    return t('Gauge chart of %(metric)s on a scale from %(from)s to %(to)s: %(values)s.', {
      metric,
      from: from ?? '',
      to: to ?? '',
      values: told,
    });
  },

  notes: gaugeNotes,
  whyEmpty: emptyGauge,

  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: gaugeOption, marks: gaugeMarks },
});
