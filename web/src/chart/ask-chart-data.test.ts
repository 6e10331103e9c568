import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchChartSql } from './chart-actions.ts';
import { fetchChartData } from './chart-data.ts';
import { whyOf } from './why.ts';

const asked = {
  chartId: 3,
  dashboardId: null,
  datasource: { id: 1, type: 'table' },
  queries: [{ metrics: ['count'] }],
  form: { viz_type: 'table' },
  parts: [],
};
const never = new AbortController().signal;
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', Date: 'Sat, 21 Nov 2026 10:00:00 GMT' },
  });

/** A server that makes every answer of chart data by a job; `results` by result type. */
function jobServer(results: Readonly<Record<string, unknown>>): { readonly jobs: string[] } {
  const jobs: string[] = [];
  let told = 0;
  vi.stubGlobal('fetch', async (address: string, { body }: { readonly body?: string } = {}) => {
    const [path] = address.split('?');
    if (path === '/api/v1/chart/data') {
      jobs.push((JSON.parse(body ?? '{}') as { readonly result_type: string }).result_type);
      return json({ job_id: `job-${jobs.length - 1}`, status: 'pending' }, 202);
    }
    if (path === '/api/v1/async_event/') {
      const events = jobs.slice(told).map((_, index) => ({
        id: `${told + index + 1}-0`,
        job_id: `job-${told + index}`,
        status: 'done',
        errors: [],
        result_url: `/api/v1/chart/data/job-${told + index}`,
      }));
      told = jobs.length;
      return json({ result: events });
    }
    return json({ result: [results[jobs[Number(path?.split('-').at(-1))] ?? '']] });
  });
  return { jobs };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('[1.0-06] data, SQL and the reasons of a number wait for their jobs alike', async () => {
  const why = { rows: { read: 1, answered: 1, is_cut: false } };
  const { jobs } = jobServer({
    full: { colnames: ['n'], coltypes: [0], data: [{ n: 7 }], rowcount: 1 },
    query: { query: 'SELECT 1' },
    explain: why,
  });
  const [data] = await fetchChartData({ ...asked, force: false }, never);
  expect(data?.rowCount).toBe(1);
  expect(await fetchChartSql(asked, never)).toEqual(['SELECT 1']);
  expect(await new QueryClient().fetchQuery(whyOf(asked))).toEqual([why]);
  expect(jobs).toEqual(['full', 'query', 'explain']);
}, 15_000);

test('[4.3-01] what a job has asked of the database is fresh, though it is fetched from the cache', async () => {
  const madeAt = (time: string) => ({
    colnames: ['n'],
    coltypes: [0],
    data: [{ n: 7 }],
    rowcount: 1,
    is_cached: true,
    cached_dttm: `2026-11-21T${time}+00:00`,
  });
  const fresh = async () => (await fetchChartData({ ...asked, force: false }, never))[0]?.isCached === false;
  jobServer({ full: madeAt('10:00:00') });
  expect(await fresh()).toBe(true);
  jobServer({ full: madeAt('09:59:59') });
  expect(await fresh()).toBe(false);
  vi.stubGlobal('fetch', async () => json({ result: [madeAt('10:00:00')] }));
  expect(await fresh()).toBe(false);
}, 15_000);

test('[4.3-01] reasons that come with another status say so', async () => {
  vi.stubGlobal('fetch', async () => json({}, 206));
  await expect(new QueryClient().fetchQuery(whyOf(asked))).rejects.toThrow(
    'Received unexpected response status (206) while fetching chart data',
  );
});
