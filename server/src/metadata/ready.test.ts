import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres, type TestPostgres } from '../testing/engines/databases.ts';
import { openMetadata } from './connect.ts';
import { assertReady } from './ready.ts';

describe.skipIf(findPostgres() === null && process.env['CI'] !== 'true')('PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  test('[F53] a metadata database that became read-only is not ready, though it answers', async () => {
    const url = await server.createDatabase();
    const metadata = await openMetadata(url);
    await metadata.migrate();
    await assertReady(metadata);
    expect(await metadata.db.selectFrom('settings').selectAll().execute()).toEqual([]);
    await sql`ALTER DATABASE ${sql.ref(new URL(url).pathname.slice(1))} SET default_transaction_read_only = on`.execute(
      metadata.db,
    );
    await metadata.close();
    const copy = await openMetadata(url);
    await expect(assertReady(copy)).rejects.toMatchObject({ code: 'unavailable', cause: { code: '25006' } });
    await copy.close();
  });
});
