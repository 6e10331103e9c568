import { expect, test } from 'vitest';
import { epochOfText } from './epoch-of-text.ts';

const noon = Date.UTC(2024, 0, 2, 12, 30);

test.each([
  ['2024-01-02', Date.UTC(2024, 0, 2)],
  ['2024-01', Date.UTC(2024, 0, 1)],
  ['2024-01-02 12:30', noon],
  [' 2024-01-02T12:30:00 ', noon],
  ['2024-01-02T12:30:00.250Z', noon + 250],
  ['2024-01-02 12:30:00.250678', noon + 250.678],
  ['2024-01-02 12:30:00 UTC', noon],
  ['2024-01-02T14:30:00+02:00', noon],
  ['2024-01-02 14:30:00+0200', noon],
  ['2024-01-02 14:30:00+02', noon],
  ['2024-01-02 07:30:00 -05:00', noon],
])('%s is an instant, in UTC where it names no zone', (text, epochMs) => {
  expect(epochOfText(text)).toBe(epochMs);
});

test.each([
  '',
  'soon',
  'Product 1',
  '2024',
  '12',
  '2024-13-01',
  '2024-01-02 25:00',
  '2024-01-02 12:30 PST',
  'Jan 5 2024',
])('%s is none', (text) => {
  expect(epochOfText(text)).toBeNaN();
});
