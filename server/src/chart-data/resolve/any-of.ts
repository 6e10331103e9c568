import { AppError } from '@tessera/core/errors/app-error';
import { message, messageN } from '@tessera/core/messages';
import type { QueryFilter } from '@tessera/core/query-object';
import { hasMarks } from '@tessera/core/template-marks';
import { conditionSql } from '@tessera/query/compile/compile';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { ResolvedDataset } from '../dataset.ts';
import { limits } from '../limits.ts';
import { findColumn } from './expressions.ts';
import { readFilters } from './filters.ts';

/**
 * Conditions of which one must hold, as one condition in SQL for charts to keep. What moves with the clock or with the
 * rows cannot be stored as SQL.
 *
 * @param seesSql  whether who asks may read expressions of the dataset, which become part of the text
 * @throws AppError columns_missing, forbidden, incorrect_request, empty_filter_values, unsupported_operator
 */
export function anyOfSql(filters: readonly QueryFilter[], dataset: ResolvedDataset, seesSql: boolean): string {
  const columns = filters.map(({ col }) => {
    const column = typeof col === 'string' ? findColumn(dataset, col) : undefined;
    if (!column)
      throw new AppError('columns_missing', { columns: [typeof col === 'string' ? col : (col.label ?? '')] });
    return column;
  });
  if (!seesSql && columns.some((column) => column.expression !== null)) throw new AppError('forbidden', {});
  const marked = columns.find((column) => column.expression === null && hasMarks(column.name));
  if (marked)
    throw new AppError('incorrect_request', {
      reason: message('the name of the column %(column)s would be read as a template', { column: marked.name }),
    });
  const parts = filters.map(
    (filter) =>
      readFilters([filter], dataset, () => {
        throw new AppError('incorrect_request', {
          reason: message('a time range moves with the clock and cannot be one of several conditions'),
        });
      }).predicate,
  );
  const sql = conditionSql({ kind: 'or', of: parts }, dialectOf(dataset.dialect));
  if (sql.length > limits.expressionLength)
    throw new AppError('incorrect_request', {
      reason: messageN(
        'the conditions are longer than one character as SQL',
        'the conditions are longer than %(count)s characters as SQL',
        limits.expressionLength,
      ),
    });
  return sql;
}
