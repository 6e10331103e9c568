import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { root } from './lib/paths.mjs';

type Chunk = { readonly file: string; readonly imports?: readonly string[] };

/** In bytes on the wire. It only comes down: the goal is 250 kB. */
const LIMIT = 257_000;

// What only editing, menus, answers or a chart need comes by import() when it is needed.
test('a dashboard without charts loads at most 257 kB of JavaScript', () => {
  const dist = join(root, 'web/dist');
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>;
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no module ${name}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  add('index.html');
  add('src/features/dashboard/DashboardPage.tsx');

  const sizes = Array.from(files, (file) => ({ file, bytes: compressed(readFileSync(join(dist, file))) }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total).toBeLessThanOrEqual(LIMIT);
});

/** As the server compresses files of the build. */
function compressed(content: Buffer): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
}
