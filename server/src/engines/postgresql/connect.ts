import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import { Client, type ClientConfig } from 'pg';
import { textOf, type Connection, type EngineContext } from '../driver.ts';
import { unwatched } from '../connection-test.ts';
import type { TestWatch } from '../engine.ts';
import { ConnectionProblem, type ConnectionStep } from '../connection-problem.ts';
import { bareHost, isMetadataServer, pinnedAddress } from '../host-policy.ts';
import { identityOf } from './identity.ts';
import { rawTypes } from './types.ts';

const CONNECT_MS = 10_000;

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
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'tessera',
    // Nothing of the role's own settings decides where names are found or how times are written.
    options: '-c DateStyle=ISO,YMD -c TimeZone=UTC -c IntervalStyle=postgres -c bytea_output=hex -c extra_float_digits=1 -c standard_conforming_strings=on',
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
    checkServerIdentity: (_name, certificate) => (mode === 'verify-full' ? checkServerIdentity(host, certificate) : undefined),
  };
}

function ownMetadata(): ConnectionProblem {
  return new ConnectionProblem('rights', 'connection_permissions', "This is the product's own metadata database. It is not open to queries.");
}

/** Connect, unless the product's own metadata answers, by whatever way it was reached. @throws ConnectionProblem */
export async function connect(connection: Connection, context: EngineContext, watch: TestWatch = unwatched): Promise<Client> {
  const client = await reach(connection, context, watch);
  const own = context.metadata.kind === 'postgresql' ? context.metadata.identity : null;
  if (own === null || (await identityOf((query) => client.query(query))) !== own) return client;
  await client.end().catch(() => undefined);
  throw ownMetadata();
}

/** `prefer` asks for TLS first and goes on without where the server has none. @throws ConnectionProblem */
async function reach(connection: Connection, context: EngineContext, watch: TestWatch): Promise<Client> {
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

async function open(options: ClientConfig, { passed, signal }: TestWatch): Promise<Client> {
  const client = new Client(options);
  let reached: ConnectionStep = 'name';
  const at = (step: ConnectionStep, note?: string): void => {
    reached = step;
    passed(step, note);
  };
  const { connection } = client;
  connection.once('connect', () => {
    at('port');
    if (options.ssl === false) at('tls', 'not encrypted');
  });
  // By now the stream is the one that is being secured.
  connection.once('sslconnect', () => connection.stream.once('secureConnect', () => at('tls')));
  const giveUp = (): void => void connection.stream.destroy();
  signal.addEventListener('abort', giveUp, { once: true });
  // A connection that breaks while idle is found out by its next user.
  client.on('error', () => undefined);
  try {
    signal.throwIfAborted();
    await client.connect();
    at('login');
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw problemOf(error, options, reached);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Which step of the connection failed, from what the network or the server said. */
function problemOf(error: unknown, options: ClientConfig, reached: ConnectionStep): ConnectionProblem {
  const reason = error instanceof Error ? error.message : String(error);
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const at = `port ${options.port}`;
  switch (code) {
    case 'ENOTFOUND': case 'EAI_AGAIN': return new ConnectionProblem('name', 'connection_hostname', 'The host name cannot be resolved.');
    case 'ECONNREFUSED': return new ConnectionProblem('port', 'connection_port_closed', `Nothing answers at ${at}: the port is closed.`);
    case 'EHOSTUNREACH': case 'ENETUNREACH': case 'EHOSTDOWN': return new ConnectionProblem('port', 'connection_host_down', 'The host cannot be reached.');
    case 'ETIMEDOUT': return new ConnectionProblem('port', 'connection_timeout', `The host did not answer at ${at} in time.`);
    case '28P01': return new ConnectionProblem('login', 'connection_access_denied', `The user name or the password is not right: ${reason}`);
    case '28000':
      if (/no encryption|SSL off/i.test(reason)) return new ConnectionProblem('tls', 'connection_tls', `The server asks for an encrypted connection: ${reason}`);
      return new ConnectionProblem('login', /role .* does not exist/.test(reason) ? 'connection_username' : 'connection_access_denied', reason);
    case '3D000': return new ConnectionProblem('login', 'connection_unknown_database', reason);
    case '42501': return new ConnectionProblem('rights', 'connection_permissions', reason);
    default: break;
  }
  if (/does not support SSL|certificate|self.signed|TLS|SSL|ERR_TLS|alert/i.test(`${code} ${reason}`)) return new ConnectionProblem('tls', 'connection_tls', `Encryption failed: ${reason}`);
  if (/password must be a string|no password|SASL/i.test(reason)) return new ConnectionProblem('login', 'connection_password', 'The server asks for a password, and none is given.');
  if (/timeout|terminated/i.test(reason) && reached !== 'name') return new ConnectionProblem(reached === 'port' ? 'tls' : 'login', 'connection_timeout', `Port ${options.port} accepts connections, but no PostgreSQL answers.`);
  if (/timeout|terminated/i.test(reason)) return new ConnectionProblem('port', 'connection_timeout', `The host did not answer at ${at} in time.`);
  return new ConnectionProblem('login', 'connection_access_denied', reason);
}
