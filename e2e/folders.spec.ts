import { expect, type Page } from '@playwright/test';
import { expectAccessibleInThemes } from './support/axe.ts';
import { test } from './support/journey.ts';
import { make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const strip = (page: Page) => page.getByRole('navigation', { name: 'Folders' });

async function makeFolder(page: Page, name: string): Promise<void> {
  await button(page, 'New folder').click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(strip(page).getByText(name)).toHaveAttribute('aria-current', 'page');
}

test('dashboards are put into folders, found there, and moved out again', async ({ page }) => {
  await openSession(page);
  const own = `${Date.now()}`;
  await make(page, 'dashboard', { dashboard_title: `Sales ${own}` });

  await page.goto('/dashboard/list/');
  await makeFolder(page, `Europe ${own}`);
  await makeFolder(page, `Italy ${own}`);
  await expect(page.getByText('Nothing is in this folder, or nothing of it matches.')).toBeVisible();
  await strip(page).getByRole('link', { name: 'All dashboards' }).click();

  await page.getByRole('checkbox', { name: `Select Sales ${own}` }).check();
  await button(page, 'Move to folder').click();
  await dialog(page).getByRole('combobox', { name: 'Folder' }).fill(`Italy ${own}`);
  await page.getByRole('option', { name: `Europe ${own} / Italy ${own}` }).click();
  await expectAccessibleInThemes(page);
  await dialog(page).getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('1 dashboard was moved')).toBeVisible();

  await strip(page)
    .getByRole('link', { name: `Europe ${own} 1` })
    .click();
  await expect(page.getByRole('row', { name: new RegExp(`Sales ${own}`) })).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 dashboard', { exact: true })).toBeVisible();
  await strip(page)
    .getByRole('link', { name: `Italy ${own} 1` })
    .click();

  await button(page, 'This folder').click();
  await page.getByRole('menuitem', { name: 'Delete folder' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Something is in this folder. Move it first.')).toBeVisible();
  await page.getByRole('checkbox', { name: `Select Sales ${own}` }).check();
  await button(page, 'Move to folder').click();
  await dialog(page).getByRole('button', { name: 'Move' }).click();
  await button(page, 'This folder').click();
  await page.getByRole('menuitem', { name: 'Delete folder' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(strip(page).getByText(`Europe ${own}`)).toHaveAttribute('aria-current', 'page');
});
