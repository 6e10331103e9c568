import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import { Client, type ClientConfig } from 'pg';
import { guardStream, WireFault } from '../../../guarded-stream.ts';
import { textOf, type Connection, type EngineContext } from '../driver.ts';
import { connectWithin, foreignAt, unresponsiveAt } from '../connect-deadline.ts';
import { unwatched } from '../connection-test.ts';
import type { TestWatch } from '../../engine.ts';
import { ConnectionProblem, type ConnectionStep } from '../../errors/connection-problem.ts';
import { COMMAND, createPostgresqlFrames, type PostgresqlFrames } from './frames.ts';
import { bareHost, isMetadataServer, pinnedAddress } from '../host-policy.ts';
import { identityOf } from './identity.ts';
import { rawTypes } from './types.ts';

/** One session; what it may send is bounded by `frames`. */
export type PostgresqlClient = Client & { readonly frames: PostgresqlFrames };

const CHECK_MS = 4000;
const PROTOCOL = 'PostgreSQL';
/** A server that does not close a connection which has said goodbye is left after so long. */
const GOODBYE_MS = 2000;

/** Options of one connection, to a checked address. @throws ConnectionProblem */
async function clientOptions(connection: Connection, context: EngineContext): Promise<ClientConfig> {
  const host = bareHost(textOf(connection, 'host'));
  const port = Number(textOf(connection, 'port') || 5432);
  const database = textOf(connection, 'database');
  const address = await pinnedAddress(host, { allowedHosts: context.allowedHosts, anyHost: connection.anyHost });
  if (await isMetadataServer(address, port, database, context.metadata)) throw ownMetadata();
  return {
    host: address,
    port,
    database,
    user: textOf(connection, 'username'),
    // Without this, the driver would look for a password in the server's own environment and files.
    password: connection.secrets['password'] ?? '',
    ssl: tls(connection, host),
    types: rawTypes,
    keepAlive: true,
    application_name: 'tessera',
    // Nothing of the role's own settings decides where names are found or how times are written.
    options:
      '-c DateStyle=ISO,YMD -c TimeZone=UTC -c IntervalStyle=postgres -c bytea_output=hex -c ' +
      'extra_float_digits=1 -c standard_conforming_strings=on',
  };
}

function tls(connection: Connection, host: string): ClientConfig['ssl'] {
  const mode = textOf(connection, 'sslmode') || 'prefer';
  if (mode === 'disable' || mode === 'prefer') return false;
  const ca = textOf(connection, 'ca_certificate');
  return {
    ...(isIP(host) ? {} : { servername: host }),
    ...(ca ? { ca } : {}),
    rejectUnauthorized: mode !== 'require',
    // Without a name, Node would compare the certificate with "localhost" and not with the address.
    checkServerIdentity: (_name, certificate) =>
      mode === 'verify-full' ? checkServerIdentity(host, certificate) : undefined,
  };
}

function ownMetadata(): ConnectionProblem {
  return new ConnectionProblem(
    'rights',
    'connection_permissions',
    "This is the product's own metadata database. It is not open to queries.",
  );
}

/** Connect, unless the product's own metadata answers, by whatever way it was reached. @throws ConnectionProblem */
export async function connect(
  connection: Connection,
  context: EngineContext,
  watch: TestWatch = unwatched,
): Promise<PostgresqlClient> {
  const port = Number(textOf(connection, 'port') || 5432);
  return connectWithin(context, { port, protocol: PROTOCOL, ...watch }, async (way) => {
    const client = await reach(connection, context, way);
    const giveUp = (): void => void client.connection.stream.destroy();
    way.signal.addEventListener('abort', giveUp, { once: true });
    try {
      const own = context.metadata.kind === 'postgresql' ? context.metadata.identity : null;
      if (own !== null && (await identityOf((query) => client.query(query))) === own) throw ownMetadata();
      // The database looks whether anybody is there still: what this process ran ends with it, also after a kill. Some
      // systems cannot.
      await client
        .query(`SELECT set_config('client_connection_check_interval', '${CHECK_MS}', false)`)
        .catch(() => undefined);
      if (client.connection.stream.destroyed)
        throw problemOf(
          client.connection.stream.errored ?? new Error('The server closed the connection.'),
          port,
          'login',
        );
      return client;
    } catch (error) {
      giveUp();
      throw error;
    } finally {
      way.signal.removeEventListener('abort', giveUp);
    }
  });
}

/** Say goodbye; a server that does not close its end is left. */
export async function end(client: PostgresqlClient): Promise<void> {
  const { stream } = client.connection;
  const leave = setTimeout(() => stream.destroy(), GOODBYE_MS).unref();
  await client.end().catch(() => undefined);
  clearTimeout(leave);
  stream.destroy();
}

/** `prefer` asks for TLS first and goes on without where the server has none. @throws ConnectionProblem */
async function reach(connection: Connection, context: EngineContext, watch: TestWatch): Promise<PostgresqlClient> {
  const options = await clientOptions(connection, context);
  watch.passed('name');
  if ((textOf(connection, 'sslmode') || 'prefer') !== 'prefer') return open(options, watch);
  try {
    return await open({ ...options, ssl: { rejectUnauthorized: false } }, watch);
  } catch (error) {
    if (error instanceof ConnectionProblem && error.failure === 'connection_tls') return open(options, watch);
    throw error;
  }
}

async function open(options: ClientConfig, { passed, signal }: TestWatch): Promise<PostgresqlClient> {
  const frames = createPostgresqlFrames();
  const client = Object.assign(new Client(options), { frames });
  let reached: ConnectionStep = 'name';
  const at = (step: ConnectionStep, note?: string): void => {
    reached = step;
    passed(step, note);
  };
  const { connection } = client;
  if (options.ssl === false) guardStream(connection.stream, frames.take);
  connection.once('connect', () => {
    at('port');
    if (options.ssl === false) at('tls', 'not encrypted');
  });
  // By now the stream is the one that is being secured.
  connection.once('sslconnect', () =>
    guardStream(connection.stream, frames.take).once('secureConnect', () => at('tls')),
  );
  const giveUp = (): void => void connection.stream.destroy();
  signal.addEventListener('abort', giveUp, { once: true });
  // A connection that breaks while idle is found out by its next user.
  client.on('error', () => undefined);
  try {
    signal.throwIfAborted();
    await client.connect();
    frames.allow(COMMAND);
    at('login');
    return client;
  } catch (error) {
    // A server that goes on sending would be listened to for ever.
    connection.stream.destroy();
    throw problemOf(error, options.port ?? 0, reached);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Which step of the connection failed, from what the network or the server said. */
function problemOf(error: unknown, port: number, reached: ConnectionStep): ConnectionProblem {
  if (error instanceof ConnectionProblem) return error;
  if (error instanceof WireFault) return foreignAt(port, PROTOCOL, error.message);
  const reason = error instanceof Error ? error.message : String(error);
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const at = `port ${port}`;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConnectionProblem('name', 'connection_hostname', 'The host name cannot be resolved.');
    case 'ECONNREFUSED':
      return new ConnectionProblem('port', 'connection_port_closed', `Nothing answers at ${at}: the port is closed.`);
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
      return new ConnectionProblem('port', 'connection_host_down', 'The host cannot be reached.');
    case 'ETIMEDOUT':
      return new ConnectionProblem('port', 'connection_timeout', `The host did not answer at ${at} in time.`);
    case '28P01':
      return new ConnectionProblem(
        'login',
        'connection_access_denied',
        `The user name or the password is not right: ${reason}`,
      );
    case '28000':
      if (/no encryption|SSL off/i.test(reason))
        return new ConnectionProblem('tls', 'connection_tls', `The server asks for an encrypted connection: ${reason}`);
      return new ConnectionProblem(
        'login',
        /role .* does not exist/.test(reason) ? 'connection_username' : 'connection_access_denied',
        reason,
      );
    case '3D000':
      return new ConnectionProblem(
        'rights',
        'connection_unknown_database',
        `The sign-in worked, but there is no such database: ${reason}.`,
      );
    case '53300':
      return new ConnectionProblem(
        'login',
        'connection_host_down',
        `The server takes no further connections: ${reason}.`,
      );
    case '42501':
      return new ConnectionProblem('rights', 'connection_permissions', reason);
    default:
      break;
  }
  if (/does not support SSL|certificate|self.signed|TLS|SSL|ERR_TLS|alert/i.test(`${code} ${reason}`))
    return new ConnectionProblem('tls', 'connection_tls', `Encryption failed: ${reason}`);
  if (/password must be a string|no password|SASL/i.test(reason))
    return new ConnectionProblem('login', 'connection_password', 'The server asks for a password, and none is given.');
  if (/timeout|terminated/i.test(reason)) return unresponsiveAt(reached, port, PROTOCOL);
  return new ConnectionProblem('login', 'connection_access_denied', reason);
}
