import { AppError } from '@tessera/core/errors/app-error';
import { message, type Words } from '@tessera/core/messages';
import type { Driver, FieldValue } from '../../engines/drivers/driver.ts';
import { drivers } from '../../engines/drivers/drivers.ts';
import { MASK } from './fields.ts';

export type ReadUri = { readonly driver: Driver; readonly values: Readonly<Record<string, string>> };

/**
 * Drivers of the other product whose names may follow the scheme; what any of them could do besides is not asked for.
 */
const driverNames = new Set([
  'psycopg2',
  'psycopg',
  'asyncpg',
  'pg8000',
  'pysqlite',
  'aiosqlite',
  'duckdb_engine',
  'pymysql',
  'mysqldb',
  'mysqlconnector',
  'mariadbconnector',
  'connect',
]);

/**
 * Read a `sqlalchemy_uri` into the fields of a connection. Only what has a field is taken; every option without one is
 * refused by name, whatever it would have done.
 *
 * @throws AppError connection_unreadable
 */
export function readUri(uri: string): ReadUri {
  const scheme = /^([a-z][a-z0-9]*)(?:\+([a-z0-9_]+))?:\/\//i.exec(uri.trim());
  const name = scheme?.[1]?.toLowerCase() ?? '';
  const driver: Driver | undefined = Object.values(drivers).find((each: Driver) => each.schemes.includes(name));
  if (!scheme || !driver)
    throw refused(
      message('Connections of the kind "%(kind)s" are not available. Available: %(known)s.', {
        kind: name || (uri.trim().split(':')[0]?.slice(0, 40) ?? ''),
        known: Object.values(drivers)
          .map((each) => each.schemes[0])
          .join(', '),
      }),
    );
  const extra = scheme[2]?.toLowerCase();
  if (extra !== undefined && !driverNames.has(extra))
    throw refused(message('The driver "+%(extra)s" is not available.', { extra }));
  const rest = uri.trim().slice(scheme[0].length);
  return { driver, values: driver.uri === 'file' ? readFile(rest) : readServer(driver, rest) };
}

function readFile(rest: string): Readonly<Record<string, string>> {
  const [path, options] = split(rest, '?');
  if (options !== undefined && options !== '')
    throw refused(
      message('The option "%(option)s" is not available for files.', {
        option: options.split('=')[0]?.slice(0, 60) ?? '',
      }),
    );
  // scheme:///relative and scheme:////absolute
  if (!path.startsWith('/')) throw refused(message('A file is written as scheme:///path.'));
  const file = decode(path.slice(1));
  if (file === '' || file === ':memory:' || file.toLowerCase().startsWith('file:'))
    throw refused(message('Only files can be connected to, no memory databases and no file: addresses.'));
  return { path: file };
}

function readServer(driver: Driver, rest: string): Readonly<Record<string, string>> {
  const url = URL.canParse(`http://${rest}`) ? new URL(`http://${rest}`) : null;
  if (!url) throw refused(message('The address cannot be read: scheme://user:password@host:port/database'));
  const known = new Set(driver.fields.filter((field) => !field.secret).map((field) => field.name));
  const options = [...url.searchParams];
  const bad = options
    .filter(([name]) => !known.has(name) || ['host', 'port', 'database', 'username'].includes(name))
    .map(([name]) => name);
  if (bad.length > 0)
    throw refused(
      message('The option %(value)s is not available.', { value: bad.map((name) => `"${name}"`).join(', ') }),
    );
  const port = /:(\d+)$/.exec(url.host)?.[1] ?? (/^[^/?]*:80(?:[/?]|$)/.test(rest) ? '80' : undefined);
  const password = decode(url.password);
  const values: Record<string, string> = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ...(port ? { port } : {}),
    ...namesOf(url.pathname.slice(1), driver),
    username: decode(url.username),
    ...(password && password !== MASK ? { password } : {}),
    ...Object.fromEntries(options),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

/** `database`, or `catalog/schema` where the driver has both. */
function namesOf(path: string, driver: Driver): Readonly<Record<string, string>> {
  const [database, schema] = split(path, '/');
  if (schema === undefined || !driver.fields.some((field) => field.name === 'schema'))
    return { database: decode(path) };
  return { database: decode(database), schema: decode(schema) };
}

/** The URI of a connection, with its password masked. */
export function writeUri(
  driver: Driver,
  parameters: Readonly<Record<string, FieldValue>>,
  hasPassword: boolean,
): string {
  const text = (name: string): string => String(parameters[name] ?? '');
  if (driver.uri === 'file') return `${driver.schemes[0]}:///${text('path')}`;
  const user = encodeURIComponent(text('username'));
  const host = text('host').includes(':') ? `[${text('host')}]` : text('host');
  return (
    `${driver.schemes[0]}://${user}${hasPassword ? `:${MASK}` : ''}${user || hasPassword ? '@' : ''}${host}:` +
    `${text('port')}/${encodeURIComponent(text('database'))}`
  );
}

function split(text: string, mark: string): readonly [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refused(message('The address has a percent sign that encodes nothing.'));
  }
}

function refused(reason: Words): AppError<'connection_unreadable'> {
  return new AppError('connection_unreadable', { fields: { sqlalchemy_uri: [reason] } });
}
