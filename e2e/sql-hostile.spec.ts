import { expect, type Page } from '@playwright/test';
import { closeEditorTabs } from './support/editor-tabs.ts';
import { watchBreaches } from './support/hostile-page.ts';
import { test } from './support/journey.ts';
import { make, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

// Attack case 50 in the SQL editor: hostile text in what users store, in what a database answers, and in its structure.

const script = 'window.ran=(window.ran??0)+1';
const hostile = `<img src=x onerror="${script}">"'><script>${script}</script><svg onload=${script}>`;
const quoted = `"${hostile.replaceAll('"', '""')}"`;
const text = `'${hostile.replaceAll("'", "''")}'`;
const sql =
  `SELECT ${text} AS ${quoted}, 'javascript:${script}' AS link, 'data:text/html,<script>${script}</script>' AS data, ` +
  `'{"a": "<img src=x onerror=${script}>"}' AS json, '=1+1' AS formula`;

/** What ran, and markup that nobody of us made. */
async function found(page: Page) {
  // An image that fails behind all that were there before: theirs have failed by then, and their handlers have run.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const probe = new Image();
        probe.addEventListener('error', () => requestIdleCallback(() => done()));
        probe.src = '/no-image';
      }),
  );
  return page.evaluate(() => ({
    ran: (window as unknown as { readonly ran?: number }).ran ?? 0,
    markup: [
      ...document.querySelectorAll(
        'iframe, base, form[action^="http"], [href^="javascript:"], [href^="data:"], [onerror], [onload], img[src="x"]',
      ),
    ].map((element) => element.outerHTML),
  }));
}
const nothing = { ran: 0, markup: [] };

/** A database whose tables and columns are called so, and say so. */
async function hostileStructure(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/database\/\d+\/tables\//, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { readonly result?: readonly object[] };
    const result = [{ value: hostile, type: 'table', extra: null }, ...(body.result ?? [])];
    await route.fulfill({ response: answer, json: { ...body, count: result.length, result } });
  });
  await page.route(/\/api\/v1\/database\/\d+\/table_metadata\//, async (route) => {
    const column = { name: hostile, type: hostile, longType: hostile, nullable: true, comment: hostile, keys: [] };
    const answer = await route.fetch();
    const body = answer.ok() ? ((await answer.json()) as object) : {};
    await route.fulfill({ json: { indexes: [], foreignKeys: [], ...body, comment: hostile, columns: [column] } });
  });
}

test('[attack 50] hostile names, texts, cells and errors are text in the SQL editor and its lists', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await openSession(page);
  await page.goto('/');
  await closeEditorTabs(page);
  const start = await page.request.get('/api/v1/sqllab/');
  const { result } = (await start.json()) as { readonly result: { readonly databases: object } };
  const database = Number(Object.keys(result.databases)[0]);
  const saved = await make(page, 'saved_query', {
    db_id: database,
    label: hostile,
    description: hostile,
    folder: hostile.replaceAll('/', ' ').slice(0, 60),
    sql,
  });
  const editor = { id: 'hostile-tab', name: hostile, dbId: database, schema: 'main', sql };
  await write(page, 'POST', '/tabstateview/', { queryEditor: editor });
  await write(page, 'PUT', '/api/v1/sqllab/snippets/', {
    snippets: [{ name: hostile.slice(0, 100), description: hostile, sql: hostile }],
  });
  await hostileStructure(page);
  const breaches = watchBreaches(page);

  await page.goto('/sqllab/');
  await expect(page.locator('.cm-content').first()).toContainText('javascript:');
  const results = page.getByRole('region', { name: 'Results' });
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.click();
  const grid = page.getByRole('grid', { name: 'Results' });
  await expect(grid.getByText('=1+1')).toBeVisible();
  expect(await found(page)).toEqual(nothing);

  // Each cell opens whole; an address that runs something leads nowhere.
  for (let cell = 0; cell < 4; cell += 1) {
    await grid.getByRole('row').nth(1).getByRole('gridcell').nth(cell).dblclick();
    const viewer = page.getByRole('dialog');
    await expect(viewer.getByRole('button', { name: 'Copy' })).toBeVisible();
    expect(await found(page)).toEqual(nothing);
    await expect(viewer.getByRole('link')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
  }

  // The structure of a database, its names offered while one types, and a snippet among them.
  const item = page.getByRole('treeitem').filter({ hasText: '<img src=x' }).first();
  await item.click();
  await item.hover();
  expect(await found(page)).toEqual(nothing);
  const field = page.locator('.cm-content').first();
  await field.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('SELECT * FROM ');
  await page.keyboard.press('Control+Space');
  await expect(page.locator('.cm-tooltip-autocomplete')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  expect(await found(page)).toEqual(nothing);
  await page.keyboard.press('Escape');

  // What the database says of a name that it does not find.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(`SELECT * FROM ${quoted}`);
  await page.keyboard.press('Escape');
  await run.click();
  await expect(results.getByText(/does not exist/).first()).toContainText('onerror');
  expect(await found(page)).toEqual(nothing);

  for (const path of ['/savedqueryview/list/', '/sqllab/history/', `/sqllab/?savedQueryId=${saved}`]) {
    await page.goto(path);
    await expect(page.getByText('onerror', { exact: false }).first()).toBeVisible();
    expect([path, await found(page)]).toEqual([path, nothing]);
  }
  expect(breaches).toEqual({ elsewhere: [], violations: [] });

  await write(page, 'DELETE', `/api/v1/saved_query/${saved}`);
  await write(page, 'PUT', '/api/v1/sqllab/snippets/', { snippets: [] });
  await closeEditorTabs(page);
});

test('[attack 50] what turns the direction of a text is seen, and a statement reads as it runs', async ({ page }) => {
  await openSession(page);
  await page.goto('/');
  await closeEditorTabs(page);
  await page.goto(`/sqllab/?sql=${encodeURIComponent("SELECT 1 /* \u202e, 'all of it' */ AS one\u200b")}`);
  const content = page.locator('.cm-content').first();
  await expect(content).toContainText("'all of it' */ AS one");
  await expect(content.getByLabel('Control character')).toHaveCount(2);
});
