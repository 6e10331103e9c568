import { msg } from '@tessera/core/messages';
import { defineViz, type ChartContext, type QueryResult } from '../../define.ts';
import type { ChartEvent, Outcome } from '../../events.ts';
import type { ChartInputs } from '../../inputs.ts';
import type { Mark } from '../../marks.ts';
import { annotationNotes } from './annotation-notes.ts';
import { describeLayers } from './describe.ts';
import { belowLogNotes, emptySeries, timeseriesNotes } from './honest.ts';
import { mixedControls, mixedDefaults, type MixedForm, mixedSections } from './mixed-controls.ts';
import { selectMarks } from '../../select.ts';
import { paleNote } from '../../layer/part.ts';
import { withAxisFormats } from './mixed-metric-formats.ts';
import { isSecond, mixedForms, mixedLayers, mixedOption } from './mixed-option.ts';
import { mixedAgain, mixedQueries } from './mixed-queries.ts';
import { layerMarks, selectTimeseries } from './touch.ts';
import { contextOfLayer, wholeOfLayers } from './whole.ts';
import { NO_DATA } from './data.ts';

/** Two queries in one picture. */
export const mixedTimeseries = defineViz<typeof mixedControls>({
  type: 'mixed_timeseries',
  controls: mixedControls,
  sections: mixedSections,
  roles: {
    x: 'x_axis',
    y: ['metrics', 'metrics_b'],
    series: ['groupby', 'groupby_b'],
    order: ['timeseries_limit_metric', 'timeseries_limit_metric_b'],
    filters: ['adhoc_filters', 'adhoc_filters_b'],
  },
  defaults: mixedDefaults,
  buildQueries: (_, raw) => mixedQueries(raw),
  inMetricFormats: withAxisFormats,
  queryNames: [msg('Query A'), msg('Query B')],
  again: (results, _, queries) => mixedAgain(results, queries),
  notes: mixedNotes,
  whyEmpty: (results, form) => emptySeries(results, { logAxis: form.logAxis && form.logAxisSecondary }),
  describe: (results, form, context) => {
    const layers = mixedLayers(results, form, context);
    const words = describeLayers('Mixed chart', layers, results[0], context);
    return wholeOfLayers(layers, context) === null ? words : `${words} ${paleNote()}.`;
  },
  select: selectMixed,
  drawing: {
    kind: 'option',
    parts: () => import('./echarts-parts.ts'),
    toOption: mixedOption,
    marks: mixedMarks,
  },
});

const FIRST_FIELDS = { groupbyFieldName: 'groupby', adhocFilterFieldName: 'adhoc_filters' } as const;
const SECOND_FIELDS = { groupbyFieldName: 'groupby_b', adhocFilterFieldName: 'adhoc_filters_b' } as const;

function mixedNotes(results: readonly QueryResult[], form: MixedForm, context: ChartContext): readonly string[] {
  const layers = mixedLayers(results, form, context);
  const notes = mixedForms(form).flatMap((one, at) =>
    timeseriesNotes(results[at], one, layers[at]?.data ?? NO_DATA, context),
  );
  const pale = wholeOfLayers(layers, context) === null ? [] : [paleNote()];
  // Annotations stand on the axes of the first query.
  const [first] = layers;
  return [
    ...new Set([...notes, ...belowLogNotes(layers), ...annotationNotes(results[0], first.data, first.form), ...pale]),
  ];
}

function mixedMarks(results: readonly QueryResult[], form: MixedForm, context: ChartContext): readonly Mark[] {
  const layers = mixedLayers(results, form, context);
  return layers.flatMap((layer, at) => layerMarks(layer, results[0], contextOfLayer(layers, at, context)));
}

function selectMixed(
  event: ChartEvent,
  results: readonly QueryResult[],
  form: MixedForm,
  inputs: ChartInputs,
): Outcome {
  const [first, second] = mixedForms(form);
  const hasBars = first.seriesType === 'bar' || second.seriesType === 'bar';
  if (event.kind === 'brush') return selectTimeseries(event, results, first, hasBars, inputs);
  const isOfSecond = 'mark' in event && event.mark !== null && isSecond(event.mark);
  return selectMarks(event, inputs, isOfSecond ? SECOND_FIELDS : FIRST_FIELDS);
}
