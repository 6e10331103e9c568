import { metricLabel, type RawForm } from '@tessera/core/form-data';
import { type ChartContext, type Control, type Controls, defineViz, type QueryResult } from '../../define.ts';
import { changesOf } from '../../layer/changes.ts';
import { wholeSeries } from '../../layer/series-cut.ts';
import { parseForm } from '../../parse-form.ts';
import {
  areaPanel,
  barPanel,
  familyBundles,
  familyControls,
  familyDefaults,
  type FamilyForm,
  genericPanel,
  linePanel,
  panelOf,
  type PanelOf,
  scatterPanel,
  smoothPanel,
  stepPanel,
} from './controls.ts';
import { annotationNotes } from './annotation-notes.ts';
import { readSeries } from './data.ts';
import { describeTimeseries } from './describe.ts';
import { belowLogNotes, emptySeries, timeseriesNotes, truthful } from './honest.ts';
import { isSampled } from './sampling.ts';
import { type Kind, timeseriesOption } from './option.ts';
import { timeseriesQueries } from './queries.ts';
import { withPercents } from './shift.ts';
import { selectTimeseries, timeseriesMarks } from './touch.ts';
import { noteOfWhole, wholeOf } from './whole.ts';

type Member = {
  readonly type: string;
  readonly name: string;
  readonly kind: Kind;
  readonly panel: PanelOf;
  readonly defaults?: RawForm;
};

/** One member of the family: the members differ in this data and in nothing else. */
function member({ type, name, kind, panel, defaults = {} }: Member) {
  const { controls, sections } = panelOf(panel);
  const ownDefaults = { ...familyDefaults, ...defaults };
  const forms = new WeakMap<RawForm, FamilyForm>();
  const read = (own: RawForm): FamilyForm => {
    const form = forms.get(own) ?? withPercents(familyForm(own, controls, ownDefaults));
    forms.set(own, form);
    return form;
  };
  const markOf = (form: FamilyForm) => kind.mark ?? form.seriesType;
  const isBar = (form: FamilyForm) => markOf(form) === 'bar';
  const isLine = (form: FamilyForm) => !['bar', 'scatter'].includes(markOf(form));
  const hasWhole = (results: readonly (QueryResult | undefined)[], form: FamilyForm, context: ChartContext) =>
    wholeOf(readSeries(results[0], form, isBar(form), context), form, markOf(form), context) !== null;
  return defineViz<Readonly<Record<string, Control>>>({
    type,
    controls,
    sections,
    roles: {
      x: 'x_axis',
      y: 'metrics',
      series: 'groupby',
      order: 'timeseries_limit_metric',
      filters: 'adhoc_filters',
    },
    defaults: ownDefaults,
    buildQueries: (_, raw) => timeseriesQueries(raw, familyBundles),
    again: (results, _, queries) => wholeSeries(queries[0], results[0]),
    readerControls: (form) => (read(form).show_extra_controls ? ['stack'] : []),
    notes: ([result], form, context) => {
      const whole = read(form);
      const data = readSeries(result, whole, isBar(whole), context);
      const points = data.x.cells.length;
      const sampled = isLine(whole) && isSampled(points, whole, context) ? points : 0;
      const own = timeseriesNotes(result, whole, data, context, sampled);
      const notes = [...own, ...belowLogNotes([{ data, form: whole }]), ...annotationNotes(result, data, whole)];
      return hasWhole([result], whole, context) ? [...notes, noteOfWhole(markOf(whole))] : notes;
    },
    whyEmpty: (results, form) => emptySeries(results, read(form)),
    changes: ([result], form) => changesOf(read(form), result, read(form).metrics.map(metricLabel)),
    describe: (results, form, context) => {
      const whole = read(form);
      const words = describeTimeseries(name, isBar(whole), results, truthful(whole, context), context);
      return hasWhole(results, whole, context) ? `${words} ${noteOfWhole(markOf(whole))}.` : words;
    },
    select: (event, results, form, inputs) => {
      const whole = read(form);
      return selectTimeseries(event, results, whole, isBar(whole), inputs);
    },
    drawing: {
      kind: 'option',
      parts: () => import('./echarts-parts.ts'),
      toOption: (results, form, context) => timeseriesOption(kind, results, read(form), context),
      marks: (results, form, context) => {
        const whole = read(form);
        return timeseriesMarks(markOf(whole), results, truthful(whole, context), context);
      },
    },
  });
}

/** A member's form with the defaults of the controls that it does not have. */
function familyForm(form: RawForm, controls: Controls, defaults: RawForm): FamilyForm {
  const own = Object.fromEntries(Object.entries(form).filter(([name]) => Object.hasOwn(controls, name)));
  return parseForm(familyControls, defaults, own);
}

export const echartsTimeseriesLine = member({
  type: 'echarts_timeseries_line',
  name: 'Line chart',
  kind: { mark: null, filled: false },
  panel: linePanel,
});
export const echartsTimeseriesSmooth = member({
  type: 'echarts_timeseries_smooth',
  name: 'Smooth line chart',
  kind: { mark: 'smooth', filled: false },
  panel: smoothPanel,
});
export const echartsTimeseriesStep = member({
  type: 'echarts_timeseries_step',
  name: 'Stepped line chart',
  kind: { mark: null, filled: false },
  panel: stepPanel,
  defaults: { seriesType: 'start' },
});
export const echartsTimeseriesBar = member({
  type: 'echarts_timeseries_bar',
  name: 'Bar chart',
  kind: { mark: 'bar', filled: false },
  panel: barPanel,
});
export const echartsTimeseriesScatter = member({
  type: 'echarts_timeseries_scatter',
  name: 'Scatter plot',
  kind: { mark: 'scatter', filled: false },
  panel: scatterPanel,
});
export const echartsArea = member({
  type: 'echarts_area',
  name: 'Area chart',
  kind: { mark: null, filled: true },
  panel: areaPanel,
});
export const echartsTimeseries = member({
  type: 'echarts_timeseries',
  name: 'Generic chart',
  kind: { mark: null, filled: false },
  panel: genericPanel,
});
