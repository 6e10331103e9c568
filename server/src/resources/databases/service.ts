import { AppError, type ErrorCode } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import type { Principal } from '../../principal.ts';
import { unwatched } from '../../engines/drivers/connection-test.ts';
import type { ConnectionTest, TestWatch } from '../../engines/engine.ts';
import type { EngineRegistry } from '../../engines/registry.ts';
import { assertVersion, changed, created, deleted } from '../../metadata/audit.ts';
import { connectionOf, readConnection, savedFields } from './connection.ts';
import { maskedFields, type Fields } from './fields.ts';
import { mayChangeDatabase, mayUseDatabase } from './policy.ts';
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
  /** Drops what is remembered of a database. */
  readonly onChange: (id: number) => void;
  /** Takes the sample database away with all that came with it. */
  readonly removeSamples: (principal: Principal) => Promise<void>;
};

/** Connections: who may see, test and change them. Every method throws AppError; an unseen database is `not_found`. */
export function createDatabaseService({ databases, engines, box, now, onChange, removeSamples }: Needs) {
  /** @throws AppError not_found */
  async function visible(principal: Principal, idOrUuid: number | string): Promise<DatabaseRow> {
    const row = await databases.find(idOrUuid);
    if (!row || !mayUseDatabase(principal, row.id)) throw new AppError('not_found', {});
    return row;
  }

  /** @throws AppError not_found, edit_denied */
  async function editable(principal: Principal, id: number): Promise<DatabaseRow> {
    const row = await visible(principal, id);
    if (!mayChangeDatabase(principal, id)) throw new AppError('edit_denied', { object: 'database' });
    return row;
  }

  async function present(row: DatabaseRow): Promise<DatabaseItem> {
    const people = await databases.people([row.created_by, row.changed_by].filter((id) => id !== null));
    return presentDatabase(row, people, now().getTime());
  }

  async function assertFree(name: string, except: number | null): Promise<void> {
    const taken = await databases.findByName(name);
    if (taken && taken.id !== except)
      throw new AppError('rejected_fields', {
        fields: { database_name: ['A database with the same name already exists.'] },
      });
  }

  /** Settings as saved: what clients sent, and whether an admin vouches for the host. */
  const extraText = (settings: Readonly<Record<string, unknown>>, principal: Principal): string =>
    printExactJson({ ...settings, any_host: principal.isAdmin });

  /** Try a connection without saving it. @throws AppError connection_… with the step that failed */
  async function attempt(...tried: Parameters<typeof dryRun>): Promise<void> {
    const result = await dryRun(...tried)(unwatched);
    if (!result.ok) throw testError(result);
  }

  function dryRun(engine: string, name: string, fields: Fields, principal: Principal): DryRun {
    return async (watch) => {
      const opened = engines.openOnce(engine, connectionOf(name, fields, principal.isAdmin));
      try {
        return await opened.test(watch);
      } finally {
        await opened.close();
      }
    };
  }

  return {
    read: async (principal: Principal, idOrUuid: number | string): Promise<DatabaseItem> =>
      present(await visible(principal, idOrUuid)),

    /** The connection itself, secrets masked, for whoever may change it. */
    connection: async (principal: Principal, id: number): Promise<DatabaseConnection> => {
      const row = await editable(principal, id);
      const { driver, fields } = savedFields(row, box);
      const { any_host: _, ...settings } = savedSettings(row.extra);
      return {
        ...(await present(row)),
        parameters: maskedFields(driver, fields),
        parameters_schema: parametersSchema(driver),
        masked_encrypted_extra: '{}',
        server_cert: null,
        sqlalchemy_uri: writeUri(driver, fields.parameters, Object.keys(fields.secrets).length > 0),
        extra: printExactJson(settings),
      };
    },

    /** Save a connection; it is tried first. @throws AppError connection_…, invalid_fields, rejected_fields */
    create: async (principal: Principal, body: DatabasePost): Promise<DatabaseItem> => {
      const connection = readConnection(body, null);
      if (!connection) throw new AppError('invalid_object', { reason: 'A database needs a connection.' });
      const settings = readSettings(body.extra);
      refuseUnavailable(body);
      await assertFree(body.database_name, null);
      await attempt(connection.driver.engine, body.database_name, connection.fields, principal);
      const audit = created(principal, now(), body.uuid);
      const id = await databases.insert({
        ...audit,
        ...flagsOf(body),
        database_name: body.database_name,
        engine: connection.driver.engine,
        parameters: printExactJson(connection.fields.parameters),
        secrets: sealed(connection.fields, audit.uuid, box),
        cache_timeout: body.cache_timeout ?? null,
        extra: extraText(settings, principal),
      });
      return present(await visible({ ...principal, databaseIds: 'all' }, id));
    },

    /**
     * Change a connection; a changed one is tried first.
     * @throws AppError stale_version, connection_…, invalid_fields
     */
    update: async (
      principal: Principal,
      id: number,
      body: DatabasePut,
      ifMatch: string | undefined,
    ): Promise<DatabaseItem> => {
      const row = await editable(principal, id);
      assertVersion('database', row, ifMatch);
      refuseUnavailable(body);
      if (body.database_name !== undefined) await assertFree(body.database_name, id);
      const before = savedFields(row, box);
      const connection = readConnection(body, before);
      const settings = body.extra === undefined ? savedSettings(row.extra) : readSettings(body.extra);
      if (connection)
        await attempt(connection.driver.engine, body.database_name ?? row.database_name, connection.fields, principal);
      const saved = await databases.update(
        id,
        {
          ...changed(principal, now()),
          ...flagsOf(body),
          ...(body.database_name === undefined ? {} : { database_name: body.database_name }),
          ...(body.cache_timeout === undefined ? {} : { cache_timeout: body.cache_timeout }),
          ...(connection
            ? {
                engine: connection.driver.engine,
                parameters: printExactJson(connection.fields.parameters),
                secrets: sealed(connection.fields, row.uuid, box),
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
      onChange(id);
      await engines.forget(id);
      return present(await visible(principal, id));
    },

    /**
     * Put databases into the trash, all or none; one with datasets stays, the samples go with theirs.
     * @throws AppError
     * not_found, edit_denied, in_use
     */
    remove: async (principal: Principal, ids: readonly number[]): Promise<number> => {
      const unique = [...new Set(ids)];
      if (unique.length === 0) throw new AppError('not_found', {});
      const samples = new Set<number>();
      for (const id of unique) {
        if ((await editable(principal, id)).is_sample === 1) samples.add(id);
        if (samples.has(id)) continue;
        const { datasets } = await databases.related(principal, id);
        if (datasets.length > 0)
          throw new AppError('in_use', { object: 'database', objects: datasets.map((dataset) => dataset.name) });
      }
      for (const id of unique) {
        onChange(id);
        await engines.forget(id);
        if (samples.has(id)) await removeSamples(principal);
        else await databases.update(id, deleted(principal, now()), null);
      }
      return unique.length;
    },

    related: async (principal: Principal, id: number): Promise<RelatedObjects> =>
      databases.related(principal, (await visible(principal, id)).id),

    /** Check fields one by one, without connecting. @throws AppError */
    validate: async (principal: Principal, body: ConnectionDryRun): Promise<void> => {
      readConnection(body, await dryRunBase(principal, body));
    },

    /** A connection, saved or not, ready to be tried. @throws AppError when a field is missing, wrong or not allowed */
    dryRun: async (principal: Principal, body: ConnectionDryRun): Promise<DryRun> => {
      const base = await dryRunBase(principal, body);
      readSettings(body.extra);
      const connection = readConnection(body, base) ?? base;
      if (!connection) throw new AppError('connection_missing_parameters', { fields: ['sqlalchemy_uri'] });
      return dryRun(connection.driver.engine, body.database_name ?? 'database', connection.fields, principal);
    },
  };

  /** The saved connection under a trial. Older clients name it by its name and send the masked URI back. */
  async function dryRunBase(principal: Principal, body: ConnectionDryRun) {
    const masked = body.sqlalchemy_uri?.includes('XXXXXXXXXX') === true;
    const named = masked && body.database_name !== undefined ? await databases.findByName(body.database_name) : null;
    const id = body.id ?? named?.id;
    return id == null ? null : savedFields(await editable(principal, id), box);
  }
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

/**
 * Fields that clients may send empty, and that would change the connection behind the list of fields if they were not.
 */
function refuseUnavailable(body: DatabasePut): void {
  const bad = (['server_cert', 'masked_encrypted_extra', 'force_ctas_schema'] as const).filter(
    (name) => body[name] && body[name] !== '{}',
  );
  const refused = [...bad, ...(body.impersonate_user ? ['impersonate_user'] : [])];
  if (refused.length > 0)
    throw new AppError('connection_refused_field', {
      reason: `The setting ${refused.map((name) => `"${name}"`).join(', ')} is not available.`,
    });
}

/** @see ConnectionTest: the failure is a code of the catalogue */
export function testError(result: Extract<ConnectionTest, { ok: false }>): AppError {
  return new AppError(result.failure satisfies ErrorCode, { step: result.step, reason: result.reason });
}
