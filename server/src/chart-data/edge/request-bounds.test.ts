import { expect, test } from 'vitest';
import { isHeavy } from './request-bounds.ts';

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `column ${at}`);

test('a query of many names takes ticks of the event loop as well', () => {
  expect([
    isHeavy({ columns: names(60), metrics: names(40) }),
    isHeavy({ columns: names(60), metrics: names(41) }),
    isHeavy({ groupby: names(101) }),
  ]).toEqual([false, true, true]);
});
