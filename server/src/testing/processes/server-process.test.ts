import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { orStop, until, untilStopped } from './server-process.ts';

function launch() {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-start-'));
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  return { folder, child, stop: untilStopped(child, folder) };
}

test('a server that cannot be set up is gone, and its folder too', async () => {
  const { folder, child, stop } = launch();
  await expect(orStop(stop, () => Promise.reject(new Error('no such table')))).rejects.toThrow('no such table');
  expect([child.signalCode, existsSync(folder)]).toEqual(['SIGKILL', false]);
});

test('a server that was ended from outside is waited for no longer', async () => {
  const { child, stop } = launch();
  child.kill('SIGKILL');
  await expect(orStop(stop, () => until('It', child, () => Promise.reject(new Error('refused'))))).rejects.toThrow(
    'It did not start.',
  );
});
