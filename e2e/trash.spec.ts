import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/journey.ts';
import { datasetId, idOf, make } from './support/own-objects.ts';
import { openSession, signIn } from './support/sign-in.ts';
import { makeUser, password, roleWithoutData } from './support/users.ts';

test('a deleted chart comes back by Undo, and from the trash by keyboard', async ({ page }) => {
  await signIn(page);
  const name = `Trash ${Date.now()}`;
  await make(page, 'chart', {
    slice_name: name,
    viz_type: 'table',
    datasource_id: await datasetId(page, 'gapminder'),
    datasource_type: 'table',
    params: '{}',
  });
  await page.goto('/chart/list/');
  await page.getByLabel('Search charts').fill(name);
  // Its head, and what was searched for: a selection does not outlive another answer.
  await expect(page.getByRole('row')).toHaveCount(2);
  const row = page.getByRole('row', { name: new RegExp(name) });
  const remove = async () => {
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(row).toHaveCount(0);
  };
  await remove();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();

  await remove();
  await page.getByRole('link', { name: 'Trash' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Restore', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '1 chart is restored' })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto('/chart/list/');
  await page.getByLabel('Search charts').fill(name);
  await expect(row).toBeVisible();
});

test('who deletes one chart after another can take back each of them', async ({ page }) => {
  await signIn(page);
  const both = `Undo ${Date.now()}`;
  const names = [`${both} first`, `${both} second`];
  const dataset = await datasetId(page, 'gapminder');
  for (const name of names)
    await make(page, 'chart', {
      slice_name: name,
      viz_type: 'table',
      datasource_id: dataset,
      datasource_type: 'table',
      params: '{}',
    });
  await page.goto('/chart/list/');
  await page.getByLabel('Search charts').fill(both);
  await expect(page.getByRole('row')).toHaveCount(3);
  for (const name of names) {
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('row', { name })).toHaveCount(0);
  }
  for (const name of names) {
    await page.getByRole('status').filter({ hasText: name }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('row', { name })).toBeVisible();
  }
});

test('a row and a card of a dashboard have a menu; only who may change it deletes it there, by keyboard too', async ({
  page,
  browser,
}) => {
  await openSession(page);
  const name = `Menu ${Date.now()}`;
  const role = await roleWithoutData(page);
  const reader = `menu${Date.now()}`;
  await makeUser(page, reader, role);
  const id = await make(page, 'dashboard', {
    dashboard_title: name,
    published: true,
    roles: [await idOf(page, 'security/roles', 'name', role)],
  });
  const address = `/dashboard/list/?q=${encodeURIComponent(name)}`;
  const more = (of: Page) => of.getByRole('button', { name: `More for ${name}` });
  const item = (of: Page, label: string) => of.getByRole('menuitem', { name: label });

  await page.goto(address);
  // A row that is selected does not stay so when it has gone.
  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await more(page).focus();
  await page.keyboard.press('Enter');
  await expect(item(page, 'Edit')).toBeFocused();
  await expectAccessible(page);
  await item(page, 'Delete').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete this dashboard?' });
  await expect(dialog).toContainText(name);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(more(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await item(page, 'Delete').press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(more(page)).toHaveCount(0);
  await expect(page.getByRole('toolbar', { name: 'With the selected' })).toHaveCount(0);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(more(page)).toBeVisible();

  const context = await browser.newContext();
  const theirs = await context.newPage();
  expect((await theirs.request.post('/login/', { data: { username: reader, password } })).ok()).toBe(true);
  await theirs.goto(address);
  await more(theirs).click();
  await expect(item(theirs, 'Copy link')).toBeVisible();
  await expect(theirs.getByRole('menuitem')).toHaveCount(1);
  await context.close();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('radio', { name: 'Cards' }).check({ force: true });
  await more(page).click();
  await expectAccessible(page);
  await item(page, 'Edit').click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/${id}/`));
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
});

test('a chart is deleted where it is open, and comes back by Undo', async ({ page }) => {
  await signIn(page);
  const name = `Open ${Date.now()}`;
  const dataset = await datasetId(page, 'gapminder');
  const id = await make(page, 'chart', {
    slice_name: name,
    viz_type: 'big_number_total',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({
      viz_type: 'big_number_total',
      datasource: `${dataset}__table`,
      metric: 'count',
      adhoc_filters: [],
    }),
  });
  await page.goto(`/explore/?slice_id=${id}`);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/chart\/list\//);
  await page.getByLabel('Search charts').fill(name);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
});
