import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { effectiveQuery } from '@tessera/core/effective-query/effective-query';
import { standalone } from '@tessera/core/effective-query/sources';
import { vizEntryOf } from '@tessera/viz/registry';
import { translate } from '@tessera/core/messages';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anonymous } from '../../principal.ts';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { grantDataset, layoutOf } from '../../testing/content.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';
import type { ChartItem } from '../charts/schema.ts';
import type { DashboardItem } from '../dashboards/schema.ts';
import { createFirstPaintService } from './service.ts';

let server: SalesApp;
let web: string;
let chart: number;
let dashboard: number;
let reader: number;
let role: number;
const hostile = '</script><script>alert(1)</script>';
const form = { viz_type: 'pie', groupby: ['region'], metric: 'count', row_limit: 10, adhoc_filters: [] };

beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'tessera-web-'));
  writeFileSync(join(web, 'index.html'), '<!doctype html><html><head></head><body><div id="root"></div></body></html>');
  server = await salesApp(
    [
      'CREATE TABLE sales (day DATE, region TEXT)',
      `INSERT INTO sales VALUES ('2024-01-01', 'north'), ('2024-01-02', 'south'), ('2024-01-03', '${hostile}')`,
    ],
    {},
    undefined,
    web,
  );
  chart = await server.make('chart/', {
    slice_name: `Sales ${hostile}`,
    viz_type: 'pie',
    datasource_id: server.dataset,
    datasource_type: 'table',
    params: JSON.stringify(form),
  });
  dashboard = await server.make('dashboard/', {
    dashboard_title: `Board ${hostile}`,
    published: true,
    position_json: JSON.stringify(layoutOf([chart])),
  });
  const { db } = server.metadata;
  role = await buildRole(db, { pairs: ['can_read Chart', 'can_read Dashboard', 'can_read Dataset'] });
  await grantDataset(db, role, server.dataset);
  reader = await buildUser(db, { roles: [role] });
});
afterAll(async () => {
  await server.close();
  rmSync(web, { recursive: true, force: true });
});

const page = async (as: number, cookie = 'tessera_view=1440.light.comfortable.open') =>
  (await server.request({ url: `/tessera/dashboard/${dashboard}/`, as, headers: { accept: 'text/html', cookie } }))
    .body;

/** The body and the address of the page's own question. */
async function ask(as: number): Promise<unknown> {
  const viz = await vizEntryOf('pie')?.load();
  if (!viz) throw new Error('there is no pie');
  const { form_data: saved } = await item(as);
  const { queries, form: asked } = effectiveQuery(standalone(saved, chart), viz.buildQueries);
  const search = new URLSearchParams({
    form_data: JSON.stringify({ slice_id: chart }),
    dashboard_id: String(dashboard),
  });
  const answer = await server.request({
    method: 'POST',
    url: `/api/v1/chart/data?${search.toString()}`,
    as,
    payload: {
      datasource: { id: server.dataset, type: 'table' },
      force: false,
      queries: queries.map((query) => ({ ...query, annotation_layers: [] })),
      form_data: asked,
      result_format: 'json',
      result_type: 'full',
    },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ result: unknown }>().result;
}

async function item(as: number): Promise<{ readonly form_data: Readonly<Record<string, unknown>> }> {
  const answer = await server.request({ url: `/api/v1/dashboard/${dashboard}/charts`, as });
  const [first] = answer.json<{ result: readonly { readonly form_data: Readonly<Record<string, unknown>> }[] }>()
    .result;
  if (!first) throw new Error('the dashboard has no chart');
  return first;
}

type Data = {
  readonly mode: string;
  readonly charts: readonly { readonly chartId: number; readonly answers: unknown }[];
};

/** What the page takes over. */
function dataOf(html: string): Data {
  const [, text = ''] = /<script type="application\/json" id="first-paint-data">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(text) as Data;
}

/** With its picture: on a busy machine a page comes without it when it takes too long. */
async function paintedPage(as: number): Promise<string> {
  let html = '';
  const painted = async () => dataOf((html = await page(as))).charts.length;
  await expect.poll(painted).toBe(1);
  return html;
}

test('a dashboard has its layout at once, and no picture before its answers are cached', async () => {
  const html = await page(reader);
  expect(html).toContain('class="ts-paint-card"');
  expect(html).not.toContain('<svg');
  expect(dataOf(html).charts).toEqual([]);
});

test('what is cached comes as a picture with its answer; users wrote text, and it stays that', async () => {
  const asked = await ask(reader);
  const html = await paintedPage(reader);
  const { charts, mode } = dataOf(html);
  expect([mode, charts.map(({ chartId }) => chartId)]).toEqual(['light', [chart]]);
  expect(charts[0]?.answers).toMatchObject(
    (asked as readonly { readonly data: unknown }[]).map(({ data }) => ({ data })),
  );
  expect(html).toMatch(/data-painted="[^"]+"><svg [^>]*role="img"[^>]*><title>/);
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('foreignObject');
  expect(html).toContain('&lt;script&gt;');
  expect(dataOf(await page(reader, 'tessera_view=1440.dark.comfortable.open')).mode).toBe('dark');
  // Whoever asks for a state in the address has it made by the page.
  const other = await server.request({
    url: `/tessera/dashboard/${dashboard}/?native_filters=()`,
    as: reader,
    headers: { accept: 'text/html' },
  });
  expect(other.body).not.toContain('ts-paint');
});

test('nobody is shown what they may not ask: another reader, a rule on rows, an unseen dashboard', async () => {
  await ask(reader);
  const { db } = server.metadata;
  const blind = await buildRole(db, { pairs: ['can_read Chart', 'can_read Dashboard'] });
  const stranger = await buildUser(db, { roles: [blind] });
  expect(await page(stranger)).not.toMatch(/<svg|north/);
  const made = await server.request({
    method: 'POST',
    url: '/api/v1/rowlevelsecurity/',
    as: server.adminId,
    payload: {
      name: 'North alone',
      filter_type: 'Regular',
      tables: [server.dataset],
      roles: [role],
      clause: "region = 'north'",
    },
  });
  expect(made.statusCode).toBe(201);
  // The rule makes another question of it, which nobody has asked.
  expect(await page(reader)).not.toContain('<svg');
  await ask(reader);
  const ruled = await page(reader);
  expect(ruled).toContain('<svg');
  expect(ruled).not.toContain('south');
});

test('what a first reader had asked is drawn ahead for the next one', async () => {
  const answers = (await ask(reader)) as readonly object[];
  const result = async <T>(part: string): Promise<T> =>
    (await server.request({ url: `/api/v1/dashboard/${dashboard}${part}`, as: reader })).json<{ result: T }>().result;
  let isAnswered = false;
  let isWarm = false;
  const asks: string[] = [];
  let drawn = 0;
  const rests: (() => void)[] = [];
  const service = createFirstPaintService({
    dashboards: {
      read: async () => result<DashboardItem>(''),
      charts: async () => result<readonly ChartItem[]>('/charts'),
      datasets: async () => [],
    },
    data: {
      cachedAnswers: async () => (isAnswered ? answers.map((one) => [Buffer.from(JSON.stringify(one))]) : null),
      announce: (datasetId, queries) => {
        asks.push(`announced ${datasetId} ${queries}`);
        return { arrive: () => undefined, close: () => asks.push('closed') };
      },
      answers: async (_, { datasource, queries }) => {
        asks.push(`asked ${datasource.id} ${queries.length}`);
        return [];
      },
    },
    thread: {
      draw: async ({ stills }) => {
        drawn += stills.length;
        return stills.map(() => ({ svg: '<svg></svg>', note: '', height: 100 }));
      },
      isWarm: () => isWarm,
    },
    pause: () => new Promise((resolve) => rests.push(resolve)),
  });
  const asked = {
    principal: anonymous,
    key: String(dashboard),
    cookies: undefined,
    isPrefetch: true,
    translator: translate(),
  };
  expect((await service.paint(asked)).isWhole).toBe(false);
  expect(asks).toEqual([]);
  // What the page is about to ask is asked while its scripts are on their way.
  await service.paint({ ...asked, isPrefetch: false });
  await vi.waitFor(() => expect(asks).toHaveLength(3));
  expect(asks).toEqual([`announced ${server.dataset} 1`, `asked ${server.dataset} 1`, 'closed']);
  // Another look at the same page draws nothing twice.
  await service.paint(asked);
  expect([rests.length, drawn]).toEqual([1, 0]);
  isAnswered = true;
  // A thread without its code is not started while its first reader waits for the page.
  expect((await service.paint(asked)).isWhole).toBe(false);
  expect([rests.length, drawn]).toEqual([1, 0]);
  rests.pop()?.();
  await vi.waitFor(() => expect(drawn).toBe(1));
  expect((await service.paint(asked)).markup).toContain('<svg>');
  expect([rests.length, drawn]).toEqual([0, 1]);
  // One that has drawn before draws while the page is made.
  isWarm = true;
  const dark = { ...asked, cookies: 'tessera_view=1440.dark.comfortable.open' };
  expect((await service.paint(dark)).markup).toContain('<svg>');
  expect([rests.length, drawn]).toEqual([0, 2]);
});
