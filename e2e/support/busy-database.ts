import { expect, type Page } from '@playwright/test';
import { test as base } from './journey.ts';
import { change, datasetId, idOf } from './own-objects.ts';
import { slowWork } from './slow-work.ts';

type BusyDatabase = {
  /** Give the one place to a query that lasts until the release. */
  readonly hold: () => Promise<void>;
  /** Earlier than the journey's end, which releases too. */
  readonly release: () => Promise<void>;
};

/**
 * Journeys that may take all but one place from the sample database; it has them back after each, also after one that
 * fails.
 */
export const test = base.extend<{ readonly busyDatabase: () => Promise<BusyDatabase> }>({
  busyDatabase: async ({ page }, give) => {
    const undo: (() => Promise<void>)[] = [];
    const release = async () => {
      await undo.pop()?.();
    };
    await give(async () => {
      const address = `/api/v1/database/${await idOf(page, 'database', 'database_name', 'samples')}`;
      const { result } = (await (await page.request.get(`${address}/connection`)).json()) as {
        readonly result: { readonly extra: string };
      };
      const flights = await datasetId(page, 'flights');
      undo.push(async () => {
        // A page that a failure has left somewhere else holds nothing any more.
        await page
          .evaluate(() => (globalThis as { stopLongQuery?: () => void }).stopLongQuery?.())
          .catch(() => undefined);
        await change(page, address, { extra: result.extra });
      });
      await change(page, address, { extra: JSON.stringify({ concurrency: 1 }) });
      return { hold: () => hold(page, flights), release };
    });
    await release();
  },
});

async function hold(page: Page, dataset: number): Promise<void> {
  const name = `held-${Date.now()}`;
  await page.evaluate(
    ([id, sql, ask]) => {
      const stop = new AbortController();
      Object.assign(globalThis, { stopLongQuery: () => stop.abort() });
      const body = JSON.stringify({
        datasource: { id, type: 'table' },
        force: true,
        queries: [{ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: sql, label: 'work' }] }],
      });
      fetch(`/api/v1/chart/data?ask=${ask}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        signal: stop.signal,
      }).catch(() => undefined);
    },
    [dataset, slowWork('endless'), name] as const,
  );
  // It has the place before anything else asks for it.
  await expect.poll(() => running(page)).toContain(name);
}

/** The names of the user's requests that a database works for now. */
async function running(page: Page): Promise<readonly string[]> {
  const { result } = (await (await page.request.get('/api/v1/queue/')).json()) as {
    readonly result: readonly { readonly own: readonly { readonly asks: readonly string[] }[] }[];
  };
  return result.flatMap(({ own }) => own.flatMap(({ asks }) => asks));
}
