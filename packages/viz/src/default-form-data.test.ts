import type { RawForm } from '@tessera/core/form-data';
import { defaultSettings } from '@tessera/core/native-filters/definition';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Controls } from './define.ts';
import { parseForm } from './parse-form.ts';
import { boxPlot } from './plugins/box-plot/index.ts';
import { bubble } from './plugins/bubble/index.ts';
import { funnel } from './plugins/funnel/index.ts';
import { gauge } from './plugins/gauge-chart/index.ts';
import { graph } from './plugins/graph-chart/index.ts';
import { pie } from './plugins/pie/index.ts';
import { radar } from './plugins/radar/index.ts';
import { sunburst } from './plugins/sunburst-v2/index.ts';
import { echartsTimeseries, echartsTimeseriesBar } from './plugins/timeseries/index.ts';
import { mixedTimeseries } from './plugins/timeseries/mixed.ts';
import { tree } from './plugins/tree-chart/index.ts';
import { treemap } from './plugins/treemap-v2/index.ts';
import { waterfall } from './plugins/waterfall/index.ts';

type Case = Readonly<Record<string, unknown>>;
const cases = JSON.parse(readFileSync(join(import.meta.dirname, 'testing/default-form-data.json'), 'utf8')) as Readonly<
  Record<string, Case>
>;

const row = (of: string, { type, controls, defaults }: { type: string; controls: Controls; defaults: RawForm }) => ({
  of,
  type,
  controls,
  form: parseForm<Controls>(controls, defaults, {}) as Case,
});
const rows = [
  row('timeseries', echartsTimeseries),
  row('timeseries', echartsTimeseriesBar),
  row('mixed_timeseries', mixedTimeseries),
  row('pie', pie),
  row('bubble_v2', bubble),
  row('tree_chart', tree),
  row('gauge_chart', gauge),
  row('funnel', funnel),
  row('graph_chart', graph),
  row('waterfall', waterfall),
  row('radar', radar),
  row('box_plot', boxPlot),
  row('treemap_v2', treemap),
  row('sunburst_v2', sunburst),
];

/** Keys that nothing stores: no control of the type has them, so that no saved chart can lack them. */
const WITHOUT_CONTROL: Readonly<Record<string, readonly string[]>> = {
  echarts_timeseries: ['orientation'],
  echarts_timeseries_bar: ['area', 'markerEnabled', 'markerSize', 'opacity', 'seriesType'],
  bubble_v2: ['emitFilter', 'logXAis'],
  gauge_chart: ['legendMargin', 'legendOrientation', 'legendType', 'showLegend'],
  funnel: ['legendType', 'labelLine', 'defaultTooltipLabel', 'sort', 'orient', 'gap'],
  treemap_v2: ['labelPosition'],
  mixed_timeseries: ['truncateYAxisSecondary', 'xAxisForceCategorical', 'showValueB'],
  sunburst_v2: ['groupby'],
};

/** A name as forms store it: some are in camel case there too. */
function controlOf(key: string, controls: Controls): string | undefined {
  const snake = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [key, snake].find((name) => Object.hasOwn(controls, name));
}

/** No column and no stacking are null to us. */
function readOf(stored: unknown, ours: unknown): unknown {
  return ours === null && (stored === '' || stored === false) ? null : stored;
}

test('every worked case of default form data is compared', () => {
  const compared = [...rows.map(({ of }) => of), 'filter_select', 'filter_time'];
  expect([...new Set(compared)].toSorted()).toEqual(Object.keys(cases).toSorted());
});

test.each(rows)(
  'a key that is missing in a stored $type takes the default form data',
  ({ of, type, controls, form }) => {
    const missing: string[] = [];
    for (const [key, value] of Object.entries(cases[of] ?? {})) {
      const name = controlOf(key, controls);
      if (name === undefined) missing.push(key);
      else expect({ [name]: form[name] }).toEqual({ [name]: readOf(value, form[name]) });
    }
    expect(missing).toEqual(WITHOUT_CONTROL[type] ?? []);
  },
);

test('filters begin with their default form data', () => {
  const { defaultValue, ...select } = { ...cases['filter_select'] };
  expect(defaultSettings('filter_select')).toEqual(select);
  expect([defaultValue, cases['filter_time']]).toEqual([null, { defaultValue: null }]);
});
