import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMariadb, startMariadb, type TestMysqlServer } from '../../../testing/engines/mysql-servers.ts';
import type { Engine } from '../../engine.ts';
import { openMysql } from './engine.ts';

// Answers that are not read to their end, on the real database: the connections must come back, or be replaced.
describe.skipIf(findMariadb() === null)('answers that are left before their end', () => {
  const query = (text: string) => ({ text, parameters: [], written: [] });
  let server: TestMysqlServer;
  let engine: Engine;
  beforeAll(async () => {
    server = await startMariadb();
    engine = openMysql(
      {
        name: 'test',
        parameters: { host: '127.0.0.1', port: server.port, database: 'test', username: 'tester', sslmode: 'disable' },
        secrets: {},
        anyHost: true,
      },
      {
        processFolder: '',
        dataFolders: [],
        temporary: '',
        metadata: { kind: 'sqlite', file: '/nowhere/metadata.db' },
        allowedHosts: [],
        memoryMb: 256,
        idleMs: 60_000,
      },
    );
  });
  afterAll(async () => {
    await engine?.close();
    await server?.stop();
  });
  const run = (text: string, maxRows: number) =>
    engine.run(query(text), { signal: new AbortController().signal, timeoutMs: 60_000, maxRows });
  const sessions = async () =>
    (await server.query("SELECT id FROM information_schema.processlist WHERE user = 'tester'")).map((row) =>
      Number(row['id']),
    );

  const sentBytes = async () => Number((await server.query("SHOW GLOBAL STATUS LIKE 'Bytes_sent'"))[0]?.['Value']);

  test('a connection that was paused at the last row comes back, more often than there are connections', async () => {
    const seen = new Set<number>();
    for (let round = 0; round < 20; round += 1) {
      // One row more than wanted is sent: with it the reader is that far behind that the server is made to wait.
      const { table, truncated } = await run('SELECT seq AS i FROM seq_0_to_99999', 2000);
      expect([table.rowCount, truncated]).toEqual([2000, true]);
      for (const id of await sessions()) seen.add(id);
    }
    expect((await run('SELECT 1 AS one', 10)).table.rowCount).toBe(1);
    // One that does not come back is replaced: each round had its own then. A busy server may be late with an end once
    // in a while.
    expect(seen.size).toBeLessThan(10);
  });

  test('the rest of an answer that goes on by a limit of its own is not read', async () => {
    const before = await sentBytes();
    for (let round = 0; round < 8; round += 1) {
      const { table, truncated } = await run(
        "SELECT seq AS i, REPEAT('x', 10000) AS t FROM seq_0_to_9999999 LIMIT 9000000",
        10,
      );
      expect([table.rowCount, truncated]).toEqual([10, true]);
    }
    // Of 90 GB each: buffers on the way are filled, and nothing more is taken from them.
    expect((await sentBytes()) - before).toBeLessThan(400_000_000);
    expect((await run('SELECT 1 AS one', 10)).table.rowCount).toBe(1);
    await expect.poll(async () => (await sessions()).length).toBeLessThanOrEqual(1);
  });
});
