import { buildQueryObject, type OrderBy } from '@tessera/core/build-query';
import { columnLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { nodesOf } from '../../shared/hierarchy.ts';
import { emptyTreemap, readBoxes, treemapNotes, valueText } from './boxes.ts';
import { treemapControls, treemapDefaults, treemapSections } from './controls.ts';
import { selectBox, treemapMarks } from './marks.ts';
import { treemapOption } from './option.ts';

const DESCRIBED = 6;

export const treemap = defineViz({
  type: 'treemap_v2',
  controls: treemapControls,
  sections: treemapSections,
  roles: { series: 'groupby', value: 'metric', filters: 'adhoc_filters' },
  defaults: treemapDefaults,

  buildQueries: (form, raw) => {
    const orderby: OrderBy[] = form.sort_by_metric && form.metric !== null ? [[form.metric, false]] : [];
    return [{ ...buildQueryObject(raw), ...(orderby.length > 0 ? { orderby } : {}) }];
  },

  describe: (results, form, context) => {
    const boxes = readBoxes(results[0], form, context);
    const leaves = nodesOf(boxes.roots).filter(({ children }) => children.length === 0);
    if (leaves.length === 0) return t('Treemap without data.');
    const told = leaves
      .toSorted((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0))
      .slice(0, DESCRIBED)
      .map((box) => `${box.texts.join(', ')} ${valueText(box, boxes, form, context) ?? ''}`);
    const rest = leaves.length - told.length;
    const dimensions = form.groupby.map((column) => context.verboseName(columnLabel(column))).join(', ');
    const all = [...told, ...(rest > 0 ? [tn('1 more', '%(count)s more', rest)] : [])].join(', ');
    return `${tn(
      'Treemap of 1 box by %(dimensions)s:',
      'Treemap of %(count)s boxes by %(dimensions)s:',
      leaves.length,
      {
        dimensions,
      },
    )} ${all}.`;
  },

  select: selectBox,
  notes: treemapNotes,
  whyEmpty: emptyTreemap,

  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: treemapOption, marks: treemapMarks },
});
