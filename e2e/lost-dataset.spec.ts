import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/journey.ts';
import { change, chartOn, idOf, make, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

test('a chart whose dataset is gone goes on with another one, from the dashboard on', async ({ page }) => {
  await openSession(page);
  const stamp = Date.now();
  const samples = await idOf(page, 'database', 'database_name', 'samples');
  const gone = await make(page, 'dataset', {
    database: samples,
    table_name: `Short-lived ${stamp}`,
    sql: 'SELECT origin, delay AS late FROM flights',
  });
  const other = await make(page, 'dataset', {
    database: samples,
    table_name: `Its successor ${stamp}`,
    sql: 'SELECT origin, delay AS late FROM flights WHERE delay > 0',
  });
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Lost ${stamp}` });
  const name = `Late flights ${stamp}`;
  const chart = await chartOn(page, dashboard, name, gone, {
    viz_type: 'table',
    query_mode: 'aggregate',
    groupby: ['origin'],
    metrics: [{ expressionType: 'SIMPLE', column: { column_name: 'late' }, aggregate: 'AVG', label: 'Lateness' }],
  });
  await write(page, 'DELETE', `/api/v1/dataset/${gone}`);

  // The card says what is missing, and leads to where it is mended.
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  const card = page.getByRole('article', { name, exact: true });
  await expect(card.getByRole('alert')).toContainText('The dataset does not exist.');
  await card.getByRole('link', { name: 'Use another dataset' }).click();
  await expect(page.getByText(`The dataset of "${name}" is gone, or you may not read it.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use another dataset' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use another dataset' });
  await dialog.getByRole('textbox', { name: 'Search datasets' }).fill(`Its successor ${stamp}`);
  await dialog.getByRole('radio', { name: `Its successor ${stamp}` }).click();
  await dialog.getByRole('button', { name: 'Use this dataset' }).click();

  // It goes on with the settings that it had, for everybody once it is saved.
  const drawn = page.locator('[data-chart-status="rendered"]');
  await expect(drawn).toContainText('Lateness');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog', { name: 'Save chart' }).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Chart [${name}] has been overwritten`)).toBeVisible();
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(card.locator('[data-chart-status="rendered"]')).toContainText('Lateness');

  // A column that is gone later is named, and leads there too.
  await change(page, `/api/v1/dataset/${other}`, { sql: 'SELECT origin, delay FROM flights' });
  await change(page, `/api/v1/dataset/${other}/refresh`, {});
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(card.getByRole('alert')).toContainText('Columns missing in dataset: late');
  await card.getByRole('link', { name: 'Mend it in Explore' }).click();
  await expect(page).toHaveURL(new RegExp(`/explore/\\?slice_id=${chart}`));
});
