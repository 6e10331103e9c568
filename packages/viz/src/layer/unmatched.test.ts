import { expect, test } from 'vitest';
import { readQueryResult } from '../read-result.ts';
import { unmatchedNotes } from './unmatched.ts';

test('rows of another time that stand beside none of the present are counted below the picture', () => {
  const answer = { colnames: [], coltypes: [], data: [] };
  expect(
    unmatchedNotes([
      readQueryResult({ ...answer, unmatched: [{ offset: '1 year ago', count: 814, of: 828 }] }),
      readQueryResult({ ...answer, unmatched: 'nothing' }),
      readQueryResult(answer),
    ]),
  ).toEqual(['1 year ago: 814 of 828 rows are left out, as the present range has none beside them']);
});
