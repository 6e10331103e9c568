import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { drivers } from '../engines/drivers/drivers.ts';
import { buildBirths } from '../testing/engines/births.ts';
import { findPostgres, startPostgres } from '../testing/engines/databases.ts';
import { grainSuite, momentRows, plainMomentRows } from '../testing/suites/grain-suite.ts';

grainSuite('duckdb', { open: () => buildBirths('duckdb'), rows: momentRows('TIMESTAMP') });
grainSuite('sqlite', {
  open: () => buildBirths('sqlite'),
  rows: plainMomentRows,
  series:
    'SELECT CASE WHEN column1 = 1 THEN NULL ELSE CAST(column1 AS VARCHAR(5)) END AS s, column2 AS b FROM ' +
    '(VALUES (1, 50), (1, 50), (2, 30), (3, 20), (4, 1))',
});

describe.skipIf(findPostgres() === null)('PostgreSQL', () => {
  grainSuite('postgresql', {
    rows: momentRows('timestamp'),
    open: async () => {
      const server = await startPostgres();
      const url = new URL(await server.createDatabase());
      const base = mkdtempSync(join(tmpdir(), 'tessera-grains-'));
      const engine = drivers.postgresql.open(
        {
          name: 'test',
          parameters: {
            host: server.host,
            port: server.port,
            database: url.pathname.slice(1),
            username: server.user,
            sslmode: 'disable',
          },
          secrets: {},
          anyHost: true,
        },
        {
          processFolder: base,
          dataFolders: [],
          temporary: base,
          metadata: { kind: 'sqlite', file: join(base, 'metadata.db') },
          allowedHosts: [],
          memoryMb: 64,
          idleMs: 60_000,
        },
      );
      return {
        engine,
        close: async () => {
          await engine.close();
          await server.stop();
        },
      };
    },
  });
});
