import { openMetadata } from '../metadata/connect.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { findPostgres, startPostgres, type TestPostgres } from './engines/databases.ts';
import { testMetadata } from './test-metadata.ts';

export type MetadataKind = {
  readonly name: 'SQLite' | 'PostgreSQL';
  readonly isHere: boolean;
  readonly start: () => Promise<{ readonly open: () => Promise<Metadata>; readonly stop: () => Promise<void> }>;
};

/** The databases that metadata can live in; a suite that loops over them holds on both. */
export const metadataKinds: readonly MetadataKind[] = [
  { name: 'SQLite', isHere: true, start: async () => ({ open: testMetadata, stop: async () => undefined }) },
  { name: 'PostgreSQL', isHere: findPostgres() !== null || process.env['CI'] === 'true', start: startKind },
];

async function startKind(): Promise<{ readonly open: () => Promise<Metadata>; readonly stop: () => Promise<void> }> {
  const server: TestPostgres = await startPostgres();
  return {
    open: async () => {
      const metadata = await openMetadata(await server.createDatabase());
      await metadata.migrate();
      return metadata;
    },
    stop: server.stop,
  };
}
