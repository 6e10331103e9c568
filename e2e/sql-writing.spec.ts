import { expect, type Page } from '@playwright/test';
import { openEditor } from './support/editor-tabs.ts';
import { test } from './support/journey.ts';
import { openSession } from './support/sign-in.ts';

const editor = (page: Page) => page.locator('.cm-content').first();
const offers = (page: Page) => page.getByRole('listbox');

test.beforeEach(async ({ page }) => {
  await openSession(page);
  await openEditor(page);
  await expect(page.getByRole('treeitem', { name: /^flights, table/ }).first()).toBeVisible();
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+a');
});

test('the database marks what is wrong before it runs, and the mark mends it', async ({ page }) => {
  // The parser of the page finds nothing wrong with it: only the database knows its functions.
  await page.keyboard.insertText("SELECT strptime(5, 'x', 1, 2, 3) AS day FROM flights");
  const mark = page.locator('.cm-lintRange-error');
  await expect(mark).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('SELECT origin_cty FROM flights');
  await expect(mark).toHaveText('origin_cty');
  await page.keyboard.press('ControlOrMeta+.');
  await offers(page)
    .getByRole('option', { name: /origin_city/ })
    .first()
    .click();
  await expect(editor(page)).toContainText('SELECT origin_city FROM flights');
  await expect(mark).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('grid', { name: 'Results' })).toBeVisible();
});

test('functions of the database are offered with what they take', async ({ page }) => {
  await page.keyboard.insertText('SELECT levensh');
  await page.keyboard.type('t');
  await expect(page.locator('.cm-completionInfo')).toContainText('levenshtein(');
  await page.keyboard.press('Enter');
  await expect(editor(page)).toContainText('levenshtein(');
  await expect(
    page
      .locator('.cm-tooltip')
      .getByText(/varchar/i)
      .first(),
  ).toBeVisible();
});

test('a snippet is stored with its user: another browser offers it', async ({ page }) => {
  await page.keyboard.insertText('SELECT 40 + 2 AS forty_two');
  await page.getByRole('button', { name: 'More of the text' }).click();
  await page.getByRole('menuitem', { name: 'Snippets…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Snippets' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('answer');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('of everything');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  // As in a browser that has never been here.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('answ');
  await offers(page)
    .getByRole('option', { name: /answer/ })
    .first()
    .click();
  await expect(editor(page)).toContainText('SELECT 40 + 2 AS forty_two');
  await page.getByRole('button', { name: 'More of the text' }).click();
  await page.getByRole('menuitem', { name: 'Snippets…' }).click();
  await dialog.getByRole('button', { name: 'Remove answer' }).click();
  await expect(dialog.getByText('of everything')).toBeHidden();
});
