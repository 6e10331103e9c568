import { expect, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { change, idOf, make, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const dialog = (page: Page) => page.getByRole('dialog');

test('[2.3-05] a saved query is found by its text, looked at, moved, restored, deleted and brought back', async ({
  page,
}) => {
  await openSession(page);
  const own = `${Date.now()}`;
  const db_id = await idOf(page, 'database', 'database_name', 'samples');
  const id = await make(page, 'saved_query', {
    db_id,
    schema: 'main',
    label: `Delays ${own}`,
    sql: `SELECT 1 AS a${own}`,
  });
  await change(page, `/api/v1/saved_query/${id}`, { sql: `SELECT 2 AS b${own}` });

  await page.goto('/savedqueryview/list/');
  await page.getByLabel('Search names, descriptions and SQL').fill(`b${own}`);
  await expect(row(page, `Delays ${own}`)).toBeVisible();
  await button(page, `Add Delays ${own} to favorites`).click();
  await button(page, `Look at Delays ${own}`).click();
  await expect(dialog(page)).toContainText(`SELECT 2 AS b${own}`);
  await dialog(page).getByRole('tab', { name: 'Versions' }).click();
  await expect(dialog(page).getByRole('region', { name: 'What changed' })).toContainText(`a${own}`);
  await dialog(page).getByRole('list', { name: 'Versions' }).getByRole('button').last().click();
  await dialog(page).getByRole('button', { name: 'Restore this text' }).click();
  await expect(page.getByText('The query has this text again.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`/savedqueryview/list/?q=${own}`);
  await button(page, `More for Delays ${own}`).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(`Waits ${own}`);
  await dialog(page).getByRole('combobox', { name: 'Folder' }).fill(`ops${own}/daily`);
  await page.getByRole('option', { name: `ops${own}/daily` }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, `Waits ${own}`)).toBeVisible();
  await page.goto('/savedqueryview/list/');
  await page
    .getByRole('navigation', { name: 'Folders' })
    .getByRole('link', { name: `ops${own}` })
    .click();
  await expect(row(page, `Waits ${own}`)).toBeVisible();

  await page.getByRole('checkbox', { name: `Select Waits ${own}` }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, `Waits ${own}`)).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(page.getByText('1 query is restored')).toBeVisible();
  await expect(row(page, `Waits ${own}`)).toBeVisible();
});

test('the history shows what ran, finds it by its text, and has its rows while they are stored', async ({ page }) => {
  await openSession(page);
  const own = `h${Date.now()}`;
  const database_id = await idOf(page, 'database', 'database_name', 'samples');
  const run = (sql: string) => execute(page, database_id, sql);
  await run(`SELECT origin AS ${own} FROM main.flights_airport LIMIT 7`);
  await page.goto('/sqllab/history/');
  await page.getByLabel('Search SQL, tabs and databases').fill(own);
  await expect(page).toHaveURL(new RegExp(`q=${own}`));
  await expect(row(page, own)).toHaveCount(1);
  await expect(row(page, own)).toContainText('Success');
  await row(page, own)
    .getByRole('button', { name: new RegExp(`SELECT origin AS ${own}`) })
    .first()
    .click();
  await dialog(page).getByRole('tab', { name: 'Result' }).click();
  await expect(dialog(page).getByRole('grid')).toContainText(own);
  await page.keyboard.press('Escape');
  // What runs meanwhile comes by itself.
  await run(`SELECT 2 AS ${own}`);
  await expect(row(page, own)).toHaveCount(2);
  await button(page, 'State').first().click();
  await button(page, 'Failed').click();
  await expect(row(page, own)).toHaveCount(0);
});

async function execute(page: Page, database_id: number, sql: string): Promise<void> {
  await write(page, 'POST', '/api/v1/sqllab/execute/', {
    database_id,
    sql,
    schema: 'main',
    client_id: crypto.randomUUID(),
    runAsync: false,
  });
}
