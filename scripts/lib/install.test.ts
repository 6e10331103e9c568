import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { comparePackages, isBrokenOff } from './install.mjs';
import { root } from './paths.mjs';

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

test('whether the right packages are there is judged by their versions', () => {
  const file = (name: string, packages: object): string => {
    writeFileSync(join(folder, name), JSON.stringify({ packages }));
    return join(folder, name);
  };
  const lock = file('lock', {
    '': {},
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/esbuild': { version: '1.0.0', dev: true },
    'node_modules/native-elsewhere': { version: '1.0.0', optional: true },
    'node_modules/ours': { link: true },
  });
  const present = { 'node_modules/fastify': { version: '5.0.0' }, 'node_modules/esbuild': { version: '1.0.0' } };
  expect(comparePackages(lock, file('all', present))).toBe('all');
  expect(comparePackages(lock, file('production', { 'node_modules/fastify': { version: '5.0.0' } }))).toBe(
    'production',
  );
  expect(comparePackages(lock, file('older', { ...present, 'node_modules/fastify': { version: '4.9.0' } }))).toBe(
    'other',
  );
  expect(comparePackages(lock, file('wrong', { ...present, 'node_modules/esbuild': { version: '0.9.0' } }))).toBe(
    'production',
  );
  expect(comparePackages(lock, join(folder, 'absent'))).toBe('other');
});

test('the lockfile has what each of its packages needs, where Node looks for it', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<
      Record<string, { readonly dependencies?: Readonly<Record<string, string>>; readonly link?: boolean }>
    >;
  };
  /** The folders from the package up to the root, each with its own node_modules. */
  const folders = (path: string): readonly string[] =>
    path === '' ? [''] : [path, ...folders(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')];
  const lacks = Object.entries(packages)
    .filter(([, { link }]) => !link)
    .flatMap(([path, { dependencies = {} }]) =>
      Object.keys(dependencies)
        .filter(
          (name) =>
            !folders(path).some((folder) => packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]),
        )
        .map((name) => `${path} needs ${name}`),
    );
  expect(lacks).toEqual([]);
});
