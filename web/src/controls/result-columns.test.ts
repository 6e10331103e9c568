import { expect, test } from 'vitest';
import { resultColumns } from './result-columns.ts';

const isNumeric = (name: string) => name === 'delay';

test('an aggregate result has dimensions, metrics and shares, each once', () => {
  const form = { groupby: ['origin'], metrics: ['count', 'count'], percent_metrics: ['count'] };
  expect(resultColumns(form, isNumeric)).toEqual([
    { name: 'origin', isNumeric: false },
    { name: 'count', isNumeric: true },
    { name: '%count', isNumeric: true },
  ]);
});

test('a raw result has the chosen columns', () => {
  const form = { query_mode: 'raw', all_columns: ['origin', 'delay'], metrics: ['count'] };
  expect(resultColumns(form, isNumeric)).toEqual([
    { name: 'origin', isNumeric: false },
    { name: 'delay', isNumeric: true },
  ]);
});
