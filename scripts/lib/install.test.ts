import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBrokenOff } from './install.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-install-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an install that was killed is seen: the first one, and one of a newer lockfile', () => {
  const modules = join(folder, 'node_modules');
  expect(isBrokenOff(modules)).toBe(false);
  mkdirSync(join(modules, 'half'), { recursive: true });
  expect(isBrokenOff(modules)).toBe(true);
  writeFileSync(join(modules, '.package-lock.json'), '{}');
  expect(isBrokenOff(modules)).toBe(false);
  writeFileSync(join(modules, '.installing'), '');
  expect(isBrokenOff(modules)).toBe(true);
});
