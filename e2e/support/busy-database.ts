import { expect, type Page } from '@playwright/test';

/** Letters of all flights compared with each other: the work of a dozen seconds, which nobody needs. */
const LONG = 'SUM(levenshtein(repeat(origin_city, 7), repeat(destination_city, 7)))';

/** The sample database with one query at a time, and the means to keep that one busy. */
export async function busyDatabase(page: Page): Promise<{ readonly hold: () => Promise<void>; readonly release: () => Promise<void> }> {
  const id = await idOf(page, 'database', 'database_name', 'samples');
  const flights = await idOf(page, 'dataset', 'table_name', 'flights');
  const cap = async (concurrency: number) => expect(await put(page, `/api/v1/database/${id}`, { extra: JSON.stringify({ concurrency }) })).toBe(200);
  await cap(1);
  return {
    hold: async () => {
      await page.evaluate(
        ([dataset, sql]) => {
          const stop = new AbortController();
          Object.assign(globalThis, { stopLongQuery: () => stop.abort() });
          const body = JSON.stringify({ datasource: { id: dataset, type: 'table' }, force: true, queries: [{ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: sql, label: 'work' }] }] });
          fetch('/api/v1/chart/data', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, signal: stop.signal }).catch(() => undefined);
        },
        [flights, LONG] as const,
      );
      // It has the place before anything else asks for it.
      await page.waitForTimeout(500);
    },
    release: async () => {
      await page.evaluate(() => (globalThis as { stopLongQuery?: () => void }).stopLongQuery?.());
      await cap(8);
    },
  };
}

async function idOf(page: Page, resource: string, column: string, value: string): Promise<number> {
  const response = await page.request.get(`/api/v1/${resource}/?q=(filters:!((col:${column},opr:eq,value:${value})))`);
  const body = (await response.json()) as { readonly result: readonly { readonly id: number }[] };
  return body.result[0]?.id ?? 0;
}

async function put(page: Page, address: string, data: Readonly<Record<string, unknown>>): Promise<number> {
  const token = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { readonly result: string };
  return (await page.request.put(address, { data, headers: { 'X-CSRFToken': token.result } })).status();
}
