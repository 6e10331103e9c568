import { parseTimeRange } from '@tessera/core/time-range/parse';
import { expect, test } from 'vitest';
import { presetsOfData, timePresets } from './time-presets.ts';

test('every preset is a range that can be read', () => {
  for (const { text } of timePresets) expect([text, parseTimeRange(text, { now: 0 }).ok]).toEqual([text, true]);
});

test('data that ended is offered its own end', () => {
  const [low, high] = [Date.UTC(2012, 0, 1), Date.UTC(2015, 11, 31)];
  expect(presetsOfData([low, high], Date.UTC(2026, 0, 1))).toEqual([
    '2015-12-02 : 2016-01-01',
    '2015-01-01 : 2016-01-01',
  ]);
  expect(presetsOfData([low, high], high)).toEqual([]);
  expect(presetsOfData([high, high], Date.UTC(2026, 0, 1))).toEqual([]);
});
