import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { englishCatalogue, translate } from '@tessera/core/messages';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { timedOut } from '../../engines/admission/deadline.ts';
import { createPictureThread, type DrawPicture } from './picture-thread.ts';
import { digestOf } from '../../render/thumbnail-url.ts';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { grantDataset } from '../../testing/content.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';
import { anonymous, type Principal } from '../../principal.ts';
import { createThumbnailService } from './service.ts';

let server: SalesApp;
let chart: number;
const form = { viz_type: 'pie', groupby: ['region'], metric: 'count', row_limit: 10, adhoc_filters: [] };

beforeAll(async () => {
  server = await salesApp([
    'CREATE TABLE sales (day DATE, region TEXT)',
    "INSERT INTO sales VALUES ('2024-01-01', 'north'), ('2024-01-02', 'south'), ('2024-01-03', 'south')",
  ]);
  chart = await makeChart(form);
});
afterAll(() => server.close());

const makeChart = (params: Readonly<Record<string, unknown>>) =>
  server.make('chart/', {
    slice_name: 'Sales',
    viz_type: params['viz_type'],
    datasource_id: server.dataset,
    datasource_type: 'table',
    params: JSON.stringify(params),
  });

async function addressOf(id: number, as: number): Promise<string> {
  const answer = await server.request({ url: `/api/v1/chart/${id}`, as });
  return answer.json<{ result: { thumbnail_url: string } }>().result.thumbnail_url;
}
const look = (url: string, as: number) => server.request({ url, as });

test('[3.1-01] the thumbnail of a chart is a PNG of its rows, for the one who asks alone', async () => {
  const answer = await look(await addressOf(chart, server.adminId), server.adminId);
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'image/png',
    'private, max-age=300',
  ]);
  expect(answer.rawPayload.subarray(1, 4).toString('latin1')).toBe('PNG');
  const dark = await look(`${await addressOf(chart, server.adminId)}?mode=dark`, server.adminId);
  expect(dark.rawPayload.equals(answer.rawPayload)).toBe(false);
});

test('a change of the chart has an address of its own, to which the old one leads', async () => {
  const id = await makeChart(form);
  const before = await addressOf(id, server.adminId);
  await server.request({
    method: 'PUT',
    url: `/api/v1/chart/${id}`,
    as: server.adminId,
    payload: { slice_name: 'Other' },
  });
  const moved = await look(before, server.adminId);
  const after = await addressOf(id, server.adminId);
  expect(after).not.toBe(before);
  expect([moved.statusCode, moved.headers['location']]).toEqual([302, `${after}?mode=light`]);
});

test('[attack 100] who may not read the data gets no picture, and a rule on rows shows in it', async () => {
  const { db } = server.metadata;
  const stranger = await buildUser(db, { roles: ['Gamma'] });
  const address = await addressOf(chart, server.adminId);
  expect((await look(address, stranger)).statusCode).toBe(404);
  const role = await buildRole(db, { pairs: ['can_read Chart', 'can_read Dataset'] });
  await grantDataset(db, role, server.dataset);
  const reader = await buildUser(db, { roles: [role] });
  const all = await look(address, reader);
  expect(all.statusCode).toBe(200);
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
  const some = await look(address, reader);
  expect(some.statusCode).toBe(200);
  expect(some.rawPayload.equals(all.rawPayload)).toBe(false);
});

test('a chart that cannot be drawn has no picture', async () => {
  const broken = await makeChart({ ...form, groupby: ['gone'] });
  expect((await look(await addressOf(broken, server.adminId), server.adminId)).statusCode).toBe(204);
  const unknown = await makeChart({ ...form, viz_type: 'of_tomorrow' });
  expect((await look(await addressOf(unknown, server.adminId), server.adminId)).statusCode).toBe(204);
});

test('clients of the reference learn where the picture is', async () => {
  const answer = await look(`/api/v1/chart/${chart}/cache_screenshot/`, server.adminId);
  expect(answer.statusCode).toBe(202);
  const { image_url: image } = answer.json<{ image_url: string }>();
  expect((await look(image, server.adminId)).headers['content-type']).toBe('image/png');
});

test('[attack 103] sizes, places and formats without measure are drawn, or are no picture', async () => {
  const hostile = [
    { ...form, viz_type: 'pie', number_format: '999999999', label_type: 'key_value' },
    { viz_type: 'cal_heatmap', metrics: ['count'], granularity_sqla: 'day', cell_size: 1e9, cell_padding: 1e308 },
    {
      viz_type: 'mapbox',
      all_columns_x: 'day',
      all_columns_y: 'day',
      viewport_longitude: 999_999_999_999,
      viewport_latitude: 1e9,
      viewport_zoom: 11,
    },
  ];
  for (const params of hostile) {
    const answer = await look(await addressOf(await makeChart(params), server.adminId), server.adminId);
    expect([200, 204]).toContain(answer.statusCode);
  }
});

test('[attack 103] a drawing that ends its thread is left alone for everybody', async () => {
  const draw = vi.fn<DrawPicture>(async () => Promise.reject(timedOut(10)));
  const item = {
    id: 7,
    version: 1,
    viz_type: 'pie',
    datasource_id: 1,
    datasource_type: 'table' as const,
    form_data: form,
  };
  const thumbnails = createThumbnailService({
    charts: { read: async () => item },
    data: { answers: async () => [[Buffer.from('{}')]] },
    datasets: async () => null,
    draw,
    now: () => 1_000_000_000,
  });
  const wanted = { chartId: 7, digest: digestOf(item), mode: 'light' as const, translator: translate() };
  const { signal } = new AbortController();
  const reader: Extract<Principal, { kind: 'user' }> = { ...anonymous, kind: 'user', userId: 1, username: 'ana' };
  for (const userId of [1, 2])
    expect(await thumbnails.read({ ...reader, userId }, wanted, signal)).toEqual({ kind: 'none' });
  expect(draw).toHaveBeenCalledTimes(1);
});

test('[attack 103] a thread that draws without end is ended, and the next picture has another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-picture-'));
  const script = join(folder, 'picture.mjs');
  writeFileSync(
    script,
    `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ vizType }) => {
      parentPort.postMessage('began');
      if (vizType === 'endless') for (;;);
      parentPort.postMessage({ type: 'done', png: new Uint8Array([7]) });
    });`,
  );
  const thread = createPictureThread(script, 200);
  const request = {
    form: {},
    answers: [],
    catalogue: englishCatalogue,
    locale: 'en',
    width: 400,
    height: 240,
    scale: 2,
  };
  const draw = (vizType: string) =>
    thread.draw({ ...request, vizType, mode: 'light' }, { signal: new AbortController().signal, fairnessKey: '' });
  await expect(draw('endless')).rejects.toMatchObject({ code: 'query_timeout' });
  expect([...(await draw('pie'))]).toEqual([7]);
  await thread.close();
  rmSync(folder, { recursive: true, force: true });
});
