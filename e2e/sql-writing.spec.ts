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

test('Enter behind a word that is written out is a line end, and completes one that is not', async ({ page }) => {
  await page.keyboard.insertText('SELECT origin FROM flights ORDER BY origin ');
  await page.keyboard.type('desc');
  await expect(offers(page).getByRole('option', { name: 'DESC' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('lim');
  await expect(offers(page).getByRole('option', { name: 'LIMIT' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('5');
  await expect(page.locator('.cm-line').nth(1)).toHaveText(/^LIMIT ?5$/);
  await expect(page.locator('.cm-line').first()).toHaveText('SELECT origin FROM flights ORDER BY origin desc');
});

test('long lines go on below on a phone, and elsewhere for whoever wants them to', async ({ page }) => {
  const line = page.locator('.cm-content.cm-lineWrapping');
  await page.keyboard.insertText(`SELECT ${'origin, '.repeat(60)}delay FROM flights`);
  await expect(line).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(line).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(line).toHaveCount(0);
  await page.getByRole('button', { name: 'More of the text' }).click();
  await page.getByRole('menuitem', { name: 'Wrap long lines' }).click();
  await expect(line).toBeVisible();
  await page.reload();
  await expect(line).toBeVisible();
});

test('a statement is run with the template tags that it depends on, and without the statements beside it', async ({
  page,
}) => {
  await page.keyboard.insertText(
    "{% set d = 7 %}\nSELECT {{ d }} AS seven;\n{% if 1 == 2 %}\nSELECT 'no' AS never;\n{% endif %}",
  );
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('grid', { name: 'Preview' })).toContainText('seven');
  await page.keyboard.press('ControlOrMeta+Enter');
  const grid = page.getByRole('grid', { name: 'Results' });
  await expect(grid.getByRole('columnheader', { name: 'seven' })).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: '7', exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'never' })).toHaveCount(0);
});

test('what a preview counts over a part of the rows is said to be that', async ({ page }) => {
  await page.keyboard.insertText('SELECT count(*) AS n FROM flights');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('From at most 100,000 rows of each table');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('SELECT 42 AS n');
  await expect(preview).toContainText('All of it: 1 row');
});

test('Emacs keys kill and yank, Vim keys delete and paste, and the page leaves them to the editor', async ({
  page,
}) => {
  const keysOf = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'More of the text' }).click();
    await page.getByText(name, { exact: true }).click();
    await editor(page).click();
  };
  await page.keyboard.insertText('SELECT 1');
  await keysOf('Emacs keys');
  await expect(page.locator('.cm-emacsMode')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+k');
  await expect(editor(page)).not.toContainText('SELECT');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+y');
  await expect(editor(page)).toContainText('SELECT 1');
  await keysOf('Vim keys');
  await expect(page.locator('.cm-vim-panel')).toBeVisible();
  await page.keyboard.type('ddp');
  await expect(editor(page)).toContainText('SELECT 1');
  await keysOf('Standard keys');
  await expect(page.locator('.cm-vim-panel')).toHaveCount(0);
});
