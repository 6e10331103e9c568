import { message } from '@tessera/core/messages';
import { AppError, type ErrorCode } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import { unwatched } from '../../engines/drivers/connection-test.ts';
import type { ConnectionTest, TestWatch } from '../../engines/engine.ts';
import type { EngineRegistry } from '../../engines/registry.ts';
import { assertVersion, changed, created, deleted } from '../../metadata/audit.ts';
import { connectionOf, readConnection, savedFields } from './connection.ts';
import { maskedFields, type Fields } from './fields.ts';
import { mayChangeDatabase } from './policy.ts';
import { parametersSchema } from './parameters-schema.ts';
import { presentDatabase } from './present.ts';
import type { ConnectionDryRun, DatabaseConnection, DatabaseItem, DatabasePost, DatabasePut } from './schema.ts';
import type { SecretBox } from './secrets.ts';
import { readSettings, savedSettings } from './settings.ts';
import type { DatabaseRow, DatabaseStore, RelatedObjects } from './store.ts';
import { writeUri } from './uri.ts';

export type DatabaseService = ReturnType<typeof createDatabaseService>;
/** Try a connection once; the answer says at which step it failed. */
export type DryRun = (watch: TestWatch) => Promise<ConnectionTest>;
type Needs = {
  readonly databases: DatabaseStore;
  readonly engines: EngineRegistry;
  readonly box: SecretBox;
  readonly now: () => Date;
  /** Drops what is cached of a database. */
  readonly onChange: (id: number) => void;
  /** Takes the sample database away with all that came with it. */
  readonly removeSamples: (principal: Principal) => Promise<void>;
};

/** Connections: who may see, test and change them. Every method throws AppError; an unseen database is `not_found`. */
export function createDatabaseService(needs: Needs) {
  return bindAll(needs, { read, connection, create, update, remove, related, validate, dryRun });
}

/** @throws AppError not_found */
async function visible(needs: Needs, principal: Principal, idOrUuid: number | string): Promise<DatabaseRow> {
  const row = await needs.databases.findFor(principal, idOrUuid);
  if (!row) throw new AppError('not_found', {});
  return row;
}

/** @throws AppError not_found, edit_denied */
async function editable(needs: Needs, principal: Principal, id: number): Promise<DatabaseRow> {
  const row = await visible(needs, principal, id);
  if (!mayChangeDatabase(principal, id)) throw new AppError('edit_denied', { object: 'database' });
  return row;
}

async function present(needs: Needs, row: DatabaseRow): Promise<DatabaseItem> {
  const people = await needs.databases.people([row.created_by, row.changed_by].filter((id) => id !== null));
  return presentDatabase(row, people, needs.now().getTime());
}

async function assertFree(needs: Needs, name: string, except: number | null): Promise<void> {
  const taken = await needs.databases.findByName(name);
  if (taken && taken.id !== except)
    throw new AppError('rejected_fields', {
      fields: { database_name: [message('A database with the same name already exists.')] },
    });
}

/** Settings as saved: what clients sent, and whether an admin vouches for the host. */
function extraText(settings: Readonly<Record<string, unknown>>, principal: Principal): string {
  return printExactJson({ ...settings, any_host: principal.isAdmin });
}

/** Try a connection without saving it. @throws AppError connection_… with the step that failed */
async function attempt(...tried: Parameters<typeof connectionTest>): Promise<void> {
  const result = await connectionTest(...tried)(unwatched);
  if (!result.ok) throw testError(result);
}

function connectionTest(needs: Needs, engine: string, name: string, fields: Fields, principal: Principal): DryRun {
  return async (watch) => {
    const opened = needs.engines.openOnce(engine, connectionOf(name, fields, principal.isAdmin));
    try {
      return await opened.test(watch);
    } finally {
      await opened.close();
    }
  };
}

async function read(needs: Needs, principal: Principal, idOrUuid: number | string): Promise<DatabaseItem> {
  return present(needs, await visible(needs, principal, idOrUuid));
}

/** The connection itself, secrets masked, for whoever may change it. */
async function connection(needs: Needs, principal: Principal, id: number): Promise<DatabaseConnection> {
  const row = await editable(needs, principal, id);
  const { driver, fields } = savedFields(row, needs.box);
  const { any_host: _, ...settings } = savedSettings(row.extra);
  return {
    ...(await present(needs, row)),
    parameters: maskedFields(driver, fields),
    parameters_schema: parametersSchema(driver),
    masked_encrypted_extra: '{}',
    server_cert: null,
    sqlalchemy_uri: writeUri(driver, fields.parameters, Object.keys(fields.secrets).length > 0),
    extra: printExactJson(settings),
  };
}

/** Save a connection; it is tried first. @throws AppError connection_…, invalid_fields, rejected_fields */
async function create(needs: Needs, principal: Principal, body: DatabasePost): Promise<DatabaseItem> {
  const connection = readConnection(body, null);
  if (!connection) throw new AppError('invalid_object', { reason: message('A database needs a connection.') });
  const settings = readSettings(body.extra);
  refuseUnavailable(body);
  await assertFree(needs, body.database_name, null);
  await attempt(needs, connection.driver.engine, body.database_name, connection.fields, principal);
  const audit = created(principal, needs.now(), body.uuid);
  const id = await needs.databases.insert({
    ...audit,
    ...flagsOf(body),
    force_ctas_schema: schemaOf(body),
    database_name: body.database_name,
    engine: connection.driver.engine,
    parameters: printExactJson(connection.fields.parameters),
    secrets: sealed(connection.fields, audit.uuid, needs.box),
    cache_timeout: body.cache_timeout ?? null,
    extra: extraText(settings, principal),
  });
  return present(needs, await visible(needs, { ...principal, databaseIds: 'all' }, id));
}

/**
 * Change a connection; a changed one is tried first.
 * @throws AppError stale_version, connection_…, invalid_fields
 */
async function update(
  needs: Needs,
  principal: Principal,
  id: number,
  body: DatabasePut,
  ifMatch: string | undefined,
): Promise<DatabaseItem> {
  const row = await editable(needs, principal, id);
  assertVersion('database', row, ifMatch);
  refuseUnavailable(body);
  if (body.database_name !== undefined) await assertFree(needs, body.database_name, id);
  const before = savedFields(row, needs.box);
  const connection = readConnection(body, before);
  const settings = body.extra === undefined ? savedSettings(row.extra) : readSettings(body.extra);
  if (connection)
    await attempt(
      needs,
      connection.driver.engine,
      body.database_name ?? row.database_name,
      connection.fields,
      principal,
    );
  const saved = await needs.databases.update(
    id,
    {
      ...changed(principal, needs.now()),
      ...flagsOf(body),
      ...(body.force_ctas_schema === undefined ? {} : { force_ctas_schema: schemaOf(body) }),
      ...(body.database_name === undefined ? {} : { database_name: body.database_name }),
      ...(body.cache_timeout === undefined ? {} : { cache_timeout: body.cache_timeout }),
      ...(connection
        ? {
            engine: connection.driver.engine,
            parameters: printExactJson(connection.fields.parameters),
            secrets: sealed(connection.fields, row.uuid, needs.box),
            extra: extraText(settings, principal),
          }
        : {}),
      ...(!connection && body.extra !== undefined
        ? { extra: printExactJson({ ...settings, any_host: savedSettings(row.extra)['any_host'] === true }) }
        : {}),
    },
    row.version,
  );
  if (!saved) throw new AppError('stale_version', { object: 'database', version: row.version + 1 });
  needs.onChange(id);
  await needs.engines.forget(id);
  return present(needs, await visible(needs, principal, id));
}

/**
 * Put databases into the trash, all or none; one with datasets stays, the samples go with theirs.
 * @throws AppError
 * not_found, edit_denied, in_use
 */
async function remove(needs: Needs, principal: Principal, ids: readonly number[]): Promise<number> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) throw new AppError('not_found', {});
  const samples = new Set<number>();
  for (const id of unique) {
    if ((await editable(needs, principal, id)).is_sample === 1) samples.add(id);
    if (samples.has(id)) continue;
    const { datasets } = await needs.databases.related(principal, id);
    if (datasets.length > 0)
      throw new AppError('in_use', { object: 'database', objects: datasets.map((dataset) => dataset.name) });
  }
  for (const id of unique) {
    needs.onChange(id);
    await needs.engines.forget(id);
    if (samples.has(id)) await needs.removeSamples(principal);
    else await needs.databases.update(id, deleted(principal, needs.now()), null);
  }
  return unique.length;
}

async function related(needs: Needs, principal: Principal, id: number): Promise<RelatedObjects> {
  return needs.databases.related(principal, (await visible(needs, principal, id)).id);
}

/** Check fields one by one, without connecting. @throws AppError */
async function validate(needs: Needs, principal: Principal, body: ConnectionDryRun): Promise<void> {
  readConnection(body, await dryRunBase(needs, principal, body));
}

/** A connection, saved or not, ready to be tried. @throws AppError when a field is missing, wrong or not allowed */
async function dryRun(needs: Needs, principal: Principal, body: ConnectionDryRun): Promise<DryRun> {
  const base = await dryRunBase(needs, principal, body);
  readSettings(body.extra);
  const connection = readConnection(body, base) ?? base;
  if (!connection) throw new AppError('connection_missing_parameters', { fields: ['sqlalchemy_uri'] });
  return connectionTest(
    needs,
    connection.driver.engine,
    body.database_name ?? 'database',
    connection.fields,
    principal,
  );
}

/** The saved connection of a dry run. Older clients name it by its name and send the masked URI back. */
async function dryRunBase(needs: Needs, principal: Principal, body: ConnectionDryRun) {
  const masked = body.sqlalchemy_uri?.includes('XXXXXXXXXX') === true;
  const named =
    masked && body.database_name !== undefined ? await needs.databases.findByName(body.database_name) : null;
  const id = body.id ?? named?.id;
  return id == null ? null : savedFields(await editable(needs, principal, id), needs.box);
}

function sealed(fields: Fields, uuid: string, box: SecretBox): string | null {
  return Object.keys(fields.secrets).length === 0 ? null : box.seal(fields.secrets, uuid);
}

const flags = [
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'allow_run_async',
  'allow_file_upload',
  'expose_in_sqllab',
] as const;

function flagsOf(body: DatabasePut): Partial<Record<(typeof flags)[number], number>> {
  return Object.fromEntries(flags.filter((name) => body[name] !== undefined).map((name) => [name, body[name] ? 1 : 0]));
}

/** A name of spaces is none. */
function schemaOf({ force_ctas_schema: name }: DatabasePut): string | null {
  return name?.trim() || null;
}

/**
 * Fields that clients may send empty, and that would change the connection behind the list of fields if they were not.
 */
function refuseUnavailable(body: DatabasePut): void {
  const bad = (['server_cert', 'masked_encrypted_extra'] as const).filter((name) => body[name] && body[name] !== '{}');
  const refused = [...bad, ...(body.impersonate_user ? ['impersonate_user'] : [])];
  if (refused.length > 0)
    throw new AppError('connection_refused_field', {
      reason: message('The setting %(value)s is not available.', {
        value: refused.map((name) => `"${name}"`).join(', '),
      }),
    });
}

/** @see ConnectionTest: the failure is a code of the catalogue */
export function testError(result: Extract<ConnectionTest, { ok: false }>): AppError {
  return new AppError(result.failure satisfies ErrorCode, { step: result.step, reason: result.reason });
}
