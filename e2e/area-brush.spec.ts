import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { chartOn, datasetId, make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

test('an area over bubbles filters the other charts to what is in it, and Escape clears', async ({ page }) => {
  await openSession(page);
  const penguins = await datasetId(page, 'penguins');
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Area ${Date.now()}` });
  const mean = (column: string) => ({
    expressionType: 'SIMPLE',
    aggregate: 'AVG',
    column: { column_name: column },
    label: column,
  });
  await chartOn(page, dashboard, 'Bodies', penguins, {
    viz_type: 'bubble_v2',
    entity: 'species',
    x: mean('beak_length_mm'),
    y: mean('body_mass_g'),
    size: 'count',
  });
  await chartOn(page, dashboard, 'All of them', penguins, {
    viz_type: 'big_number_total',
    metric: 'count',
    y_axis_format: ',d',
  });
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  const bodies = page.getByRole('article', { name: 'Bodies' });
  const all = page.getByRole('article', { name: 'All of them' });
  await expect(all).toContainText('344');
  await expect(bodies.locator('[data-chart-status="rendered"]')).toBeVisible();

  // The heaviest stand highest: of three species only the Gentoo are near the top.
  const box = await bodies.locator('canvas').first().boundingBox();
  if (!box) throw new Error('The chart has no canvas.');
  const at = (across: number, down: number) => [box.x + box.width * across, box.y + box.height * down] as const;
  await page.mouse.move(...at(0.6, 0.09));
  await page.mouse.down();
  await page.mouse.move(...at(0.8, 0.15), { steps: 3 });
  await page.mouse.move(...at(0.91, 0.28), { steps: 3 });
  await page.mouse.up();
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toContainText('Gentoo');
  await expect(all).toContainText('124');
  await page.keyboard.press('Escape');
  await expect(all).toContainText('344');
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toHaveCount(0);
});
