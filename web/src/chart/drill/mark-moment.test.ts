import { recordsInZone } from '@tessera/core/annotations/in-zone';
import { tableOf, packedColumn } from '@tessera/core/table';
import { readShownResult } from '@tessera/viz/read-shown-result';
import { expect, test } from 'vitest';
import { hasNulls, momentOf } from './mark-moment.ts';

test('rows without a value are found among texts and among packed numbers', () => {
  const table = tableOf([
    packedColumn('city', 'string', ['Berlin', null]),
    packedColumn('delay', 'numeric', [1.5, null]),
    packedColumn('flights', 'numeric', [1, 0]),
  ]);
  expect(['city', 'delay', 'flights', 'absent'].map((column) => hasNulls([{ table }], column))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a mark is annotated where it is: its moment, drawn again over the chart, stands at its place', () => {
  const result = readShownResult({
    colnames: ['day', 'tz'],
    coltypes: [2, 2],
    data: [{ day: Date.UTC(2024, 2, 10), tz: Date.UTC(2024, 2, 9, 18) }],
    time_zone: 'Asia/Tokyo',
    moments: ['tz'],
  });
  const shown = {
    results: [
      {
        ...result,
        rowCount: 1,
        sqlRowCount: 1,
        rowLimit: null,
        isCached: false,
        isOfExtract: false,
        cachedAt: null,
        query: null,
        rejectedFilters: [],
        ranAtMs: null,
      },
    ],
    form: {},
  };
  const mark = { key: 'a', name: 'a', series: null, datum: {}, filters: [] };
  const of = (filter: { readonly col: string; readonly val: number | string; readonly grain?: string }) => {
    const toDetail = [{ op: '==', ...filter } as const];
    const start = momentOf(mark, { mark, toDetail, by: null, crossFilter: null }, shown);
    const [drawn] = recordsInZone(
      { columns: [], records: [{ start_dttm: start }] },
      { sourceType: 'NATIVE' },
      'Asia/Tokyo',
    ).records;
    return [start, drawn?.['start_dttm']];
  };
  const midnight = Date.UTC(2024, 2, 10);
  expect(of({ col: 'day', val: midnight, grain: 'P1D' })).toEqual([Date.UTC(2024, 2, 9, 15), midnight]);
  // What no grain made is named by text of the same clock.
  expect(of({ col: 'tz', val: '2024-03-10T03:00:00' })).toEqual([Date.UTC(2024, 2, 9, 18), Date.UTC(2024, 2, 10, 3)]);
});
