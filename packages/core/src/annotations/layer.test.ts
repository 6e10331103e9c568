import { expect, test } from 'vitest';
import { recordsInZone } from './in-zone.ts';
import { needsRecords, readAnnotationLayers, readAnnotationRecords } from './layer.ts';

test('[3.6-01] name, source, value and overrides are preserved as stored; the rest takes defaults', () => {
  const [layer] = readAnnotationLayers([
    {
      name: 'Strikes',
      annotationType: 'EVENT',
      sourceType: 'table',
      value: 7,
      overrides: { time_range: null, granularity: '', time_shift: '1 week', other: 1 },
    },
  ]);
  expect(layer).toMatchObject({
    name: 'Strikes',
    sourceType: 'table',
    value: 7,
    style: 'solid',
    color: null,
    opacity: '',
    width: 1,
    show: true,
    showMarkers: false,
  });
  // Null and empty take the value of the chart that draws; what is not there leaves the source alone.
  expect(layer?.overrides).toEqual({ time_range: null, granularity: null, time_shift: '1 week' });
});

test('what is no layer is left out, and junk in one is read as missing', () => {
  expect(readAnnotationLayers([null, 1, 'x', [], { annotationType: 'HACK' }])).toEqual([]);
  expect(readAnnotationLayers('x')).toEqual([]);
  expect(
    readAnnotationLayers([
      {
        annotationType: 'FORMULA',
        name: 5,
        value: {},
        width: 1e9,
        style: 'url(x)',
        overrides: [1],
        descriptionColumns: ['a', 2],
      },
    ]),
  ).toMatchObject([{ name: '', value: null, width: 20, style: 'solid', overrides: {}, descriptionColumns: ['a'] }]);
});

test('only layers that are shown and more than a formula need records', () => {
  const layers = readAnnotationLayers([
    { annotationType: 'FORMULA' },
    { annotationType: 'EVENT' },
    { annotationType: 'INTERVAL', show: false },
    { annotationType: 'TIME_SERIES' },
  ]);
  expect(layers.map(needsRecords)).toEqual([false, true, false, true]);
});

test('records without columns name them by the first record', () => {
  expect(readAnnotationRecords({ records: [{ a: 1, b: 2 }, 3] })).toEqual({
    columns: ['a', 'b'],
    records: [{ a: 1, b: 2 }],
  });
  expect(readAnnotationRecords({ columns: ['b'], records: [] })).toEqual({ columns: ['b'], records: [] });
  expect(
    readAnnotationRecords({ columns: ['b'], records: [], row_limit: 9, series_cut: { shown: 1, has_others: true } }),
  ).toEqual({ columns: ['b'], records: [], rowLimit: 9, seriesCut: { shown: 1, of: null, hasOthers: true } });
  const none = [null, [], { records: 1 }];
  expect(none.map((value) => readAnnotationRecords(value))).toEqual([null, null, null]);
});

test('two layers of one name are two layers', () => {
  const event = (name: string) => ({ annotationType: 'EVENT', name });
  expect(
    readAnnotationLayers([event('Sales'), event('Sales'), null, event('Sales (2)'), event('Sales'), event('')]).map(
      ({ name }) => name,
    ),
  ).toEqual(['Sales', 'Sales (3)', 'Sales (2)', 'Sales (4)', '']);
});

test('moments of a layer, and of a chart as far as its answer names them, are drawn in the clock of a zone', () => {
  const at = Date.UTC(2024, 2, 9, 15);
  const records = [{ start_dttm: at, end_dttm: null, tz: at, n: at }];
  const inTokyo = (value: object, sourceType: 'NATIVE' | 'table') => {
    const read = readAnnotationRecords({ columns: ['tz'], ...value });
    return read && recordsInZone(read, { sourceType }, 'Asia/Tokyo').records;
  };
  const wall = Date.UTC(2024, 2, 10);
  expect(inTokyo({ records }, 'NATIVE')).toEqual([{ start_dttm: wall, end_dttm: null, tz: at, n: at }]);
  expect(inTokyo({ records, moments: ['tz'] }, 'table')).toEqual([{ start_dttm: at, end_dttm: null, tz: wall, n: at }]);
  expect(inTokyo({ records }, 'table')).toEqual(records);
});
