import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { Batch, Filling } from '../../engine.ts';
import type { PostgresqlClient } from './connect.ts';
import { COMMAND } from './frames.ts';

/** Where the rows wait: writing to a temporary table is all that a transaction may do that only reads. */
const ROWS = '_tessera_rows';
/** The SQLSTATE of what a transaction may not do that only reads. */
const READ_ONLY = '25006';

/**
 * Make a table of a query whose every part, functions, operators and views included, the server holds to reading: the
 * empty table comes first, then the query runs in a subtransaction that only reads. A query stands as far behind the
 * beginning of what is sent as in `text`, so that places in errors mean the same.
 *
 * @param text  the whole statement, `CREATE TABLE … AS` and the query
 * @param run   sends a statement and reads it to its end
 * @throws AppError statement_writes
 */
export async function* fillTable(
  client: PostgresqlClient,
  { text, filling: { table, query } }: { readonly text: string; readonly filling: Filling },
  run: (text: string) => AsyncGenerator<Batch, void>,
): AsyncGenerator<Batch, void> {
  const command = async (sql: string) => {
    client.frames.allow(COMMAND);
    await client.query(sql);
  };
  await toEnd(run(`${text}\nWITH NO DATA`));
  await command(`CREATE TEMPORARY TABLE ${ROWS} (LIKE ${table}) ON COMMIT DROP`);
  await command('SAVEPOINT reading; SET TRANSACTION READ ONLY');
  try {
    await toEnd(run(`INSERT INTO ${ROWS}\n`.padStart(text.length - query.length) + query));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === READ_ONLY)
      throw new AppError(
        'statement_writes',
        { reason: message('It calls what changes data, and this database is open for reading only.') },
        { cause: error },
      );
    throw error;
  }
  // The transaction may write again.
  await command('RELEASE SAVEPOINT reading');
  yield* run(`INSERT INTO ${table} TABLE ${ROWS}`);
}

async function toEnd(batches: AsyncGenerator<Batch, void>): Promise<void> {
  while (!(await batches.next()).done);
}
