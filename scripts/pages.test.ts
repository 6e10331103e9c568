import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { pageList } from '@tessera/core/pages';

const root = resolve(import.meta.dirname, '..');

test('no file besides the table of pages writes the address of one', () => {
  // What follows the first parameter says nothing; `/dataset/` alone is an address of the API as well.
  const starts = pageList
    .flatMap(({ path, aliases = [] }) => [path, ...aliases])
    .map((path) => path.replace(/:.*/, ''))
    .filter((start) => !['/', '/dataset/', '/setup/'].includes(start));
  const address = new RegExp(`['"\`](?:${starts.join('|')})`);
  const found = ['packages', 'server/src', 'web/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/node_modules|\.test\.|testing\/|fixtures|core\/src\/pages\.ts|^web\/src\/api\//.test(file),
    )
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => address.test(line) && !/request|app\.|call\(|^\s*\/?\*/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
