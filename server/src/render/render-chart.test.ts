import { tableOf } from '@tessera/core/table';
import type { QueryResult } from '@tessera/viz/define';
import { plugins } from '@tessera/viz/registry';
import type { DrawCase } from '@tessera/viz/testing/golden';
import { expect, test } from 'vitest';
import { renderChart } from './render-chart.ts';

const result: QueryResult = {
  table: tableOf([
    { name: 'month', kind: 'temporal', values: Array.from({ length: 12 }, (_, index) => Date.UTC(2024, index, 1)) },
    {
      name: 'flights',
      kind: 'numeric',
      values: Float64Array.from({ length: 12 }, (_, index) => (index === 5 ? Number.NaN : 1000 + 40 * index)),
    },
  ]),
  labelMap: { month: ['month'], flights: ['flights'] },
  fromMs: null,
  toMs: null,
};
const form = { x_axis: 'month', groupby: ['month'], metrics: ['flights'], metric: 'flights' };
const picture = { form, results: [result, result], width: 480, height: 300 } as const;

test.each(Object.entries(plugins))(
  '%s is drawn without a browser, in both themes, the same each time',
  async (vizType, { folder }) => {
    const { cases }: { readonly cases: readonly DrawCase[] } = await import(
      `../../../packages/viz/src/plugins/${folder}/fixtures/cases.ts`
    );
    const own = cases.find(({ viz, name }) => viz.type === vizType && name === 'basic');
    if (!own) throw new Error(`fixtures/cases.ts of ${folder} has no basic case of ${vizType}`);
    const drawn = { form: own.form, results: own.results, width: 480, height: 300, vizType } as const;
    const light = await renderChart({ ...drawn, mode: 'light' });
    expect(light).toMatch(/^<svg [\s\S]*<title>[\s\S]+<\/title>[\s\S]*<\/svg>$/);
    expect(await renderChart({ ...drawn, mode: 'light' })).toBe(light);
    expect(await renderChart({ ...drawn, mode: 'dark' })).not.toBe(light);
    expect(light).not.toMatch(/NaN|undefined|\[object/);
  },
);

test('colours that an author fixed for a name are used', async () => {
  const svg = await renderChart({
    ...picture,
    vizType: 'echarts_timeseries_bar',
    form: { ...form, groupby: [] },
    mode: 'light',
    labelColors: { flights: '#ab12cd' },
  });
  expect(svg).toContain('#ab12cd');
});

test('stored junk draws, and so does a chart without rows', async () => {
  const empty: QueryResult = { ...result, table: { rowCount: 0, columns: new Map() } };
  for (const vizType of Object.keys(plugins)) {
    await expect(
      renderChart({
        ...picture,
        vizType,
        form: { metrics: 7, groupby: { a: 1 }, opacity: 'x', y_axis_bounds: 3 },
        results: [empty],
        mode: 'light',
      }),
    ).resolves.toContain('<svg');
    await expect(renderChart({ ...picture, vizType, form, results: [], mode: 'light' })).resolves.toContain('<svg');
  }
});

test.each(Object.entries(plugins))('%s without rows says so', async (vizType) => {
  const empty: QueryResult = { ...result, table: { rowCount: 0, columns: new Map() } };
  const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'carrier', operator: '==', comparator: 'x' };
  const filtered = { ...form, adhoc_filters: [filter] };
  const svg = await renderChart({ ...picture, vizType, form: filtered, results: [empty], mode: 'dark' });
  for (const text of ['>No results were returned for this query<', '>No rows match the filters on carrier.<'])
    expect(svg).toContain(text);
});

test.each(['funnel', 'echarts_timeseries_line', 'world_map', 'country_map', 'treemap_v2'])(
  '%s of rows without a value says so',
  async (vizType) => {
    const values = { name: 'flights', kind: 'numeric', values: Float64Array.from([Number.NaN, Number.NaN]) } as const;
    const table = tableOf([{ name: 'place', kind: 'string', values: ['USA', 'CA'] }, values]);
    const svg = await renderChart({
      ...picture,
      vizType,
      form: {
        ...form,
        x_axis: 'place',
        groupby: ['place'],
        entity: 'place',
        country_fieldtype: 'cca3',
        select_country: 'usa',
      },
      results: [{ ...result, table }],
      mode: 'light',
    });
    expect(svg).toContain('>Nothing to draw<');
    expect(svg).toMatch(/no value in any row|No series has a value/i);
  },
);

test('a chart type that does not exist and a size beyond reason are refused', async () => {
  await expect(renderChart({ ...picture, vizType: 'deck_arc', mode: 'light' })).rejects.toMatchObject({
    code: 'invalid_object',
  });
  await expect(renderChart({ ...picture, vizType: 'pie', width: 1e9, mode: 'light' })).rejects.toMatchObject({
    code: 'invalid_object',
  });
});
