import type { Kysely } from 'kysely';
import type { MetadataDialect } from './metadata.ts';
import type { Tables } from './tables.ts';

/** One step of the schema; it runs in a transaction together with the note that it ran. */
export type Migration = {
  readonly name: string;
  readonly up: (db: Kysely<Tables>, dialect: MetadataDialect) => Promise<void>;
};
