import { expect, type Page } from '@playwright/test';
import { expectAccessibleInThemes } from './support/axe.ts';
import { test } from './support/journey.ts';
import { datasetId, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const extract = (page: Page) => page.getByRole('region', { name: 'Extract' });

async function openTab(page: Page, id: number): Promise<void> {
  await page.goto(`/dataset/${id}/`);
  await page.getByRole('tab', { name: 'Acceleration' }).click();
}

/** Whether a chart on the dataset is answered from its extract. */
async function readsExtract(page: Page, id: number): Promise<boolean> {
  const datasource = { id, type: 'table' };
  const data = { datasource, force: true, queries: [{ columns: [], metrics: ['count'], row_limit: 1 }] };
  const answer = await page.request.post('/api/v1/chart/data', { data });
  const { result } = (await answer.json()) as { readonly result: readonly { readonly extract_dttm?: string }[] };
  return result[0]?.extract_dttm !== undefined;
}

test('a dataset is accelerated, refreshed as it is set, and read at its source again', async ({ page }) => {
  await openSession(page);
  const id = await datasetId(page, 'political_contributions');
  await openTab(page, id);
  expect(await readsExtract(page, id)).toBe(false);
  await page.getByRole('radio', { name: 'Only by hand' }).click();
  await button(page, 'Accelerate').click();
  await expect(extract(page).getByText('Age')).toBeVisible();
  await expectAccessibleInThemes(page);
  expect(await readsExtract(page, id)).toBe(true);

  await page.getByRole('radio', { name: 'At an interval' }).click();
  await page.getByLabel('Every (minutes)').fill('30');
  await button(page, 'Save these settings').click();
  await expect(extract(page).getByText('Next refresh')).toBeVisible();

  await page.goto('/dataset/list/');
  const row = page.getByRole('row', { name: /political_contributions/ });
  await expect(row.getByRole('img', { name: /^Accelerated; its rows were read/ })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await openTab(page, id);
  await expectAccessibleInThemes(page);
  await button(page, 'Stop accelerating').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop accelerating' }).click();
  await expect(button(page, 'Accelerate')).toBeVisible();
  expect(await readsExtract(page, id)).toBe(false);
});

test('a refresh shows how far it is and can be cancelled, and a failure says why', async ({ page }) => {
  await openSession(page);
  const id = await datasetId(page, 'political_contributions');
  await write(page, 'PUT', `/api/v1/dataset/${id}/extract`, { schedule: { kind: 'never' }, watermark: null });
  await openTab(page, id);
  await expect(extract(page).getByText('Age')).toBeVisible();
  // A source that takes its time, and one that is gone.
  let state: 'running' | 'failed' = 'running';
  await page.route(`**/api/v1/dataset/${id}/extract`, async (route) => {
    const response = await route.fetch();
    const { result } = (await response.json()) as { readonly result: object };
    const refresh = { state: 'running', began_on: new Date().toISOString(), elapsed_ms: 4_000, rows: 1200, share: 0.4 };
    const failure = { failed_on: new Date().toISOString(), message: 'There is no file.', words: null };
    const shown = state === 'running' ? { ...result, refresh } : { ...result, refresh: null, failure };
    await route.fulfill({ response, json: { result: shown } });
  });
  await openTab(page, id);
  await expect(page.getByRole('progressbar', { name: 'Refresh' })).toHaveAttribute('value', '0.4');
  await expect(page.getByText('1,200 rows')).toBeVisible();
  await expectAccessibleInThemes(page);
  const cancelled = page.waitForRequest((request) => request.url().endsWith('/extract/cancel'));
  await button(page, 'Cancel the refresh').click();
  await cancelled;
  state = 'failed';
  await openTab(page, id);
  await expect(page.getByRole('alert')).toContainText('There is no file. The extract before it is kept.');
  await page.unroute(`**/api/v1/dataset/${id}/extract`);
  await write(page, 'DELETE', `/api/v1/dataset/${id}/extract`);
});
