import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openMetadata } from '../metadata/connect.ts';
import type { Metadata } from '../metadata/metadata.ts';

/** A migrated SQLite metadata database in a file of its own; closing it removes the file. */
export async function testMetadata(): Promise<Metadata> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-metadata-'));
  const metadata = await openMetadata(join(folder, 'metadata.db'));
  await sql`PRAGMA synchronous = OFF`.execute(metadata.db); // nobody pulls the plug of a test
  await metadata.migrate();
  return {
    ...metadata,
    close: async () => {
      await metadata.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
