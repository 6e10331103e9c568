import { buildQueryObject, type OrderBy } from '@tessera/core/build-query';
import { columnLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { selectMarks } from '../../select.ts';
import { nodesOf } from '../../shared/hierarchy.ts';
import { sunburstControls, sunburstDefaults, sunburstSections } from './controls.ts';
import { sunburstMarks } from './marks.ts';
import { sunburstOption } from './option.ts';
import { emptySunburst, partValue, readParts, sunburstNotes } from './parts.ts';

const DESCRIBED = 6;

export const sunburst = defineViz({
  type: 'sunburst_v2',
  controls: sunburstControls,
  sections: sunburstSections,
  roles: { series: 'columns', value: 'metric', color: 'secondary_metric', filters: 'adhoc_filters' },
  defaults: sunburstDefaults,

  buildQueries: (form, raw) => {
    const orderby: OrderBy[] = form.sort_by_metric && form.metric !== null ? [[form.metric, false]] : [];
    return [{ ...buildQueryObject(raw), ...(orderby.length > 0 ? { orderby } : {}) }];
  },

  describe: (results, form, context) => {
    const parts = readParts(results[0], form, context);
    const leaves = nodesOf(parts.roots).filter(({ children }) => children.length === 0);
    if (leaves.length === 0) return t('Sunburst chart without data.');
    const say = (value: number) => context.formatNumber(form.number_format, value, form.currency_format);
    const told = leaves
      .toSorted((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0))
      .slice(0, DESCRIBED)
      .map((part) => `${part.texts.join(', ')} ${partValue(part, parts, say) ?? ''}`);
    const rest = leaves.length - told.length;
    const dimensions = form.columns.map((column) => context.verboseName(columnLabel(column))).join(', ');
    const all = [...told, ...(rest > 0 ? [tn('1 more', '%(count)s more', rest)] : [])].join(', ');
    return `${tn(
      'Sunburst chart of 1 part by %(dimensions)s:',
      'Sunburst chart of %(count)s parts by %(dimensions)s:',
      leaves.length,
      { dimensions },
    )} ${all}.`;
  },

  select: (event, _, __, inputs) => selectMarks(event, inputs, { groupbyFieldName: 'columns' }),
  notes: sunburstNotes,
  whyEmpty: emptySunburst,

  drawing: {
    kind: 'option',
    parts: () => import('./echarts-parts.ts'),
    toOption: sunburstOption,
    marks: sunburstMarks,
  },
});
