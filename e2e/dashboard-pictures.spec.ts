import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { button, newDashboard } from './support/dashboards.ts';
import { test } from './support/journey.ts';
import { openSession } from './support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

test('a dashboard is seen as a picture in the list, in light and dark, and so is each of its versions', async ({
  page,
}) => {
  const title = `Pictured ${Date.now()}`;
  await newDashboard(page, title, ['Days by weather']);
  await button(page, 'Save').click();
  await button(page, 'Edit dashboard').click();
  await page.getByLabel('Title of the dashboard').fill(`${title} again`);
  await page.getByLabel('Title of the dashboard').press('Enter');
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();

  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Version history' }).click();
  const dialog = page.getByRole('dialog', { name: 'Version history' });
  // One beside each version, and the chosen one at large.
  await expect(dialog.locator('[data-picture="there"]')).toHaveCount(3);

  await page.goto('/dashboard/list/');
  await page.getByRole('radio', { name: 'Cards' }).check({ force: true });
  const card = page.getByRole('listitem').filter({ hasText: `${title} again` });
  const image = card.locator('[data-picture="there"] img');
  await expect(image).toHaveAttribute('src', /\/thumbnail\/\w+\/\?mode=light$/);
  expect(await image.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight])).toEqual([800, 480]);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(image).toHaveAttribute('src', /mode=dark$/);
});
