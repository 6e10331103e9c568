import { expect, test } from 'vitest';
import { longLines, MAX_CHARACTERS } from './line-length.mjs';

test('a line that is too long is reported with its number, in characters and not in bytes', () => {
  const text = `short\n${'é'.repeat(MAX_CHARACTERS)}\nconst a = '${'x'.repeat(MAX_CHARACTERS)}';\n`;
  expect(longLines('a.ts', text)).toEqual([
    `a.ts:3 has ${MAX_CHARACTERS + 13} characters; at most 120 are read at once.`,
  ]);
});

test('a pattern is one word that no line break can divide', () => {
  expect(longLines('a.ts', `  /^(${'word|'.repeat(40)}end)$/i.test(text)`)).toEqual([]);
  expect(longLines('a.ts', `const names = String.raw\`${'word|'.repeat(40)}end\`;`)).toEqual([]);
});
