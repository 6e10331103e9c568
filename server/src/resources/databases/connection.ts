import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { Connection, Driver } from '../../engines/drivers/driver.ts';
import { driverOf, drivers } from '../../engines/drivers/drivers.ts';
import type { SavedConnection } from '../../engines/registry.ts';
import { UPLOADS_PATH } from '../../engines/uploads/folder.ts';
import { readFields, type Fields, type Parameters, type Values } from './fields.ts';
import type { SecretBox } from './secrets.ts';
import { concurrencyOf, savedSettings } from './settings.ts';
import type { DatabaseRow } from './store.ts';
import { readUri } from './uri.ts';

export type ConnectionBody = {
  readonly engine?: string;
  readonly backend?: string;
  readonly parameters?: Values;
  readonly sqlalchemy_uri?: string;
};

/** @throws AppError invalid_fields */
function driverByName(engine: string): Driver {
  const driver = driverOf(engine.toLowerCase());
  if (!driver)
    throw new AppError('invalid_fields', {
      fields: { engine: [message('Must be one of: %(value)s.', { value: Object.keys(drivers).join(', ') })] },
    });
  return driver;
}

/**
 * The connection that a request describes, by fields or by URI, on top of the saved one.
 *
 * @returns null when the request says nothing about it
 * @throws AppError when a field is not allowed, missing or wrong
 */
export function readConnection(
  body: ConnectionBody,
  saved: { readonly driver: Driver; readonly fields: Fields } | null,
): { readonly driver: Driver; readonly fields: Fields } | null {
  const named = body.engine ?? body.backend;
  const fromUri =
    body.sqlalchemy_uri === undefined || body.sqlalchemy_uri.trim() === '' ? null : readUri(body.sqlalchemy_uri);
  if (!fromUri && !body.parameters && (saved === null || named === undefined || named === saved.driver.engine)) {
    if (saved) return null;
    throw new AppError('invalid_fields', {
      fields: {
        sqlalchemy_uri: [message('Missing data for required field.')],
        parameters: [message('Missing data for required field.')],
      },
    });
  }
  const driver = fromUri ? fromUri.driver : named === undefined && saved ? saved.driver : driverByName(named ?? '');
  const values = { ...fromUri?.values, ...withoutEmpty(body.parameters) };
  const fields = readFields(driver, values, saved?.driver === driver ? saved.fields : null);
  assertOwnPlace(fields, saved?.fields ?? null);
  return { driver, fields };
}

/** Nobody connects to the tables of others by their folder, and that of uploads stays where it is. */
function assertOwnPlace(fields: Fields, saved: Fields | null): void {
  const [now, before] = [fields.parameters['path'] === UPLOADS_PATH, saved?.parameters['path'] === UPLOADS_PATH];
  if (now !== before && (now || before))
    throw new AppError('connection_refused_field', {
      reason: message('The path "%(path)s" is that of the tables that users have uploaded.', { path: UPLOADS_PATH }),
    });
}

/** Clients of the other product send every parameter that they know, most of them empty. */
function withoutEmpty(values: Values | undefined): Values {
  return Object.fromEntries(
    Object.entries(values ?? {}).filter(
      ([, value]) => !(typeof value === 'object' && value !== null && Object.keys(value).length === 0),
    ),
  );
}

export function savedFields(row: DatabaseRow, box: SecretBox): { readonly driver: Driver; readonly fields: Fields } {
  return {
    driver: driverByName(row.engine),
    fields: {
      parameters: JSON.parse(row.parameters) as Parameters,
      secrets: row.secrets === null ? {} : box.open(row.secrets, row.uuid),
    },
  };
}

/**
 * What the engines need of a saved row, secrets opened. `savedByAdmin` is stored in the parameters' neighbour, `extra`.
 */
export function savedConnection(row: DatabaseRow, box: SecretBox): SavedConnection {
  const { fields } = savedFields(row, box);
  const settings = savedSettings(row.extra);
  return {
    engine: row.engine,
    connection: connectionOf(row.database_name, fields, settings['any_host'] === true),
    version: row.version,
    concurrency: concurrencyOf(settings),
    mayWrite: row.allow_dml === 1 || row.allow_ctas === 1 || row.allow_cvas === 1,
  };
}

export function connectionOf(name: string, { parameters, secrets }: Fields, anyHost: boolean): Connection {
  return { name, parameters, secrets, anyHost };
}
