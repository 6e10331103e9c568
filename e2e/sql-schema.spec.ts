import { expect, type Page } from '@playwright/test';
import { closeEditorTabs } from './support/editor-tabs.ts';
import { test } from './support/journey.ts';
import { change, idOf } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const tree = (page: Page) => page.getByRole('tree');
const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name: new RegExp(`^${name}`) });
const editor = (page: Page) => page.locator('.cm-content').first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openEditor(page: Page): Promise<void> {
  await openSession(page);
  await closeEditorTabs(page);
  await page.goto('/sqllab/');
  await expect(item(page, 'flights, table').first()).toBeVisible();
}

test('a press on a table leaves it under the pointer, though the tree has a group more', async ({ page }) => {
  await openEditor(page);
  const table = item(page, 'penguins, table').last();
  const before = await table.boundingBox();
  await table.click();
  await expect(item(page, 'In this tab, 1 table')).toHaveCount(1);
  await expect(item(page, 'species, varchar').first()).toBeVisible();
  expect(Math.abs(((await table.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
});

test('[3.13-05] a table opens in place, gives its names and its rows, and is there again after a reload', async ({
  page,
}) => {
  await openEditor(page);
  await expect(page.getByText('Read-only', { exact: true })).toBeVisible();
  await item(page, 'flights, table').last().click();
  await expect(item(page, 'delay, integer')).toBeVisible();
  await expect(item(page, 'flights, table').last()).toHaveAttribute('aria-selected', 'true');
  await item(page, 'delay, integer').click();
  await expect(editor(page)).toContainText('delay');

  await item(page, 'delay, integer').hover();
  await page.locator('[aria-label="Profile of delay"]').first().click();
  const profile = page.getByRole('region', { name: 'Profile of delay' });
  await expect(profile.getByRole('img', { name: /^How delay is spread/ })).toBeVisible();
  await expect(profile).toContainText('Distinct');
  await button(page, 'Close the profile').click();
  await item(page, 'origin, varchar').hover();
  await page.locator('[aria-label="Profile of origin"]').first().click();
  await page
    .getByTitle(/^Write a condition for /)
    .first()
    .click();
  await expect(editor(page)).toContainText('"origin" = ');
  await button(page, 'Close the profile').click();

  await item(page, 'flights, table').last().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Preview rows' }).click();
  const preview = page.getByRole('dialog', { name: 'flights' });
  await expect(preview.getByRole('grid')).toBeVisible();
  await expect(preview).toContainText('the first 100 rows');
  await page.keyboard.press('Escape');

  await item(page, 'flights, table').last().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await expect(item(page, 'Pinned, 1 table')).toBeVisible();
  await page.reload();
  await expect(item(page, 'In this tab, 1 table')).toBeVisible();
  await expect(item(page, 'Pinned, 1 table')).toBeVisible();
  await expect(item(page, 'delay, integer').first()).toBeVisible();

  await item(page, 'flights, table').last().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Unpin' }).click();
  await expect(item(page, 'Pinned')).toHaveCount(0);
});

test('the schema bar is walked by keyboard alone: open, insert, look, search, hide', async ({ page }) => {
  await openEditor(page);
  await tree(page).focus();
  const active = () => tree(page).locator('[aria-selected="true"]');
  await page.keyboard.press('Home');
  await expect(active()).toHaveAttribute('aria-level', '1');
  await page.keyboard.press('End');
  await expect(active()).toHaveAttribute('aria-level', '2');
  const nameOf = async () => (await active().locator('.ts-visually-hidden').first().textContent()) ?? '';
  const last = await nameOf();
  await page.keyboard.press('ArrowRight');
  await expect(active()).toHaveAttribute('aria-expanded', 'true');
  await expect(item(page, 'Loading…')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(active()).toHaveAttribute('aria-level', '3');
  const column = (await nameOf()).split(',')[0] ?? '';
  await page.keyboard.press('Enter');
  await expect(editor(page)).toContainText(column);
  await page.keyboard.press('ArrowLeft');
  await expect(active()).toHaveAccessibleName(last);
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Open SELECT in a new tab' })).toBeVisible();
  await page.keyboard.press('Escape');
  await tree(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(active()).toHaveAttribute('aria-expanded', 'false');

  await page.keyboard.press('p');
  const search = page.getByLabel('Search tables');
  await expect(search).toBeFocused();
  await page.keyboard.type('enguins');
  await expect(search).toHaveValue('penguins');
  await expect(item(page, 'penguins')).toBeVisible();
  await expect(item(page, 'flights')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(editor(page)).toContainText('penguins');

  await button(page, 'Hide the tables').press('Enter');
  await expect(tree(page)).toHaveCount(0);
  await button(page, 'Show the tables').press('Enter');
  await expect(tree(page)).toBeVisible();
});

test('[4.10-06] a database that shows no rows of its tables is asked for none, and says why', async ({ page }) => {
  await openSession(page);
  const address = `/api/v1/database/${await idOf(page, 'database', 'database_name', 'samples')}`;
  const { result } = (await (await page.request.get(`${address}/connection`)).json()) as {
    readonly result: { readonly extra: string };
  };
  const extra = { ...(JSON.parse(result.extra || '{}') as object), disable_data_preview: true };
  await change(page, address, { extra: JSON.stringify(extra) });
  try {
    await openEditor(page);
    await item(page, 'flights, table').last().click({ button: 'right' });
    const preview = page.getByRole('menuitem', { name: 'Preview rows' });
    await expect(preview).toBeDisabled();
    await expect(preview).toHaveAttribute('title', 'This database shows no rows of its tables here.');
  } finally {
    await change(page, address, { extra: result.extra });
  }
});
