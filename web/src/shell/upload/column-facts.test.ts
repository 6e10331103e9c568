import { expect, test } from 'vitest';
import { factsOf } from './column-facts.ts';

test.each([
  [{ type: 'integer', min: '0', max: '1499999', distinct: 9 }, '0 to 1,499,999'],
  [
    { type: 'integer', min: '-9007199254740993', max: '9007199254740995', distinct: 9 },
    '-9,007,199,254,740,993 to 9,007,199,254,740,995',
  ],
  [{ type: 'number', min: '-0.123456', max: '2249998.5', distinct: 9 }, '-0.1235 to 2,250,000'],
  [{ type: 'text', min: 'a', max: 'b', distinct: 1 }, '1 value'],
  [{ type: 'text', min: 'a', max: 'b', distinct: 7 }, '7 different'],
  [{ type: 'text', min: 'a', max: 'b', distinct: 1139 }, 'about 1,100 different'],
] as const)('whole numbers are shown whole, and an estimate as one: %o', (column, words) => {
  expect(factsOf(column)).toBe(words);
});
