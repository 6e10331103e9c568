import { sql, type Kysely } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import type { MetadataDialect } from './metadata.ts';
import type { Migration } from './migration.ts';
import { ground } from './migrations/0001-ground.ts';
import { rowLevelSecurity } from './migrations/0002-row-level-security.ts';
import { jobs } from './migrations/0003-jobs.ts';
import { queryLog } from './migrations/0004-query-log.ts';
import { annotations } from './migrations/0005-annotations.ts';
import { logDataset } from './migrations/0006-log-dataset.ts';
import { queryError } from './migrations/0007-query-error.ts';
import { datasetParts } from './migrations/0009-dataset-parts.ts';
import { accessRequests } from './migrations/0014-access-requests.ts';
import { embeddedDashboards } from './migrations/0016-embedded-dashboards.ts';
import { queryPath } from './migrations/0017-query-path.ts';
import { tags } from './migrations/0019-tags.ts';
import { dashboardVersions } from './migrations/0020-dashboard-versions.ts';
import { versionChanges } from './migrations/0021-version-changes.ts';
import { cssTemplates } from './migrations/0022-css-templates.ts';
import { dashboardComments } from './migrations/0023-dashboard-comments.ts';
import { sqlEditor } from './migrations/0024-sql-editor.ts';
import { folders } from './migrations/0025-folders.ts';
import { datasetExtracts } from './migrations/0026-dataset-extracts.ts';
import { sqlEditorReaders } from './migrations/0027-sql-editor-readers.ts';
import { sqlQueryRules } from './migrations/0028-sql-query-rules.ts';
import type { Tables } from './tables.ts';

/** In order; names never change once released, and the list only grows. */
export const migrations: readonly Migration[] = [
  ground,
  rowLevelSecurity,
  jobs,
  queryLog,
  annotations,
  logDataset,
  queryError,
  datasetParts,
  accessRequests,
  embeddedDashboards,
  queryPath,
  tags,
  dashboardVersions,
  versionChanges,
  cssTemplates,
  dashboardComments,
  sqlEditor,
  folders,
  datasetExtracts,
  sqlEditorReaders,
  sqlQueryRules,
];

type Applied = { readonly schema_migrations: { readonly name: string; readonly applied_on: string } };
type Options = {
  /** Called before the first change to a database that holds data, with the name of the migration. */
  readonly beforeChange?: (next: string) => Promise<void>;
  readonly steps?: readonly Migration[];
};

/** Any constant will do, as long as every version uses the same. */
const LOCK = 7_355_608;

/**
 * Apply the migrations that the database lacks, each in its own transaction, so that a start killed half-way goes on
 * where it was; all of them in the one that is given, if it is one. Servers that start together wait for each other
 * and find the work done.
 *
 * @throws AppError metadata_newer when the database has a migration that this version does not know
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: MetadataDialect,
  { beforeChange, steps = migrations }: Options = {},
): Promise<void> {
  const pending = await pendingOf(db, dialect, steps);
  const [first] = pending;
  if (first === undefined) return;
  if (pending.length < steps.length) await beforeChange?.(first.name);
  for (const step of pending) await apply(db, dialect, step);
}

/** Whether every known migration has run; the readiness probe asks. */
export async function isMigrated(db: Kysely<Tables>, dialect: MetadataDialect): Promise<boolean> {
  return (await pendingOf(db, dialect, migrations)).length === 0;
}

/** Names of the migrations that have run, in order. */
export async function appliedMigrations(db: Kysely<Tables>, dialect: MetadataDialect): Promise<readonly string[]> {
  if (!(await isMade(db, dialect))) return [];
  const notes = db as unknown as Kysely<Applied>;
  return (await notes.selectFrom('schema_migrations').select('name').orderBy('name').execute()).map((row) => row.name);
}

/**
 * Bring an empty database to the tables that a backup was made from.
 * @throws AppError metadata_newer for a backup of a
 * newer version
 */
export async function migrateThrough(
  db: Kysely<Tables>,
  dialect: MetadataDialect,
  names: readonly string[],
): Promise<void> {
  const unknown = names.find((name) => !migrations.some((step) => step.name === name));
  if (unknown !== undefined) throw new AppError('metadata_newer', { migration: unknown });
  if ((await appliedMigrations(db, dialect)).length > 0) return migrate(db, dialect);
  return migrate(db, dialect, { steps: migrations.filter((step) => names.includes(step.name)) });
}

async function pendingOf(
  db: Kysely<Tables>,
  dialect: MetadataDialect,
  steps: readonly Migration[],
): Promise<readonly Migration[]> {
  const applied = new Set(await appliedMigrations(db, dialect));
  const unknown = [...applied].find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) throw new AppError('metadata_newer', { migration: unknown });
  return steps.filter((step) => !applied.has(step.name));
}

async function isMade(db: Kysely<Tables>, dialect: MetadataDialect): Promise<boolean> {
  const question =
    dialect === 'sqlite'
      ? sql<{
          found: number;
        }>`SELECT count(*) AS found FROM sqlite_master WHERE type = 'table' AND name = 'schema_migrations'`
      : sql<{
          found: number;
        }>`SELECT count(*) AS found FROM information_schema.tables WHERE table_schema = current_schema() AND table_name
          = 'schema_migrations'`;
  return ((await question.execute(db)).rows[0]?.found ?? 0) > 0;
}

async function apply(db: Kysely<Tables>, dialect: MetadataDialect, step: Migration): Promise<void> {
  const inTransaction = (work: (transaction: Kysely<Tables>) => Promise<void>) =>
    db.isTransaction ? work(db) : db.transaction().execute(work);
  await inTransaction(async (transaction) => {
    // SQLite transactions hold the write lock from their begin; PostgreSQL needs one of its own.
    if (dialect === 'postgresql') await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    const notes = transaction as unknown as Kysely<Applied>;
    await notes.schema
      .createTable('schema_migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_on', 'text', (column) => column.notNull())
      .execute();
    const done = await notes
      .selectFrom('schema_migrations')
      .select('name')
      .where('name', '=', step.name)
      .executeTakeFirst();
    if (done) return;
    await step.up(transaction, dialect);
    await notes
      .insertInto('schema_migrations')
      .values({ name: step.name, applied_on: new Date().toISOString() })
      .execute();
  });
}
