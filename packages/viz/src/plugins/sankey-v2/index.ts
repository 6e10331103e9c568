import { buildQueryObject, type OrderBy } from '@tessera/core/build-query';
import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { sankeyControls, sankeySections } from './controls.ts';
import { emptySankey, endsOf, readFlows, sankeyNotes } from './flows.ts';
import { metricName, sankeyMarks } from './marks.ts';
import { sankeyOption } from './option.ts';

const DESCRIBED = 5;

export const sankey = defineViz({
  type: 'sankey_v2',
  controls: sankeyControls,
  sections: sankeySections,
  roles: { source: 'source', target: 'target', value: 'metric', filters: 'adhoc_filters' },
  defaults: {},

  buildQueries: (form, raw) => {
    const orderby: OrderBy[] = form.sort_by_metric && form.metric !== null ? [[form.metric, false]] : [];
    return [
      {
        ...buildQueryObject(raw),
        columns: [...endsOf(form)],
        ...(orderby.length > 0 ? { orderby } : {}),
      },
    ];
  },

  describe: (results, form, context) => {
    const { nodes, flows } = readFlows(results[0], form, context);
    if (flows.length === 0) return t('Sankey chart without data.');
    const say = metricWriter(form.metric, context).short;
    const told = flows
      .toSorted((a, b) => b.value - a.value)
      .slice(0, DESCRIBED)
      .map(({ from, to, value }) => `${from} → ${to} ${say(value)}`);
    const rest = flows.length - told.length;
    const all = [...told, ...(rest > 0 ? [tn('1 more', '%(count)s more', rest)] : [])].join(', ');
    return `${tn(
      'Sankey chart of 1 flow between %(nodes)s nodes, %(metric)s:',
      'Sankey chart of %(count)s flows between %(nodes)s nodes, %(metric)s:',
      flows.length,
      { nodes: nodes.length, metric: metricName(form, context) },
    )} ${all}.`;
  },

  notes: sankeyNotes,
  whyEmpty: emptySankey,

  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: sankeyOption, marks: sankeyMarks },
});
