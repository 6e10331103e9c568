import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { says } from './support/says.ts';
import { openSession } from './support/sign-in.ts';

const days = Array.from({ length: 120 }, (_, row) => {
  const day = new Date(Date.UTC(2024, 0, 1 + Math.floor(row / 2))).toISOString().slice(0, 10);
  return `${day},${['Berlin', 'Hamburg'][row % 2]},${100 + ((row * 37) % 50)}`;
});
const csv = `Day,City,Amount\n${days.join('\n')}\n`;

const chart = (page: Page): Locator => page.locator('[data-chart-id]').first();
const rendered = (page: Page) => expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');
const control = (page: Page, key: string): Locator => page.locator(`[data-control="${key}"]`);

async function takeType(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'All chart types' }).click();
  await page.getByRole('radio', { name, exact: true }).dblclick();
  await rendered(page);
}

test('from a file to a chart on a dashboard, with a filter, a rolling mean and a comparison', async ({ page }) => {
  const name = `Sales of a file ${Date.now()}`;
  await openSession(page);
  await page.goto('/');
  await page.getByRole('heading', { name: /Hello/ }).waitFor();
  await page.evaluate((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'Journey sales.csv'));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, csv);
  await page.getByRole('dialog').getByRole('button', { name: 'Create and explore' }).click();
  await page.waitForURL(/\/explore\//);
  await rendered(page);

  await takeType(page, 'Bar Chart');
  await takeType(page, 'Line Chart');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('textbox', { name: 'Search columns' }).fill('City');
  await page.getByRole('option', { name: /City/ }).first().click();
  await page.getByRole('combobox', { name: 'Values' }).fill('Berl');
  await page.getByRole('option', { name: 'Berlin', exact: true }).click();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Apply' }).click();
  await rendered(page);

  await page.getByRole('textbox', { name: 'Search settings' }).fill('rolling');
  await control(page, 'rolling_type').getByRole('combobox').click();
  await page.getByRole('option', { name: 'Mean', exact: true }).click();
  await control(page, 'rolling_periods').getByRole('textbox').fill('7');
  await rendered(page);
  await page.getByRole('textbox', { name: 'Search settings' }).fill('time shift');
  await control(page, 'time_compare').getByRole('combobox').click();
  await page.getByRole('option', { name: '1 week ago' }).click();
  await page.keyboard.press('Escape');
  await says(page, /1 week ago/);

  await page.getByRole('button', { name: 'Undo' }).click();
  await says(page, /1 week ago/, 0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await says(page, /1 week ago/);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save chart' });
  await dialog.getByLabel('Chart name').fill(name);
  await dialog.getByRole('combobox', { name: 'Add to dashboard' }).fill(`${name} board`);
  await page.getByRole('option', { name: `Use "${name} board"` }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Chart [${name}] has been saved`)).toBeVisible();
  await page.reload();
  await rendered(page);
  await expect(chart(page).getByRole('img', { name: /1 week ago/ })).toBeVisible();
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  const link = page.getByRole('dialog', { name: 'Share' }).getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/^http/);
  await page.goto(await link.inputValue());
  await rendered(page);
  await expect(chart(page).getByRole('img', { name: /1 week ago/ })).toBeVisible();
});
