import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtServer } from './built-server.ts';

/** The built server as a process of its own, with one administrator. */
export type RealServer = {
  readonly child: ChildProcess;
  readonly address: string;
  /** Header of the administrator. */
  readonly authorization: string;
  /** Everything that it wrote. */
  readonly output: () => string;
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>;
  /** @returns the exit code, null after a kill */
  readonly stop: (signal: 'SIGTERM' | 'SIGKILL') => Promise<{ readonly code: number | null }>;
};
export type Answer = { readonly status: number; readonly text: string; readonly headers: Headers };

export const PASSWORD = 'canary of the administrator';

/** Start on a free port and sign in. @throws Error with its output when it ends before it listens */
export async function startRealServer(home: string, env: Readonly<Record<string, string>> = {}): Promise<RealServer> {
  const child = spawn(process.execPath, [join(builtServer, 'main.mjs')], {
    cwd: home,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      TESSERA_HOME: join(home, 'home'),
      TESSERA_SAMPLES: '0',
      TESSERA_ADMIN_USERNAME: 'root',
      TESSERA_ADMIN_PASSWORD: PASSWORD,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /Tessera listens on (\S+)\n/.exec(output)?.[1];
      if (found) resolve(found);
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', read);
      // A server that is killed takes its end of a pipe away before all of it was read.
      stream.on('error', () => undefined);
    }
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const answer = await fetch(`${address}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }
  const { text } = await send('POST', '/api/v1/security/login', {
    username: 'root',
    password: PASSWORD,
    provider: 'db',
  });
  const authorization = `Bearer ${(JSON.parse(text) as { access_token: string }).access_token}`;

  return {
    child,
    address,
    authorization,
    output: () => output,
    ask: (method, path, body, headers = {}) => send(method, path, body, { authorization, ...headers }),
    stop: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return { code: child.exitCode };
      const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
      child.kill(signal);
      return { code: await ended };
    },
  };
}

/** Ids of the processes that a process has started and that are still there. */
export function childrenOf(pid: number | undefined): readonly number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([id, parent]) => (parent === pid && id !== undefined ? [id] : []));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The work of all threads of a process, in hundredths of a second. */
export function workOf(pid: number): number {
  const [, numbers = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [userTime, systemTime] = numbers.split(' ').slice(11, 13);
  return Number(userTime) + Number(systemTime);
}
