import { buildQueryObject, type OrderBy } from '@tessera/core/build-query';
import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { radarControls, radarDefaults, radarSections } from './controls.ts';
import { radarMarks, shapeMark } from './marks.ts';
import { radarOption } from './option.ts';
import { emptyRadar, radarNotes, readShapes } from './shapes.ts';

const DESCRIBED = 4;

export const radar = defineViz({
  type: 'radar',
  controls: radarControls,
  sections: radarSections,
  roles: { series: 'groupby', y: 'metrics', order: 'timeseries_limit_metric', filters: 'adhoc_filters' },
  defaults: radarDefaults,

  buildQueries: (form, raw) => {
    const first = form.timeseries_limit_metric ?? form.metrics[0];
    const orderby: OrderBy[] = first === undefined ? [] : [[first, false]];
    return [{ ...buildQueryObject(raw), ...(orderby.length > 0 ? { orderby } : {}) }];
  },

  describe: (results, form, context) => {
    const shapes = readShapes(results[0], form, context);
    if (shapes.length === 0) return t('Radar chart without data.');
    const told = shapes.slice(0, DESCRIBED).map((shape, at) => shapeMark(shape, at, form, context).name);
    const rest = shapes.length - told.length;
    const all = [...told, ...(rest > 0 ? [tn('1 more', '%(count)s more', rest)] : [])].join('; ');
    const opening = tn(
      'Radar chart of 1 shape over %(metrics)s metrics:',
      'Radar chart of %(count)s shapes over %(metrics)s metrics:',
      shapes.length,
      { metrics: form.metrics.length },
    );
    return `${opening} ${all}.`;
  },

  notes: radarNotes,
  whyEmpty: emptyRadar,

  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: radarOption, marks: radarMarks },
});
