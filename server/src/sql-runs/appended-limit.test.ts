import { isSourceError, sourceError } from '@tessera/core/errors/source-error';
import type { TextPosition } from '@tessera/core/text-position';
import { expect, test } from 'vitest';
import { withoutAppended } from './appended-limit.ts';

const sql = 'SELECT *\nFROM t WHERE';
const plan = { sql, at: 5, writtenAt: 5, query: { text: `${sql}\nLIMIT 101` } };
const heard = (reason: string, position: TextPosition | null, of = plan) => {
  const error = withoutAppended(sourceError('source_syntax', reason, position), of);
  return isSourceError(error) ? [error.params.reason, error.params.position ?? null] : error;
};
const end = { line: 2, column: 13 };

test('an error in the limit that was appended is one at the end of the statement', () => {
  const tooSoon = ['syntax error at the end: the statement ends too soon', end];
  expect(heard('syntax error at or near "LIMIT"', null)).toEqual(tooSoon);
  expect(heard("You have an error in your SQL syntax near 'LIMIT 101' at line 3", null)).toEqual(tooSoon);
});

test('words that quote the appended limit leave it out, and all others stay', () => {
  const place = { line: 2, column: 1 };
  expect(heard("near 'FRM t\nLIMIT 101' at line 2", place)).toEqual(["near 'FRM t' at line 2", place]);
  expect(heard('syntax error at or near "LIMIT"', place)).toEqual(['syntax error at or near "LIMIT"', place]);
  expect(heard('syntax error at or near "x"', null)).toEqual(['syntax error at or near "x"', null]);
  const own = { ...plan, query: { text: sql } };
  expect(heard('syntax error at or near "LIMIT"', null, own)).toEqual(['syntax error at or near "LIMIT"', null]);
});
