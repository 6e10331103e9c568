import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { backAtOnce } from './support/back-at-once.ts';
import { test } from './support/journey.ts';
import { chartOn, datasetId, make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const days = { expressionType: 'SIMPLE', aggregate: 'COUNT', column: { column_name: 'weather' }, label: 'Days' };
const pie = { viz_type: 'pie', groupby: ['weather'], metric: days, sort_by_metric: true, adhoc_filters: [] };

const marks = (within: Page | Locator): Locator => within.getByRole('application', { name: /^Marks of/ });
const item = (page: Page, name: string): Locator => page.getByRole('menuitem', { name });

/** A chart in Explore, drawn. */
async function explore(page: Page, form: Readonly<Record<string, unknown>>): Promise<void> {
  const dataset = await datasetId(page, 'seattle_weather');
  const id = await make(page, 'chart', {
    slice_name: `Pressed ${Date.now()}`,
    viz_type: form['viz_type'],
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({ datasource: `${dataset}__table`, ...form }),
  });
  await page.goto(`/explore/?slice_id=${id}`);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
}

/** The middle of the mark that an arrow key comes to first. */
async function firstMark(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  await marks(page).focus();
  await page.keyboard.press('ArrowRight');
  const ring = await page.locator('[data-ring]').boundingBox();
  if (!ring) throw new Error('no mark has a ring');
  return { x: ring.x + ring.width / 2, y: ring.y + ring.height / 2 };
}

test('[2.4-01] [3.1-03] a click on a mark leaves it out, filters to it, shows its rows and annotates its time', async ({
  page,
}) => {
  await openSession(page);
  await explore(page, pie);
  const { x, y } = await firstMark(page);
  await page.mouse.click(x, y);
  await item(page, 'Rows behind it').click();
  const rows = page.getByRole('dialog', { name: /^Rows behind rain/ });
  await expect(rows.getByText('Rows 1 to 100 of 641')).toBeVisible();
  await expectAccessible(page);
  await rows.getByRole('button', { name: 'Next' }).click();
  await expect(rows.getByText('Rows 101 to 200 of 641')).toBeVisible();
  await rows.getByRole('button', { name: 'Remove the filter Weather is rain' }).click();
  await expect(rows.getByText('Rows 1 to 100 of 1,461')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.mouse.click(x, y);
  await item(page, 'Leave this out').click();
  await expect(page.getByText('4 rows', { exact: true })).toBeVisible();
  await expect(page.getByText('Weather is none of rain').first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('5 rows', { exact: true })).toBeVisible();
  await page.mouse.click(x, y);
  await item(page, 'Filter to this value').click();
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();

  await explore(page, { viz_type: 'echarts_timeseries_line', x_axis: 'date', time_grain_sqla: 'P1Y', metrics: [days] });
  await firstMark(page);
  await page.keyboard.press('Enter');
  await item(page, 'Mark with an annotation').click();
  const dialog = page.getByRole('dialog', { name: 'Mark with an annotation' });
  await expect(dialog.getByLabel('Start (UTC)')).toHaveValue('2012-01-01T00:00');
  await dialog.getByLabel('Name', { exact: true }).fill('Rain gauge moved');
  await dialog.getByRole('radio', { name: 'A new layer' }).check();
  const layer = `Gauges ${Date.now()}`;
  await dialog.getByLabel('Name of the new layer').fill(layer);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Annotation Rain gauge moved was created')).toBeVisible();
  await page.getByLabel('Search settings').fill('annotation');
  await expect(page.locator('[data-control="annotation_layers"]')).toContainText(layer);
});

test('[3.1-03] by keyboard alone a chart of a dashboard is broken down twice and shows its rows', async ({ page }) => {
  await openSession(page);
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Strikes ${Date.now()}` });
  const strikes = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'Strikes' };
  await chartOn(page, dashboard, 'Strikes by damage', await datasetId(page, 'birdstrikes'), {
    viz_type: 'echarts_timeseries_bar',
    x_axis: 'damage',
    metrics: [strikes],
    adhoc_filters: [],
    row_limit: 1000,
  });
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  await firstMark(page);
  await page.keyboard.press('Shift+F10');
  await expect(item(page, 'Filter to this value')).toHaveCount(0);
  await item(page, 'Break down by').press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Break down/ });
  await expect(dialog.getByRole('option', { name: /Phase of flight/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('phase');
  await page.keyboard.press('Enter');
  const way = dialog.getByRole('navigation', { name: 'Way down' }).getByRole('button');
  await expect(way).toHaveText(['Strikes by damage', /by Phase of flight$/]);
  await expect(dialog.locator('[data-chart-status="rendered"]')).toBeVisible();
  await marks(dialog).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await item(page, 'Break down by').press('Enter');
  await page.keyboard.type('time of');
  await page.keyboard.press('Enter');
  await expect(way).toHaveCount(3);
  await expect(dialog.locator('[data-chart-status="rendered"]')).toBeVisible();
  await marks(dialog).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await item(page, 'Rows behind it').press('Enter');
  const rows = page.getByRole('dialog', { name: /^Rows behind/ });
  await expect(rows.getByRole('gridcell').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(0);
  await way.nth(0).press('Enter');
  await expect(way).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the way back of the browser leads out of a drill step by step, and then to the page before', async ({ page }) => {
  await openSession(page);
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Strikes back ${Date.now()}` });
  await chartOn(page, dashboard, 'Strikes by damage', await datasetId(page, 'birdstrikes'), {
    viz_type: 'echarts_timeseries_bar',
    x_axis: 'damage',
    metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'Strikes' }],
    adhoc_filters: [],
    row_limit: 1000,
  });
  await page.goto('/dashboard/list/');
  await page
    .getByRole('link', { name: /^Strikes back/ })
    .first()
    .click();
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: /^Break down/ });
  const way = dialog.getByRole('navigation', { name: 'Way down' }).getByRole('button');
  const breakDown = async (within: Page | Locator, by: string, depth: number) => {
    await marks(within).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+F10');
    await item(page, 'Break down by').press('Enter');
    await expect(dialog.getByRole('option').first()).toBeVisible();
    await page.keyboard.type(by);
    await page.keyboard.press('Enter');
    await expect(way).toHaveCount(depth);
    await expect(dialog.locator('[data-chart-status="rendered"]')).toBeVisible();
  };
  await breakDown(page, 'phase', 2);
  await breakDown(dialog, 'time of', 3);
  await marks(dialog).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+F10');
  await item(page, 'Rows behind it').press('Enter');
  const rows = page.getByRole('dialog', { name: /^Rows behind/ });
  await expect(rows).toBeVisible();

  await page.goBack();
  await expect(rows).toHaveCount(0);
  await expect(way).toHaveCount(3);
  await page.goBack();
  await expect(way).toHaveCount(2);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/dashboard\/\d+/);

  // What was closed is no step any more.
  await breakDown(page, 'phase', 2);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/dashboard\/list/);
});

test('a step into a drill that is left before the page has seen its own address change is left', async ({ page }) => {
  await openSession(page);
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Left ${Date.now()}` });
  await chartOn(page, dashboard, 'Weather', await datasetId(page, 'seattle_weather'), pie);
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  const steppedBack = await backAtOnce(page);
  await marks(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+F10');
  await item(page, 'Rows behind it').press('Enter');
  await steppedBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('on a phone a finger that rests on a mark opens what can be done, and lifted it closes nothing', async ({
  page,
}) => {
  await openSession(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await explore(page, pie);
  const at = await firstMark(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await expect(item(page, 'Rows behind it')).toBeVisible();
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(item(page, 'Rows behind it')).toBeVisible();
  await item(page, 'Rows behind it').click();
  const rows = page.getByRole('dialog', { name: /^Rows behind rain/ });
  await expect(rows.getByText('Rows 1 to 100 of 641')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
