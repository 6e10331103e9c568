import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LOCK_FILE, lockHome } from './home.ts';

let home: string;
let parent: ChildProcess | null = null;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tessera-home-'));
});
afterEach(() => {
  parent?.kill('SIGKILL');
  parent = null;
  rmSync(home, { recursive: true, force: true });
});

const stat = (pid: number): readonly string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');

/** A process that has ended and that its parent does not ask for. */
async function deadChild(): Promise<number> {
  const shell = spawn('sh', ['-c', 'true & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
  parent = shell;
  const [chunk] = (await once(shell.stdout, 'data')) as [Buffer];
  const pid = Number(chunk.toString());
  await expect.poll(() => stat(pid)[0]).toBe('Z');
  return pid;
}

test.skipIf(process.platform !== 'linux')('a server that was killed and is not yet collected by its parent does not hold its home', async () => {
  const pid = await deadChild();
  writeFileSync(join(home, LOCK_FILE), `${pid} ${stat(pid)[19]}\n`);
  const release = lockHome(home);
  expect(readFileSync(join(home, LOCK_FILE), 'utf8')).toContain(String(process.pid));
  release();
  expect(existsSync(join(home, LOCK_FILE))).toBe(false);
});

test('a living process holds its home', () => {
  writeFileSync(join(home, LOCK_FILE), `${process.ppid} ${process.platform === 'linux' ? stat(process.ppid)[19] : ''}\n`);
  expect(() => lockHome(home)).toThrow(`is in use by process ${process.ppid}`);
});
