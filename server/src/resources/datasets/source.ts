import { AppError } from '@tessera/core/errors/app-error';
import { isSourceError, placed } from '@tessera/core/errors/source-error';
import { dialectOf } from '@tessera/query/dialects/registry';
import { checkExpression } from '@tessera/query/sql-safety/check';
import { givenPlace } from '@tessera/query/sql-safety/given-place';
import { checkStatement } from '@tessera/query/sql-safety/statement';
import { message } from '@tessera/core/messages';
import { driverOf } from '../../engines/drivers/drivers.ts';
import type { ColumnInfo, Engine } from '../../engines/engine.ts';
import { inNamespace } from '../../engines/namespace.ts';
import { inTime } from '../../engines/admission/deadline.ts';
import type { EngineRegistry } from '../../engines/registry.ts';
import { guessColumn, type GuessedColumn } from './guess.ts';

/** `sql` is without template marks by now. */
export type SourceRef = {
  readonly databaseId: number;
  readonly engine: string;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly table: string;
  readonly sql: string | null;
};
export type Source = {
  readonly columns: readonly GuessedColumn[];
  /** The comment that the database has on the table. */ readonly comment: string | null;
};

const TIMEOUT_MS = 30_000;

/**
 * Columns of a table, or of the query of a virtual dataset, as the database itself sees them now. The query is one
 * statement that reads; the engine describes it without running it.
 *
 * @throws AppError rejected_fields when there is no such table, invalid_sql_clause, statement_refused,
 * statement_writes, source_…, query_timeout
 */
export async function readSource(engines: Pick<EngineRegistry, 'engineFor'>, ref: SourceRef): Promise<Source> {
  const opened = await engines.engineFor(ref.databaseId);
  return inTime(TIMEOUT_MS, (signal) => readFrom(opened, ref, signal));
}

async function readFrom(
  opened: Engine,
  { engine, catalog, schema, table, sql }: SourceRef,
  signal: AbortSignal,
): Promise<Source> {
  const missing = (name: string) =>
    new AppError('rejected_fields', {
      fields: {
        table: [
          message(
            'Table [%(name)s] could not be found, please double check your database connection, ' +
              'schema, and table name',
            { name },
          ),
        ],
      },
    });
  // Queries write the catalog before the table; a wrong one would be found out by the first chart.
  if (catalog !== null && !(await opened.catalogs(signal)).includes(catalog))
    throw missing(`${catalog}.${schema ?? ''}.${table}`);
  if (sql !== null) {
    const statement = checkStatement(sql, grammarOf(engine));
    const columns = await inNamespace(opened, { catalog, schema })
      .describe(statement, signal)
      .catch((error: unknown) => {
        throw isSourceError(error) && error.params.position !== undefined
          ? placed(error, givenPlace(sql, grammarOf(engine), error.params.position))
          : error;
      });
    return { columns: guess(engine, columns), comment: null };
  }
  const details = await opened.details({ catalog, schema: schema ?? opened.defaultSchema, table }, signal);
  if (details.columns.length === 0) throw missing(`${schema ? `${schema}.` : ''}${table}`);
  return { columns: guess(engine, details.columns), comment: details.comment };
}

/**
 * An expression that users write for a column or a metric: one value, no sub-query, only functions that are
 * open.
 * @throws AppError invalid_sql_clause, adhoc_subquery
 */
export function assertExpression(engine: string, expression: string): void {
  checkExpression(expression, grammarOf(engine));
}

function grammarOf(engine: string) {
  return dialectOf(driverOf(engine)?.dialect ?? engine).grammar;
}

function guess(engine: string, columns: readonly ColumnInfo[]): readonly GuessedColumn[] {
  return columns.map((column) => guessColumn(engine, column));
}
