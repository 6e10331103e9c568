import { buildQueryObject } from '@tessera/core/build-query';
import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { graphControls, graphDefaults, graphSections } from './controls.ts';
import { emptyGraph, graphColumns, graphNotes, readGraph } from './graph.ts';
import { graphMarks, selectOfGraph } from './marks.ts';
import { graphOption } from './option.ts';

const DESCRIBED = 5;

export const graph = defineViz({
  type: 'graph_chart',
  controls: graphControls,
  sections: graphSections,
  roles: {
    source: 'source',
    target: 'target',
    value: 'metric',
    series: ['source_category', 'target_category'],
    filters: 'adhoc_filters',
  },
  defaults: graphDefaults,

  buildQueries: (form, raw) => [{ ...buildQueryObject(raw), columns: [...graphColumns(form)] }],

  describe: (results, form, context) => {
    const { nodes, edges } = readGraph(results[0], form, context);
    if (nodes.length === 0) return t('Graph chart without data.');
    const say = metricWriter(form.metric, context).short;
    const told = nodes
      .toSorted((a, b) => b.value - a.value)
      .slice(0, DESCRIBED)
      .map(({ name, value }) => `${name} ${say(value)}`)
      .join(', ');
    return tn(
      'Graph of 1 edge between %(nodes)s nodes; the greatest: %(told)s.',
      'Graph of %(count)s edges between %(nodes)s nodes; the greatest: %(told)s.',
      edges.length,
      { nodes: nodes.length, told },
    );
  },

  select: selectOfGraph,
  notes: graphNotes,
  whyEmpty: emptyGraph,

  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: graphOption, marks: graphMarks },
});
