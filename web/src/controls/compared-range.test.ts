import { expect, test } from 'vitest';
import { comparedRanges } from './compared-range.ts';

const now = Date.UTC(2024, 5, 1);
const during = (comparator: string) => ({
  adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'ds', operator: 'TEMPORAL_RANGE', comparator }],
});

test.each([
  { time_compare: ['1 year ago'], says: ['2023-03-01 – 2023-04-01'] },
  { time_compare: 'inherit', says: ['2024-01-30 – 2024-03-01'] },
  { time_compare: ['custom'], start_date_offset: '2020-03-01', says: ['2020-03-01 – 2020-04-01'] },
  { time_compare: ['custom'], says: [] },
  { time_compare: [], says: [] },
])('$time_compare compares with $says', ({ says, ...form }) => {
  expect(comparedRanges({ ...during('2024-03-01 : 2024-04-01'), ...form }, now)).toEqual(says);
});

test('without a range there is nothing to compare with', () => {
  expect(comparedRanges({ ...during('No filter'), time_compare: ['1 year ago'] }, now)).toEqual([
    'Choose a time range to compare with another one.',
  ]);
});
