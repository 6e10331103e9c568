import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { openSession } from './support/sign-in.ts';

const MEGABIT_BYTES = 125_000;
const LATENCY_MS = 300;

type BatchItem = { readonly id: number; readonly search: string };

test.use({ isFresh: true });

// Packets are not lost on it: the browser does that to WebRTC alone. TCP makes loss into more latency and less
// throughput.
test('[F44] a dashboard over a slow line comes chunk by chunk and asks for nothing twice', async ({ page }) => {
  await openSession(page);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.clearBrowserCache');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: MEGABIT_BYTES,
    uploadThroughput: MEGABIT_BYTES,
  });

  // When the first card stood on the page, by the page's own clock.
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('h1') === null || document.querySelector('article') === null) return;
      performance.mark('first card');
      seen.disconnect();
    });
    seen.observe(document, { subtree: true, childList: true });
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const address = new URL(request.url());
    // How far slow queries are is looked at again and again.
    if (!address.pathname.startsWith('/api/v1/') || address.pathname === '/api/v1/queue/') return;
    // The name that a question for the queue gives itself is another one each time.
    address.searchParams.delete('ask');
    const { requests = [] } = (request.postDataJSON() ?? {}) as { readonly requests?: readonly object[] };
    // Each of those that share a connection is one.
    if (requests.length === 0) asked.push(`${request.method()} ${address.href} ${request.postData() ?? ''}`);
    for (const { id: _, search, ...body } of requests as readonly BatchItem[])
      asked.push(`${address.href} ${search.replace(/&?ask=[^&]*/, '')} ${JSON.stringify(body)}`);
  });
  await page.goto('/tessera/dashboard/flights/');
  await expect(page.getByRole('heading', { name: 'US flights' })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  const startOf = (name: string) =>
    page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.startTime ?? 0, name);
  await expect.poll(() => startOf('dashboard:complete'), { timeout: 45_000 }).toBeGreaterThan(0);
  // What the page says by itself is there first; the charts need one way over the line more.
  expect((await startOf('dashboard:complete')) - (await startOf('first card'))).toBeGreaterThan(LATENCY_MS);
  await expect(page.locator('[data-chart-status="failed"]')).toHaveCount(0);

  const data = asked.filter((request) => request.includes('/chart/data'));
  // Those whose answers came with the page are not asked for.
  const painted = await page.evaluate(() => {
    const text = document.getElementById('first-paint-data')?.textContent ?? '{}';
    const { charts = [] } = JSON.parse(text) as { readonly charts?: readonly unknown[] };
    return charts.length;
  });
  expect(data.length + painted).toBe(await page.locator('[data-chart-status="rendered"]').count());
  expect(asked.filter((request, at) => asked.indexOf(request) !== at)).toEqual([]);
  expect(asked.length).toBeLessThan(data.length + 15);
});
