import { connect as connectSocket, isIP, type Socket } from 'node:net';
import {
  createConnection,
  type Connection as MysqlConnection,
  type ConnectionOptions,
  type QueryError,
  type SslOptions,
} from 'mysql2';
import { mysql } from '@tessera/query/dialects/mysql';
import { faultOf, guarded, WireFault } from '../../../guarded-stream.ts';
import { connectWithin, foreignAt, unresponsiveAt } from '../connect-deadline.ts';
import { textOf, type Connection, type EngineContext } from '../driver.ts';
import { unwatched } from '../connection-test.ts';
import type { TestWatch } from '../../engine.ts';
import { ConnectionProblem, type ConnectionStep } from '../../errors/connection-problem.ts';
import { bareHost, pinnedAddress } from '../host-policy.ts';
import { COMMAND, createMysqlFrames, type MysqlFrames } from './frames.ts';

const PROTOCOL = 'MySQL or MariaDB';

/** One session on the server. */
export type MysqlClient = {
  readonly connection: MysqlConnection;
  readonly socket: Socket;
  /** What the server may send. */
  readonly frames: MysqlFrames;
  readonly isMariadb: boolean;
  /** Where bare names are looked for now. */
  database: string;
  /** Are the tables of time zones loaded? Without them conversions give null. */
  readonly hasZones: boolean;
};

/**
 * Nothing of the server's or the user's own settings decides how text is read, in which zone times are shown or
 * whether writing is possible.
 */
const SESSION =
  "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00', " +
  'group_concat_max_len = 1048576';

/**
 * Connect to a checked address; `prefer` asks for TLS first and goes on without where the server has none.
 * @throws
 * ConnectionProblem
 */
export async function connect(
  connection: Connection,
  context: EngineContext,
  watch: TestWatch = unwatched,
  { writes = false }: { readonly writes?: boolean } = {},
): Promise<MysqlClient> {
  const host = bareHost(textOf(connection, 'host'));
  const port = Number(textOf(connection, 'port') || 3306);
  return connectWithin(context, { port, protocol: PROTOCOL, ...watch }, async (way) => {
    const address = await pinnedAddress(host, { allowedHosts: context.allowedHosts, anyHost: connection.anyHost });
    way.passed('name');
    const mode = textOf(connection, 'sslmode') || 'prefer';
    const open = (ssl: SslOptions | null) => openClient(connection, { host, address, port }, ssl, way, writes);
    if (mode === 'disable') return open(null);
    if (mode !== 'prefer') return open(tls(connection, mode, host));
    try {
      return await open({ rejectUnauthorized: false });
    } catch (error) {
      if (error instanceof ConnectionProblem && error.failure === 'connection_tls') return open(null);
      throw error;
    }
  });
}

/**
 * @throws ConnectionProblem where the driver could not keep what was asked: it compares certificates with names only
 */
function tls(connection: Connection, mode: string, host: string): SslOptions {
  if (mode === 'verify-full' && isIP(host))
    throw new ConnectionProblem(
      'tls',
      'connection_tls',
      'A certificate is checked against the name of the host, and an address is given. Give the name, or ' +
        'choose "verify-ca".',
    );
  const ca = textOf(connection, 'ca_certificate');
  return { ...(ca ? { ca } : {}), rejectUnauthorized: mode !== 'require', verifyIdentity: mode === 'verify-full' };
}

type Place = { readonly host: string; readonly address: string; readonly port: number };

function optionsOf(
  connection: Connection,
  place: Place,
  ssl: SslOptions | null,
  socket: ReturnType<typeof connectSocket>,
): ConnectionOptions {
  return {
    host: place.host,
    port: place.port,
    stream: () => socket,
    user: textOf(connection, 'username'),
    password: connection.secrets['password'] ?? '',
    database: textOf(connection, 'database'),
    charset: 'utf8mb4',
    // The whole attempt has a deadline of its own.
    connectTimeout: 0,
    // The server could ask for a file of this machine, and for the password in the clear.
    flags: ['-LOCAL_FILES', '-CONNECT_ATTRS'],
    authPlugins: {
      mysql_clear_password: () => {
        throw new Error('The server asks for the password in the clear.');
      },
    },
    multipleStatements: false,
    ...(ssl ? { ssl } : {}),
    // Values come as the server wrote them: nothing is rounded, and no time is read in the zone of this machine.
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    rowsAsArray: true,
    maxPreparedStatements: 16,
  };
}

async function openClient(
  connection: Connection,
  place: Place,
  ssl: SslOptions | null,
  { passed, signal }: TestWatch,
  writes: boolean,
): Promise<MysqlClient> {
  signal.throwIfAborted();
  const socket = connectSocket({ host: place.address, port: place.port });
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 30_000);
  let reached: ConnectionStep = 'name';
  socket.once('connect', () => {
    reached = 'port';
    passed('port');
  });
  const giveUp = (): void => void socket.destroy(new Error('given up'));
  signal.addEventListener('abort', giveUp, { once: true });
  const client = createConnection(optionsOf(connection, place, ssl, socket));
  const frames = guardClient(client, socket);
  // A connection that breaks while idle is found out by its next user.
  client.on('error', () => undefined);
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.once('error', reject);
      client.connect((error) => (error ? reject(error) : resolve()));
    });
    passed('tls', ssl ? undefined : 'not encrypted');
    passed('login');
    await command(client, SESSION);
    await command(client, `SET SESSION TRANSACTION READ ${writes ? 'WRITE' : 'ONLY'}`);
    const [row] = await command(
      client,
      "SELECT VERSION(), CONVERT_TZ('2024-01-01 00:00:00', '+00:00', 'Europe/Paris') IS NOT NULL",
    );
    frames.allow(COMMAND);
    return {
      connection: client,
      socket,
      frames,
      database: textOf(connection, 'database'),
      isMariadb: String(row?.[0]).includes('MariaDB'),
      hasZones: Number(row?.[1]) === 1,
    };
  } catch (error) {
    socket.destroy();
    throw problemOf(faultOf(socket) ?? error, place.port, reached, ssl === null);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** All that the driver reads goes through its parser of packets, encrypted or not; it is looked at before. */
function guardClient(client: MysqlConnection, socket: Socket): MysqlFrames {
  const frames = createMysqlFrames();
  // The declaration of the driver leaves it out.
  const inner = client as unknown as { packetParser: { readonly execute: (chunk: Buffer) => unknown } };
  const parser = inner.packetParser;
  inner.packetParser = {
    execute: (chunk) =>
      !socket.destroyed &&
      guarded(socket, () => {
        frames.take(chunk);
        parser.execute(chunk);
        return true;
      }),
  };
  return frames;
}

/**
 * Run one of our own statements. Cells come as bytes: the driver would count up to whatever length a server gives a
 * number.
 */
export function command(client: MysqlConnection, sql: string): Promise<readonly (readonly unknown[])[]> {
  return new Promise((resolve, reject) => {
    client.query({ sql, typeCast: false }, (error: QueryError | null, rows: unknown) =>
      error ? reject(error) : resolve(Array.isArray(rows) ? (rows as unknown[][]) : []),
    );
  });
}

/** Look for bare names in another database from now on. */
export async function moveTo(client: MysqlClient, database: string): Promise<void> {
  if (client.database === database) return;
  await command(client.connection, `USE ${mysql.quote(database)}`);
  client.database = database;
}

/** Which step of the connection failed, from what the network or the server said. */
function problemOf(error: unknown, port: number, reached: ConnectionStep, isPlain: boolean): ConnectionProblem {
  if (error instanceof WireFault) return foreignAt(port, PROTOCOL, error.message);
  const reason = error instanceof Error ? error.message : String(error);
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ECONNREFUSED':
      return new ConnectionProblem(
        'port',
        'connection_port_closed',
        `Nothing answers at port ${port}: the port is closed.`,
      );
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
      return new ConnectionProblem('port', 'connection_host_down', 'The host cannot be reached.');
    case 'ETIMEDOUT':
      return unresponsiveAt(reached, port, PROTOCOL);
    case 'HANDSHAKE_NO_SSL_SUPPORT':
    case 'HANDSHAKE_SSL_ERROR':
      return new ConnectionProblem('tls', 'connection_tls', `Encryption failed: ${reason}`);
    case 'ER_ACCESS_DENIED_ERROR':
    case 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR':
      // MariaDB says the same to who comes without encryption and should not.
      return new ConnectionProblem(
        'login',
        'connection_access_denied',
        'The user name or the password is not right' +
          `${isPlain ? ', or the server asks for an encrypted connection' : ''}: ${reason}`,
      );
    case 'ER_BAD_DB_ERROR':
      return new ConnectionProblem(
        'rights',
        'connection_unknown_database',
        `The sign-in worked, but there is no such database: ${reason}.`,
      );
    // Whoever may not use a database does not learn whether it is there.
    case 'ER_DBACCESS_DENIED_ERROR':
      return new ConnectionProblem(
        'rights',
        'connection_permissions',
        `The user may not use this database, or there is no such database: ${reason}.`,
      );
    case 'ER_HOST_NOT_PRIVILEGED':
      return new ConnectionProblem(
        'login',
        'connection_permissions',
        `The server takes no connections from this machine: ${reason}.`,
      );
    case 'ER_CON_COUNT_ERROR':
    case 'ER_TOO_MANY_USER_CONNECTIONS':
      return new ConnectionProblem(
        'login',
        'connection_host_down',
        `The server takes no further connections: ${reason}.`,
      );
    default:
      break;
  }
  if (/insecure transport/i.test(reason))
    return new ConnectionProblem('tls', 'connection_tls', `The server asks for an encrypted connection: ${reason}`);
  if (/certificate|self.signed|TLS|SSL|alert/i.test(`${code} ${reason}`))
    return new ConnectionProblem('tls', 'connection_tls', `Encryption failed: ${reason}`);
  if (code === 'ECONNRESET' || code === 'PROTOCOL_CONNECTION_LOST' || code === 'EPIPE')
    return new ConnectionProblem('port', 'connection_host_down', 'The server closed the connection.');
  return new ConnectionProblem('login', 'connection_access_denied', reason);
}
