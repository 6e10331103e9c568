import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { metricLabel, type Metric, type RawForm } from '@tessera/core/form-data';
import { expect, test } from 'vitest';
import { isRecord } from './control-kinds/read.ts';
import type { ChartContext, QueryResult } from './define.ts';
import { drawSvg } from './draw-svg.ts';
import type { AnyViz } from './erase.ts';
import { createChartContext } from './shared/context.ts';
import { plugins } from './registry.ts';
import type { DrawCase } from './testing/draw-case.ts';

const folders = join(import.meta.dirname, 'plugins');
const modules = await Promise.all(
  readdirSync(folders).map((folder) => import(join(folders, folder, 'fixtures/cases.ts')) as Promise<Fixtures>),
);
const cases = modules.flatMap((module) => module.cases);

type Fixtures = { readonly cases: readonly DrawCase[] };
type Written = { readonly format: string; readonly hasCurrency: boolean };

/** Of metrics, and of nothing that a chart writes by itself. */
const FORMAT = ',.3f';
/** What adaptive numbers are written by, in short and exactly. */
const ADAPTIVE = ['', 'SMART_NUMBER', ',.2~f', ',.4~g'];
/** These write no value of a metric: rows, points, tests, or what a template says. */
const WITHOUT_METRICS = ['handlebars', 'histogram_v2', 'mapbox', 'paired_ttest'];

test.each(Object.keys(plugins).filter((type) => !WITHOUT_METRICS.includes(type)))(
  '%s writes saved metrics in their own format and currency, wherever it writes one',
  async (type) => {
    const all = cases.filter(({ viz }) => viz.type === type);
    const one = all.find(({ name }) => name === 'basic') ?? all[0];
    if (!one) throw new Error(`${type} has no case.`);
    const { viz, results } = one;
    const { form, names } = withSavedMetrics(viz, one.form);
    const written: Written[] = [];
    const context = contextOf(names, written);
    await viz.prepare(form);
    const said = viz.describe(results, form, context);
    const marks = viz.marks(results, form, context).map(({ name }) => name);
    await drawSvg(viz, results, form, context);
    touch(viz, results, form, context);
    expect(written.filter(({ format }) => ADAPTIVE.includes(format))).toEqual([]);
    expect(written.filter(({ format, hasCurrency }) => format === FORMAT && !hasCurrency)).toEqual([]);
    expect([said, ...marks].join('\n')).toMatch(/\d\.\d{3} €/);
  },
);

/** The case with metrics of the dataset in place of those of the chart itself. */
function withSavedMetrics(viz: AnyViz, raw: RawForm): { readonly form: RawForm; readonly names: readonly string[] } {
  // The metric of charts inside of charts.
  const names: string[] = ['count'];
  const saved = (metric: Metric) => {
    names.push(metricLabel(metric));
    return metricLabel(metric);
  };
  const form = Object.entries(raw).map(([key, value]) => {
    const kind = viz.controls[key]?.kind;
    if (kind === 'metrics') return [key, (Array.isArray(value) ? value : [value]).map(saved)];
    return [key, kind === 'metric' && value !== null ? saved(value as Metric) : value];
  });
  return { form: Object.fromEntries(form), names };
}

function contextOf(names: readonly string[], written: Written[]): ChartContext {
  const context = createChartContext({
    width: 640,
    height: 360,
    mode: 'light',
    locale: 'en-US',
    additivity: () => 'additive',
    metrics: names.map((name) => ({
      metric_name: name,
      d3format: FORMAT,
      currency: { symbol: 'EUR', symbolPosition: 'suffix' },
    })),
  });
  return {
    ...context,
    formatNumber: (format, value, currency) => {
      written.push({ format, hasCurrency: currency != null });
      return context.formatNumber(format, value, currency);
    },
  };
}

/** Each mark has its tooltip written, in whatever way its library would ask for it. */
function touch(viz: AnyViz, results: readonly QueryResult[], form: RawForm, context: ChartContext): void {
  if (viz.drawing.kind !== 'option') return;
  const { tooltip } = viz.drawing.toOption(results, form, context);
  const write = isRecord(tooltip) ? tooltip['formatter'] : null;
  if (typeof write !== 'function') return;
  for (const { drawn } of viz.marks(results, form, context).slice(0, 50))
    for (const dataType of ['node', 'edge']) {
      const params = { ...drawn, dataType, value: [0, 0] };
      write(params);
      write([params]);
    }
}
