import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/journey.ts';
import { chartOn, datasetId, make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const chart = (page: Page): Locator => page.locator('[data-chart-id]').first();
const rendered = (page: Page): Promise<void> => expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');
/** The colour that a name has in a long legend. */
const colorOf = (page: Page, name: string): Promise<string> =>
  page
    .getByRole('group', { name: /^Legend of/ })
    .last()
    .getByRole('button', { name: new RegExp(`(^|, )${name}$`) })
    .locator('span')
    .first()
    .evaluate((swatch) => getComputedStyle(swatch).backgroundColor);

test('[4.5-09] a chart that is opened from a dashboard keeps the colours that it has there', async ({ page }) => {
  await openSession(page);
  const flights = await datasetId(page, 'flights');
  const metadata = { label_colors: { CA: '#123456' }, map_label_colors: { TX: '#010203' } };
  const dashboard = await make(page, 'dashboard', {
    dashboard_title: `Colours ${Date.now()}`,
    json_metadata: JSON.stringify(metadata),
  });
  const name = `States ${Date.now()}`;
  const id = await chartOn(page, dashboard, name, flights, {
    viz_type: 'echarts_timeseries_line',
    metrics: ['count'],
    groupby: ['origin_state'],
    x_axis: 'date',
    time_grain_sqla: 'P1M',
    row_limit: 1000,
  });

  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await rendered(page);
  const there = { ca: await colorOf(page, 'CA'), tx: await colorOf(page, 'TX'), ny: await colorOf(page, 'NY') };
  expect(there).toMatchObject({ ca: 'rgb(18, 52, 86)', tx: 'rgb(1, 2, 3)' });

  await page.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/explore/\\?slice_id=${id}&from_dashboard=${dashboard}`));
  await rendered(page);
  const here = async () => ({
    ca: await colorOf(page, 'CA'),
    tx: await colorOf(page, 'TX'),
    ny: await colorOf(page, 'NY'),
  });
  await expect.poll(here).toEqual(there);
  await expect(page.getByText('Dashboard colors')).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await rendered(page);
  await expect.poll(here).toEqual(there);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog', { name: 'Save chart' }).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Chart [${name}] has been overwritten`)).toBeVisible();
  await expect.poll(here).toEqual(there);
  const { result } = (await (await page.request.get(`/api/v1/chart/${id}`)).json()) as {
    readonly result: { readonly params: string; readonly query_context: string };
  };
  expect(`${result.params} ${result.query_context}`).not.toMatch(/123456|010203|label_colors|from_dashboard/);

  // By itself it has its own.
  await page.goto(`/explore/?slice_id=${id}`);
  await rendered(page);
  await expect.poll(() => colorOf(page, 'CA')).not.toBe(there.ca);
  await expect(page.getByText('Dashboard colors')).toHaveCount(0);
});

test('a chart that is opened with filters of a dashboard asks with them, says so, and saves none of them', async ({
  page,
}) => {
  await openSession(page);
  const flights = await datasetId(page, 'flights');
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Filters ${Date.now()}` });
  const name = `Flights ${Date.now()}`;
  const id = await chartOn(page, dashboard, name, flights, {
    viz_type: 'table',
    query_mode: 'aggregate',
    groupby: ['origin_state'],
    metrics: ['count'],
    row_limit: 1000,
  });
  const lent = { extra_form_data: { filters: [{ col: 'origin_state', op: 'IN', val: ['CA'] }] } };
  const address = new URLSearchParams({
    slice_id: String(id),
    from_dashboard: String(dashboard),
    form_data: JSON.stringify(lent),
  });
  await page.goto(`/explore/?${address.toString()}`);
  await rendered(page);
  await expect(page.getByText('Opened with 1 filter')).toBeVisible();
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Why this number?' }).click();
  const why = page.getByRole('dialog', { name: 'Why this number?' });
  await expect(why.locator('[data-filter-origin="dashboard"]')).toContainText('is one of CA');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog', { name: 'Save chart' }).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Chart [${name}] has been overwritten`)).toBeVisible();
  const { result } = (await (await page.request.get(`/api/v1/chart/${id}`)).json()) as {
    readonly result: { readonly params: string; readonly query_context: string };
  };
  expect(`${result.params} ${result.query_context}`).not.toContain('"CA"');
});
