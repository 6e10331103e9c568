import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Files of the product, without tests, that hold a text. */
function filesWith(text: RegExp): readonly string[] {
  return ['packages', 'server/src', 'web/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|\.test\.ts|-fixtures\.ts/.test(file))
    .filter((file) => text.test(readFileSync(join(root, file), 'utf8')))
    .toSorted((one, other) => one.localeCompare(other));
}

test('what a chart asks is built in one place: nobody else calls the query builder of a chart type', () => {
  // The plugin's own builder behind its parser is called by the erased one alone.
  expect(filesWith(/\bbuildQueries\(/)).toEqual([
    'packages/viz/src/erase.ts',
    // What readers of a dashboard ask is compared with what its saved charts would ask.
    'packages/viz/src/saved-queries.ts',
    'packages/viz/src/testing/queries.ts',
    // As the builder of the effective query, with the whole that its chart draws behind a part.
    'web/src/chart/session/step-session.ts',
  ]);
  expect(filesWith(/\beffectiveQuery\(/)).toEqual([
    'packages/core/src/effective-query/effective-query.ts',
    'packages/viz/src/query-context.ts',
    'server/src/resources/explore-json/service.ts',
    // Pictures of charts whose answers are there already.
    'server/src/resources/page-questions.ts',
    'server/src/resources/thumbnails/service.ts',
    'web/src/chart-editor/editor-store.ts',
    'web/src/chart-editor/type-strip/mini-pictures.ts',
    'web/src/chart/chart-actions.ts',
    'web/src/chart/session/step-session.ts',
    // What charts ask under selections that may come.
    'web/src/features/dashboard/view/use-intent.ts',
    'web/src/features/explore/explore-api.ts',
    // Whether a form needs data that was not asked for.
    // Whether the rows that are here answer what another type would ask.
  ]);
});

test('the bodies of requests for data are written in one place', () => {
  expect(filesWith(/result_format: /).filter((file) => file.startsWith('web/'))).toEqual([
    'web/src/chart/chart-data.ts',
  ]);
});
