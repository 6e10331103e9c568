import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { openEditor } from './support/editor-tabs.ts';
import { test } from './support/journey.ts';
import { focused, go } from './support/keys.ts';
import { openSession } from './support/sign-in.ts';
import { slowWork } from './support/slow-work.ts';

const field = (page: Page) => page.locator('.cm-content').first();
const results = (page: Page) => page.getByRole('grid', { name: 'Results' });

/** Write over what stands in the field, which has the focus; then leave it by the Tab key. */
async function write(page: Page, sql: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(sql);
  await expect(field(page)).toContainText(sql.slice(-12));
}

test('[2.1-01] the whole way without a pointer: write, complete, run, stop, a file, a chart, a dataset', async ({
  page,
}) => {
  await openSession(page);
  await openEditor(page);
  await expect(page.getByRole('treeitem', { name: /^flights, table/ }).first()).toBeVisible();
  // The cursor is ready.
  await expect.poll(() => focused(page)).toBe('textbox SQL');
  await write(page, 'SELECT count(*) AS n FROM ');
  await page.keyboard.type('fl');
  const offered = page.getByRole('listbox').getByRole('option', { selected: true });
  await expect(offered).toContainText('flights');
  for (const [letter, read] of [
    ['i', 'fli'],
    ['g', 'flig'],
    ['h', 'fligh'],
  ] as const) {
    await page.keyboard.type(letter);
    await expect(offered.locator('.cm-completionMatchedText').first()).toHaveText(read);
  }
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveText('SELECT count(*) AS n FROM flights', { useInnerText: true });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(results(page).getByRole('columnheader', { name: 'n' })).toBeVisible();

  // Stopped down to the database.
  await write(page, `SELECT ${slowWork('endless')} AS work FROM flights`);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('toolbar', { name: 'Query' }).getByText('running').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Query was stopped.').first()).toBeVisible();

  await write(
    page,
    'SELECT origin_state AS state, count(*) AS flights FROM flights GROUP BY 1 ORDER BY 2 DESC LIMIT 4',
  );
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(results(page)).toHaveAttribute('aria-rowcount', '5');
  // Escape would stop what shows its rows and has not ended.
  await expect(page.getByRole('toolbar', { name: 'Query' }).getByText('running')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await go(page, /^button Download$/);
  await page.keyboard.press('Enter');
  const file = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).press('Enter');
  expect((await readFile(await (await file).path(), 'utf8')).split('\n')[0]).toContain('state,flights');

  await go(page, /^input Rows$/, 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('img', { name: /SUM\(flights\)/ })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(results(page)).toBeVisible();

  await go(page, /^button Save as dataset$/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as dataset' });
  await expect(dialog).toBeVisible();
  await go(page, /^input Dataset name/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('States by keys');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The dataset was saved')).toBeVisible();
});
