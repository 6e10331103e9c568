import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { wholeSeries } from '../../layer/series-cut.ts';
import { boxPlotNotes, emptyBoxPlot, readBoxes, withPlaces } from './boxes.ts';
import { boxPlotControls, boxPlotDefaults, boxPlotSections, temporalLookup } from './controls.ts';
import { boxMark, boxPlotMarks } from './marks.ts';
import { boxPlotOption } from './option.ts';
import { boxPlotQueries } from './queries.ts';

const DESCRIBED = 4;

export const boxPlot = defineViz({
  type: 'box_plot',
  controls: boxPlotControls,
  sections: boxPlotSections,
  roles: {
    rows: 'columns',
    series: 'groupby',
    y: 'metrics',
    order: 'series_limit_metric',
    filters: 'adhoc_filters',
  },
  defaults: boxPlotDefaults,
  fromDataset: ({ columns }) => temporalLookup(columns),

  buildQueries: (_, raw) => boxPlotQueries(raw),
  again: (results, form, queries) => wholeSeries(queries[0], withPlaces(results[0], form), false),

  describe: (results, form, context) => {
    const boxes = readBoxes(results[0], form, context);
    if (boxes.length === 0) return t('Box plot without data.');
    const told = boxes.slice(0, DESCRIBED).map((box, at) => boxMark(box, at, form, context).name);
    const rest = boxes.length - told.length;
    const all = [...told, ...(rest > 0 ? [tn('1 more', '%(count)s more', rest)] : [])].join('; ');
    return `${tn('Box plot of 1 box:', 'Box plot of %(count)s boxes:', boxes.length)} ${all}.`;
  },

  notes: boxPlotNotes,
  whyEmpty: emptyBoxPlot,

  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: boxPlotOption, marks: boxPlotMarks },
});
