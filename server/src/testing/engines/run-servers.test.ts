import { expect, test } from 'vitest';
import { findClickhouse, startClickhouse } from './clickhouse.ts';
import { findPostgres, startPostgres } from './databases.ts';
import { findMariadb, findMysql, startMariadb, startMysql } from './mysql-servers.ts';

// Two files, one after the other: what the first has made must not be in the way of the second. A server that cannot be
// reset is thrown away, so the second has the first one's exactly when the reset works.
type Lent = { readonly port: number; readonly stop: () => Promise<void> };

async function portsOfTwo<Server extends Lent>(
  start: () => Promise<Server>,
  make: (server: Server) => Promise<unknown>,
): Promise<readonly number[]> {
  const ports: number[] = [];
  for (let file = 0; file < 4; file += 1) {
    const server = await start();
    ports.push(server.port);
    try {
      await make(server);
    } finally {
      await server.stop();
    }
  }
  return ports;
}
/** Others may have taken one meanwhile; some server was lent more than once. */
const isLentAgain = (ports: readonly number[]): boolean => new Set(ports).size < ports.length;

const suites: Readonly<Record<string, { readonly isHere: boolean; readonly run: () => Promise<readonly number[]> }>> = {
  PostgreSQL: {
    isHere: findPostgres() !== null,
    run: () =>
      portsOfTwo(startPostgres, async ({ createDatabase, run }) => {
        const address = await createDatabase();
        await run(address, 'CREATE ROLE keeper LOGIN');
        await run(address, 'CREATE TABLE kept (a int); GRANT SELECT ON kept TO keeper');
      }),
  },
  MariaDB: {
    isHere: findMariadb() !== null,
    run: () =>
      portsOfTwo(startMariadb, ({ query }) =>
        query('CREATE DATABASE main', "CREATE USER keeper@'127.0.0.1'", 'CREATE TABLE test.kept (a INT)'),
      ),
  },
  MySQL: {
    isHere: findMysql() !== null,
    run: () =>
      portsOfTwo(startMysql, ({ query }) =>
        query('CREATE DATABASE main', "CREATE USER keeper@'127.0.0.1'", 'CREATE TABLE test.kept (a INT)'),
      ),
  },
  ClickHouse: {
    isHere: findClickhouse() !== null,
    run: () =>
      portsOfTwo(
        () => startClickhouse(['CREATE DATABASE main', 'CREATE TABLE kept (a Int32) ENGINE = Memory']),
        ({ query }) => query('SELECT 1'),
      ),
  },
};

test.each(Object.entries(suites).filter(([, { isHere }]) => isHere))(
  'a %s is lent again without what others made in it',
  async (_name, { run }) => {
    expect(isLentAgain(await run())).toBe(true);
  },
);
