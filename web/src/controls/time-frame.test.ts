import { expect, test } from 'vitest';
import { printTimeFrame, rangeProblem, readTimeFrame } from './time-frame.ts';

test.each([
  ['No filter', { frame: 'none' }],
  ['Last week', { frame: 'last', count: 1, unit: 'week' }],
  ['Last 7 days', { frame: 'last', count: 7, unit: 'day' }],
  ['LAST WEEK', { frame: 'last', count: 1, unit: 'week' }],
  ['2024-01-01 : 2024-02-01', { frame: 'custom', since: '2024-01-01', until: '2024-02-01' }],
  ['2024-01-01T00:00:00 : ', { frame: 'custom', since: '2024-01-01T00:00:00', until: '' }],
  ['DATEADD(DATETIME("now"), -2, day) : now', { frame: 'advanced', text: 'DATEADD(DATETIME("now"), -2, day) : now' }],
  ['previous calendar week', { frame: 'previous', unit: 'week' }],
  ['Current day', { frame: 'current', unit: 'day' }],
  ['previous calendar day', { frame: 'advanced', text: 'previous calendar day' }],
] as const)('"%s" opens in the frame that shows it', (text, frame) => {
  expect(readTimeFrame(text)).toEqual(frame);
});

test('[9.0-07] nothing chosen is No filter', () => {
  expect(readTimeFrame('')).toEqual({ frame: 'none' });
  expect(printTimeFrame({ frame: 'none' })).toBe('No filter');
  expect(printTimeFrame({ frame: 'custom', since: '', until: '' })).toBe('No filter');
});

test.each([
  'No filter',
  'Last week',
  'previous calendar month',
  'Current quarter',
  'Last 7 days',
  '2024-01-01 : 2024-02-01',
  ' : 2024-02-01',
  'now : tomorrow',
])('"%s" is stored as it was', (text) => {
  expect(printTimeFrame(readTimeFrame(text)).trim()).toBe(text.trim());
});

test('a range that cannot be applied says why', () => {
  const now = Date.UTC(2024, 4, 15);
  expect(rangeProblem('Last 0 days', now)).toBe('Give a whole number above zero.');
  const unread = { frame: 'last', count: Number.NaN, unit: 'day' } as const;
  expect(rangeProblem(printTimeFrame(unread), now, unread)).toBe('Give a whole number above zero.');
  expect(rangeProblem(printTimeFrame(unread), now)).not.toBeNull();
  expect(rangeProblem('2024-02-01 : 2024-01-01', now)).toBe('From date cannot be larger than to date');
  expect(rangeProblem('', now, { frame: 'custom', since: '2024', until: '' })).toBe('Give dates as YYYY-MM-DD.');
  expect(rangeProblem('nonsense words', now)).toContain('nonsense words');
  for (const text of ['2024-01-01 : ', 'No filter', 'Last week', 'now : tomorrow'])
    expect(rangeProblem(text, now)).toBeNull();
});
