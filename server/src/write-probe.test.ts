import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWriteProbe } from './write-probe.ts';

test('[F46] a home is written to find out whether it can be, and no more often than every few seconds', async () => {
  const home = mkdtempSync(join(tmpdir(), 'tessera-probe-'));
  let at = 0;
  const probe = createWriteProbe(home, { clock: () => at });
  await Promise.all([probe(), probe(), probe()]);
  expect(readdirSync(home)).toEqual([]);
  rmSync(home, { recursive: true });
  at = 3000;
  await probe();
  at = 3001;
  await expect(probe()).rejects.toThrow('The home folder cannot be written (ENOENT).');
  mkdirSync(home);
  at = 6001;
  await expect(probe()).rejects.toThrow('ENOENT');
  at = 6002;
  await probe();
  rmSync(home, { recursive: true });
});
