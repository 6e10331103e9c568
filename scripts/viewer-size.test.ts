import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { root } from './lib/paths.mjs';

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] };

/** In bytes on the wire; the bar is 250 kB by gzip. Chart types take 6 kB of it, filters and cross-filters 13 kB. */
const LIMIT = 224_000;
const dist = join(root, 'web/dist');

// What only editing, menus, answers or a chart need comes by import() when it is needed.
test('a dashboard without charts loads at most 224 kB of JavaScript', () => {
  expect(bytesOf(filesOf('dashboard/DashboardPage'))).toBeLessThanOrEqual(LIMIT);
});

// The grid, lists of fields, menus, dialogs and what helps with writing come when they are reached, or at rest.
test('the SQL editor loads less than 400 kB of code, and of style sheets with it', () => {
  const page = 'sql-editor/SqlEditorPage';
  expect(bytesOf(filesOf(page)) + bytesOf(stylesOf(page))).toBeLessThan(400_000);
});

// Each file is a request, a module and an entry of the browser's cache.
test.each([
  { page: 'dashboard/DashboardPage', most: 14 },
  { page: 'explore/ExplorePage', most: 32 },
  { page: 'lists/ChartListPage', most: 20 },
  { page: 'home/HomePage', most: 14 },
  { page: 'sql-editor/SqlEditorPage', most: 24 },
  { page: 'login/LoginPage', most: 10 },
])('$page loads at most $most files of JavaScript', ({ page, most }) => {
  expect(filesOf(page).size).toBeLessThanOrEqual(most);
});

// The borders of all countries are larger than the rest of any chart.
test('a chart that is no map loads no borders', () => {
  const borders = [...filesOf('dashboard/DashboardPage', '../packages/viz/src/plugins/timeseries/index.ts')];
  expect(borders.filter((file) => file.includes('countries'))).toEqual([]);
});

/** What the start, one page and what else is named import, and what that imports. */
function filesOf(page: string, ...modules: readonly string[]): ReadonlySet<string> {
  return new Set(chunksOf(page, ...modules).map(({ file }) => file));
}

function stylesOf(page: string): ReadonlySet<string> {
  return new Set(chunksOf(page).flatMap(({ css = [] }) => css));
}

function chunksOf(page: string, ...modules: readonly string[]): readonly Chunk[] {
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>;
  const chunks = new Set<Chunk>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no module ${name}.`);
    if (chunks.has(chunk)) return;
    chunks.add(chunk);
    chunk.imports?.forEach(add);
  };
  add('index.html');
  add(`src/features/${page}.tsx`);
  modules.forEach(add);
  return [...chunks];
}

/** On the wire. */
function bytesOf(files: ReadonlySet<string>): number {
  return [...files].reduce((sum, file) => sum + compressed(readFileSync(join(dist, file))), 0);
}

/** As the server compresses files of the build. */
function compressed(content: Buffer): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
}
