import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { openEditor } from './support/editor-tabs.ts';
import { expectPartAccessible, showTheme } from './support/axe.ts';
import { test } from './support/journey.ts';
import { openSession } from './support/sign-in.ts';

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSession(page);
  await openEditor(page);
});

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Results' });
const results = (page: Page): Locator => page.getByRole('region', { name: 'Results' });

/** Write a script over what stands there, and run all of it. */
async function run(page: Page, sql: string): Promise<void> {
  await page.locator('.cm-content').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(sql);
  // What is offered would lie over the results.
  await expect(page.locator('.cm-content').first()).toContainText(sql.slice(-12));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.locator('.cm-tooltip-autocomplete')).toHaveCount(0);
}

async function show(page: Page, mode: string): Promise<void> {
  await results(page).getByRole('radio', { name: mode, exact: true }).check({ force: true });
}

test('a hundred thousand rows are sorted, filtered, pinned, hidden and copied by mouse', async ({ page }) => {
  await run(page, 'SELECT date, delay, distance, origin, destination, origin_city, NULL AS n FROM flights');
  // The limit is said, and one press away.
  await results(page).getByRole('button', { name: 'Limited to 1,000 rows' }).click();
  await page.getByRole('menuitem', { name: 'Run without a limit (at most 100,000 rows)' }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '100001');
  await expect(results(page).getByText('Limited to 100,000 rows')).toBeVisible();

  // A press on a head sorts, and what it holds for is said.
  const head = (name: string) => grid(page).getByRole('columnheader', { name, exact: true });
  await head('delay').click();
  await expect(head('delay')).toHaveAttribute('aria-sort', 'ascending');
  await expect(results(page).getByText('of the first 100,000 rows')).toBeVisible();

  // Only one airport is left, by its menu.
  await head('origin').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Filter …' }).click();
  const filter = page.getByRole('dialog', { name: 'Filter of origin' });
  await filter.getByRole('textbox', { name: 'Search values' }).fill('SEA');
  await filter.getByRole('button', { name: 'Only these' }).click();
  await filter.getByRole('button', { name: 'Close' }).click();
  await expect(
    results(page)
      .getByRole('status')
      .filter({ hasText: /^[\d,]+ of 100,000 rows/ }),
  ).toBeVisible();
  await expect(results(page).getByRole('group', { name: 'Filters' })).toContainText('origin is SEA');
  const first = grid(page).getByRole('row').nth(1);
  await expect(first).toContainText('SEA');

  // A column is pinned and another one hidden.
  await head('origin_city').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Pin left' }).click();
  await expect(grid(page).getByRole('columnheader').first()).toHaveAccessibleName('origin_city');
  await results(page).getByRole('button', { name: 'Arrange the columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'distance' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(head('distance')).toHaveCount(0);
  await expect(results(page).getByRole('button', { name: 'Arrange the columns (1 hidden)' })).toBeVisible();

  // What is left is copied as statements.
  await results(page).getByRole('button', { name: 'Copy the rows found' }).click();
  await page.getByRole('menuitem', { name: 'Copy as INSERT' }).click();
  await expect(page.getByText(/rows copied/)).toBeVisible();
  const [statement = ''] = (await clipboard(page)).split('\n');
  expect(statement).toBe('INSERT INTO flights ("origin_city", "date", "delay", "origin", "destination", "n") VALUES');
  await results(page).getByRole('button', { name: 'Show all rows' }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '100001');
  await expectPartAccessible(page, 'section[aria-label="Results"]');
});

test('a result is read by keyboard alone: sort, filter, statistics, cell, row, copy', async ({ page }) => {
  await run(page, "SELECT i AS id, 'v' || i AS v, {'k': i, 'l': [i]} AS doc FROM range(900) t(i)");
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '901');
  await grid(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(grid(page).getByRole('columnheader', { name: 'id' })).toHaveAttribute('aria-sort', 'descending');
  await expect(grid(page).getByRole('gridcell').first()).toHaveText('899');

  // A filter by bounds.
  await page.keyboard.press('Alt+ArrowDown');
  const filter = page.getByRole('dialog', { name: 'Filter of id' });
  await filter.getByRole('radio', { name: 'Range' }).check({ force: true });
  await filter.getByRole('textbox', { name: 'To' }).fill('9');
  await page.keyboard.press('Escape');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '11');
  await expect(grid(page)).toBeFocused();

  // Structures become columns.
  await page.keyboard.press('End');
  await page.keyboard.press('F10');
  // A menu that opens takes the focus, and would take it from its item.
  await expect(page.locator('[role="menu"]:focus, [role="menu"] :focus')).toHaveCount(1);
  await page.getByRole('menuitem', { name: 'Expand into columns' }).press('Enter');
  await expect(grid(page).getByRole('columnheader', { name: 'doc.k' })).toBeVisible();

  // A whole row, and the value behind a cell.
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByText('5 cells copied')).toBeVisible();
  expect(await clipboard(page)).toBe('9\tv9\t{"k":9,"l":[9]}\t9\t[9]');
  await page.keyboard.press('ControlOrMeta+Shift+c');
  const copy = page.getByRole('dialog', { name: 'Copy cells' });
  await copy.getByRole('radio', { name: 'JSON' }).check({ force: true });
  await copy.getByRole('button', { name: 'Copy' }).press('Enter');
  await expect.poll(() => clipboard(page)).toContain('"doc.k": 9');
  await page.keyboard.press('ControlOrMeta+f');
  await expect(results(page).getByRole('textbox', { name: 'Search rows' })).toBeFocused();
  await page.keyboard.insertText('v3');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
});

test('[8.5-10] several results, what failed with its place, and what each statement did', async ({ page }) => {
  await run(page, "SELECT 1 AS a; SELECT '' AS empty, NULL AS nothing, 9007199254740993 AS big;\nSELECT nonsense");
  await expect(page.getByRole('alert')).toContainText('Line 2, column');
  await expect(page.getByRole('alert')).toContainText('nonsense');
  // In plain words, and in those of the database.
  await expect(page.getByRole('alert')).toContainText('Nothing that the query reads has a column "nonsense".');
  // Its place leads to the text.
  await page
    .getByRole('alert')
    .getByRole('button', { name: /^Line 2/ })
    .click();
  await expect(page.locator('.cm-content').first()).toBeFocused();
  await expect(page.locator('.cm-activeLineGutter').last()).toHaveText('2');
  await results(page)
    .getByRole('tab', { name: /^Result 2/ })
    .click();
  await expect(grid(page).getByRole('gridcell')).toHaveText(['', 'null', '9007199254740993']);
  await results(page).getByRole('tab', { name: 'Messages' }).click();
  await expect(results(page).getByRole('listitem')).toHaveCount(3);
  await results(page).getByRole('button', { name: 'Full screen' }).click();
  await page.keyboard.press('Escape');
  await expect(results(page).getByRole('button', { name: 'Full screen' })).toBeVisible();
});

test('a run is compared with the one before, by a key that is guessed and can be chosen', async ({ page }) => {
  await run(page, 'SELECT i AS id, i * 2 AS n FROM range(5) t(i)');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '6');
  await run(page, "SELECT i AS id, CASE WHEN i = 3 THEN 0 ELSE i * 2 END AS n, 'x' AS added FROM range(1, 6) t(i)");
  await expect(grid(page).getByRole('columnheader', { name: 'added' })).toBeVisible();
  await show(page, 'Compare');
  await expect(
    results(page).getByText('1 row added, 1 row removed, and 1 row changed. Changed: n (1 cell). New columns: added.'),
  ).toBeVisible();
  const differences = page.getByRole('grid', { name: 'Differences' });
  await expect(differences.getByRole('row', { name: 'Removed' })).toHaveCount(1);
  // Both values are there to read; no pointer has to rest on them.
  await expect(differences.getByTitle('Before: 6')).toHaveText('60');
  await expect(differences.getByRole('deletion')).toHaveText('6');
  await expectPartAccessible(page, 'section[aria-label="Results"]');
});

test('cells too long for the page are compared and copied whole, or said to be in part', async ({ page }) => {
  const long = (rows: number, last: string) =>
    `SELECT id, repeat('x', 100001) || ${last} AS long FROM (SELECT unnest(generate_series(1, ${rows})) AS id) AS t`;
  await run(page, long(3, `'a'`));
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
  await run(page, long(3, `CASE WHEN id = 2 THEN 'b' ELSE 'a' END`));
  await show(page, 'Compare');
  await expect(results(page).getByText('1 row changed. Changed: long (1 cell).')).toBeVisible();

  await show(page, 'Rows');
  await results(page).getByRole('button', { name: 'Copy all rows' }).click();
  await page.getByRole('menuitem', { name: 'Copy as CSV' }).click();
  await expect(page.getByText('3 rows copied', { exact: true })).toBeVisible();
  const copied = (await clipboard(page)).split('\r\n');
  expect(copied.slice(1).map((line) => [line.length, line.at(-1)])).toEqual([
    [100_004, 'a'],
    [100_004, 'b'],
    [100_004, 'a'],
  ]);

  // What the page says of a column says for what it holds.
  await grid(page).getByRole('columnheader', { name: 'long', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Statistics' }).click();
  await expect(
    page
      .getByRole('dialog', { name: 'Statistics of long' })
      .getByText('3 cells are here in part and count by their beginnings alone.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  const search = results(page).getByRole('textbox', { name: 'Search rows' });
  await search.fill('xa');
  await expect(results(page).getByText('3 cells are here in part and count by their beginnings alone.')).toBeVisible();
  await search.fill('');

  await run(page, long(60, `'a'`));
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '61');
  await run(page, long(60, `'b'`));
  await show(page, 'Compare');
  await expect(results(page).getByText('60 rows may differ', { exact: false })).toBeVisible();
  await show(page, 'Rows');
  await results(page).getByRole('button', { name: 'Copy all rows' }).click();
  await page.getByRole('menuitem', { name: 'Copy as CSV' }).click();
  await expect(page.getByText('60 rows copied, but 60 cells only in part', { exact: false })).toBeVisible();
});

test('a second query joins two results, and a pivot groups one, without asking their database', async ({ page }) => {
  await run(
    page,
    "SELECT i AS id, i % 3 AS part, 'g' || i % 2 AS name FROM range(90) t(i); " +
      "SELECT 'g0' AS name, 'even' AS word UNION ALL SELECT 'g1', 'odd'",
  );
  await results(page)
    .getByRole('tab', { name: /^Result 1/ })
    .click();
  await show(page, 'Query');
  await results(page).getByRole('combobox', { name: 'Table "other"' }).click();
  await page.getByRole('option', { name: /^Result 2/ }).click();
  await expect(results(page).getByText(/^Works on the 90 rows that were .* and the 2 rows/)).toBeVisible();
  const field = results(page).getByRole('textbox', { name: 'SQL over the result' });
  await field.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    'SELECT word, sum(id) AS total FROM result JOIN other USING (name) GROUP BY 1 ORDER BY 1',
  );
  await page.keyboard.press('ControlOrMeta+Enter');
  const answer = page.getByRole('grid', { name: 'Answer over the result' });
  await expect(answer.getByRole('gridcell')).toHaveText(['even', '1980', 'odd', '2025']);

  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('SELECT nonsense FROM result');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(results(page).getByRole('alert')).toContainText('Line 1, column 8');
  await expect(results(page).locator('.cm-lintRange-error')).toHaveText('nonsense');

  await show(page, 'Pivot');
  const pivot = results(page).getByRole('region', { name: 'Pivot' });
  await pivot.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'id', exact: true }).click();
  await pivot.getByRole('combobox', { name: 'Columns' }).fill('part');
  await page.getByRole('option', { name: 'part', exact: true }).click();
  await page.keyboard.press('Escape');
  const table = results(page).getByRole('grid');
  await expect(table).toContainText('sum(id)');
  await expect(table).toContainText('1,980');
  await expect(table).toContainText('4,005');
  // What was made over a result is there again after a look elsewhere.
  await show(page, 'Query');
  await expect(field).toHaveText('SELECT nonsense FROM result');
  await show(page, 'Pivot');
  await expect(table).toContainText('4,005');
  await expectPartAccessible(page, 'section[aria-label="Results"]');
});

test('a grid is found as it was left, after another look at its rows and after another tab', async ({ page }) => {
  await run(page, "SELECT i AS id, 'g' || i % 2 AS name, i % 3 AS part FROM range(90) t(i)");
  const head = (name: string) => grid(page).getByRole('columnheader', { name, exact: true });
  await head('id').click();
  await head('id').click();
  await results(page).getByRole('textbox', { name: 'Search rows' }).fill('g1');
  await head('part').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Hide', exact: true }).click();
  const isAsLeft = async () => {
    await expect(head('id')).toHaveAttribute('aria-sort', 'descending');
    await expect(head('part')).toHaveCount(0);
    await expect(results(page).getByRole('status').filter({ hasText: '45 of 90 rows, 2 columns' })).toBeVisible();
    await expect(grid(page).getByRole('gridcell').first()).toHaveText('89');
  };
  await isAsLeft();
  await show(page, 'Pivot');
  await show(page, 'Rows');
  await isAsLeft();
  await results(page).getByRole('tab', { name: 'Messages' }).click();
  await results(page)
    .getByRole('tab', { name: /^Result/ })
    .click();
  await isAsLeft();
  // Other columns are another grid.
  await run(page, 'SELECT i AS id FROM range(4) t(i)');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '5');
  await expect(head('id')).not.toHaveAttribute('aria-sort', 'descending');
});

test('[3.1-02] a result becomes a chart in place, and the chart goes to Explore and to a dashboard', async ({
  page,
}) => {
  await run(page, 'SELECT origin_state AS state, count(*) AS flights FROM flights GROUP BY 1 ORDER BY 2 DESC LIMIT 5');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '6');
  await show(page, 'Chart');
  const types = results(page).getByRole('group', { name: 'Chart type' });
  await expect(types.getByRole('button', { name: 'Pie Chart' })).toHaveAttribute('aria-pressed', 'true');
  await expect(results(page).getByRole('img', { name: /SUM\(flights\)/ })).toBeVisible();
  await types.getByRole('button', { name: 'All chart types' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose a chart type' })).toBeVisible();
  await page.keyboard.press('Escape');
  const other = types.locator('[data-viz-type][aria-pressed="false"]').first();
  const type = await other.getAttribute('data-viz-type');
  await other.click();
  await expect(types.locator(`[data-viz-type="${type}"]`)).toHaveAttribute('aria-pressed', 'true');
  await expectPartAccessible(page, 'section[aria-label="Results"]');
  // What was chosen outlives the page.
  await page.reload();
  await show(page, 'Chart');
  await expect(types.locator(`[data-viz-type="${type}"]`)).toHaveAttribute('aria-pressed', 'true');

  // Explore has the columns of the query; a chart that is saved there stands on a dataset of its own.
  await results(page).getByRole('button', { name: 'Create chart' }).first().click();
  await expect(page).toHaveURL(/datasource_type=query/);
  const fields = page.getByRole('region', { name: 'Dataset' });
  await expect(fields.getByText('state', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const save = page.getByRole('dialog', { name: 'Save chart' });
  await expect(save.getByText('The query is saved as a dataset, which the chart stands on.')).toBeVisible();
  await save.getByRole('textbox', { name: 'Chart name' }).fill('Flights of a query');
  await save.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/slice_id=\d+/);
  await expect(page).not.toHaveURL(/datasource_type=query/);
  await expect(fields.getByText('flights', { exact: true })).toBeVisible();

  // One press, one name: the result is on a dashboard.
  await page.goto('/sqllab/');
  await run(page, 'SELECT origin_state AS state, sum(distance) AS miles FROM flights GROUP BY 1 LIMIT 4');
  await expect(grid(page).getByRole('columnheader', { name: 'miles' })).toBeVisible();
  await show(page, 'Chart');
  await results(page).getByRole('button', { name: 'Add to dashboard' }).click();
  const add = page.getByRole('dialog', { name: 'Add to dashboard' });
  await add.getByRole('textbox', { name: 'Chart name' }).fill('Miles of a query');
  await add.getByRole('combobox', { name: 'Dashboard' }).fill('From SQL');
  await page.getByRole('option', { name: 'Use "From SQL"' }).click();
  await add.getByRole('button', { name: 'Add and open' }).click();
  await expect(page).toHaveURL(/\/dashboard\//);
  await expect(page.getByRole('article', { name: 'Miles of a query' })).toBeVisible();
});

test('[8.5-07] a result is saved as a dataset, and one is overwritten after it is said what goes', async ({ page }) => {
  await run(page, 'SELECT origin_state AS state, count(*) AS flights FROM flights GROUP BY 1');
  await expect(grid(page).getByRole('columnheader', { name: 'state' })).toBeVisible();
  await results(page).getByRole('button', { name: 'Save as dataset' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as dataset' });
  await dialog.getByRole('textbox', { name: 'Dataset name' }).fill('Flights by state');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The dataset was saved')).toBeVisible();

  await run(page, 'SELECT origin_state AS state, avg(delay) AS delay FROM flights GROUP BY 1');
  await expect(grid(page).getByRole('columnheader', { name: 'delay' })).toBeVisible();
  await results(page).getByRole('button', { name: 'Save as dataset' }).click();
  await dialog.getByRole('radio', { name: 'Overwrite existing' }).check({ force: true });
  await dialog.getByRole('combobox', { name: 'Dataset' }).fill('Flights by');
  await page.getByRole('option', { name: /^Flights by state/ }).click();
  await dialog.getByRole('button', { name: 'Overwrite …' }).click();
  const asked = page.getByRole('dialog', { name: 'Overwrite the dataset?' });
  await expect(asked).toContainText('Columns that go: flights.');
  await asked.getByRole('button', { name: 'Overwrite' }).click();
  await expect(page.getByText('The dataset was overwritten')).toBeVisible();
  await page.getByRole('button', { name: 'Explore' }).last().click();
  await expect(page).toHaveURL(/\/explore\//);
});

test('[attack 56] rows leave as files: those that are here, and all of them past the limit', async ({ page }) => {
  await run(page, "SELECT i AS id, '=1+1' AS formula FROM range(5000) t(i)");
  await expect(results(page).getByText('Limited to 1,000 rows')).toBeVisible();
  const save = async (group: number, format: string): Promise<string> => {
    const file = page.waitForEvent('download');
    await results(page).getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: format, exact: true }).nth(group).click();
    return readFile(await (await file).path(), 'utf8');
  };
  const lines = (text: string) => text.trimEnd().split(/\r?\n/);
  const here = lines(await save(0, 'CSV'));
  expect([here.length, here[1]]).toEqual([1001, "0,'=1+1"]);
  expect(lines(await save(1, 'CSV'))).toHaveLength(5001);
  expect((await save(0, 'Parquet')).slice(0, 4)).toBe('PAR1');
});

test('results fit on a phone, in the dark', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await showTheme(page, 'dark');
  await page.reload();
  await run(page, 'SELECT * FROM flights LIMIT 50');
  await page.getByRole('tab', { name: 'Results' }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '51');
  await expect(results(page).getByRole('radio', { name: 'Chart' })).toBeInViewport();
  await expectPartAccessible(page, 'section[aria-label="Results"]');
});
