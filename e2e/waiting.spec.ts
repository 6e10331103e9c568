import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInThemes } from './support/axe.ts';
import { test } from './support/busy-database.ts';
import { change, chartOn, datasetId, make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';
import { slowWork } from './support/slow-work.ts';

const chart = (page: Page): Locator => page.locator('[data-chart-id]').first();
const progress = (within: Page | Locator): Locator => within.getByRole('progressbar');
let seed = Date.now();
/** A metric that nobody has asked for before. */
const slow = (lasts: Parameters<typeof slowWork>[0]) => ({
  expressionType: 'SQL',
  sqlExpression: `${slowWork(lasts)} + ${(seed += 1)}`,
  label: 'work',
});

// Some of them stop the clock of their browser context.
test.use({ isFresh: true });

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

async function slowChart(page: Page, lasts: Parameters<typeof slowWork>[0]): Promise<void> {
  const flights = await datasetId(page, 'flights');
  const form = { metric: slow(lasts) };
  await page.goto(
    `/explore/?datasource_type=table&datasource_id=${flights}&viz_type=big_number_total&form_data=` +
      encodeURIComponent(JSON.stringify(form)),
  );
}

test('[7.1-01] a query that takes long says how far it is, moves nothing, and one look serves', async ({ page }) => {
  test.setTimeout(180_000);
  let looks = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/queue/')) looks += 1;
  });
  await slowChart(page, 'long');
  const stop = chart(page).getByRole('button', { name: 'Stop' });
  await expect(stop).toBeVisible();
  const before = await stop.boundingBox();
  await expect(progress(chart(page))).toHaveAttribute('aria-valuetext', /^\d+\u00A0%$/);
  const first = Number(await progress(chart(page)).getAttribute('aria-valuenow'));
  expect(await stop.boundingBox()).toEqual(before);
  await expectAccessible(page);
  await expect
    .poll(
      async () =>
        Number(
          (await progress(chart(page))
            .getAttribute('aria-valuenow', { timeout: 500 })
            .catch(() => '100')) ?? '100',
        ),
      { timeout: 120_000 },
    )
    .toBeGreaterThan(first);

  // One that ends by itself.
  await page.clock.install();
  await slowChart(page, 'short');
  await expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered', { timeout: 60_000 });
  await expect(progress(page)).toHaveCount(0);
  const asked = looks;
  await page.clock.fastForward(60_000);
  await page.waitForLoadState('networkidle');
  expect(looks).toBe(asked);
});

test('on a dashboard each chart tells of its own query: one runs, the other waits', async ({ page, busyDatabase }) => {
  await busyDatabase();
  const flights = await datasetId(page, 'flights');
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Two slow ones ${Date.now()}` });
  const names = [`Slow one ${Date.now()}`, `Slow two ${Date.now()}`] as const;
  const where = (sqlExpression: string) => [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression }];
  await chartOn(page, dashboard, names[0], flights, {
    viz_type: 'big_number_total',
    metric: slow('endless'),
    adhoc_filters: where('distance > 0'),
  });
  await chartOn(page, dashboard, names[1], flights, {
    viz_type: 'big_number_total',
    metric: slow('endless'),
    adhoc_filters: where('distance > 1'),
  });
  let looks = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/queue/')) looks += 1;
  });
  await page.clock.install();
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(page.getByText('Next in the queue')).toHaveCount(1);
  await expect(progress(page)).toHaveCount(1);
  const waits = page.getByRole('article').filter({ hasText: 'Next in the queue' });
  const runs = page.getByRole('article').filter({ has: progress(page) });
  const [waiting, running] = [await waits.getAttribute('aria-label'), await runs.getAttribute('aria-label')];
  expect(new Set([waiting, running])).toEqual(new Set(names));
  await expect(progress(runs)).toHaveAttribute('aria-label', `Query of ${running}`);
  // One look every one and a half seconds, however many charts wait.
  const pageTime = () => page.evaluate(() => Date.now());
  const [from, at] = [looks, await pageTime()];
  await page.clock.runFor(15_000);
  expect(looks - from).toBeLessThanOrEqual(Math.ceil(((await pageTime()) - at) / 1500) + 1);
  await waits.getByRole('button', { name: 'Stop' }).click();
  await expect(waits).toHaveCount(0);
  await expect(progress(runs)).toBeVisible();
});

test('a page full of slow charts still tells how far they are, and takes what a user does', async ({ page }) => {
  const flights = await datasetId(page, 'flights');
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Seven slow ones ${Date.now()}` });
  for (let index = 0; index < 7; index += 1) {
    const adhoc_filters = [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: `distance > ${index}` }];
    await chartOn(page, dashboard, `Slow ${index} ${Date.now()}`, flights, {
      viz_type: 'big_number_total',
      metric: slow('endless'),
      adhoc_filters,
    });
  }
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(progress(page).first()).toBeVisible();
  const starred = page.waitForResponse(/\/favorites\//);
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  expect((await starred).ok()).toBe(true);
  await page.getByRole('button', { name: /^Stop all/ }).click();
  await expect(page.locator('[data-chart-status="loading"]')).toHaveCount(0);
});

test('what a waiting chart says is accessible in both themes and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await slowChart(page, 'endless');
  await expect(progress(chart(page))).toBeVisible();
  await expectAccessibleInThemes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1)).toBe(true);
  await chart(page).getByRole('button', { name: 'Stop' }).click();
  await expect(chart(page)).toHaveAttribute('data-chart-status', 'stopped');
});

test.describe('of a dataset of which nothing is cached', () => {
  const keep = async (page: Page, cache_timeout: number | null) =>
    change(page, `/api/v1/dataset/${await datasetId(page, 'seattle_weather')}`, { cache_timeout });

  // Every question becomes a job.
  test.beforeEach(({ page }) => keep(page, -1));
  test.afterEach(({ page }) => keep(page, null));

  test('[1.0-06] where data are made by jobs, the reasons of a number are waited for like the chart', async ({
    page,
  }) => {
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/v1/chart/data') && response.request().method() === 'POST')
        statuses.push(response.status());
    });
    await page.route(/\/api\/v1\/chart\/data(\?|$)/, (route) =>
      route.continue({ headers: { ...route.request().headers(), prefer: 'respond-async' } }),
    );
    await page.goto(
      `/explore/?datasource_type=table&datasource_id=${await datasetId(page, 'seattle_weather')}&viz_type=pie`,
    );
    await expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Why this number?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Why this number?' });
    await expect(dialog).toContainText('5 rows from the database');
    await expect(dialog).toContainText('SUM(precipitation)');
    expect(statuses).toEqual([202, 202]);
  });
});
