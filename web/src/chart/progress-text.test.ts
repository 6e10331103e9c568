import { expect, test } from 'vitest';
import { percentOf, progressText } from './progress-text.ts';

test('share and rows as far as they are known', () => {
  expect(progressText({ share: 0.38, rows: 4_100_000 })).toBe('38\u00A0%, 4.1\u00A0M rows read');
  expect(progressText({ share: 0.381, rows: null })).toBe('38\u00A0%');
  expect(progressText({ share: null, rows: 12_345 })).toBe('12.3\u00A0k rows read');
  expect(progressText({ share: null, rows: 1 })).toBe('1 row read');
  expect(progressText({ share: null, rows: 0 })).toBe('0 rows read');
});

test('what still runs is not done, and what is wrong stays a percentage', () => {
  expect([0, 0.999, 1, 1.4, -0.2].map(percentOf)).toEqual([0, 99, 99, 99, 0]);
});
