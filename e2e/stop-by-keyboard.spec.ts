import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { datasetId } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

test('who stops a chart by keyboard is still at that chart', async ({ page }) => {
  await openSession(page);
  await page.goto(
    `/explore/?datasource_type=table&datasource_id=${await datasetId(page, 'seattle_weather')}&viz_type=pie`,
  );
  const chart = page.locator('[data-chart-id]').first();
  await expect(chart).toHaveAttribute('data-chart-status', 'rendered');
  // Answers do not come until they are wanted.
  let isHeld = true;
  await page.route('**/api/v1/chart/data*', async (route) => {
    await expect.poll(() => isHeld, { timeout: 50_000 }).toBe(false);
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Force refresh' }).click();
  await chart.getByRole('button', { name: 'Stop' }).focus();
  await page.keyboard.press('Enter');
  await expect(chart).toHaveAttribute('data-chart-status', 'stopped');
  await expect(chart).toBeFocused();
  isHeld = false;
  await page.keyboard.press('Tab');
  while (
    !(await chart.getByRole('button', { name: 'Run again' }).evaluate((button) => button === document.activeElement))
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(chart).toBeFocused();
  await expect(chart).toHaveAttribute('data-chart-status', 'rendered');
});
