import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A throw-away ClickHouse for tests. The SQL runs on the real engine (the library chdb, which is ClickHouse as a
 * library). What is ours, and stands in for the server, is the thin HTTP around it: the address parameters become SET
 * statements, KILL QUERY and closed connections end the process that runs the query, and users are checked by name.
 */
export type TestClickhouse = {
  readonly port: number;
  /** Queries that run now and contain this text. */
  readonly running: (marker: string) => number;
  readonly stop: () => Promise<void>;
};

type Job = { readonly sql: string; readonly before: readonly string[]; readonly format: string };
type Worker = { readonly child: ChildProcess; job: { readonly sql: string; readonly id: string; readonly settle: (reply: Reply) => void } | null };
type Reply = { readonly ok: boolean; readonly text: string };

/** Folder of the package chdb, or null; tests that need it are skipped by name then. */
export function findClickhouse(): string | null {
  const folder = process.env['TESSERA_TEST_CHDB'];
  return folder && existsSync(folder) ? folder : null;
}

const script = fileURLToPath(new URL('clickhouse-worker.mjs', import.meta.url));

/** @param setup  Statements that make the tables; each process that runs queries makes them for itself */
export async function startClickhouse(setup: readonly string[]): Promise<TestClickhouse> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-clickhouse-'));
  const workers = new Set<Worker>();

  let hired = 0;

  function hire(): Worker {
    hired += 1;
    const child = fork(script, [join(folder, `data-${hired}`), JSON.stringify(setup)], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
    const worker: Worker = { child, job: null };
    child.on('message', (reply: Reply | { readonly ready: true }) => {
      if ('ready' in reply) return;
      const { job } = worker;
      worker.job = null;
      job?.settle(reply);
    });
    child.on('exit', (_code, signal) => {
      workers.delete(worker);
      worker.job?.settle({ ok: false, text: signal === 'SIGKILL' ? 'Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)' : 'Code: 0. DB::Exception: The process of the engine ended by itself.' });
    });
    workers.add(worker);
    return worker;
  }

  function run(id: string, job: Job): Promise<Reply> {
    const worker = [...workers].find((one) => one.job === null && one.child.connected) ?? hire();
    return new Promise((settle) => {
      worker.job = { sql: job.sql, id, settle };
      worker.child.send(job);
    });
  }

  function kill(id: string): void {
    for (const worker of workers) if (worker.job?.id === id) worker.child.kill('SIGKILL');
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sql = Buffer.concat(chunks).toString('utf8');
    if (request.headers['x-clickhouse-user'] !== 'tester' || request.headers['x-clickhouse-key'] !== '') {
      return fail(response, 'Code: 516. DB::Exception: tester: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)');
    }
    const killed = /^KILL QUERY WHERE query_id = '([\w-]+)' ASYNC$/.exec(sql)?.[1];
    if (killed !== undefined) {
      kill(killed);
      return void response.end();
    }
    const settings = new URL(request.url ?? '/', 'http://localhost').searchParams;
    const id = settings.get('query_id') ?? crypto.randomUUID();
    response.once('close', () => kill(id));
    const reply = await run(id, { sql, before: statementsOf(settings, String(request.headers['x-clickhouse-database'])), format: settings.get('default_format') ?? 'TabSeparated' });
    if (!reply.ok) return fail(response, reply.text);
    response.writeHead(200, { 'content-type': 'text/plain; charset=UTF-8' });
    response.end(reply.text);
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    running: (marker) => [...workers].filter((worker) => worker.job?.sql.includes(marker) && worker.child.exitCode === null && worker.child.signalCode === null).length,
    stop: async () => {
      for (const { child } of workers) child.kill('SIGKILL');
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Settings and parameters of the address as statements; `readonly` last, because it forbids further ones. */
function statementsOf(settings: URLSearchParams, database: string): readonly string[] {
  const quoted = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const own = new Set(['default_format', 'query_id', 'readonly', 'cancel_http_readonly_queries_on_client_close']);
  const set = [...settings].filter(([key]) => !own.has(key)).map(([key, value]) => `SET ${key} = ${quoted(value)}`);
  return [`USE \`${database.replaceAll('`', '\\`')}\``, ...set, ...(settings.get('readonly') === '1' ? ['SET readonly = 1'] : [])];
}

function fail(response: ServerResponse, text: string): void {
  const code = /Code: (\d+)/.exec(text)?.[1] ?? '0';
  response.writeHead(code === '516' ? 403 : code === '60' ? 404 : 500, { 'content-type': 'text/plain; charset=UTF-8', 'x-clickhouse-exception-code': code });
  response.end(`${text}\n`);
}
