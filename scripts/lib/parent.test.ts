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

test.skipIf(process.platform === 'win32')(
  'what npm started ends in order when the signal reaches only the shell between',
  async () => {
    const shell = spawn('sh', ['-c', '"$0" -e "$1"; true', process.execPath, program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    shell.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await expect.poll(() => said).toMatch(/\d+\n/);
    // Both hold the other end: it closes when the last of them is gone.
    const silence = once(shell.stdout, 'close');
    shell.kill('SIGTERM');
    await silence;
    expect(said).toContain('in order');
  },
);
