import { expect, test } from 'vitest';
import { dateFormat, numberFormat } from './intl.ts';

test('a format is made once for each locale and its options', () => {
  const percent = { style: 'percent' } as const;
  expect(numberFormat('en', percent)).toBe(numberFormat('en', { style: 'percent' }));
  expect(numberFormat('en', percent).format(0.5)).toBe('50%');
  expect(numberFormat('de', percent).format(0.5)).toBe('50\u00A0%');
  expect(numberFormat('en').format(1234.5)).toBe('1,234.5');
  const day = { dateStyle: 'short', timeZone: 'UTC' } as const;
  expect(dateFormat('en', day).format(0)).toBe('1/1/70');
  expect(dateFormat('en', { ...day, timeZone: 'Asia/Tokyo' }).format(-1)).toBe('1/1/70');
  expect(dateFormat('en', { ...day, timeZone: 'America/New_York' }).format(0)).toBe('12/31/69');
  expect(() => dateFormat('en', { timeZone: 'Nowhere/Town' })).toThrow(RangeError);
});
