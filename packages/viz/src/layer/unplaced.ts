import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../define.ts';

/** What old charts call the time of the dataset in their answers. */
const TIME = '__timestamp';

/** What is said of rows that an axis has no place for. */
export function unplacedText(column: string): string {
  return t('Rows without a value of %(column)s have no place on its axis', { column });
}

/** The same of rows that the query has left out, as charts of older versions ask for it. */
export function unplacedNotes(
  results: readonly QueryResult[],
  form: RawForm,
  { verboseName }: Pick<ChartContext, 'verboseName'>,
): readonly string[] {
  const names = results.flatMap(({ unplaced = [] }) => unplaced);
  return [...new Set(names)].map((name) => unplacedText(verboseName(name === TIME ? timeColumn(form) : name)));
}

function timeColumn(form: RawForm): string {
  const column = form['granularity_sqla'] ?? form['granularity'];
  return typeof column === 'string' && column !== '' ? column : t('Time');
}
