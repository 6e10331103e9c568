import { buildQueryObject, type OrderBy } from '@tessera/core/build-query';
import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { funnelControls, funnelDefaults, funnelSections } from './controls.ts';
import { funnelMarks } from './marks.ts';
import { funnelOption } from './option.ts';
import { emptyFunnel, funnelNotes, readSteps, stepText } from './steps.ts';

const DESCRIBED = 8;

export const funnel = defineViz({
  type: 'funnel',
  controls: funnelControls,
  sections: funnelSections,
  roles: { series: 'groupby', value: 'metric', filters: 'adhoc_filters' },
  defaults: funnelDefaults,

  buildQueries: (form, raw) => {
    const orderby: OrderBy[] = form.metric === null ? [] : [[form.metric, false]];
    return [{ ...buildQueryObject(raw), ...(form.sort_by_metric && orderby.length > 0 ? { orderby } : {}) }];
  },

  describe: (results, form, context) => {
    const { steps } = readSteps(results[0], form, context);
    if (steps.length === 0) return t('Funnel chart without data.');
    const told = steps.slice(0, DESCRIBED).map((step) => stepText(step, 5, form, context));
    const rest = steps.length - told.length;
    const all = [...told, ...(rest > 0 ? [tn('1 more', '%(count)s more', rest)] : [])].join(', ');
    return `${tn('Funnel chart of 1 step:', 'Funnel chart of %(count)s steps:', steps.length)} ${all}.`;
  },

  notes: funnelNotes,
  whyEmpty: emptyFunnel,

  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: funnelOption, marks: funnelMarks },
});
