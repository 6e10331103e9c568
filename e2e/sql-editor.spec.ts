import { expect, type Page } from '@playwright/test';
import { openEditor } from './support/editor-tabs.ts';
import { test } from './support/journey.ts';
import { change, idOf, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const field = '.cm-content';

/** Write a script over what stands there. */
async function type(page: Page, sql: string): Promise<void> {
  await page.locator(field).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(sql);
  await expect(page.locator(field)).toContainText(sql.slice(-12));
}

test('[1.0-04] [2.1-01] [4.9-03] [4.10-05] [F27] write, run, and find the text after the page was killed', async ({
  page,
}) => {
  await openSession(page);
  await openEditor(page);
  await expect(page.getByRole('tab', { name: /Untitled Query 1/ })).toBeVisible();
  await page.locator(field).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('SELECT 41 + 1 AS answer');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('grid', { name: 'Results' })).toContainText('42');
  await page.locator(field).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(', 7 AS more');
  // The process of the page ends without a word.
  const tools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void tools.send('Page.crash').catch(() => undefined);
  await crashed;
  const again = await page.context().newPage();
  await again.goto('/sqllab/');
  await expect(again.locator(field)).toContainText('SELECT 41 + 1 AS answer, 7 AS more');
});

test('what comes by a link is not previewed before somebody writes in it', async ({ page }) => {
  await openSession(page);
  await openEditor(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/sqllab/preview/')) asked.push(request.postData() ?? '');
  });
  const database = await idOf(page, 'database', 'database_name', 'samples');
  await page.goto(`/sqllab/?dbid=${database}&schema=main&title=Theirs&sql=SELECT%2040%20AS%20sent`);
  await expect(page.locator(field)).toContainText('AS sent');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('The first rows appear here while you write.');
  await page.locator(field).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(', 2 AS mine');
  await expect(preview.getByRole('columnheader', { name: 'mine' })).toBeVisible();
  expect(asked.filter((body) => !body.includes('mine'))).toEqual([]);
});

test('[F29] two windows on one tab tell each other', async ({ page }) => {
  await openSession(page);
  await openEditor(page);
  await page.locator(field).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('SELECT 1');
  const other = await page.context().newPage();
  await other.goto('/sqllab/');
  await expect(other.locator(field)).toContainText('SELECT 1');
  await other.locator(field).click();
  await other.keyboard.press('ControlOrMeta+End');
  await other.keyboard.type('23');
  await expect(page.locator(field)).toContainText('SELECT 123');
});

test('the palette finds one of many tabs by its name', async ({ page }) => {
  await openSession(page);
  await openEditor(page);
  await type(page, 'SELECT 1 AS of_the_first');
  await page.getByRole('button', { name: 'New query' }).first().click();
  await type(page, 'SELECT 2 AS of_the_second');
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog').filter({ has: page.getByRole('listbox', { name: 'Results' }) });
  await palette.getByRole('combobox').fill('Untitled Query 1');
  await expect(palette.getByRole('option', { name: /^Untitled Query 1/ })).toContainText('Open tab');
  await page.keyboard.press('Enter');
  await expect(page.locator(field)).toContainText('of_the_first');
});

test('[7.6-02] what changes data is asked about, and what was there before stays till then', async ({ page }) => {
  await openSession(page);
  const database = await idOf(page, 'database', 'database_name', 'samples');
  const execute = (sql: string) =>
    write(page, 'POST', '/api/v1/sqllab/execute/', { database_id: database, sql, confirm: true });
  await change(page, `/api/v1/database/${database}`, { allow_dml: true });
  await execute('CREATE TABLE asked AS SELECT i AS id FROM range(50) AS r(i)');
  try {
    await openEditor(page);
    const results = page.getByRole('grid', { name: 'Results' });
    await type(page, 'SELECT count(*) AS left_over FROM asked');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(results).toContainText('50');
    await type(page, 'DELETE FROM asked WHERE id < 20');
    await page.keyboard.press('ControlOrMeta+Enter');
    const dialog = page.getByRole('dialog', { name: 'Change data?' });
    await expect(dialog).toContainText('It changes 20 rows of the database samples.');
    await expect(dialog).toContainText('DELETE FROM asked WHERE id < 20');
    // The safe answer has the focus.
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(results).toContainText('50');
    await page.locator(field).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await dialog.getByRole('button', { name: 'Change the data' }).click();
    await expect(page.getByText('20 rows changed').first()).toBeVisible();
    await type(page, 'SELECT count(*) AS left_over FROM asked');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(results).toContainText('30');
    // What a statement makes is among the tables without being asked for.
    const made = page.getByRole('treeitem', { name: /^made_here, table/ });
    await expect(page.getByRole('treeitem', { name: /^flights, table/ })).toBeVisible();
    for (const [sql, count] of [
      ['CREATE TABLE made_here AS SELECT 1 AS one', 1],
      ['DROP TABLE made_here', 0],
    ] as const) {
      await type(page, sql);
      await page.keyboard.press('ControlOrMeta+Enter');
      await dialog.getByRole('button', { name: 'Change the data' }).click();
      await expect(made).toHaveCount(count);
    }
  } finally {
    await execute('DROP TABLE asked');
    await change(page, `/api/v1/database/${database}`, { allow_dml: false });
  }
});
