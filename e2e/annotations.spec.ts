import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { datasetId, idOf, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const chart = (page: Page): Locator => page.locator('[data-chart-id]').first();
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const layers = (page: Page): Locator => page.locator('[data-control="annotation_layers"]');
const dialog = (page: Page): Locator => page.getByRole('dialog');
const nameField = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'Name', exact: true });
const submit = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();
const rendered = (page: Page): Promise<void> => expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).last().click();
  await page.getByRole('option', { name: option }).first().click();
}

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

test('[1.0-02] a layer is made on its page, drawn over a chart, and missed quietly when it is gone', async ({
  page,
}) => {
  const name = `Storms ${Date.now()}`;
  await page.goto('/annotationlayer/list/');
  await button(page, 'New annotation layer').first().click();
  await nameField(page).fill(name);
  await submit(page, 'Create');
  await page.getByRole('link', { name }).click();

  await button(page, 'New annotation').first().click();
  await submit(page, 'Create');
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be empty' })).toHaveCount(2);
  await nameField(page).fill('Great storm');
  await dialog(page).getByLabel('Start (UTC)').fill('2013-06-01T00:00:00');
  await dialog(page).getByLabel('End (UTC)').fill('2013-01-01T00:00:00');
  await expect(page.getByText('The end is before the start.')).toBeVisible();
  await dialog(page).getByLabel('End (UTC)').fill('2013-09-01T00:00:00');
  await submit(page, 'Create');
  await expect(page.getByRole('row', { name: /Great storm/ })).toContainText('2013-09-01');
  const id = await idOf(page, 'annotation_layer', 'name', name);
  const storm = await idOf(page, `annotation_layer/${id}/annotation`, 'short_descr', 'Great storm');

  const dataset = await datasetId(page, 'seattle_weather');
  await page.goto(`/explore/?datasource_type=table&datasource_id=${dataset}&viz_type=echarts_timeseries_line`);
  await rendered(page);
  await button(page, 'Add an annotation layer').click();
  await nameField(page).fill('Weather');
  await dialog(page).getByLabel('Formula').fill('100 +');
  await submit(page, 'Add');
  await expect(page.getByText('the formula ends too early')).toBeVisible();
  await choose(page, 'Type', 'Interval');
  await choose(page, 'Annotation layer', name);
  await submit(page, 'Add');
  await expect(layers(page)).toContainText('Weather');
  await expect(chart(page).getByRole('img', { name: /Marked: Great storm\./ })).toBeVisible();

  await button(page, 'Show Weather on the chart').click();
  await expect(chart(page).getByRole('img', { name: /Marked/ })).toHaveCount(0);
  await button(page, 'Show Weather on the chart').click();
  await expect(chart(page).getByRole('img', { name: /Marked/ })).toBeVisible();

  for (const url of [`annotation_layer/${id}/annotation/${storm}`, `annotation_layer/${id}`])
    await write(page, 'DELETE', `/api/v1/${url}`);
  await button(page, 'Update chart').click();
  await rendered(page);
  await button(page, 'An annotation layer is missing').click();
  await expect(dialog(page)).toContainText('the annotation layer does not exist');
});
