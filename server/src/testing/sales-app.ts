import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { writeDuckdb } from './engines/duckdb-file.ts';
import { builtServer } from './processes/built-server.ts';
import { testApp, type TestApp } from './test-app.ts';

/** A whole server with a real database in it. */
export type SalesApp = TestApp & {
  /** Id of the database `sales`. */
  readonly database: number;
  /** Id of the dataset on its table `sales`. */
  readonly dataset: number;
  /** Make an object as the administrator. `url`: of its list, below `/api/v1/`. @returns the id */
  readonly make: (url: string, payload: object) => Promise<number>;
};

/**
 * @param statements  Make a file of DuckDB, with the table `sales` in it
 * @param metadata  Closed with the server; a SQLite file of its own where none is given
 */
export async function salesApp(
  statements: readonly string[],
  settings: Partial<Config> = {},
  metadata?: Metadata,
  webRoot: string | null = null,
): Promise<SalesApp> {
  const app = await testApp({ ...(metadata && { metadata }), settings, scriptFolder: builtServer, webRoot });
  await writeDuckdb(join(app.config.home, 'data', 'sales.duckdb'), ...statements);
  const make = async (url: string, payload: object): Promise<number> => {
    const answer = await app.request({ method: 'POST', url: `/api/v1/${url}`, as: app.adminId, payload });
    if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    return answer.json<{ id: number }>().id;
  };
  const database = await make('database/', {
    database_name: 'sales',
    engine: 'duckdb',
    parameters: { path: 'sales.duckdb' },
  });
  return { ...app, make, database, dataset: await make('dataset/', { database, schema: 'main', table_name: 'sales' }) };
}
