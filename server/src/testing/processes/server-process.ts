import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** On a machine that does other things as well a server of Java takes its time: this only ends what hangs. */
const START_MS = 180_000;

/**
 * Below the ports that systems give to whoever asks for any: there nobody comes across one by chance before the server
 * has it.
 */
const PORTS = { from: 15_000, count: 15_000 } as const;

/** A port of the loopback address that nobody listens at. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + randomInt(PORTS.count);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) =>
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    );
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

/** End a process, and wait until it has ended. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = hasEnded(child) ? null : new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

/**
 * Let processes stand still: they accept and never answer. The signal alone only asks for it: on a busy machine a
 * thread of the process may answer a query before the signal has gone round.
 */
export async function freeze(pids: readonly number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  while (!pids.every(standsStill)) await sleep(5);
}

/** Let processes go on that stand still. */
export function thaw(pids: readonly number[]): void {
  for (const pid of pids) process.kill(pid, 'SIGCONT');
}

/** Of every thread; known on Linux only, elsewhere taken for granted. */
function standsStill(pid: number): boolean {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return true;
  return readdirSync(threads).every((thread) => {
    try {
      // The state stands behind the name, which is in brackets and may have any letters.
      return readFileSync(`${threads}/${thread}/stat`, 'utf8').split(') ').at(-1)?.startsWith('T');
    } catch {
      return false; // the thread has just ended: look again
    }
  });
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Servers that are not stopped yet. They die with the tests, by one listener however many they are. */
const unstopped = new Set<ChildProcess>();
process.once('exit', () => unstopped.forEach((child) => child.kill('SIGKILL')));

/** The server dies with the tests. @returns ends it before, and removes its folder */
export function untilStopped(
  child: ChildProcess,
  folder: string,
  signal: NodeJS.Signals = 'SIGKILL',
): () => Promise<void> {
  unstopped.add(child);
  return async () => {
    unstopped.delete(child);
    await end(child, signal); // without writing out what is thrown away anyhow
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Start a server, and what has to stand in it. One that fails with that is stopped: neither it nor its folder stays.
 */
export async function orStop<T>(stop: () => Promise<void>, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ask until the server answers. @throws Error when it ends or does not answer in time */
export async function until(name: string, child: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  const latest = performance.now() + START_MS;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (hasEnded(child) || performance.now() > latest) throw new Error(`${name} did not start.`, { cause: error });
      await sleep(100);
    }
  }
}
