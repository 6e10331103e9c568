import { asColumns, asMetrics, buildQueryObject, type OrderBy, uniqueBy } from '@tessera/core/build-query';
import { columnLabel, type RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import { defineViz } from '../../define.ts';
import { type Place, withPlaces } from '../../layer/metric-formats.ts';
import { bubbleNotes, describeBubbles, emptyBubbles } from './bubbles.ts';
import {
  bubbleControls,
  bubbleDefaults,
  type BubbleForm,
  bubbleSections,
  oldBubbleControls,
  oldBubbleSections,
} from './controls.ts';
import { lookOf, oldLookOf } from './look.ts';
import { bubbleMarks } from './marks.ts';
import { bubbleOption } from './option.ts';
import { selectBubbles } from './select.ts';

const roles = { label: 'entity', series: 'series', x: 'x', y: 'y', size: 'size', filters: 'adhoc_filters' } as const;
const parts = () => import('./echarts-parts.ts');

export const bubble = defineViz({
  type: 'bubble_v2',
  controls: bubbleControls,
  sections: bubbleSections,
  roles: { ...roles, order: 'orderby' },
  defaults: bubbleDefaults,

  buildQueries: (_, raw) => {
    const [by] = asMetrics(raw['orderby']);
    const orderby: OrderBy[] = by === undefined ? [] : [[by, raw['order_desc'] === false]];
    return [{ ...queryOf(raw), ...(orderby.length > 0 ? { orderby } : {}) }];
  },

  inMetricFormats: (form, formats) => withPlaces(form, formats, placesOf(form, 'xAxisFormat')),
  describe: (results, form, context) => describeBubbles(results, lookOf(form), context),
  notes: (results, form, context) => bubbleNotes(results, lookOf(form), context),
  whyEmpty: (results, form) => emptyBubbles(results, lookOf(form)),
  select: (event, results, form, inputs) => selectBubbles(event, results, lookOf(form), inputs),

  drawing: {
    kind: 'option',
    parts,
    toOption: (results, form, context) => bubbleOption(results, lookOf(form), context),
    marks: (results, form, context) => bubbleMarks(results, lookOf(form), context),
  },
});

/** The older bubble chart: the same picture, its series limit is the number of bubbles. */
export const oldBubble = defineViz({
  type: 'bubble',
  controls: oldBubbleControls,
  sections: oldBubbleSections,
  roles,
  defaults: {},

  buildQueries: (form, raw) => {
    const { series_limit: _, ...query } = queryOf(raw);
    return [{ ...query, ...(form.limit === null ? {} : { row_limit: form.limit }) }];
  },

  inMetricFormats: (form, formats) => withPlaces(form, formats, placesOf(form, 'x_axis_format')),
  describe: (results, form, context) => describeBubbles(results, oldLookOf(form), context),
  notes: (results, form, context) => bubbleNotes(results, oldLookOf(form), context),
  whyEmpty: (results, form) => emptyBubbles(results, oldLookOf(form)),
  select: (event, results, form, inputs) => selectBubbles(event, results, oldLookOf(form), inputs),

  drawing: {
    kind: 'option',
    parts,
    toOption: (results, form, context) => bubbleOption(results, oldLookOf(form), context),
    marks: (results, form, context) => bubbleMarks(results, oldLookOf(form), context),
  },
});

/** Each axis is written as its metric, and sizes as theirs. */
function placesOf(form: Pick<BubbleForm, 'x' | 'y' | 'size'>, xFormat: string): readonly Place[] {
  return [
    { format: xFormat, currency: '', metrics: [form.x] },
    { format: 'y_axis_format', currency: '', metrics: [form.y] },
    { format: 'tooltipSizeFormat', currency: '', metrics: [form.size] },
  ];
}

/** One row per entity and series. */
function queryOf(raw: RawForm): QueryObject {
  const columns = uniqueBy([...asColumns(raw['entity']), ...asColumns(raw['series'])], columnLabel);
  return { ...buildQueryObject(raw), columns };
}
