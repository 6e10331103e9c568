import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { findPostgres, startPostgres, type TestPostgres } from '../server/src/testing/engines/databases.ts';
import { proportionalMemory } from './memory.ts';
import type { Client } from './server.ts';

/** Rows of the file; the bound of a full download. */
export const CSV_ROWS = 1_000_000;
/** Rows of the copy in PostgreSQL, as the goals describe it. */
const COPY_ROWS = 2_000_000;

const columns = ['ts', 'country', 'device', 'campaign', 'user_id', 'revenue', 'qty'];

/** Times in milliseconds, sizes in MB. */
export type Export = {
  readonly firstByte: number;
  readonly whole: number;
  readonly growth: number;
  readonly rows: number;
};

/**
 * Download a dataset's rows as CSV, and watch the memory of the server meanwhile.
 * @throws Error on any status but 200
 */
export function downloadCsv(url: string, bearer: string, datasetId: number, pid: number): Promise<Export> {
  const body = JSON.stringify({
    datasource: { id: datasetId, type: 'table' },
    force: true,
    queries: [{ columns, row_limit: CSV_ROWS }],
    result_format: 'csv',
    result_type: 'full',
  });
  const before = proportionalMemory(pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, proportionalMemory(pid))), 250);
  const began = performance.now();
  return new Promise<Export>((resolve, reject) => {
    const sent = request(
      new URL('/api/v1/chart/data', url),
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode} for the CSV`));
        let firstByte = Number.NaN;
        let lines = 0;
        answer.on('data', (chunk: Buffer) => {
          if (Number.isNaN(firstByte)) firstByte = performance.now() - began;
          for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
        });
        answer.on('end', () =>
          resolve({ firstByte, whole: performance.now() - began, growth: most - before, rows: lines - 1 }),
        );
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  }).finally(() => clearInterval(watch));
}

/** Part of the events in a throw-away PostgreSQL; null where the machine has none. */
export async function startEventsCopy(events: string): Promise<(TestPostgres & { readonly database: string }) | null> {
  const programs = findPostgres();
  if (programs === null) return null;
  const postgres = await startPostgres();
  const address = await postgres.createDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-copy-'));
  try {
    // The database runs as a user of its own and reads the file itself.
    chmodSync(folder, 0o755);
    const file = join(folder, 'events.csv');
    const instance = await DuckDBInstance.create(events, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT ${columns.join(', ')} FROM events USING SAMPLE reservoir(${COPY_ROWS} ROWS) REPEATABLE ` +
        `(1)) TO '${file}' (HEADER false)`,
    );
    connection.closeSync();
    instance.closeSync();
    chmodSync(file, 0o644);
    const statements = [
      'CREATE TABLE events (ts timestamp, country text, device text, campaign text, user_id bigint, revenue ' +
        'double precision, qty integer)',
      `COPY events FROM '${file}' CSV`,
      // A database at rest: what loading leaves to be done would be done while the download is measured.
      'VACUUM (ANALYZE) events',
      'CHECKPOINT',
    ];
    execFileSync(
      join(programs, 'psql'),
      [address, '--quiet', '--set=ON_ERROR_STOP=1', ...statements.flatMap((text) => ['--command', text])],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    return { ...postgres, database: new URL(address).pathname.slice(1) };
  } catch (error) {
    await postgres.stop();
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Register the copy and make a dataset on it. @returns id of the dataset */
export async function addCopy(
  client: Client,
  postgres: { readonly host: string; readonly port: number; readonly user: string; readonly database: string },
): Promise<number> {
  const { host, port, user: username, database } = postgres;
  const made = await client.call('POST', '/api/v1/database/', {
    database_name: 'events in PostgreSQL',
    engine: 'postgresql',
    parameters: { host, port, username, database },
  });
  const dataset = await client.call('POST', '/api/v1/dataset/', {
    database: made['id'],
    schema: 'public',
    table_name: 'events',
  });
  return Number(dataset['id']);
}
