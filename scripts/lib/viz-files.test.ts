import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BuildQueryCase } from '@tessera/core/fixtures/build-query';
import type * as DrawSvg from '@tessera/viz/draw-svg';
import type * as Registry from '@tessera/viz/registry';
import type * as Golden from '@tessera/viz/testing/golden';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './paths.mjs';
import { spellings } from './generate.mjs';
import { vizFiles } from './viz-files.mjs';

const viz = join(root, 'packages/viz/src');
const lists = {
  registry: readFileSync(join(viz, 'registry.ts'), 'utf8'),
  gallery: readFileSync(join(viz, 'gallery.ts'), 'utf8'),
};
const parts = {
  layer: existsSync(join(viz, 'layer/legend.ts')) ? 'layer' : 'shared',
  hasMarks: existsSync(join(viz, 'marks.ts')),
};
const files: Readonly<Record<string, string>> = vizFiles(spellings('dot-plot'), lists, parts);

// The packages as they are, with one chart type more.
let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'tessera-new-viz-'));
  cpSync(viz, join(home, 'packages/viz/src'), { recursive: true, filter: (path) => !path.endsWith('golden') });
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), text);
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('a new chart type has everything that a type needs', () => {
  const folder = 'packages/viz/src/plugins/dot-plot';
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      'packages/viz/src/gallery.ts',
      'packages/viz/src/registry.ts',
      `${folder}/controls.ts`,
      `${folder}/entry.ts`,
      `${folder}/fixtures/cases.ts`,
      `${folder}/fixtures/queries.ts`,
      `${folder}/gallery.ts`,
      `${folder}/golden.test.ts`,
      `${folder}/index.ts`,
      `${folder}/option.ts`,
      `${folder}/queries.test.ts`,
      `${folder}/thumbnails.ts`,
    ]),
  );
  expect(() => vizFiles(spellings('pie'), lists, parts)).toThrow('pie is in packages/viz/src/registry.ts already');
});

test('it is registered and draws all of its cases at once', async () => {
  const at = (file: string) => join(home, 'packages/viz/src', file);
  const { vizEntryOf }: Pick<typeof Registry, 'vizEntryOf'> = await import(at('registry.ts'));
  const entry = vizEntryOf('dot_plot');
  expect(entry?.name).toBe('Dot Plot');
  expect((await entry?.load())?.type).toBe('dot_plot');

  const { drawSvg }: typeof DrawSvg = await import(at('draw-svg.ts'));
  const { contextOf, NEEDED_CASES }: typeof Golden = await import(at('testing/golden.ts'));
  const { cases }: { cases: readonly Golden.DrawCase[] } = await import(at('plugins/dot-plot/fixtures/cases.ts'));
  expect(cases.map(({ name }) => name)).toEqual(expect.arrayContaining([...NEEDED_CASES]));
  for (const one of cases) {
    const svg = await drawSvg(one.viz, one.results, one.form, contextOf(one));
    expect(svg).toContain('<svg');
    expect(svg).not.toContain('<img');
  }
});

test('it asks what its query cases say', async () => {
  const at = (file: string) => join(home, 'packages/viz/src', file);
  const { vizEntryOf }: Pick<typeof Registry, 'vizEntryOf'> = await import(at('registry.ts'));
  const made = await vizEntryOf('dot_plot')?.load();
  const { queryCases }: { queryCases: readonly BuildQueryCase[] } = await import(
    at('plugins/dot-plot/fixtures/queries.ts')
  );
  for (const { form, ownState, queries } of queryCases) expect(made?.buildQueries(form, { ownState })).toEqual(queries);
});
