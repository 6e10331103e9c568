import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const program = `
  import(${JSON.stringify(new URL('./parent.mjs', import.meta.url).href)}).then(({ stopWithParent }) => {
    stopWithParent();
    process.once('SIGTERM', () => { console.log('in order'); process.exit(0); });
    console.log(process.pid);
    setInterval(() => {}, 1000);
  });`;

test.skipIf(process.platform === 'win32')('what npm started ends in order when the signal reaches only the shell between', async () => {
  const shell = spawn('sh', ['-c', '"$0" -e "$1"; true', process.execPath, program], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  shell.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said).toMatch(/\d+\n/);
  const pid = Number(said);
  const silence = once(shell.stdout, 'close');
  shell.kill('SIGTERM');
  await silence;
  expect(said).toContain('in order');
  await expect.poll(() => isThere(pid)).toBe(false);
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
