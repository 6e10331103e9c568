import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { StatementKind } from '@tessera/query/sql-statements/classify';
import type { RunDatabase, RunRequest } from './run-request.ts';

/** A statement as it is decided about. */
export type ClassifiedStatement = {
  readonly kind: StatementKind;
  readonly sql: string;
};

/** How an allowed statement is run. */
export type StatementWay =
  /** It reads, in the database's read-only mode. */
  | 'read'
  /** What stands in the place of a query that is read: SHOW, DESCRIBE, EXPLAIN. */
  | 'describe';

/**
 * What a classified statement may do for its principal at its database: the one place that decides.
 *
 * @throws AppError statement_refused, statement_writes
 */
export async function decideStatement(
  { kind }: ClassifiedStatement,
  _request: Pick<RunRequest, 'principal' | 'catalog' | 'schema' | 'isConfirmed'>,
  _database: RunDatabase,
): Promise<StatementWay> {
  switch (kind.kind) {
    case 'read':
      return 'read';
    case 'explain':
    case 'show':
      return 'describe';
    case 'write':
      throw new AppError('statement_writes', {
        reason: message('%(verb)s is refused: this database is open for reading only.', kind),
      });
    case 'command':
      throw new AppError('statement_refused', {
        reason: message('%(verb)s is refused: it changes the session or leaves the database.', kind),
      });
    case 'unknown':
      throw new AppError('statement_refused', {
        reason:
          kind.verb === ''
            ? message('This is no statement that can be run here.')
            : message('%(verb)s is no statement that can be run here.', kind),
      });
  }
}
