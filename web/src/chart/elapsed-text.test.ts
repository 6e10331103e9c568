import { expect, test } from 'vitest';
import { elapsedText } from './elapsed-text.ts';

test.each([
  [0, '0 ms'],
  [83.4, '83 ms'],
  [1000, '1.0 s'],
  [12_345, '12.3 s'],
  [65_000, '1:05 min'],
  [600_500, '10:00 min'],
])('%s ms reads %s', (ms, text) => {
  expect(elapsedText(ms)).toBe(text);
});
