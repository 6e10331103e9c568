import type { RawForm } from '@tessera/core/form-data';
import { describe, expect, test } from 'vitest';
import type { ChartContext } from '../define.ts';
import type { AnyViz } from '../erase.ts';
import { erase } from '../erase.ts';
import { bigNumberTotal } from '../plugins/big-number/index.ts';
import { pivotTable } from '../plugins/pivot-table/index.ts';
import { table } from '../plugins/table/index.ts';
import { echartsTimeseriesBar } from '../plugins/timeseries/index.ts';
import { createChartContext } from '../shared/context.ts';
import { months, resultOf } from '../testing/tables.ts';
import { metricWriter, withMetricFormats } from './metric-formats.ts';

const euros = { symbol: 'EUR', symbolPosition: 'suffix' } as const;
const miles = { format: ',.2f', currency: euros };
const formats = { miles, also: { ...miles }, delay: { format: '.1f', currency: null } };
const unset = { y_axis_format: 'SMART_NUMBER', currency_format: null };

describe('withMetricFormats', () => {
  test('an adaptive format gives way to that of the saved metrics, where all of them agree', () => {
    const filled = { y_axis_format: ',.2f', currency_format: euros };
    const of = (form: object) => withMetricFormats({ ...unset, ...form }, formats);
    expect(of({ metric: 'miles' })).toMatchObject(filled);
    expect(of({ metrics: ['miles', 'also'] })).toMatchObject(filled);
    expect(of({ metrics: ['miles', 'delay'] })).toMatchObject(unset);
    expect(of({ metrics: ['miles', { expressionType: 'SQL', sqlExpression: '1', label: 'miles' }] })).toMatchObject(
      unset,
    );
    expect(of({ metrics: [] })).toMatchObject(unset);
    expect(of({ metrics: ['constructor'] })).toMatchObject(unset);
  });

  test('what the author of a chart chose stays', () => {
    const own = { metric: 'miles', y_axis_format: ',d', currency_format: null };
    expect(withMetricFormats(own, formats)).toEqual(own);
    const dollars = { symbol: 'USD', symbolPosition: 'prefix' };
    expect(withMetricFormats({ ...unset, metric: 'miles', currency_format: dollars }, formats)).toEqual({
      metric: 'miles',
      y_axis_format: ',.2f',
      currency_format: dollars,
    });
  });

  test.each([
    { contributionMode: 'row' },
    { contribution: true },
    { time_compare: ['1 year ago'], comparison_type: 'ratio' },
  ])('values that were made into something else are not written as the metric: %o', (more) => {
    const form = { ...unset, ...more, metrics: ['miles'] };
    expect(withMetricFormats(form, formats)).toEqual(form);
  });
});

describe('metricWriter, of charts without a currency', () => {
  const metrics = [
    { metric_name: 'miles', d3format: ',.2f', currency: euros },
    { metric_name: 'delay', d3format: '.1f' },
  ];
  const context = createChartContext({ width: 640, height: 360, mode: 'light', metrics, locale: 'en-US' });
  const said = (metric: unknown, format?: string) => {
    const { short, exact } = metricWriter(metric, context, format);
    return [short(28_413.25), exact(28_413.25)];
  };

  test('a metric is written in its own format and currency, with or without a format of the form', () => {
    expect(said('miles')).toEqual(['28,413.25 €', '28,413.25 €']);
    expect(said('miles', 'SMART_NUMBER')).toEqual(['28,413.25 €', '28,413.25 €']);
    expect(said(['miles'], ',.2f')).toEqual(['28,413.25 €', '28,413.25 €']);
  });

  test('a format that the author chose is without the currency', () => {
    expect(said('miles', ',d')).toEqual(['28,413', '28,413']);
  });

  test('what has no format, and metrics that do not agree, are adaptive', () => {
    for (const metric of [null, [], 'other', ['miles', 'delay'], { label: 'miles' }])
      expect(said(metric)).toEqual(['28.4k', '28,413.25']);
  });
});

describe('charts write a saved metric as the dataset says, unless they say it themselves', () => {
  const metrics = [
    { metric_name: 'miles', d3format: ',.2f', currency: euros },
    { metric_name: 'delay', d3format: '.1f', currency: null },
  ];
  const context = createChartContext({ width: 640, height: 360, mode: 'light', metrics, locale: 'en-US' });
  const text = (viz: AnyViz, results: Results, form: RawForm, around: ChartContext = context) =>
    `${picture(viz, results, form, around)}\n${viz.describe(results, form, around)}`;

  const total = resultOf({ 'miles:numeric': [2_190_000_000.5] });
  const bars = resultOf({ 'day:temporal': months(2024, 3), 'miles:numeric': [1_000.5, 2_000, 3_000] });
  const rows = resultOf({ 'carrier:string': ['A', 'B'], 'miles:numeric': [1_000.5, 2], 'delay:numeric': [3, 4] });
  const barForm = { x_axis: 'day', time_grain_sqla: 'P1M', metrics: ['miles'], show_value: true };
  const pivotForm = { groupbyRows: ['carrier'], groupbyColumns: [], metrics: ['miles', 'delay'] };

  test.each([
    { viz: erase(bigNumberTotal), form: { metric: 'miles' }, results: [total], said: ['2,190,000,000.50 €'] },
    { viz: erase(echartsTimeseriesBar), form: barForm, results: [bars], said: ['3,000.00 €'] },
    {
      viz: erase(table),
      form: { groupby: ['carrier'], metrics: ['miles', 'delay'] },
      results: [rows],
      said: ['1,000.50 €', '4.0'],
    },
    { viz: erase(pivotTable), form: pivotForm, results: [rows], said: ['1,000.50 €', '4.0'] },
  ])('$viz.type', ({ viz, form, results, said }) => {
    const written = text(viz, results, form);
    for (const one of said) expect(written).toContain(one);
    const explicit =
      viz.type === 'table'
        ? { column_config: { miles: { d3NumberFormat: '.1e' } } }
        : { y_axis_format: '.1e', valueFormat: '.1e' };
    const own = text(viz, results, { ...form, ...explicit });
    expect(own).not.toContain('€');
    expect(own).toMatch(/\de\+\d/);
  });

  test('the axis and the labels of bars', () => {
    const { drawing } = erase(echartsTimeseriesBar);
    if (drawing.kind !== 'option') throw new Error('Bars are drawn by an option.');
    const option = drawing.toOption([bars], barForm, context) as {
      yAxis:
        | { axisLabel: { formatter: (value: number) => string } }[]
        | { axisLabel: { formatter: (value: number) => string } };
    };
    const axis = Array.isArray(option.yAxis) ? option.yAxis[0] : option.yAxis;
    expect(axis?.axisLabel.formatter(1_000)).toBe('1,000.00 €');
  });
});

type Results = Parameters<AnyViz['describe']>[0];

function picture({ drawing, marks }: AnyViz, results: Results, form: RawForm, context: ChartContext): string {
  const touched = marks(results, form, context).map(({ name }) => name);
  if (drawing.kind === 'model') return drawing.toSvg(results, form, context);
  return JSON.stringify(drawing.kind === 'scene' ? drawing.toScene(results, form, context) : touched);
}
