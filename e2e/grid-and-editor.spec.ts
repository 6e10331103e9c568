import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, showTheme } from './support/axe.ts';
import { test } from './support/journey.ts';
import { datasetId } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSession(page);
});

const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
/** The active cell; the grid names none until it has scrolled there and drawn it. */
async function active(page: Page, grid: Locator): Promise<Locator> {
  await expect(grid).toHaveAttribute('aria-activedescendant', /./);
  return page.locator(`[id="${(await grid.getAttribute('aria-activedescendant')) ?? ''}"]`);
}

/** The samples of a dataset in the grid, with the keyboard in it. */
async function openSamples(page: Page, dataset: string): Promise<Locator> {
  await page.goto(`/explore/?datasource_type=table&datasource_id=${await datasetId(page, dataset)}&viz_type=pie`);
  await page.getByRole('tab', { name: 'Samples' }).click();
  const grid = page.getByRole('grid', { name: 'Samples' });
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  await grid.focus();
  return grid;
}

test('a grid is read, sorted, selected, copied and laid out by keyboard', async ({ page }) => {
  const grid = await openSamples(page, 'seattle_weather');
  await expect(grid).toHaveAttribute('aria-rowcount', '1001');

  // The head is a row of the grid: Enter sorts, and what it holds for is said.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(await active(page, grid)).toHaveAttribute('role', 'columnheader');
  const first = grid.getByRole('columnheader').first();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByText('of the first 1,000 rows')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-sort', 'descending');

  // Two rows and two columns are selected and copied.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(grid.locator('[role="gridcell"][aria-selected="true"]')).toHaveCount(4);
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByText('4 cells copied')).toBeVisible();
  expect((await clipboard(page)).split('\n').map((line) => line.split('\t').length)).toEqual([2, 2]);

  // The menu: a column is pinned, described, and copied in another form.
  await page.keyboard.press('Escape');
  await page.keyboard.press('F10');
  await page.getByRole('menuitem', { name: 'Pin left' }).press('Enter');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(grid.getByRole('columnheader').first()).toHaveText('Precipitation (mm)');
  await expect(grid).toBeFocused();
  await page.keyboard.press('F10');
  await page.getByRole('menuitem', { name: 'Statistics' }).press('Enter');
  const statistics = page.getByRole('dialog', { name: 'Statistics of Precipitation (mm)' });
  await expect(statistics).toContainText('of the first 1,000 rows');
  await expect(statistics).toContainText('Most frequent');
  await page.keyboard.press('Escape');
  await expect(statistics).toBeHidden();
  await expect(grid).toBeFocused();
  await page.keyboard.press('F10');
  await page.getByRole('menuitem', { name: 'Copy as …' }).press('Enter');
  const copy = page.getByRole('dialog', { name: 'Copy cells' });
  await copy.getByRole('radio', { name: 'Column' }).check({ force: true });
  await copy.getByRole('radio', { name: 'SQL IN' }).check({ force: true });
  await copy.getByRole('button', { name: 'Copy' }).press('Enter');
  await expect(copy).toBeHidden();
  await expect.poll(() => clipboard(page)).toMatch(/^\([\d., ]+\)$/);

  // A cell opens, and gives the keyboard back.
  await expect(grid).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Precipitation (mm)' })).toContainText('Row 2');
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(await active(page, grid)).toBeInViewport();
  await expectAccessible(page);
});

test('a grid and its menu fit on a phone, and pass the checks in the dark', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await showTheme(page, 'dark');
  await openSamples(page, 'seattle_weather');
  await page.getByRole('gridcell').first().click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Narrower' })).toBeInViewport();
  await expectAccessible(page);
});

test('SQL is completed, checked against the database and marked, by keyboard', async ({ page }) => {
  const id = await datasetId(page, 'seattle_weather');
  await page.goto(`/explore/?datasource_type=table&datasource_id=${id}&viz_type=pie`);
  await page.locator('[data-control="metric"] button[aria-haspopup="dialog"]').first().click();
  await page.getByRole('tab', { name: 'Custom SQL' }).click();
  const editor = page.getByRole('textbox', { name: 'Expression' });
  await expect(editor).toBeFocused();
  const offered = page.getByRole('option', { name: /^precipitation/ });
  // A list that is still about the letters before takes nothing: Enter ends the line then.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('SUM(preci');
    await expect(offered).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(editor).toHaveText('SUM(precipitation)', { timeout: 2000 });
  }).toPass();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('The database accepts it.')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('SUM(nonsense)');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Check', exact: true }).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'nonsense' })).toBeVisible();
  await expect(page.locator('.cm-lintRange-error')).toHaveText('nonsense');
  await expect(editor).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);

  // What is found is replaced, Escape closes the panel alone, and Tab moves on.
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+f');
  const find = page.getByRole('textbox', { name: 'Find' });
  await find.fill('nonsense');
  await page.getByRole('textbox', { name: 'Replace' }).fill('wind');
  await page.getByRole('button', { name: 'Replace all' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(find).toBeHidden();
  await expect(editor).toHaveText('SUM(wind)');
  await expect(page.getByRole('alert').filter({ hasText: 'nonsense' })).toBeHidden();
  // Left alone, it is checked by itself.
  await expect(page.getByText('The database accepts it.')).toBeVisible();
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' +');
  await expect(editor).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('The database accepts it.')).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeFocused();
});
