import { expect, test } from '@playwright/test';
import { signIn } from './support/sign-in.ts';

const MEGABIT_BYTES = 125_000;

test('a dashboard over a slow line comes piece by piece and asks for nothing twice', async ({ page }) => {
  await signIn(page);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.clearBrowserCache');
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: 300, downloadThroughput: MEGABIT_BYTES, uploadThroughput: MEGABIT_BYTES });

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
  });
  await page.goto('/tessera/dashboard/flights/');
  // What the page says by itself is there first, each chart as it comes.
  await expect(page.getByRole('heading', { name: 'US flights' })).toBeVisible();
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  expect(await page.evaluate(() => performance.getEntriesByName('dashboard:complete').length)).toBe(0);
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('dashboard:complete').length), { timeout: 45_000 }).toBe(1);
  await expect(page.locator('[data-chart-status="failed"]')).toHaveCount(0);

  const data = asked.filter((request) => request.includes('/chart/data'));
  expect(data.length).toBe(await page.locator('[data-chart-status="rendered"]').count());
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeLessThan(data.length + 15);
});
