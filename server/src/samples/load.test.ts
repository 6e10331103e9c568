import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialectOf } from '@tessera/query/dialects/registry';
import { checkExpression } from '@tessera/query/sql-safety/check';
import { createEngineContext, dataFolder } from '../engines/drivers/context.ts';
import { drivers } from '../engines/drivers/drivers.ts';
import type { Engine } from '../engines/engine.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { seedRoles } from '../resources/roles/builtin.ts';
import { TEST_NOW } from '../testing/builders.ts';
import { builtServer } from '../testing/processes/built-server.ts';
import { testMetadata } from '../testing/test-metadata.ts';
import { sampleCharts } from './charts.ts';
import { chartGallery } from './gallery/chart-gallery.ts';
import { sampleDashboards } from './dashboards.ts';
import { loadSamples, removeSamples } from './load.ts';
import { sampleTables } from './tables.ts';

let metadata: Metadata;
let home: string;
let engine: Engine;
let folder: string;
const lines: string[] = [];
const options = { signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 1000 };
const needs = () => ({
  db: metadata.db,
  home,
  now: () => TEST_NOW,
  processFolder: folder,
  memoryMb: 512,
  report: (line: string) => void lines.push(line),
});

beforeAll(async () => {
  metadata = await testMetadata();
  await seedRoles(metadata.db, TEST_NOW);
  home = mkdtempSync(join(tmpdir(), 'tessera-samples-'));
  folder = builtServer;
  const context = createEngineContext(
    { home, metadataUrl: join(home, 'metadata.db'), allowedHosts: [], dataFolders: [], engineMemoryMb: 512 },
    folder,
  );
  await loadSamples(needs());
  engine = drivers.duckdb.open(
    { name: 'samples', parameters: { path: 'samples.duckdb' }, secrets: {}, anyHost: false },
    context,
  );
});

afterAll(async () => {
  await engine.close();
  await metadata.close();
  rmSync(home, { recursive: true, force: true });
});

test('three million flights are there, with a time that is one', async () => {
  const { table } = await engine.run(
    {
      text:
        'SELECT COUNT(*) AS n, MIN(date) AS first, COUNT(DISTINCT origin) AS airports, COUNT(origin_city) AS ' +
        'cities FROM flights',
      parameters: [],
      written: [],
    },
    options,
  );
  const cell = (name: string) => table.columns.get(name)?.values[0];
  expect([cell('n'), cell('first'), cell('airports'), cell('cities')]).toEqual([
    3_000_000,
    Date.UTC(2001, 0, 1, 0, 1),
    229,
    3_000_000,
  ]);
  expect(lines.at(-1)).toContain(`${sampleTables.length} of ${sampleTables.length}`);
});

test('every dataset has a description, columns with kinds and a main time column that is temporal', async () => {
  const datasets = await metadata.db.selectFrom('datasets').selectAll().execute();
  expect(new Set(datasets.map((dataset) => dataset.table_name))).toEqual(
    new Set(sampleTables.map((sample) => sample.table)),
  );
  for (const dataset of datasets) {
    const columns = await metadata.db
      .selectFrom('dataset_columns')
      .selectAll()
      .where('dataset_id', '=', dataset.id)
      .execute();
    const temporal = columns.filter((column) => column.is_dttm === 1).map((column) => column.column_name);
    expect([dataset.table_name, dataset.description !== null, columns.length > 0]).toEqual([
      dataset.table_name,
      true,
      true,
    ]);
    expect([
      dataset.table_name,
      dataset.main_dttm_col === null ? temporal : temporal.includes(dataset.main_dttm_col),
    ]).toEqual([dataset.table_name, dataset.main_dttm_col === null ? [] : true]);
    const described = Object.keys(sampleTables.find((sample) => sample.table === dataset.table_name)?.columns ?? {});
    expect(columns.map((column) => column.column_name)).toEqual(expect.arrayContaining(described));
  }
});

test('[3.11-01] each dataset counts its rows, and every saved metric and calculated column runs', async () => {
  const { grammar } = dialectOf('duckdb');
  for (const { table, metrics, columns } of sampleTables) {
    const calculated = Object.entries(columns).flatMap(([name, { expression }]) =>
      expression ? [{ name, expression }] : [],
    );
    const expressions = [
      'COUNT(*)',
      ...metrics.map((metric) => metric.expression),
      ...calculated.map(({ expression }) => `MIN(${expression})`),
    ];
    for (const expression of expressions) expect(checkExpression(expression, grammar)).toBeTruthy();
    const result = await engine.run(
      {
        text:
          `SELECT ${expressions.map((expression, index) => `${expression} AS m${index}`).join(', ')} FROM "` +
          `${table}"`,
        parameters: [],
        written: [],
      },
      options,
    );
    expect([
      table,
      [...result.table.columns.values()]
        .filter((column) => column.values[0] === null || Number.isNaN(column.values[0]))
        .map((column) => column.name),
    ]).toEqual([table, []]);
  }
});

test('sample charts use columns and metrics that their datasets have, and dashboards hold them', async () => {
  for (const { key, table, form } of sampleCharts) {
    const dataset = await metadata.db
      .selectFrom('datasets')
      .select('id')
      .where('table_name', '=', table)
      .executeTakeFirstOrThrow();
    const columns = new Set(
      (
        await metadata.db
          .selectFrom('dataset_columns')
          .select('column_name')
          .where('dataset_id', '=', dataset.id)
          .execute()
      ).map((row) => row.column_name),
    );
    const metrics = new Set(
      (
        await metadata.db
          .selectFrom('dataset_metrics')
          .select('metric_name')
          .where('dataset_id', '=', dataset.id)
          .execute()
      ).map((row) => row.metric_name),
    );
    const list = (value: unknown) =>
      Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
    const named = {
      columns: [...list(form['x_axis']), ...list(form['groupby'])],
      metrics: [...list(form['metric']), ...list(form['metrics']), ...list(form['timeseries_limit_metric'])],
    };
    expect([
      key,
      named.columns.filter((name) => !columns.has(name)),
      named.metrics.filter((name) => !metrics.has(name)),
    ]).toEqual([key, [], []]);
  }
  const dashboards = await metadata.db.selectFrom('dashboards').selectAll().execute();
  expect(new Set(dashboards.map((dashboard) => dashboard.slug))).toEqual(
    new Set([...sampleDashboards, chartGallery].map((dashboard) => dashboard.slug)),
  );
  const ids = new Set((await metadata.db.selectFrom('charts').select('id').execute()).map((row) => row.id));
  for (const dashboard of dashboards) {
    const position = JSON.parse(dashboard.position_json ?? '{}') as Record<
      string,
      { type?: string; children?: string[]; meta?: { chartId?: number; width?: number } }
    >;
    const components = Object.values(position).filter((component) => typeof component === 'object');
    expect(
      components.filter((component) => component.type === 'CHART' && !ids.has(component.meta?.chartId ?? 0)),
    ).toEqual([]);
    for (const row of components.filter((component) => component.type === 'ROW')) {
      expect((row.children ?? []).reduce((sum, id) => sum + (position[id]?.meta?.width ?? 0), 0)).toBeLessThanOrEqual(
        12,
      );
    }
  }
});

test('those who read what is shared with them read the samples', async () => {
  const { id } = await metadata.db.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const grants = await metadata.db
    .selectFrom('role_permissions')
    .innerJoin('roles', 'roles.id', 'role_permissions.role_id')
    .select('roles.name')
    .where('view', '=', `database:${id}`)
    .execute();
  expect(grants).toEqual([{ name: 'Gamma' }]);
});

test('a second load changes nothing; a lost file is made again', async () => {
  const count = async () => (await metadata.db.selectFrom('datasets').select('id').execute()).length;
  const before = await count();
  lines.length = 0;
  // A load that was killed when another had ended.
  mkdirSync(join(dataFolder(home), 'samples.duckdb.7.part.tmp'), { recursive: true });
  writeFileSync(join(dataFolder(home), 'samples.duckdb.7.part.tmp', 'spilled'), 'x');
  await loadSamples(needs());
  expect(readdirSync(dataFolder(home)).filter((name) => name.includes('.part'))).toEqual([]);
  expect([await count(), lines.length]).toEqual([before, 0]);
  rmSync(join(dataFolder(home), 'samples.duckdb'));
  await loadSamples(needs());
  expect([await count(), existsSync(join(dataFolder(home), 'samples.duckdb'))]).toEqual([before, true]);
});

test('what a killed load left behind is cleared away, and no half file has the final name', async () => {
  const other = mkdtempSync(join(tmpdir(), 'tessera-samples-'));
  const fresh = await testMetadata();
  const killed = loadSamples({ ...needs(), home: other, db: fresh.db, report: () => killChildren('samples-process') });
  await expect(killed).rejects.toThrow(/could not be loaded/);
  expect(readdirSync(dataFolder(other)).filter((name) => !name.includes('.part'))).toEqual([]);
  expect(await fresh.db.selectFrom('databases').select('id').execute()).toEqual([]);
  await loadSamples({ ...needs(), home: other, db: fresh.db });
  expect([
    readdirSync(dataFolder(other)),
    (await fresh.db.selectFrom('databases').select('id').execute()).length,
  ]).toEqual([['samples.duckdb'], 1]);
  await fresh.close();
  rmSync(other, { recursive: true, force: true });
});

/** Ends the processes of this test process alone: those whose parent it is. */
function killChildren(script: string): void {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  for (const line of children.split('\n').filter((each) => each.includes(script)))
    process.kill(Number(line.trim().split(/\s+/)[0]), 'SIGKILL');
}

test('removed in one action, the samples stay away', async () => {
  await removeSamples(needs(), { userId: null });
  await loadSamples(needs());
  for (const table of ['databases', 'datasets', 'charts', 'dashboards'] as const) {
    expect([table, await metadata.db.selectFrom(table).select('id').where('deleted_on', 'is', null).execute()]).toEqual(
      [table, []],
    );
  }
  expect(existsSync(join(dataFolder(home), 'samples.duckdb'))).toBe(false);
});
