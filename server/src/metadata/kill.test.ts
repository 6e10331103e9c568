import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spread } from '@tessera/core/fixtures/runs';
import { testScript } from '../testing/processes/built-server.ts';
import { openMetadata } from './connect.ts';

const moments = spread(
  Array.from({ length: 20 }, (_, at) => at * 7),
  6,
);

test('[F1] a server killed at any instant of a save loses no answered write and damages nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-kill-'));
  const file = join(folder, 'metadata.db');
  const script = await testScript('testing/processes/metadata-writer');
  let answered = -1;
  for (const afterMs of moments) {
    answered = Math.max(answered, await killWriter(script, file, afterMs));
    const metadata = await openMetadata(file); // checks the integrity of the file
    const saved = await metadata.db.selectFrom('dashboards').select('dashboard_title').orderBy('id').execute();
    const noted = await metadata.db.selectFrom('settings').select('key').execute();
    await metadata.close();
    expect(saved.map((row) => Number(row.dashboard_title))).toEqual(saved.map((_, at) => at));
    expect(saved.length).toBeGreaterThan(answered);
    expect(noted.length).toBe(saved.length); // both rows of a save, or neither
  }
  expect(answered).toBeGreaterThan(moments.length);
  rmSync(folder, { recursive: true, force: true });
});

/** Let it save, kill it some milliseconds after its first save. @returns the last number it said, or -1 */
async function killWriter(script: string, file: string, afterMs: number): Promise<number> {
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout.on('data', (chunk: Buffer) => {
      if (said === '') setTimeout(() => child.kill('SIGKILL'), afterMs);
      said += chunk.toString();
    });
    child.once('close', (code) => {
      if (code !== null) reject(new Error(`the writer ended by itself with ${code}`));
      const whole = said.slice(0, said.lastIndexOf('\n'));
      resolve(whole === '' ? -1 : Number(whole.split('\n').at(-1)));
    });
  });
}
