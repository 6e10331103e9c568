import { DuckDBInstance } from '@duckdb/node-api';
import { expect, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectAccessible } from './support/axe.ts';
import { startOn } from './support/journey-server.ts';
import { test } from './support/journey.ts';
import { admin, signIn } from './support/sign-in.ts';

/** Flights from Atlanta, counted in the file that the sample data comes from, without the product. */
async function flightsFromAtlanta(): Promise<number> {
  // the package says where it is from in NOTICE
  const file = fileURLToPath(new URL('../node_modules/vega-datasets/data/flights-3m.parquet', import.meta.url));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  // Names of columns are compared without case.
  const reader = await connection.runAndReadAll(
    `SELECT count(*) AS n FROM read_parquet('${file}') WHERE origin = 'ATL'`,
  );
  connection.closeSync();
  instance.closeSync();
  return Number(reader.getRowObjectsJson()[0]?.['n']);
}

const chart = (page: Page) => page.locator('[data-chart-id]').first();

test('the printed link makes one administrator and is dead after that', async ({ page }) => {
  const home = mkdtempSync(join(tmpdir(), 'tessera-first-'));
  const server = await startOn(home, { TESSERA_SAMPLES: '0' });
  try {
    const link = await server.setupLink();
    await page.goto(link);
    await page.getByLabel('First name').fill(admin.first_name);
    await page.getByLabel('Last name').fill(admin.last_name);
    await page.getByLabel('User name').fill(admin.username);
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Create and sign in' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada');
    await page.context().clearCookies();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${server.url}/login/`);
    await page.getByLabel('User name').fill(admin.username);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada');
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
});

test('[2.3-01] [4.8-01] [8.7-01] from three million flights to a number on a dashboard', async ({ page }) => {
  const expected = await flightsFromAtlanta();
  await signIn(page);
  await page
    .getByRole('link', { name: 'New chart' })
    .or(page.getByRole('button', { name: 'New chart' }))
    .first()
    .click();
  await page.getByRole('radio', { name: /^flights Three/ }).click();
  await page.getByRole('radio', { name: 'Line Chart' }).click();
  await page.getByRole('button', { name: 'Create chart' }).click();
  await expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');

  await page.getByRole('button', { name: 'All chart types' }).click();
  await page.getByRole('radio', { name: 'Big Number', exact: true }).dblclick();
  await page.getByRole('button', { name: 'Remove Average delay (min)' }).click();
  await page.getByRole('button', { name: 'Metric', exact: true }).click();
  await page.getByRole('option', { name: 'Metric Flights COUNT(*)' }).click();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('textbox', { name: 'Search columns' }).fill('origin');
  await page.getByRole('option', { name: /Origin origin$/ }).click();
  await page.getByRole('combobox', { name: 'Values' }).fill('ATL');
  await page.getByRole('option', { name: 'ATL', exact: true }).click();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Update chart' }).click();
  await expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');
  await page.getByRole('button', { name: 'Open the data' }).click();
  await expect(page.getByRole('grid', { name: 'Results' }).getByRole('gridcell').first()).toHaveText(
    expected.toLocaleString('en'),
  );

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save chart' });
  await dialog.getByLabel('Chart name').fill('Flights from Atlanta');
  await dialog.getByRole('combobox', { name: 'Add to dashboard' }).fill('Atlanta');
  await page.getByRole('option', { name: 'Use "Atlanta"' }).click();
  await dialog.getByRole('button', { name: 'Save and go to dashboard' }).click();
  await expect(page.getByText('Chart [Flights from Atlanta] has been saved')).toBeVisible();
  await expect(
    page.getByText('Dashboard [Atlanta] just got created and chart [Flights from Atlanta] was added to it'),
  ).toBeVisible();

  await expect(page).toHaveURL(/\/tessera\/dashboard\/[^/]+\/$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Atlanta' })).toBeVisible();
  await expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');
  await expect(chart(page).getByRole('img', { name: /Flights: 12[45],\d{3}/ })).toBeVisible();
});
