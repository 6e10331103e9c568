import { expect, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { openSession } from './support/sign-in.ts';

const rows = Array.from({ length: 200 }, (_, row) => {
  const day = new Date(Date.UTC(2024, 0, 1 + row)).toISOString().slice(0, 10);
  return `${day};${['Berlin', 'Hamburg'][row % 2]};${(row / 4).toFixed(2).replace('.', ',')}`;
});

/** Let a file go over the page, as from a folder. */
async function drop(page: Page, name: string, content: string) {
  await page.evaluate(
    ({ name, content }) => {
      const data = new DataTransfer();
      data.items.add(new File([content], name));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    { name, content },
  );
}

test('a file that is dropped anywhere becomes a chart; a faulty row is decided about first', async ({ page }) => {
  await openSession(page);
  await page.goto('/');
  await page.getByRole('heading', { name: /Hello/ }).waitFor();
  await drop(page, 'Dropped sales.csv', `Day;City;Amount\n${rows.toSpliced(100, 0, 'no row').join('\n')}\n`);

  const dialog = page.getByRole('dialog', { name: 'Dropped sales.csv' });
  await expect(dialog.getByText('One row does not fit. Nothing is loaded yet.')).toBeVisible();
  await expect(dialog.getByText('Line 102')).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave these rows out' }).click();
  await expect(dialog.getByText('One row is left out.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create and explore' }).click();

  await page.waitForURL(/\/explore\//);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  await expect(page.getByText('SUM(Amount)').first()).toBeVisible();
});

test('cells that were copied from a spreadsheet become a chart, and no other text does', async ({ page }) => {
  await openSession(page);
  await page.goto('/');
  await page.getByRole('heading', { name: /Hello/ }).waitFor();
  const paste = (text: string) =>
    page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    }, text);
  expect(await paste('A note\nof two lines')).toBe(false);
  expect(await paste(`Day\tCity\tAmount\n${rows.join('\n').replaceAll(';', '\t')}`)).toBe(true);
  const dialog = page.getByRole('dialog', { name: 'Pasted table.tsv' });
  await dialog.getByRole('button', { name: 'Create and explore' }).click();
  await page.waitForURL(/\/explore\//);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  await expect(page.getByText('SUM(Amount)').first()).toBeVisible();
});

test('a file that is no table says why, and nothing is made of it', async ({ page }) => {
  await openSession(page);
  await page.goto('/dataset/list/');
  await page.getByRole('button', { name: 'Upload a file' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'rows.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"a": 1}\n{"a": oops}\n'),
  });
  await expect(dialog.getByText(/This JSON file cannot be read/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await expect(dialog.getByText('Drop a file here')).toBeVisible();
});
