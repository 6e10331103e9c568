import { tn } from '@tessera/core/messages';
import type { QueryResult } from '../define.ts';
import { offsetWords } from './shift.ts';

/** What is said of rows of other times that are left out: those of a series, say, that has nothing by now. */
export function unmatchedNotes(results: readonly Pick<QueryResult, 'unmatched'>[]): readonly string[] {
  return results.flatMap(({ unmatched = [] }) =>
    unmatched.map(({ offset, count, of }) =>
      tn(
        '%(offset)s: 1 of %(all)s rows is left out, as the present range has none beside it',
        '%(offset)s: %(count)s of %(all)s rows are left out, as the present range has none beside them',
        count,
        { offset: offsetWords(offset), all: of },
      ),
    ),
  );
}
