import { expect, type Page, type Response } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/journey.ts';
import { chartOn, datasetId, make, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const isData = (response: Response) => /\/chart\/data(\/batch)?(\?|$)/.test(response.url());

async function accelerate(page: Page, id: number): Promise<void> {
  await write(page, 'PUT', `/api/v1/dataset/${id}/extract`, { schedule: { kind: 'never' }, watermark: null });
  const isMade = async () => {
    const { result } = (await (await page.request.get(`/api/v1/dataset/${id}/extract`)).json()) as {
      readonly result: { readonly extract: unknown };
    };
    return result.extract !== null;
  };
  await expect.poll(isMade).toBe(true);
}

test('a click is answered from what was made while the pointer rested, as a part of the whole', async ({ page }) => {
  await openSession(page);
  const dataset = await datasetId(page, 'seattle_weather');
  await accelerate(page, dataset);
  const rain = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'precipitation' }, label: 'Rain' };
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Rain ${Date.now()}` });
  await chartOn(page, dashboard, 'Weather of accelerated days', dataset, {
    viz_type: 'pie',
    groupby: ['weather'],
    metric: 'count',
    row_limit: 100,
  });
  await chartOn(page, dashboard, 'Rain by month', dataset, {
    viz_type: 'echarts_timeseries_bar',
    x_axis: 'date',
    time_grain_sqla: 'P1M',
    metrics: [rain],
    groupby: [],
    row_limit: 1000,
  });
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  const bars = page.getByRole('article', { name: 'Rain by month' });
  await expect(bars.locator('[data-chart-status="rendered"]')).toBeVisible();

  const prepared = page.waitForResponse((response) => response.url().endsWith('/chart/data/prepare'));
  const pie = page.getByRole('article', { name: 'Weather of accelerated days' });
  await pie.hover();
  expect(await (await prepared).json()).toEqual({ result: { cubes: 1 } });
  await pie.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  const answered = page.waitForResponse(isData);
  await page.keyboard.press('Enter');
  const { result } = (await (await answered).json()) as { readonly result: readonly { readonly is_cached: boolean }[] };
  expect(result.map((one) => one.is_cached)).toEqual([true]);

  await expect(bars.getByText('Pale bars: without the selection')).toBeVisible();
  await bars.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect(bars.locator('[data-spoken]')).toContainText('without the selection');
  await expectAccessible(page);
  await pie.getByRole('application').focus();
  await page.keyboard.press('Escape');
  await expect(bars.getByText('Pale bars: without the selection')).toHaveCount(0);
  await write(page, 'DELETE', `/api/v1/dataset/${dataset}/extract`);
});
