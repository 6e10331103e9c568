import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLine, type CutLine } from '../../testing/cut-line.ts';
import { findPostgres, startPostgres } from '../../testing/engines/databases.ts';
import { findMariadb, startMariadb } from '../../testing/engines/mysql-servers.ts';
import { drivers } from './drivers.ts';
import type { Engine } from '../engine.ts';

// A firewall forgets connections that lay idle, or a server moves: nobody is notified, and whoever uses one waits for
// nothing.

type Real = { readonly port: number; readonly database: string; readonly stop: () => Promise<void> };
const TABLE = 'CREATE TABLE numbers AS SELECT';

async function realPostgres(): Promise<Real> {
  const server = await startPostgres();
  const address = await server.createDatabase();
  await server.run(address, `${TABLE} i FROM generate_series(1, 200000) AS t(i)`);
  return { port: server.port, database: new URL(address).pathname.slice(1), stop: server.stop };
}

async function realMariadb(): Promise<Real> {
  const server = await startMariadb();
  await server.query(
    'CREATE TABLE test.numbers AS SELECT seq AS i FROM (WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT ' +
      'seq + 1 FROM n WHERE seq < 900) SELECT seq FROM n) AS s',
  );
  return { port: server.port, database: 'test', stop: server.stop };
}

describe.each([
  { name: 'PostgreSQL', driver: drivers.postgresql, isThere: findPostgres() !== null, start: realPostgres },
  { name: 'MariaDB', driver: drivers.mysql, isThere: findMariadb() !== null, start: realMariadb },
])(
  '[F70] connections to $name that stop responding',
  ({ driver, isThere, start }) =>
    void describe.skipIf(!isThere)('', () => {
      let real: Real;
      let line: CutLine;
      let engine: Engine;
      beforeAll(async () => {
        real = await start();
        line = await openLine(real.port);
        engine = driver.open(
          {
            name: 'far',
            parameters: {
              host: '127.0.0.1',
              port: line.port,
              database: real.database,
              username: driver === drivers.mysql ? 'root' : 'tester',
              sslmode: 'disable',
            },
            secrets: {},
            anyHost: true,
          },
          {
            processFolder: tmpdir(),
            dataFolders: [],
            temporary: tmpdir(),
            metadata: { kind: 'sqlite', file: '/nowhere' },
            allowedHosts: [],
            memoryMb: 64,
            idleMs: 600_000,
            reuse: { trustMs: 0, resetMs: 500 },
          },
        );
      });
      afterAll(async () => {
        line?.up();
        await engine?.close();
        await line?.close();
        await real?.stop();
      });
      const options = (timeoutMs: number) => ({ signal: new AbortController().signal, timeoutMs, maxRows: 1_000_000 });
      const count = (n: number, timeoutMs = 60_000) =>
        engine.run(
          { text: `SELECT COUNT(*) AS n FROM numbers WHERE i > ${n}`, parameters: [], written: [] },
          options(timeoutMs),
        );

      test('while they lie idle cost no query its time', async () => {
        await Promise.all([0, 1, 2, 3].map((n) => count(n)));
        const opened = line.opened();
        line.silence();
        line.up();
        const answers = await Promise.all([4, 5, 6, 7].map((n) => count(n)));
        expect(answers.map(({ table }) => table.rowCount)).toEqual([1, 1, 1, 1]);
        expect(line.opened()).toBeGreaterThan(opened);
      });

      test('under queries hold no place beyond the time of the query, also when the reader leaves', async () => {
        const text = 'SELECT a.i FROM numbers AS a CROSS JOIN (SELECT i FROM numbers WHERE i <= 20) AS b';
        // As many as there are places.
        const readers = Array.from({ length: 6 }, () =>
          engine.stream({ text, parameters: [], written: [] }, options(3000))[Symbol.asyncIterator](),
        );
        const begun = await Promise.all(readers.map((reader) => reader.next()));
        expect(begun.map(({ done }) => done)).toEqual(begun.map(() => false));
        line.silence();
        await Promise.all(readers.map(async (reader) => reader.return?.()));
        line.up();
        expect((await count(8)).table.rowCount).toBe(1);
      });
    }),
);
