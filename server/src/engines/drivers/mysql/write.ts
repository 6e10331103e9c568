import type { FieldPacket, ResultSetHeader } from 'mysql2';
import type { ColumnReader } from '../../values/batches.ts';
import type { Batch, RunOptions } from '../../engine.ts';
import { maxBytes } from '../../admission/result-bound.ts';
import { batchesOf } from '../../values/batches.ts';
import { RETURNED_ROWS } from '../../values/collect.ts';
import { command, type MysqlClient } from './connect.ts';
import { readersOf } from './types.ts';

type Answer = { readonly rows: readonly (readonly unknown[])[]; readonly readers: readonly ColumnReader[] };

/**
 * A statement that writes, in a transaction of its own. Those that make or drop objects commit by themselves.
 *
 * @returns as `work` of a connection: nothing of an answer is left
 */
export async function* runWriting(
  client: MysqlClient,
  text: string,
  parameters: readonly (string | number | boolean | null)[],
  options: RunOptions,
  counted: { affected: number | null },
): AsyncGenerator<Batch, boolean> {
  const { connection, isMariadb, frames } = client;
  // MySQL bounds the time of queries alone: what writes is ended from here.
  if (isMariadb)
    await command(connection, `SET SESSION max_statement_time = ${Math.max(1, Math.ceil(options.timeoutMs / 1000))}`);
  await command(connection, 'START TRANSACTION READ WRITE');
  frames.allow({ bytes: maxBytes(options), isResult: true });
  const { rows, readers } = await execute(client, text, parameters, counted);
  await command(connection, 'COMMIT');
  const most = Math.min(options.maxRows, RETURNED_ROWS);
  yield* batchesOf(inOne(rows), () => readers, most);
  return true;
}

/** Rows where it returns some, and the count of those that it changed. */
function execute(
  { connection }: MysqlClient,
  text: string,
  parameters: readonly (string | number | boolean | null)[],
  counted: { affected: number | null },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let readers: readonly ColumnReader[] = [];
    const running = connection.execute({ sql: text, rowsAsArray: true }, [...parameters], (error, answer) => {
      if (error) return reject(error);
      if (Array.isArray(answer)) {
        counted.affected = answer.length;
        return resolve({ rows: answer as unknown[][], readers });
      }
      counted.affected = (answer as ResultSetHeader).affectedRows;
      resolve({ rows: [], readers: [] });
    });
    running.on('fields', (fields: FieldPacket[] | undefined) => {
      readers = readersOf(fields ?? []);
    });
  });
}

async function* inOne(rows: readonly (readonly unknown[])[]): AsyncGenerator<readonly (readonly unknown[])[], void> {
  if (rows.length > 0) yield rows;
}
