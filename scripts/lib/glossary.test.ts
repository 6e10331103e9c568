import { expect, test } from 'vitest';
import { checkWords, foreignWords } from './glossary.mjs';

const wordsOf = (path: string, text: string) =>
  foreignWords(path, text).map(({ line, word }: { line: number; word: string }) => `${line} ${word}`);

test('a word is found in comments, in titles of tests and in documents', () => {
  expect(
    wordsOf('a.ts', '/** Rows are kept. */\nconst a = 1; // told of it\n/**\n * Who asks: a person.\n */\n'),
  ).toEqual(['1 kept', '2 told', '4 person']);
  expect(wordsOf('a.test.ts', "test('a slot is held', () => {\n  expect('kept').toBe(1);\n});\n")).toEqual(['1 held']);
  expect(wordsOf('docs/a.md', 'People take turns.\n\n```\nkept\n```\n')).toEqual(['1 people', '1 take turns']);
});

test('a word is found in names of files and of what they export, and in no other code', () => {
  expect(wordsOf('web/queue-told.ts', "const kept = 'kept';\nexport function readKept() {}\n")).toEqual([
    '0 queue-told.ts',
    '2 readKept',
  ]);
  expect(wordsOf('a.ts', 'export const MOST_ROWS = 1;\nexport const almost = 1;\n')).toEqual(['1 MOST_ROWS']);
});

test('code spans, links and names of files in a sentence are names, not words', () => {
  expect(wordsOf('a.ts', '// Read by `kept` and by kept-rows.ts, see https://example.com/people.\n')).toEqual([]);
  expect(wordsOf('a.md', '**Held by.** The [record](0009-kept.md).\n')).toEqual([]);
});

test('a word meant as everybody uses it passes in its file, and an exception without use is reported', () => {
  const found = foreignWords('a.ts', '// A suspect value.\n');
  const allowed = { word: 'suspect', file: 'a.ts', reason: 'A value, not a job.' };
  expect(checkWords(found, [])).toEqual(['a.ts:1 says "suspect"; the field says: poison job, quarantine.']);
  expect(checkWords(found, [allowed])).toEqual([]);
  expect(checkWords([], [allowed])).toEqual(['a.ts says "suspect" no more: remove it.']);
});
