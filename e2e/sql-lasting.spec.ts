import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { closeEditorTabs, openEditor } from './support/editor-tabs.ts';
import { writeDuckdb } from '../server/src/testing/engines/duckdb-file.ts';
import { startOn, type JourneyServer } from './support/journey-server.ts';
import { test } from './support/journey.ts';
import { change, idOf, make } from './support/own-objects.ts';
import { admin, openSession } from './support/sign-in.ts';

const field = (page: Page) => page.locator('.cm-content').first();
const results = (page: Page) => page.getByRole('grid', { name: 'Results' });

async function write(page: Page, sql: string): Promise<void> {
  await field(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(sql);
  await expect(field(page)).toContainText(sql.slice(-12));
}

/** Close one of the tabs of the editor, with the middle of the three keys of a mouse. */
async function closeTab(page: Page, at: number): Promise<void> {
  await page.locator('[data-tab]').nth(at).click({ button: 'middle' });
}

/** The texts of the tabs as the server has them. */
async function storedTexts(page: Page): Promise<readonly (string | null)[]> {
  const { result } = (await (await page.request.get('/api/v1/sqllab/')).json()) as {
    readonly result: { readonly tab_state_ids: readonly { readonly id: number }[] };
  };
  return Promise.all(
    result.tab_state_ids.map(async ({ id }) => {
      const tab = (await (await page.request.get(`/tabstateview/${id}`)).json()) as { readonly sql: string | null };
      return tab.sql;
    }),
  );
}

test.describe('a clock of its own', () => {
  test.use({ isFresh: true });

  test('[4.10-01] [F26] ten minutes without a connection: what is typed is here after them, and on the server', async ({
    page,
    context,
  }) => {
    await openSession(page);
    await page.clock.install();
    await openEditor(page);
    await write(page, 'SELECT 1 AS before_the_tunnel');
    await page.clock.fastForward(6000);
    await expect.poll(() => storedTexts(page)).toContain('SELECT 1 AS before_the_tunnel');
    await context.setOffline(true);
    await write(page, 'SELECT 2 AS in_the_tunnel');
    await expect(page.getByText('You are offline.')).toBeVisible();
    // A run says that nobody answers, and takes nothing away.
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('tab', { name: 'Error' })).toBeVisible();
    for (let minute = 0; minute < 10; minute += 1) await page.clock.fastForward(60_000);
    await page.getByRole('button', { name: 'New query' }).first().click();
    await write(page, 'SELECT 3 AS second_tab');
    await page.clock.fastForward(6000);
    expect(await storedTexts(page).catch(() => [])).not.toContain('SELECT 2 AS in_the_tunnel');
    await context.setOffline(false);
    await page.clock.fastForward(60_000);
    await expect(page.getByText('You are offline.')).toBeHidden();
    await expect.poll(() => storedTexts(page)).toContain('SELECT 2 AS in_the_tunnel');
    await expect.poll(() => storedTexts(page)).toContain('SELECT 3 AS second_tab');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(results(page).getByRole('columnheader', { name: 'second_tab' })).toBeVisible();
  });
});

test('[F30] who is signed out in the middle goes on writing, signs in again in place, and has lost nothing', async ({
  page,
  context,
}) => {
  await openSession(page);
  await openEditor(page);
  await write(page, 'SELECT 1 AS signed_in');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(results(page)).toContainText('signed_in');
  await write(page, 'SELECT 2 AS signed_out');
  // A preview of its own would ask to sign in before the run does.
  await expect(page.getByRole('grid', { name: 'Preview' })).toContainText('signed_out');
  await context.clearCookies();
  await page.keyboard.press('ControlOrMeta+Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  // What was asked goes on by itself.
  await expect(results(page).getByRole('columnheader', { name: 'signed_out' })).toBeVisible();
  await expect(field(page)).toContainText('SELECT 2 AS signed_out');
  await expect.poll(() => storedTexts(page), { timeout: 30_000 }).toContain('SELECT 2 AS signed_out');
  await page.reload();
  await expect(field(page)).toContainText('SELECT 2 AS signed_out');
});

test('[F30] whose session ends in the middle of a word ends the word before the dialog takes the keyboard', async ({
  page,
  context,
}) => {
  await openSession(page);
  await openEditor(page);
  await write(page, 'SELECT 1 AS word');
  await expect(page.getByRole('grid', { name: 'Preview' })).toContainText('word');
  await context.clearCookies();
  // With every letter the preview asks a server that no longer knows the user.
  const asked = page.waitForResponse((response) => response.status() === 401);
  await page.keyboard.type('_that_is_rather_long', { delay: 60 });
  await asked;
  await page.keyboard.type('_and_goes_on', { delay: 60 });
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toBeHidden();
  await expect(field(page)).toHaveText('SELECT 1 AS word_that_is_rather_long_and_goes_on');
});

test('[9.0-32] rows are here again after a reload, of a tab that the server does not know yet, too', async ({
  page,
}) => {
  await openSession(page);
  await openEditor(page);
  await page.route('**/tabstateview/**', (route) => route.abort());
  await write(page, 'SELECT 6 * 7 AS before_the_reload');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(results(page)).toContainText('42');
  await page.reload();
  await expect(results(page).getByRole('columnheader', { name: 'before_the_reload' })).toBeVisible();
});

test('[4.10-03] a tab that is opened again has its rows, its history and its versions', async ({ page }) => {
  await openSession(page);
  await openEditor(page);
  await write(page, 'SELECT 1 AS first_of_the_tab');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(results(page)).toContainText('first_of_the_tab');
  await write(page, 'SELECT 2 AS second_of_the_tab');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(results(page)).toContainText('second_of_the_tab');
  await expect.poll(() => storedTexts(page), { timeout: 30_000 }).toContain('SELECT 2 AS second_of_the_tab');
  await page.getByRole('button', { name: 'New query' }).first().click();
  await closeTab(page, 0);
  await expect.poll(() => storedTexts(page), { timeout: 30_000 }).not.toContain('SELECT 2 AS second_of_the_tab');
  await page.getByRole('button', { name: 'All tabs' }).click();
  await page.getByRole('menuitem', { name: /SELECT 2 AS/ }).click();
  await expect(field(page)).toContainText('second_of_the_tab');
  await expect(results(page).getByRole('columnheader', { name: 'second_of_the_tab' })).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  const history = page.getByRole('list', { name: 'Queries that ran' });
  await expect(history).toContainText('first_of_the_tab');
  await expect(history).toContainText('second_of_the_tab');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: /Search/ })).toBeFocused();
  await page.keyboard.type('Versions of the query');
  await expect(page.getByRole('option', { name: /Versions of the query/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Versions' }).getByRole('region')).toContainText('first_of_the_tab');
});

test('[F29] what is typed after another window closed the tab goes into no other one', async ({ page, context }) => {
  await openSession(page);
  await openEditor(page);
  await write(page, 'SELECT 1 AS of_the_one');
  await page.getByRole('button', { name: 'New query' }).first().click();
  await write(page, 'SELECT 2 AS of_the_other');
  // A pause: nobody types in it any more.
  await expect.poll(() => storedTexts(page), { timeout: 30_000 }).toContain('SELECT 2 AS of_the_other');
  const second = await context.newPage();
  await second.goto('/sqllab/');
  await expect(field(second)).toContainText('SELECT 2 AS of_the_other');
  await closeTab(second, 1);
  await expect(page.getByText('was closed in another window.')).toBeVisible();
  await expect(field(page)).toContainText('SELECT 1 AS of_the_one');
  await page.keyboard.type(' lost words');
  await expect(field(page)).toHaveText('SELECT 1 AS of_the_one');
  await page.getByRole('button', { name: 'Open again' }).click();
  await expect(field(page)).toContainText('SELECT 2 AS of_the_other');
  await expect(page.getByText('was closed in another window.')).toBeHidden();
  await second.close();
});

test('[F29] two browsers that write one tab lose neither text', async ({ page, browser, context, baseURL }) => {
  await openSession(page);
  await openEditor(page);
  await write(page, 'SELECT 1 AS common_text');
  await expect.poll(() => storedTexts(page), { timeout: 30_000 }).toContain('SELECT 1 AS common_text');
  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  try {
    await elsewhere.addCookies(await context.cookies());
    const other = await elsewhere.newPage();
    await other.goto('/sqllab/');
    await expect(field(other)).toContainText('SELECT 1 AS common_text');
    await context.setOffline(true);
    await write(page, 'SELECT 2 AS of_the_first');
    await write(other, 'SELECT 3 AS of_the_second');
    await expect.poll(() => storedTexts(other), { timeout: 30_000 }).toContain('SELECT 3 AS of_the_second');
    await context.setOffline(false);
    const notice = page.getByText('This query was written in another window at the same time.');
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: 'Versions…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Versions' });
    const shown = await field(page).textContent();
    const lost = shown?.includes('of_the_first') === true ? 'of_the_second' : 'of_the_first';
    await dialog
      .getByRole('button', { name: /from another window|while it was written/ })
      .first()
      .click();
    await expect(dialog.getByRole('region', { name: 'What changed' })).toContainText(lost);
    await dialog.getByRole('button', { name: 'Restore this text' }).click();
    await expect(field(page)).toContainText(lost);
  } finally {
    await elsewhere.close();
  }
});

test('[F29] an update of a saved query asks where another text was saved meanwhile', async ({ page }) => {
  await openSession(page);
  const own = `q${Date.now()}`;
  const db_id = await idOf(page, 'database', 'database_name', 'samples');
  const id = await make(page, 'saved_query', { db_id, schema: 'main', label: own, sql: `SELECT 1 AS ${own}` });
  const elsewhere = (sql: string) => change(page, `/api/v1/saved_query/${id}`, { sql });
  const storedText = async () => {
    const answer = await page.request.get(`/api/v1/saved_query/${id}`);
    return ((await answer.json()) as { readonly result: { readonly sql: string } }).result.sql;
  };
  const update = page.getByRole('button', { name: 'Update', exact: true });
  const dialog = page.getByRole('dialog', { name: 'The saved query has another text' });
  await closeEditorTabs(page);
  await page.goto(`/sqllab/?savedQueryId=${id}`);
  await expect(field(page)).toContainText(own);

  await elsewhere(`SELECT 2 AS ${own}_theirs`);
  await write(page, `SELECT 3 AS ${own}_mine`);
  await update.click();
  await expect(dialog.getByRole('region', { name: 'What changed' })).toContainText(`${own}_theirs`);
  expect(await storedText()).toBe(`SELECT 2 AS ${own}_theirs`);
  await dialog.getByRole('button', { name: 'Load theirs' }).click();
  await expect(field(page)).toContainText(`${own}_theirs`);

  // What was read is no longer news, and a move of the query never is.
  await change(page, `/api/v1/saved_query/${id}`, { folder: own });
  await write(page, `SELECT 4 AS ${own}_mine`);
  await update.click();
  await expect.poll(storedText).toBe(`SELECT 4 AS ${own}_mine`);

  await elsewhere(`SELECT 5 AS ${own}_theirs`);
  await write(page, `SELECT 6 AS ${own}_mine`);
  await update.click();
  await dialog.getByRole('button', { name: 'Overwrite' }).click();
  await expect(dialog).toBeHidden();
  expect(await storedText()).toBe(`SELECT 6 AS ${own}_mine`);

  await elsewhere(`SELECT 7 AS ${own}_theirs`);
  await update.click();
  await dialog.getByRole('button', { name: 'Save mine as new' }).click();
  await expect(page.getByRole('dialog', { name: 'Save query' })).toBeVisible();
});

test('[F31] a query in the background goes on through a restart of the server, and its page finds it', async ({
  browser,
}) => {
  const home = mkdtempSync(join(tmpdir(), 'tessera-restart-'));
  await writeDuckdb(
    join(home, 'data', 'words.duckdb'),
    "CREATE TABLE words AS SELECT 'word ' || i AS one, 'other ' || i * 7 AS two FROM range(400000) AS r(i)",
  );
  let server: JourneyServer = await startOn(home, { TESSERA_SAMPLES: '0' });
  const { origin, port } = new URL(server.url);
  const context = await browser.newContext({ baseURL: origin });
  try {
    const page = await context.newPage();
    const token = new URL(await server.setupLink()).searchParams.get('token');
    await page.request.post('/api/v1/setup', { data: { ...admin, token } });
    const { username, password } = admin;
    expect((await page.request.post('/login/', { data: { username, password } })).ok()).toBe(true);
    const parameters = { path: 'words.duckdb' };
    await make(page, 'database', { database_name: 'words', engine: 'duckdb', parameters, allow_run_async: true });
    await page.goto('/sqllab/');
    // Some seconds: long enough to be in the middle of it.
    await write(page, 'SELECT sum(levenshtein(repeat(one, 8), repeat(two, 8))) AS work FROM words');
    await page.getByRole('button', { name: 'Ways to run' }).click();
    await page.getByRole('menuitem', { name: 'Run in the background' }).click();
    const done = results(page).getByRole('columnheader', { name: 'work' });
    await expect(page.getByRole('toolbar', { name: 'Query' }).getByText('running').or(done).first()).toBeVisible();
    await server.stop();
    server = await startOn(home, { TESSERA_SAMPLES: '0', PORT: port });
    await expect(done).toBeVisible({ timeout: 90_000 });
    await expect(field(page)).toContainText('AS work FROM words');
  } finally {
    await context.close();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
});
