import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/journey.ts';
import { signIn } from './support/sign-in.ts';

test('a query is run by keyboard, mended where it is wrong, and becomes a dataset', async ({ page }) => {
  await signIn(page);
  await page.goto('/dataset/add/?kind=query');
  await page.getByRole('combobox', { name: 'Database' }).click();
  await page.getByRole('option', { name: 'samples' }).click();
  await page.getByLabel('Name').fill(`Rain ${Date.now()}`);
  const query = page.getByRole('textbox', { name: 'Query' });
  await query.focus();
  await page.keyboard.insertText('SELECT nothing FROM seattle_weather');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/^Line 1, column 8:/)).toBeVisible();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('SELECT date, precipitation FROM seattle_weather WHERE precipitation > 20');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('grid', { name: 'Preview' })).toBeVisible();
  await expect(page.getByText('51 rows, 2 columns')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create and explore' }).click();
  await expect(page).toHaveURL(/\/explore\//);
});
