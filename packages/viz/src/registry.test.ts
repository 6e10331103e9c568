import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildQueryCases } from '@tessera/core/fixtures/build-query';
import { GRID_COLUMNS, MAX_HEIGHT } from '@tessera/core/layout/types';
import { expect, test } from 'vitest';
import type { Capabilities } from './capabilities.ts';
import { gallery, rankOf } from './gallery.ts';
import { isVizType, plugins, vizEntryOf, type VizType } from './registry.ts';

const types = Object.keys(plugins).filter(isVizType);
const loaded = await Promise.all(types.map(async (type) => ({ type, viz: await plugins[type].load() })));
const pluginsFolder = join(import.meta.dirname, 'plugins');

test('[3.4-01] chart types are registered under the viz_type values that charts are stored with', () => {
  const stored: readonly VizType[] = [
    'big_number',
    'big_number_total',
    'echarts_area',
    'echarts_timeseries',
    'echarts_timeseries_bar',
    'echarts_timeseries_line',
    'echarts_timeseries_scatter',
    'echarts_timeseries_smooth',
    'echarts_timeseries_step',
    'pie',
    'table',
  ];
  expect(types).toEqual(expect.arrayContaining([...stored]));
  for (const { type, viz } of loaded) expect(viz.type, `type in the index.ts of ${plugins[type].folder}`).toBe(type);
});

test('[3.1-03] a featured type ranks a tenth higher, a deprecated one a tenth lower', () => {
  expect(rankOf({ tags: ['Featured'] })).toBe(0.1);
  expect(rankOf({ tags: ['Deprecated'] })).toBe(-0.1);
  expect(rankOf({ tags: [] })).toBe(0);
});

test('[3.1-03] capabilities: numbers drill to detail, parts of a whole filter and drill by', () => {
  const touch = ({ emitsFilters, drillsToDetail, drillsBy }: Capabilities) => ({
    emitsFilters,
    drillsToDetail,
    drillsBy,
  });
  for (const type of ['big_number', 'big_number_total'] as const)
    expect(touch(plugins[type].capabilities)).toEqual({ emitsFilters: false, drillsToDetail: true, drillsBy: false });
  for (const type of ['pie', 'echarts_area', 'table', 'pivot_table_v2'] as const)
    expect(touch(plugins[type].capabilities)).toEqual({ emitsFilters: true, drillsToDetail: true, drillsBy: true });
});

test.each(loaded)('what $type says of itself agrees with its controls', ({ type, viz }) => {
  const { stacks, needsTime, pages, size } = plugins[type].capabilities;
  expect(stacks).toBe('stack' in viz.controls);
  // A template shows the first page alone.
  expect(pages).toBe('server_pagination' in viz.controls && type !== 'handlebars');
  const needsTimeAxis = Object.values(viz.controls).some(
    (control) => control.kind === 'column' && control.temporalOnly === true && control.required === true,
  );
  expect(needsTime).toBe(needsTimeAxis);
  expect(size.minimum.width).toBeLessThanOrEqual(size.default.width);
  expect(size.minimum.height).toBeLessThanOrEqual(size.default.height);
  expect(size.default.width).toBeLessThanOrEqual(GRID_COLUMNS);
  expect(size.default.height).toBeLessThanOrEqual(MAX_HEIGHT);
});

test.each(loaded)('the roles of $type name controls that exist', ({ viz }) => {
  const named = Object.values(viz.roles).flat();
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(viz.controls, `roles of ${viz.type}`).toHaveProperty([name]);
});

test.each(loaded)('the entry of $type has the roles of its controls', ({ type, viz }) => {
  const roles = Object.keys(viz.roles).filter((role) => role !== 'filters' && role !== 'order');
  expect(
    [...gallery[type].roles].toSorted(),
    `roles of ${type} in gallery.ts of its folder: those of its index.ts`,
  ).toEqual(roles.toSorted());
});

test('a stored type that does not exist is no entry, whatever it is called', () => {
  expect(vizEntryOf('pie')?.name).toBe('Pie Chart');
  expect(vizEntryOf('__proto__')).toBeNull();
  expect(vizEntryOf('deck_arc')).toBeNull();
});

test.each(readdirSync(pluginsFolder))('the folder %s has fixtures, goldens and a line in the registry', (folder) => {
  const at = join(pluginsFolder, folder);
  const path = `packages/viz/src/plugins/${folder}`;
  expect(existsSync(join(at, 'fixtures', 'cases.ts')), `${path}/fixtures/cases.ts: the cases that goldens draw`).toBe(
    true,
  );
  const goldens = existsSync(join(at, 'golden')) ? readdirSync(join(at, 'golden')) : [];
  const has = (ending: string) => goldens.some((file) => file.endsWith(ending));
  expect(has('.svg') && has('.json'), `${path}/golden: run npx vitest run ${path}, then look at the SVGs`).toBe(true);
  for (const [list, file] of [
    ['registry.ts', 'entry.ts'],
    ['gallery.ts', 'gallery.ts'],
  ] as const)
    expect(
      readFileSync(join(import.meta.dirname, list), 'utf8'),
      `packages/viz/src/${list}: what ${path}/${file} exports`,
    ).toContain(`./plugins/${folder}/${file}`);
});

test.each(types)('%s is drawn by a golden of its own', (type) => {
  const folder = `packages/viz/src/plugins/${plugins[type].folder}`;
  const goldens = readdirSync(pluginsFolder).flatMap((one) => {
    const at = join(pluginsFolder, one, 'golden');
    return existsSync(at) ? readdirSync(at) : [];
  });
  const own = goldens.filter((file) => file.startsWith(`${type}.`) && file.endsWith('.svg'));
  expect(own.length, `${folder}/fixtures/cases.ts: a case whose viz is ${type}`).toBeGreaterThan(0);
});

test.each(types)('the thumbnail of %s is an SVG that follows the theme', (type) => {
  const { thumbnail } = gallery[type];
  expect(thumbnail).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 120 80"/);
  expect(thumbnail).toMatch(/currentColor|var\(--ts-accent/);
});

test.each(loaded)(
  'every control of $type is in one section, and every section names controls that exist',
  ({ type, viz }) => {
    const placed = viz.sections.flatMap((section) => section.controls);
    expect(placed.toSorted(), `sections in packages/viz/src/plugins/${plugins[type].folder}/controls.ts`).toEqual(
      Object.keys(viz.controls).toSorted(),
    );
  },
);

const cases = buildQueryCases.filter(({ type }) => isVizType(type));

test('the worked examples cover every kind of query', () => {
  const covered = new Set(cases.map(({ type }) => type));
  for (const type of types.filter((one) => one !== 'big_number_total' && !covered.has(one))) {
    const file = join('plugins', plugins[type].folder, 'fixtures', 'queries.ts');
    const at = join(import.meta.dirname, file);
    const text = existsSync(at) ? readFileSync(at, 'utf8') : '';
    expect(text, `packages/viz/src/${file}: a form of ${type} and what it asks`).toContain(`type: '${type}'`);
  }
});

test.each(cases)('$type asks what clients of the API expect: $name', async ({ type, form, ownState, queries }) => {
  const viz = await vizEntryOf(type)?.load();
  expect(viz?.buildQueries(form, { ownState })).toEqual(queries);
});
