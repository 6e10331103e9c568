import { expect, test } from 'vitest';
import { resultOf } from '../testing/tables.ts';
import { annotationRecords } from './annotation-records.ts';

test('what a layer draws is in the clock of the chart that it is drawn over', () => {
  const moments = { columns: ['at'], records: [{ at: Date.UTC(2024, 2, 10, 16) }], moments: ['at'] };
  const result = { ...resultOf({ 'day:temporal': [0] }), annotations: new Map([['A', moments]]) };
  const drawn = (timeZone: string | null, name = 'A') =>
    annotationRecords({ ...result, timeZone }, { name, sourceType: 'table' })?.records;
  expect(drawn('America/New_York')).toEqual([{ at: Date.UTC(2024, 2, 10, 12) }]);
  expect(drawn(null)).toEqual(moments.records);
  expect([drawn(null, 'B'), annotationRecords(undefined, { name: 'A', sourceType: 'NATIVE' })]).toEqual([
    undefined,
    undefined,
  ]);
});
