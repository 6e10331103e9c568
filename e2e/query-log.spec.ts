import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInThemes } from './support/axe.ts';
import { test } from './support/journey.ts';
import { datasetId, idOf, make, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

// Every query is logged, and an administrator finds it.

const stamp = Date.now();
const alpha = { username: `asks${stamp}`, password: 'a password of nine words' };
const marker = `marker_${stamp}`;
const hostile = `"><img src=x onerror="window.ran=1"> ${'long '.repeat(40)}${stamp}`;

const question = (dataset: number, sqlExpression: string) => ({
  datasource: { id: dataset, type: 'table' },
  queries: [{ columns: ['species'], metrics: [{ expressionType: 'SQL', sqlExpression, label: marker }] }],
});

/** Somebody else asks: one query that works, of a chart with a bad name, and one that fails. */
async function ask(page: Page, dataset: number, chart: number): Promise<void> {
  await page.goto('/login/');
  await page.getByLabel('User name').fill(alpha.username);
  await page.getByLabel('Password', { exact: true }).fill(alpha.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello');
  const body = (sql: string) => ({ ...question(dataset, sql), form_data: { slice_id: chart, dashboardId: 2_000_000 } });
  await write(page, 'POST', '/api/v1/chart/data', body('COUNT(*)'));
  const { result } = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as {
    readonly result: string;
  };
  const refused = await page.request.post('/api/v1/chart/data', {
    headers: { 'X-CSRFToken': result },
    data: body('SUM(no_such_column)'),
  });
  expect(refused.ok()).toBe(false);
}

test('an admin finds the query of somebody else, and its SQL; who may not read the log has no way to it', async ({
  page,
  browser,
  context,
}) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSession(page);
  const dataset = await datasetId(page, 'penguins');
  const role = await idOf(page, 'security/roles', 'name', 'Alpha');
  await make(page, 'security/users', {
    ...alpha,
    first_name: 'Asks',
    last_name: `Alot${stamp}`,
    email: `${alpha.username}@example.com`,
    active: true,
    roles: [role],
  });
  const chart = await make(page, 'chart', {
    slice_name: hostile,
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: '{}',
  });

  const elsewhere = await browser.newContext();
  const theirs = await elsewhere.newPage();
  await ask(theirs, dataset, chart);
  await theirs.getByRole('button', { name: /^You:/ }).click();
  await expect(theirs.getByRole('menuitem', { name: 'Profile and password' })).toBeVisible();
  await expect(theirs.getByRole('menuitem', { name: 'Query log' })).toHaveCount(0);
  const asked: string[] = [];
  theirs.on('request', (request) => {
    if (request.url().includes('/api/v1/querylog/')) asked.push(request.url());
  });
  await theirs.goto('/querylog/list/');
  await expect(theirs.getByText('This page is not open to you.')).toBeVisible();
  expect([asked, (await theirs.request.get('/api/v1/querylog/')).status()]).toEqual([[], 403]);
  await elsewhere.close();

  await page.goto('/');
  await page.getByRole('button', { name: /^You:/ }).click();
  await page.getByRole('menuitem', { name: 'Query log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Query log' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search SQL, dataset or user name' }).fill(marker);
  const rows = page
    .getByRole('table', { name: 'Query log' })
    .getByRole('row')
    .filter({ hasText: `Asks Alot${stamp}` });
  // Entries are written a moment after the answers: that is what the button is for.
  await expect(async () => {
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(rows).toHaveCount(2, { timeout: 1500 });
  }).toPass();
  await expect(rows.filter({ hasText: 'Failed' })).toContainText('no_such_column');
  await expect(rows.first().getByRole('link', { name: 'penguins' })).toHaveAttribute('href', `/dataset/${dataset}/`);
  await expect(rows.first().getByRole('link', { name: hostile })).toHaveAttribute(
    'href',
    `/explore/?slice_id=${chart}`,
  );
  await expect(rows.first()).toContainText('#2000000 (deleted)');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);

  // The heads of the columns, below the filters, have their names.
  await page.getByRole('button', { name: 'Person', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Person' }).getByRole('textbox').fill(`Alot${stamp}`);
  await page.getByRole('button', { name: `Asks Alot${stamp}`, exact: true }).click();
  await page.getByRole('button', { name: 'Status', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Status' }).getByRole('button', { name: 'Success' }).click();
  await page.getByRole('button', { name: 'Time', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Time' }).getByRole('button', { name: 'Last hour' }).click();
  await expect(rows).toHaveCount(1);
  // What was chosen outlives the button and a new load of the page.
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page).toHaveURL(/f\.person=\d+/);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('button', { name: `Person: Asks Alot${stamp}` })).toBeVisible();

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Query', exact: true });
  await expect(dialog.getByRole('textbox', { name: 'SQL' })).toContainText(`AS "${marker}"`);
  await expect(dialog).toContainText(`Asks Alot${stamp} (${alpha.username})`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy SQL' }).click();
  await expect(page.getByText('SQL copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(marker);
  // It is read, not written: letters change nothing, and Escape leaves.
  await dialog.getByRole('textbox', { name: 'SQL' }).click();
  await page.keyboard.type('DROP');
  await expect(dialog.getByRole('textbox', { name: 'SQL' })).not.toContainText('DROP');
  // The address leads to it, for whoever it is sent to.
  await expect(page).toHaveURL(/[?&]query=\d+/);
  const address = page.url();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).not.toHaveURL(/[?&]query=/);
  await rows.first().getByRole('cell').last().click();
  await expect(dialog).toContainText('Number in the log');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.goto(address);
  await expect(dialog.getByRole('textbox', { name: 'SQL' })).toContainText(`AS "${marker}"`);
  await page.goto('/querylog/list/?query=999999999');
  await expect(dialog).toContainText('This query is not in the log.');
  await page.goto(address.replace(/&?query=\d+/, ''));
  await expect(rows).toHaveCount(1);

  // Any from and to: what ended before yesterday holds nothing of today.
  await page.getByRole('button', { name: 'Time: Last hour' }).click();
  await page.getByRole('dialog', { name: 'Time' }).getByLabel('To').fill('2001-01-01T10:00');
  await page.getByRole('dialog', { name: 'Time' }).getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Nothing matches this search.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Time: until .*2001/ })).toBeVisible();
  await page.getByRole('button', { name: /^Time: until/ }).click();
  await expect(page.getByRole('dialog', { name: 'Time' }).getByLabel('To')).toHaveValue('2001-01-01T10:00');
  await expectAccessible(page);
});

test('the log is accessible in both themes and fits 390 px', async ({ page }) => {
  await openSession(page);
  await write(page, 'POST', '/api/v1/chart/data', question(await datasetId(page, 'penguins'), 'COUNT(*)'));
  const rows = page.getByRole('row').filter({ hasText: 'penguins' });
  await page.goto(`/querylog/list/?q=${marker}`);
  await expect(async () => {
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(rows.first()).toBeVisible({ timeout: 1500 });
  }).toPass();
  await expectAccessibleInThemes(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeInViewport();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessibleInThemes(page);
});
