import { expect, test } from 'vitest';
import { checkLengths, longFunctions, MAX_LINES } from './function-length.mjs';

const lines = (count: number): string => Array.from({ length: count }, () => '  step();').join('\n');

test('a function of more lines than the bound is found by its name, nested ones too', () => {
  const text = `export function outer() {\n${lines(10)}\n  const inner = () => {\n${lines(MAX_LINES)}\n  };\n}\n`;
  expect(longFunctions('a.ts', text)).toEqual([
    { id: 'a.ts#outer', line: 1, lines: MAX_LINES + 14 },
    { id: 'a.ts#outer.inner', line: 12, lines: MAX_LINES + 2 },
  ]);
  expect(longFunctions('a.ts', `function short() {\n${lines(MAX_LINES - 2)}\n}\n`)).toEqual([]);
});

test('an exception with its reason is let through, and one that is none any more is reported', () => {
  const found = [{ id: 'a.ts#long', line: 1, lines: 99 }];
  expect(checkLengths(found, [{ reason: 'It is one table.', functions: ['a.ts#long'] }])).toEqual([]);
  expect(checkLengths(found, [])).toEqual([expect.stringContaining('a.ts#long (line 1) has 99 lines')]);
  expect(checkLengths([], [{ reason: 'It is one table.', functions: ['a.ts#long'] }])).toEqual([
    expect.stringContaining('a.ts#long is short now'),
  ]);
});
