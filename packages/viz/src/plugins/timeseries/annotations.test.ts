import { expect, test } from 'vitest';
import { parseForm } from '../../parse-form.ts';
import { createChartContext } from '../../shared/context.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { annotationMarks } from './annotation-marks.ts';
import { annotationNotes } from './annotation-notes.ts';
import { readAnnotations, spansAt } from './annotations.ts';
import { familyControls, familyDefaults } from './controls.ts';
import { readSeries } from './data.ts';
import { describeTimeseries } from './describe.ts';
import { timeseriesOption } from './option.ts';
import { tooltipOf } from './tooltip.ts';

const context = createChartContext({ width: 600, height: 300, mode: 'light' });
const style = { mark: 'line', filled: false, horizontal: false, endLabelWidth: null, axis: 0 } as const;
const [jan = 0, feb = 0, mar = 0] = months(2024, 3);

function drawn(
  annotation_layers: readonly unknown[],
  records: Readonly<Record<string, readonly object[]>> = {},
  raw: Readonly<Record<string, unknown>> = {},
) {
  const annotations = new Map(
    Object.entries(records).map(([name, rows]) => [
      name,
      { columns: Object.keys(rows[0] ?? {}), records: rows as readonly Record<string, unknown>[] },
    ]),
  );
  const result = { ...resultOf({ 'ds:temporal': [jan, feb, mar], 'count:numeric': [1, 2, 3] }), annotations };
  const form = parseForm(familyControls, familyDefaults, {
    x_axis: 'ds',
    time_grain_sqla: 'P1M',
    metrics: ['count'],
    annotation_layers,
    ...raw,
  });
  const data = readSeries(result, form, false, context);
  return { result, form, data, ...readAnnotations(result, data, form) };
}
const layer = (annotationType: string, more: object = {}) => ({
  name: 'L',
  annotationType,
  sourceType: 'table',
  timeColumn: 'at',
  ...more,
});

test('an event stands at its time, with title and descriptions of the columns that were chosen', () => {
  const { spans } = drawn([layer('EVENT', { titleColumn: 'what', descriptionColumns: ['why', 'who'] })], {
    L: [
      { at: feb, what: 'Launch', why: 'ready', who: null },
      { at: '2024-03-01', what: null },
      { at: 'never' },
      { at: null },
    ],
  });
  expect(spans.map(({ from, to, title, descriptions }) => ({ from, to, title, descriptions }))).toEqual([
    { from: feb, to: feb, title: 'Launch', descriptions: ['ready'] },
    { from: mar, to: mar, title: 'L', descriptions: [] },
  ]);
});

test('what happened within the last period stands on the axis, which ends after it', () => {
  const [day, later] = [mar + 20 * 86_400_000, mar + 30 * 86_400_000];
  const { spans, data, form, result } = drawn([layer('EVENT')], { L: [{ at: day }, { at: later }] });
  const axisOf = (asked: typeof form, given: typeof result) =>
    timeseriesOption({ mark: 'line', filled: false }, [given], asked, context).xAxis;
  expect(axisOf(form, result)).toMatchObject({ max: later });
  expect(spansAt(spans, data.x, 2, 'P1M')).toEqual(spans);
  const other = drawn([layer('EVENT')], { L: [{ at: feb + 5 }, { at: mar + 31 * 86_400_000 }] });
  expect(axisOf(other.form, other.result)).not.toHaveProperty('max');
  const began = drawn([layer('INTERVAL', { intervalEndColumn: 'to' })], { L: [{ at: day, to: day * 2 }] });
  expect(axisOf(began.form, began.result)).toMatchObject({ max: mar + 31 * 86_400_000 });
});

test('an interval goes from one column to another; turned round it is the same, and without an end a moment', () => {
  const { spans } = drawn([layer('INTERVAL', { intervalEndColumn: 'to' })], {
    L: [
      { at: jan, to: feb },
      { at: mar, to: feb },
      { at: jan, to: null },
    ],
  });
  expect(spans.map(({ from, to }) => [from, to])).toEqual([
    [jan, feb],
    [feb, mar],
    [jan, jan],
  ]);
});

test('the records of another chart become a line for each column of numbers', () => {
  const one = drawn([layer('TIME_SERIES', { timeColumn: '' })], {
    L: [
      { ds: feb, a: 5, note: 'x' },
      { ds: jan, a: 4, note: 'y' },
    ],
  });
  expect(one.lines.map(({ name, points }) => ({ name, points }))).toEqual([
    {
      name: 'L',
      points: [
        [jan, 4],
        [feb, 5],
      ],
    },
  ]);
  const two = drawn([layer('TIME_SERIES', { timeColumn: 'ds' })], {
    L: [
      { ds: jan, a: 4, b: null },
      { ds: feb, a: 5, b: 6 },
    ],
  });
  expect(two.lines.map(({ name }) => name)).toEqual(['L: a', 'L: b']);
  expect(annotationMarks(two, two.form, style, context)[1]?.data).toMatchObject([[jan, '-'], { value: [feb, 6] }]);
});

test('a formula is drawn at the x values; one that cannot be read, or has no finite value, is not', () => {
  expect(drawn([layer('FORMULA', { value: 'x / 2' })]).lines[0]?.points).toEqual([
    [jan, jan / 2],
    [feb, feb / 2],
    [mar, mar / 2],
  ]);
  expect(
    drawn([
      layer('FORMULA', { value: 'alert(1)' }),
      layer('FORMULA', { value: 'sqrt(-x)' }),
      layer('FORMULA', { value: null }),
    ]).lines,
  ).toEqual([]);
});

test('categories take times that began in them, names that are theirs, and formulas by position', () => {
  const forced = { xAxisForceCategorical: true };
  expect(
    drawn([layer('EVENT')], { L: [{ at: feb + 5 }, { at: jan - 5 }] }, forced).spans.map(({ from }) => from),
  ).toEqual([1]);
  const named = {
    ...resultOf({ 'state:string': ['CA', 'TX'], 'count:numeric': [1, 2] }),
    annotations: new Map([['L', { columns: ['at'], records: [{ at: 'TX' }, { at: 'NY' }] }]]),
  };
  const form = parseForm(familyControls, familyDefaults, {
    x_axis: 'state',
    metrics: ['count'],
    annotation_layers: [layer('EVENT'), layer('FORMULA', { name: 'F', value: 'x + 10' })],
  });
  const { spans, lines } = readAnnotations(named, readSeries(named, form, true, context), form);
  // The greater of two stands first.
  expect([spans.map(({ from }) => from), lines[0]?.points]).toEqual([
    [0],
    [
      [0, 10],
      [1, 11],
    ],
  ]);
});

test('hidden layers and layers without records draw nothing', () => {
  const { spans, lines } = drawn(
    [
      layer('EVENT', { show: false }),
      layer('FORMULA', { value: 'x', show: false }),
      layer('INTERVAL', { name: 'other' }),
    ],
    { L: [{ at: jan }] },
  );
  expect([spans, lines]).toEqual([[], []]);
});

test('style, width, opacity, colour, markers and hidden lines are what the layer says', () => {
  const { form, ...annotations } = drawn(
    [
      {
        name: 'e',
        annotationType: 'EVENT',
        sourceType: 'NATIVE',
        style: 'dotted',
        width: 3,
        color: '#ff0000',
        opacity: 'opacityHigh',
      },
      {
        name: 's',
        annotationType: 'TIME_SERIES',
        sourceType: 'line',
        showMarkers: true,
        hideLine: true,
        opacity: 'opacityMedium',
        style: 'longDashed',
        width: 4,
      },
    ],
    {
      e: [{ start_dttm: jan, end_dttm: jan, short_descr: 'a' }],
      s: [
        { ds: jan, v: 1 },
        { ds: feb, v: 2 },
      ],
    },
  );
  expect(annotationMarks(annotations, form, style, context)).toMatchObject([
    {
      id: 'annotation: e',
      markLine: {
        lineStyle: { type: 'dotted', width: 3, color: '#ff0000', opacity: 0.8 },
        data: [{ name: 'a', xAxis: jan }],
      },
    },
    {
      name: 's',
      showSymbol: true,
      showAllSymbol: true,
      lineStyle: { width: 0, opacity: 0.5, type: [12, 6] },
      data: [
        [jan, 1],
        [feb, 2],
      ],
    },
  ]);
});

test('an interval without a length is a line, and one with a length an area', () => {
  const { form, ...annotations } = drawn([layer('INTERVAL', { intervalEndColumn: 'to' })], {
    L: [
      { at: jan, to: feb },
      { at: mar, to: null },
    ],
  });
  expect(annotationMarks(annotations, form, style, context)).toMatchObject([
    { markArea: { data: [[{ xAxis: jan }, { xAxis: feb }]] }, markLine: { data: [{ xAxis: mar }] } },
  ]);
});

test('names of stretches give way to each other and to that of a moment', () => {
  const interval = layer('INTERVAL', { intervalEndColumn: 'to', showLabel: true });
  const event = layer('EVENT', { name: 'E', showLabel: true });
  const labelsWith = (moments: readonly object[]) => {
    const { form, ...annotations } = drawn([interval, event], {
      L: [
        { at: jan, to: feb },
        { at: jan + 1, to: feb },
      ],
      E: moments,
    });
    const [{ markArea } = {}] = annotationMarks(annotations, form, style, context);
    return markArea?.data?.map((ends) => (Array.isArray(ends) ? (ends[0].label ?? null) : ends));
  };
  expect(labelsWith([{ at: mar }])).toEqual([null, { offset: [0, 15] }]);
  expect(labelsWith([{ at: feb }])).toEqual([
    { position: 'insideBottom', offset: [0, -0] },
    { position: 'insideBottom', offset: [0, -15] },
  ]);
});

test('a tooltip lists the marks of its part of the axis, and the lines beside the series', () => {
  const { form, data, result, ...annotations } = drawn(
    [layer('EVENT', { titleColumn: 'what', descriptionColumns: ['why'] }), layer('FORMULA', { name: 'F', value: '7' })],
    { L: [{ at: feb + 86_400_000, what: '<b>Launch</b>', why: 'ready' }] },
  );
  expect([0, 1, 2].map((index) => spansAt(annotations.spans, data.x, index, 'P1M').length)).toEqual([0, 1, 0]);
  const { formatter } = tooltipOf([{ data, form, style }], annotations, context);
  if (typeof formatter !== 'function') throw new TypeError('the tooltip has no formatter');
  const html = String(
    Reflect.apply(formatter, undefined, [
      [
        { seriesId: 'annotation: F', dataIndex: 0, value: [feb, 7] },
        { seriesId: 'count', dataIndex: 1 },
      ],
      '',
    ]),
  );
  expect(html).toContain('Feb 2024');
  expect(html).toContain('L: &lt;b&gt;Launch&lt;/b&gt; · ready');
  expect(html).toMatch(/F<\/td><td align="right" class="ts-tip-value">7</);
  expect(describeTimeseries('Line chart', false, [result], form, context)).toContain(
    'Marked: <b>Launch</b>. Compared with F.',
  );
});

test('a line has a gap where a log axis has no place for it, which is said', () => {
  const { form, data, result, ...annotations } = drawn(
    [
      layer('FORMULA', { name: 'wave', value: `x - ${feb}` }),
      layer('FORMULA', { name: 'below', value: '-5' }),
      layer('FORMULA', { name: 'above', value: '5' }),
    ],
    {},
    { logAxis: true },
  );
  const [wave] = annotationMarks(annotations, form, style, context);
  expect(wave?.data).toMatchObject([[jan, '-'], [feb, '-'], { value: [mar, mar - feb] }]);
  expect(wave).not.toHaveProperty('connectNulls');
  expect(annotationNotes(result, data, form)).toEqual([
    'Annotation layer wave: a part is 0 or less, for which a logarithmic axis has no place',
    'Annotation layer below: all of it is 0 or less, for which a logarithmic axis has no place',
  ]);
  expect(annotationNotes(result, data, { ...form, logAxis: false })).toEqual([]);
});

test('a layer whose records have no place on the axis says so; one without records says nothing', () => {
  const { form, data, result } = drawn(
    [
      layer('EVENT', { name: 'events', timeColumn: '' }),
      layer('TIME_SERIES', { name: 'pie', timeColumn: '' }),
      layer('EVENT', { name: 'empty' }),
      layer('FORMULA', { name: 'root', value: 'sqrt(-x)' }),
      layer('EVENT', { name: 'hidden', show: false, timeColumn: 'what' }),
    ],
    { events: [{ what: 'Launch' }], pie: [{ kind: 'rain', n: 3 }], empty: [], hidden: [{ what: 'x' }] },
  );
  expect(annotationNotes(result, data, form)).toEqual([
    'Annotation layer events: none of its records has a place on the axis',
    'Annotation layer pie: none of its records has a place on the axis',
    'Annotation layer root: it has no value at any place of the axis',
  ]);
  const named = {
    ...resultOf({ 'state:string': ['CA', 'TX'], 'count:numeric': [1, 2] }),
    annotations: new Map([
      ['L', { columns: ['start_dttm', 'end_dttm'], records: [{ start_dttm: jan, end_dttm: feb }] }],
    ]),
  };
  const ofStates = parseForm(familyControls, familyDefaults, {
    x_axis: 'state',
    metrics: ['count'],
    annotation_layers: [layer('INTERVAL', { sourceType: 'NATIVE' })],
  });
  expect(annotationNotes(named, readSeries(named, ofStates, true, context), ofStates)).toEqual([
    'Annotation layer L: none of its records has a place on the axis',
  ]);
});

test('a layer whose source was cut says what it shows', () => {
  const { form, data, result } = drawn([layer('TIME_SERIES', { timeColumn: 'ds' }), layer('EVENT', { name: 'E' })]);
  const annotations = new Map([
    ['L', { columns: ['ds', 'v'], records: [{ ds: jan, v: 1 }], seriesCut: { shown: 1, of: 7, hasOthers: true } }],
    ['E', { columns: ['at'], records: [{ at: jan }], rowLimit: 1000 }],
  ]);
  expect(annotationNotes({ ...result, annotations }, data, form)).toEqual([
    'Annotation layer L: 1 of 7 series; the rest is in Others',
    'Annotation layer E: First 1,000 rows of more',
  ]);
});
