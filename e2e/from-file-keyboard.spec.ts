import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { focused, go } from './support/keys.ts';
import { says } from './support/says.ts';
import { openSession } from './support/sign-in.ts';

const days = Array.from({ length: 120 }, (_, row) => {
  const day = new Date(Date.UTC(2024, 0, 1 + Math.floor(row / 2))).toISOString().slice(0, 10);
  return `${day},${['Berlin', 'Hamburg'][row % 2]},${100 + ((row * 37) % 50)}`;
});
const csv = `Day,City,Amount\n${days.join('\n')}\n`;

const chart = (page: Page): Locator => page.locator('[data-chart-id]').first();
const rendered = (page: Page) => expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');
const comparison = (page: Page): Locator => chart(page).getByRole('img', { name: /1 week ago/ });
const press = (page: Page, key: string) => page.keyboard.press(key);

/** Whether nothing under the hands was taken away. */
const expectFocus = (page: Page) => expect.poll(() => focused(page)).not.toMatch(/^body/);

async function takeType(page: Page, name: string): Promise<void> {
  await go(page, /^button All chart types/, 'Shift+Tab');
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'Search all charts' })).toBeFocused();
  await page.keyboard.type(name);
  await go(page, new RegExp(`^radio ${name}`));
  await press(page, 'Space');
  await press(page, 'Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await rendered(page);
  await expectFocus(page);
}

/** Find a setting by its search, which takes the focus from wherever it is, and go to it. */
async function setting(page: Page, search: string, to: RegExp): Promise<void> {
  await go(page, /Search settings/, 'Shift+Tab');
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type(search);
  await press(page, 'Tab');
  await go(page, to);
}

test('[2.3] from a file to a chart on a dashboard without a pointer', async ({ page }) => {
  const name = `Typed ${Date.now()}`;
  await openSession(page);
  await page.goto('/');
  await page.getByRole('heading', { name: /Hello/ }).waitFor();
  await press(page, 'ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: /Search/ })).toBeFocused();
  await page.keyboard.type('upload a file');
  await expect(page.getByRole('option', { name: /Upload a file/ })).toBeVisible();
  await press(page, 'Enter');
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  // The dialog takes the focus once it is whole.
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  await go(page, /^button Choose a file/);
  // The list of files that opens belongs to the system.
  const input = page.getByRole('dialog').locator('input[type=file]');
  await input.setInputFiles({ name: 'Typed sales.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByRole('button', { name: 'Create and explore' })).toBeEnabled();
  await go(page, /^button Create and explore/);
  await press(page, 'Enter');
  await page.waitForURL(/\/explore\//);
  await rendered(page);
  await expectFocus(page);

  await go(page, /^button All chart types/);
  await takeType(page, 'Bar Chart');
  await takeType(page, 'Line Chart');

  await go(page, /^button Filters$/);
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'Search columns' })).toBeFocused();
  await page.keyboard.type('City');
  await press(page, 'Enter');
  await expect(page.getByRole('combobox', { name: 'Values' })).toBeFocused();
  await page.keyboard.type('Berl');
  await expect(page.getByRole('option')).toHaveText(['Berlin', 'Use "Berl"']);
  await press(page, 'Enter');
  await go(page, /^button Or another condition/);
  await press(page, 'Enter');
  await page.keyboard.type('Amount');
  await press(page, 'Enter');
  await expect(page.getByRole('option', { name: '101', exact: true })).toBeVisible();
  await page.keyboard.type('101');
  await expect(page.getByRole('option')).toHaveText(['101']);
  await press(page, 'Enter');
  await go(page, /^button Apply/);
  await press(page, 'Enter');
  await expect(
    page.getByRole('button', { name: 'City is one of Berlin or Amount is one of 101', exact: true }),
  ).toBeVisible();
  await rendered(page);
  await expectFocus(page);

  await setting(page, 'rolling', /^combobox Rolling/);
  await page.keyboard.type('mean');
  await press(page, 'Enter');
  await go(page, /^input Periods/);
  await page.keyboard.type('7');
  await rendered(page);
  await setting(page, 'time shift', /^combobox Time shift/);
  await page.keyboard.type('1 week');
  await press(page, 'Enter');
  await press(page, 'Escape');
  await says(page, /1 week ago/);
  await press(page, 'Tab');
  await press(page, 'ControlOrMeta+z');
  await says(page, /1 week ago/, 0);
  await press(page, 'ControlOrMeta+Shift+z');
  await says(page, /1 week ago/);

  await press(page, 'ControlOrMeta+s');
  const dialog = page.getByRole('dialog', { name: 'Save chart' });
  await expect(dialog.getByLabel('Chart name')).toBeFocused();
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type(name);
  await press(page, 'Tab');
  await page.keyboard.type(`${name} board`);
  await expect(page.getByRole('option')).toHaveText([`Use "${name} board"`]);
  await press(page, 'Enter');
  await go(page, /^button Save$/);
  await press(page, 'Enter');
  await expect(page.getByText(`Chart [${name}] has been saved`)).toBeVisible();
  await expectFocus(page);
  await page.reload();
  await rendered(page);
  await expect(comparison(page)).toBeVisible();
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);

  await go(page, /^button More actions/);
  await press(page, 'ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Force refresh' })).toBeFocused();
  await page.keyboard.press('End');
  for (let step = 0; step < 12 && !/Share/.test(await focused(page)); step += 1) await press(page, 'ArrowUp');
  await press(page, 'Enter');
  const link = page.getByRole('dialog', { name: 'Share' }).getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/^http/);
  await page.goto(await link.inputValue());
  await rendered(page);
  await expect(comparison(page)).toBeVisible();
});
