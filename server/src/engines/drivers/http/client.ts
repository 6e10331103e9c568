import { msg } from '@tessera/core/messages';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { connect as connectSocket, isIP } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../../bind-all.ts';
import { authorityField, encryptionField, field, textOf, type Connection, type EngineContext } from '../driver.ts';
import type { TestWatch } from '../../engine.ts';
import { connectMs, connectWithin, foreignAt } from '../connect-deadline.ts';
import { ConnectionProblem } from '../../errors/connection-problem.ts';
import { bareHost, pinnedAddress, type Resolve } from '../host-policy.ts';
import { resultTooLarge } from '../../admission/result-bound.ts';
import { createPin } from './pin.ts';

/** A body of which nobody expects more. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** A server that sends nothing for so long is gone, where nothing else is said. */
const SILENCE_MS = 120_000;
/** A query is ended by its own clock; only when that does not happen, by the idle timeout. */
const SLACK_MS = 10_000;
/** Of an answer of which only the beginning is wanted. */
const BEGINNING_BYTES = 64 * 1024;
/** Answers before the answer (1xx): none is asked for, and proxies send one or two. */
const MAX_INTERIM = 16;
const PROTOCOL = 'HTTP server';

export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /**
   * How long the server may send nothing, and how long its whole answer may take, in milliseconds; `idleTimeoutOf` the
   * time of a query, while which a server sends nothing.
   */
  readonly idleTimeoutMs?: number;
};
export type HttpClient = {
  /** Redirects are not followed: they could lead anywhere. @throws ConnectionProblem when no answer begins */
  readonly send: (request: HttpRequest) => Promise<IncomingMessage>;
  /** The way to the server, step by step up to encryption, without asking it anything. @throws ConnectionProblem */
  readonly reach: (watch: TestWatch) => Promise<void>;
  readonly close: () => void;
};

/** The fields of a connection to a server that speaks HTTP, without those of its own. */
export const httpFields = (port: number) => [
  field('host', msg('Host'), 'text', { required: true, target: true, placeholder: 'db.example.com' }),
  field('port', msg('Port'), 'integer', { required: true, target: true, default: port, placeholder: String(port) }),
  field('username', msg('User name'), 'text', {
    required: true,
    target: true,
    hint: msg('A user that may only read is the best one to use.'),
  }),
  field('password', msg('Password'), 'password', { secret: true }),
  encryptionField(['disable', 'require', 'verify-ca', 'verify-full'], 'verify-full'),
  authorityField,
];

/** How long a server may be silent about a query with so much time. */
export function idleTimeoutOf(timeoutMs: number): number {
  return timeoutMs + SLACK_MS;
}

type Needs = {
  /** How names are resolved; by the system when left out. */ readonly resolve?: Resolve;
  /** Milliseconds of a clock that only goes on. */ readonly now: () => number;
  /** For requests that say nothing else. */ readonly idleTimeoutMs: number;
};
const usual: Needs = { now: () => performance.now(), idleTimeoutMs: SILENCE_MS };

type ClientState = {
  readonly context: EngineContext;
  readonly idleTimeoutMs: number;
  readonly host: ReturnType<typeof bareHost>;
  readonly port: number;
  readonly plain: boolean;
  readonly tls: ConnectionOptions;
  readonly agent: HttpAgent;
  readonly address: ReturnType<typeof createPin>;
};

/** Requests to one server. The name is never resolved by the connection itself: see createPin. */
export function createHttpClient(
  connection: Connection,
  context: EngineContext,
  defaultPort: number,
  { resolve: resolveName, now, idleTimeoutMs }: Needs = usual,
): HttpClient {
  const host = bareHost(textOf(connection, 'host'));
  const mode = textOf(connection, 'sslmode') || 'verify-full';
  const ca = textOf(connection, 'ca_certificate');
  const plain = mode === 'disable';
  const tls: ConnectionOptions = {
    rejectUnauthorized: mode !== 'require',
    ...(isIP(host) ? {} : { servername: host }),
    ...(ca ? { ca } : {}),
    ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
  const agent = plain
    ? new HttpAgent({ keepAlive: true, timeout: idleTimeoutMs })
    : new HttpsAgent({ keepAlive: true, timeout: idleTimeoutMs, ...tls });
  const address = createPin(
    () => pinnedAddress(host, { allowedHosts: context.allowedHosts, anyHost: connection.anyHost }, resolveName),
    now,
  );
  const client: ClientState = {
    context,
    idleTimeoutMs,
    host,
    port: Number(textOf(connection, 'port') || defaultPort),
    plain,
    tls,
    agent,
    address,
  };
  return bindAll(client, { send, reach, close });
}

async function send(
  client: ClientState,
  { method, path, headers = {}, body, signal, idleTimeoutMs: silence = client.idleTimeoutMs }: HttpRequest,
): Promise<IncomingMessage> {
  const to = await client.address();
  return new Promise((resolve, reject) => {
    const own = {
      ...headers,
      'accept-encoding': 'identity',
      host: `${isIP(client.host) === 6 ? `[${client.host}]` : client.host}:${client.port}`,
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    };
    const options = {
      agent: client.agent,
      host: to,
      port: client.port,
      method,
      path,
      timeout: silence,
      headers: own,
      ...(signal ? { signal } : {}),
    };
    const request = client.plain ? httpRequest(options) : httpsRequest(options);
    const giveUp = (why: string) => () => void request.destroy(Object.assign(new Error(why), { code: 'ETIMEDOUT' }));
    const patience = setTimeout(giveUp('no connection in time'), connectMs(client.context));
    // A byte once in a while resets the idle timeout.
    const deadline = setTimeout(giveUp('no whole answer in time'), silence).unref();
    request.once('socket', (socket) => {
      if (socket.connecting) socket.once(client.plain ? 'connect' : 'secureConnect', () => clearTimeout(patience));
      else clearTimeout(patience);
    });
    request.once('timeout', giveUp('no answer in time'));
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > MAX_INTERIM)
        request.destroy(foreignAt(client.port, PROTOCOL, 'it announces an answer and sends none'));
    });
    request.once('response', (answer) => {
      const encoding = answer.headers['content-encoding'] ?? 'identity';
      // Nobody asked for it, and nobody knows how much would come out.
      if (encoding !== 'identity')
        request.destroy(foreignAt(client.port, PROTOCOL, 'it compresses what was asked for as it is'));
      else resolve(answer);
    });
    request.once('error', (error) => reject(problemOf(error, client.port)));
    request.once('close', () => {
      clearTimeout(patience);
      clearTimeout(deadline);
    });
    request.end(body);
  });
}

async function reach(client: ClientState, watch: TestWatch): Promise<void> {
  await connectWithin(
    client.context,
    { port: client.port, protocol: PROTOCOL, ...watch },
    async ({ passed, signal }) => {
      const to = await client.address();
      passed('name');
      signal.throwIfAborted();
      const socket = client.plain
        ? connectSocket({ host: to, port: client.port })
        : connectTls({ host: to, port: client.port, ...client.tls });
      const giveUp = (): void => void socket.destroy(new Error('given up'));
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        await new Promise<void>((resolve, reject) => {
          socket.once('connect', () => {
            passed('port');
            if (client.plain) resolve();
          });
          socket.once('secureConnect', resolve);
          socket.once('error', (error) => reject(problemOf(error, client.port)));
        });
        passed('tls', client.plain ? 'not encrypted' : undefined);
      } finally {
        signal.removeEventListener('abort', giveUp);
        socket.destroy();
      }
    },
  );
}

function close(client: ClientState) {
  return client.agent.destroy();
}

/** The whole body as text. @throws ConnectionProblem when it breaks off, AppError result_too_large */
export async function bodyOf(answer: IncomingMessage, most = MAX_BODY_BYTES): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      bytes += (chunk as Buffer).length;
      if (bytes > most) throw resultTooLarge(most);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new ConnectionProblem(
      'port',
      'connection_host_down',
      `The answer broke off: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The beginning of an answer as text; the rest of it is not read. */
export async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes > BEGINNING_BYTES) break;
    }
  } catch {
    // What came is all there is.
  }
  answer.destroy();
  return Buffer.concat(chunks).subarray(0, BEGINNING_BYTES).toString('utf8');
}

/** Which step of the connection failed, from what the network said. */
function problemOf(error: Error, port: number): Error {
  if (error instanceof ConnectionProblem) return error;
  const code = 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ABORT_ERR':
      return error;
    case 'ECONNREFUSED':
      return new ConnectionProblem(
        'port',
        'connection_port_closed',
        `Nothing answers at port ${port}: the port is closed.`,
      );
    case 'ETIMEDOUT':
      return new ConnectionProblem('port', 'connection_timeout', `The host did not answer at port ${port} in time.`);
    default:
      break;
  }
  if (code.startsWith('HPE_') && isTlsAlert(error))
    return new ConnectionProblem('tls', 'connection_tls', `Port ${port} asks for an encrypted connection.`);
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return new ConnectionProblem(
      'port',
      'connection_host_down',
      `Port ${port} accepts connections and closes them without an answer. It may ask for another encryption, ` +
        'or be the port of another program.',
    );
  if (code.startsWith('HPE_')) return foreignAt(port, PROTOCOL, error.message);
  if (/certificate|self.signed|TLS|SSL|CERT|wrong version number|EPROTO/i.test(`${code} ${error.message}`))
    return new ConnectionProblem('tls', 'connection_tls', `Encryption failed: ${error.message}`);
  return new ConnectionProblem('port', 'connection_host_down', `The host cannot be reached: ${error.message}`);
}

/** What a server says that expected encryption; the parser of HTTP shows what it could not read. */
function isTlsAlert(error: Error): boolean {
  return (
    'rawPacket' in error &&
    Buffer.isBuffer(error.rawPacket) &&
    error.rawPacket[0] === 0x15 &&
    error.rawPacket[1] === 0x03
  );
}
