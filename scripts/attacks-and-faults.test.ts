import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/paths.mjs';

const PAGE = 'docs/attacks-and-faults.md';
const FOLDERS = [
  'server/src',
  'packages/core/src',
  'packages/query/src',
  'packages/viz/src',
  'web/src',
  'scripts',
  'e2e',
];

const byText = (texts: Iterable<string>): readonly string[] =>
  [...texts].toSorted((one, other) => (one < other ? -1 : 1));

/** `case file`, for each case that a title of a test names. */
function namedByTitles(): readonly string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  );
  const named = files
    .filter((file) => /(?:\.test\.tsx?|\.spec\.ts|suite\.ts)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\[(attack \d+|F\d+)\] /g)].map(
        ([, name]) => `${name} ${file}`,
      ),
    );
  return byText(new Set(named));
}

/** The rows of the page: the case, what is tried or fails, the files that hold it. */
const rows = readFileSync(join(root, PAGE), 'utf8')
  .split('\n')
  .flatMap((line) => [...line.matchAll(/^\| (attack \d+|F\d+) \| (.+) \| (.+) \|$/g)])
  .map(([, name = '', what = '', files = '']) => ({
    name,
    what,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file),
  }));

test('the page of attacks and faults has each case that a test names', () => {
  const titles = namedByTitles();
  expect(titles.length).toBeGreaterThan(150);
  expect(byText(rows.flatMap(({ name, files }) => files.map((file) => `${name} ${file}`)))).toEqual(titles);
});

test('each case has one row, which says what it is, in the order of the numbers', () => {
  for (const kind of ['attack ', 'F']) {
    const numbers = rows.filter(({ name }) => name.startsWith(kind)).map(({ name }) => Number(name.slice(kind.length)));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
  }
  expect(rows.filter(({ what, files }) => what.trim() === '' || files.length === 0)).toEqual([]);
});
