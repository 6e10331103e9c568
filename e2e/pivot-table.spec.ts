import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/journey.ts';
import { chartOn, datasetId, make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const days = { expressionType: 'SIMPLE', aggregate: 'COUNT', column: { column_name: 'weather' }, label: 'Days' };
const weather = {
  viz_type: 'pivot_table_v2',
  groupbyRows: ['weather'],
  groupbyColumns: ['date'],
  time_grain_sqla: 'P1Y',
  temporal_columns_lookup: { date: true },
  metrics: [days, 'avg_high'],
  adhoc_filters: [],
  row_limit: 10_000,
  rowTotals: true,
  colTotals: true,
};

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

/** The numbers of a row by its header, as they are written. */
async function cellsOf(page: Page, header: string): Promise<readonly string[]> {
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: header, exact: true }) });
  return row.getByRole('gridcell').allTextContents();
}

test('a pivot table in Explore: averages are totalled by the database, switches that need data wait for it', async ({
  page,
}) => {
  const dataset = await datasetId(page, 'seattle_weather');
  const id = await make(page, 'chart', {
    slice_name: `Weather by year ${Date.now()}`,
    viz_type: weather.viz_type,
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({ ...weather, datasource: `${dataset}__table` }),
  });
  await page.goto(`/explore/?slice_id=${id}`);
  const grid = page.getByRole('grid', { name: /^Pivot table of/ });
  await expect(grid.getByRole('rowheader', { name: 'Total', exact: true })).toBeVisible();
  const total = await cellsOf(page, 'Total');
  const parts = await Promise.all(['drizzle', 'fog', 'rain', 'snow', 'sun'].map((name) => cellsOf(page, name)));
  const numbers = (cells: readonly string[]) => cells.map((cell) => Number(cell.replaceAll(',', '')));
  // Days add up, the average of all days lies between those of the parts.
  const daysOf = (cells: readonly string[]) => numbers(cells)[4] ?? Number.NaN;
  const sum = parts.map(daysOf).reduce((all, one) => all + one, 0);
  expect(sum).toBe(1461);
  expect(total[4]).toBe('1.46k');
  const averages = parts.map((cells) => numbers(cells)[9] ?? Number.NaN);
  expect(numbers(total)[9]).toBeGreaterThan(Math.min(...averages));
  expect(numbers(total)[9]).toBeLessThan(Math.max(...averages));
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Customize' }).click();
  await page.getByRole('switch', { name: 'Transpose pivot' }).click();
  await expect(grid.getByRole('columnheader', { name: 'drizzle' }).first()).toBeVisible();
});

test('headers are reached by arrows, select, add up with Ctrl, open their menu, and fit a phone', async ({ page }) => {
  const dataset = await datasetId(page, 'seattle_weather');
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Pivoted ${Date.now()}` });
  await chartOn(page, dashboard, 'Weather by year', dataset, weather);
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  const card = page.getByRole('article', { name: 'Weather by year', exact: true });
  const header = (name: string) => card.getByRole('rowheader', { name, exact: true });
  await expect(header('drizzle')).toBeVisible();

  await card.getByRole('gridcell').first().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(header('drizzle')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(header('fog')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(header('fog')).toHaveAttribute('aria-selected', 'true');
  await header('snow').click({ modifiers: ['ControlOrMeta'] });
  await expect(header('snow')).toHaveAttribute('aria-selected', 'true');
  await expect(header('fog')).toHaveAttribute('aria-selected', 'true');
  await header('fog').click();
  await expect(header('snow')).toHaveAttribute('aria-selected', 'false');
  await expect(header('fog')).toHaveAttribute('aria-selected', 'false');
  await header('Total').click();
  await expect(card.locator('[aria-selected="true"]')).toHaveCount(0);
  await header('rain').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Select rain' })).toBeVisible();
  await page.keyboard.press('Escape');
  await header('rain').focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Select rain' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(card.getByRole('grid')).toBeVisible();
  // The head is as wide as the card, and the button lies over it.
  await card.getByRole('button', { name: 'Show the data as a table' }).click();
  await card.getByRole('button', { name: 'Show the chart' }).click();
  await expect(card.getByRole('grid', { name: /^Pivot table of/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
