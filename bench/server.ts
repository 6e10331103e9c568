import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

export type BenchServer = {
  readonly url: string;
  /** Process id of the server itself. */
  readonly pid: number;
  /** Milliseconds from the command to the first answer of /health. */
  readonly healthMs: number;
  readonly stop: () => Promise<void>;
};

const LIMIT_MS = 300_000;
const running = new Set<ChildProcess>();
const ASK_EVERY_MS = 20;

/**
 * Start the built product and wait until it answers.
 * @param command `npm start` as users type it, or its script alone, so that the process measured is the server's
 */
export async function startServer(
  root: string,
  env: Readonly<Record<string, string>>,
  port: number,
  command: 'npm' | 'script',
): Promise<BenchServer> {
  const [program, args] =
    command === 'npm'
      ? (['npm', ['start']] as const)
      : ([process.execPath, [join(root, 'scripts/start.mjs')]] as const);
  const began = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const url = `http://127.0.0.1:${port}`;
  await untilAnswered(`${url}/health`, child, () => output);
  const healthMs = performance.now() - began;
  await untilAnswered(`${url}/ready`, child, () => output);
  return { url, pid: child.pid ?? 0, healthMs, stop: () => stop(child) };
}

async function untilAnswered(address: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = performance.now() + LIMIT_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
    const answer = await fetch(address).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  throw new Error(`the server did not answer within ${LIMIT_MS / 1000} s:\n${output()}`);
}

/** End every server that still runs: a bench that breaks off leaves none behind. */
export async function stopServers(): Promise<void> {
  await Promise.all([...running].map(stop));
}

/** npm does not pass signals on in every version, so the whole group is asked. */
function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
  });
}

/** A small client: signs in once and speaks JSON. */
export async function signIn(url: string, username: string, password: string) {
  const call = async (
    method: string,
    path: string,
    body: unknown,
    token?: string,
  ): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? { ...read } : {};
  };
  const { access_token: token } = await call('POST', '/api/v1/security/login', {
    username,
    password,
    provider: 'db',
    refresh: true,
  });
  const bearer = String(token);
  return { bearer, call: (method: string, path: string, body?: unknown) => call(method, path, body, bearer) };
}
export type Client = Awaited<ReturnType<typeof signIn>>;
