import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/busy-database.ts';
import { datasetId } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const chart = (page: Page): Locator => page.locator('[data-chart-id]').first();
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const control = (page: Page, key: string): Locator => page.locator(`[data-control="${key}"]`);
const rendered = (page: Page): Promise<void> => expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');

/** Edits wait for a press, as with the switch off. */
const waitForPresses = (page: Page): Promise<unknown> =>
  page.addInitScript(() => localStorage.setItem('tessera.explore.follow', '0'));

/** A new chart of one type, drawn. */
async function newChart(page: Page, dataset: string, type: string): Promise<void> {
  await page.goto(`/explore/?datasource_type=table&datasource_id=${await datasetId(page, dataset)}&viz_type=${type}`);
  await rendered(page);
}

async function addDimension(page: Page, name: RegExp): Promise<void> {
  await button(page, 'Dimensions').click();
  await page.getByRole('option', { name }).first().click();
  await page.keyboard.press('Escape');
}

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

test('the chart follows the hand; undo brings the picture back without a question and clears the mark', async ({
  page,
}) => {
  await newChart(page, 'seattle_weather', 'echarts_timeseries_bar');
  // From the cache it says nothing about what queries cost, however busy the machine is.
  await page.reload();
  await rendered(page);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/chart/data')) asked += 1;
  });
  await addDimension(page, /Weather weather/);
  await expect(chart(page).getByRole('img', { name: /5 series/ })).toBeVisible();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await expect(page).toHaveURL(/form_data_key=/);
  expect(asked).toBe(1);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(chart(page).getByRole('img', { name: /5 series/ })).toHaveCount(0);
  await rendered(page);
  await expect(page.getByText('Not saved yet')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(chart(page).getByRole('img', { name: /5 series/ })).toBeVisible();
  expect(asked).toBe(1);
});

test('a chart whose last answer took long asks for a press', async ({ page }) => {
  await page.route(/\/api\/v1\/chart\/data/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await route.continue().catch(() => undefined);
  });
  await newChart(page, 'seattle_weather', 'echarts_timeseries_bar');
  // The first answer of a page weighs less: it brings code, and starts processes.
  await addDimension(page, /Weather weather/);
  await expect(chart(page).getByRole('img', { name: /5 series/ })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Weather' }).click();
  await expect(
    page.getByText(/^The last answer took \d.* Change what you need, then update the chart\.$/),
  ).toBeVisible();
  await button(page, 'Update chart').click();
  await expect(chart(page).getByRole('img', { name: /5 series/ })).toHaveCount(0);
  await rendered(page);
});

test('[2.3-02] a chart is built by clicks, and what is asked for is said before it is drawn', async ({ page }) => {
  await waitForPresses(page);
  await newChart(page, 'seattle_weather', 'echarts_timeseries_bar');
  await addDimension(page, /Weather weather/);
  await expect(page.getByText('Settings changed; update the chart to see them.')).toBeVisible();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await rendered(page);
  await expect(page.getByText('Settings changed; update the chart to see them.')).toBeHidden();
  await expect(chart(page).getByRole('img', { name: /5 series/ })).toBeVisible();
});

test('[5.0-03] a setting that is missing or too large says so beside itself, and nothing is asked', async ({
  page,
}) => {
  await newChart(page, 'seattle_weather', 'echarts_timeseries_line');
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/chart/data')) asked += 1;
  });
  await control(page, 'metrics')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await control(page, 'row_limit').getByRole('combobox').fill('99999999');
  await expect(page.locator('[role="option"][data-combobox-selected]')).toHaveText('Use "99999999"');
  await page.keyboard.press('Enter');
  await button(page, 'Update chart').click();
  await expect(control(page, 'metrics')).toContainText('cannot be empty');
  await expect(control(page, 'row_limit')).toContainText('Value cannot exceed 100000');
  await expect(page.getByText('2 settings need attention.')).toBeVisible();
  // What is typed stays where the field is left.
  await control(page, 'row_limit').getByRole('combobox').fill('lots');
  await page.keyboard.press('Tab');
  await expect(control(page, 'row_limit').getByRole('combobox')).toHaveValue('lots');
  await expect(control(page, 'row_limit')).toContainText('is expected to be an integer');
  expect(asked).toBe(0);
});

test('the values of a filter leave its button in reach', async ({ page }) => {
  await newChart(page, 'seattle_weather', 'echarts_timeseries_line');
  await button(page, 'Filters').click();
  await page.getByRole('option', { name: /Weather weather/ }).click();
  await page.getByRole('combobox', { name: 'Values' }).fill('sn');
  await page.getByRole('option', { name: 'snow', exact: true }).click();
  await button(page, 'Apply').click();
  await expect(control(page, 'adhoc_filters')).toContainText('Weather is one of snow');
});

test('a time range that cannot be read is reported and not applied', async ({ page }) => {
  await newChart(page, 'seattle_weather', 'echarts_timeseries_line');
  const filters = control(page, 'adhoc_filters');
  await filters.getByText('Day: any time').click();
  await page.getByRole('combobox', { name: 'Range type' }).click();
  await page.getByRole('option', { name: 'Advanced' }).click();
  await page.getByLabel('From : to').fill('nonsense words');
  await expect(page.getByText('Cannot parse time string [nonsense words]')).toBeVisible();
  await expect(button(page, 'Apply')).toBeDisabled();
  await expect(filters).toContainText('Day: any time');
  await page.getByLabel('From : to').fill('2012-01-01 : 2013-01-01');
  await button(page, 'Apply').click();
  await expect(filters).toContainText('Day from 2012-01-01 until 2013-01-01');
});

test('a range of dates is still there after a look at other kinds of ranges', async ({ page }) => {
  await newChart(page, 'seattle_weather', 'echarts_timeseries_line');
  await control(page, 'adhoc_filters').getByText('Day: any time').click();
  const choose = async (kind: string) => {
    await page.getByRole('combobox', { name: 'Range type' }).click();
    await page.getByRole('option', { name: kind, exact: true }).click();
  };
  await choose('Custom');
  await page.getByLabel('From, included').fill('2012-03-04');
  await page.getByLabel('To, not included').fill('2013-05-06');
  await choose('Last');
  await page.getByLabel('How many').fill('12');
  await choose('No filter');
  await choose('Custom');
  await expect(page.getByLabel('From, included')).toHaveValue('2012-03-04');
  await expect(page.getByLabel('To, not included')).toHaveValue('2013-05-06');
  await choose('Last');
  await expect(page.getByLabel('How many')).toHaveValue('12');
});

test('on a phone a panel that grows with its tab stays on the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 760 });
  await newChart(page, 'seattle_weather', 'echarts_timeseries_line');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await button(page, 'Metrics').click();
  await page.getByRole('tab', { name: 'Custom SQL' }).click();
  await expect(button(page, 'Apply')).toBeInViewport({ ratio: 1 });
});

test('under a finger the page of a chart fits the screen, and a tap shows help', async ({ page, browser }) => {
  const phone = await browser.newContext({
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const touched = await phone.newPage();
  await newChart(touched, 'seattle_weather', 'echarts_timeseries_line');
  expect(
    await touched.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
  ).toEqual([390, 844]);
  await touched.getByRole('tab', { name: 'Settings' }).tap();
  const help = 'Time or category along the base of the chart. In the API: x_axis';
  await touched.getByRole('button', { name: help }).tap();
  await expect(touched.getByRole('tooltip')).toHaveText(help);
  await touched.getByText('Force categorical').first().tap();
  await expect(touched.getByRole('tooltip')).toHaveCount(0);
  await phone.close();
});

test('a banner takes its room from the panels: what stands at their foot stays on the screen', async ({
  page,
  context,
}) => {
  await newChart(page, 'seattle_weather', 'echarts_timeseries_line');
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline\./)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Samples' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Update automatically')).toBeInViewport({ ratio: 1 });
});

test('[4.1-05] without the server the chart that is drawn stays, and what failed is reported beside it', async ({
  page,
  context,
}) => {
  await waitForPresses(page);
  await newChart(page, 'seattle_weather', 'echarts_timeseries_line');
  await addDimension(page, /Weather weather/);
  await context.setOffline(true);
  await button(page, 'Update chart').click();
  await expect(chart(page)).toHaveAttribute('data-chart-status', 'failed');
  await expect(chart(page).getByRole('alert')).toContainText('Network error.');
  await expect(chart(page).getByRole('alert')).toContainText('This is the last answer.');
  await expect(chart(page).getByRole('img', { name: /Average high .* goes from/ })).toBeVisible();
  await expectAccessible(page);
  await chart(page).getByRole('button', { name: 'Try again' }).click();
  await expect(chart(page).getByRole('alert')).toContainText('Network error.');
  // It is retried automatically when the server answers.
  await context.setOffline(false);
  await rendered(page);
  await expect(chart(page).getByRole('img', { name: /5 series/ })).toBeVisible();
  await expect(chart(page).getByRole('alert')).toHaveCount(0);
});

test('SQL that the database refuses is shown where the chart would be', async ({ page }) => {
  await newChart(page, 'seattle_weather', 'big_number_total');
  await control(page, 'metric')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await button(page, 'Metric').click();
  await page.getByRole('tab', { name: 'Custom SQL' }).click();
  await page.getByLabel('Expression').fill('AVG(nonsense)');
  await button(page, 'Apply').click();
  await button(page, 'Update chart').click();
  await expect(chart(page)).toHaveAttribute('data-chart-status', 'failed');
  await expect(chart(page).getByRole('alert')).toContainText('"nonsense"');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await button(page, 'Update chart').click();
  await rendered(page);
});

test('[4.1-04] an answer that takes long is stopped, and asked for again', async ({ page }) => {
  await newChart(page, 'seattle_weather', 'echarts_timeseries_line');
  let isSlow = true;
  await page.route(/\/api\/v1\/chart\/data/, async (route) => {
    if (isSlow) await new Promise((resolve) => setTimeout(resolve, 20_000));
    // The stop has taken the request away by now.
    await route.continue().catch(() => undefined);
  });
  await addDimension(page, /Weather weather/);
  await button(page, 'Update chart').click();
  await expect(chart(page)).toHaveAttribute('data-chart-status', 'loading');
  await chart(page).getByRole('button', { name: 'Stop' }).click();
  await expect(chart(page)).toHaveAttribute('data-chart-status', 'stopped');
  await expect(chart(page)).toContainText('Updating chart was stopped');
  isSlow = false;
  await button(page, 'Run again').click();
  await rendered(page);
});

test('the address holds the chart: reload shows it again, Back and Forward walk its states', async ({ page }) => {
  await waitForPresses(page);
  await newChart(page, 'seattle_weather', 'echarts_timeseries_line');
  await addDimension(page, /Weather weather/);
  await button(page, 'Update chart').click();
  await expect(page).toHaveURL(/form_data_key=/);
  await rendered(page);
  await page.reload();
  await rendered(page);
  await expect(control(page, 'groupby')).toContainText('Weather');
  await page.goBack();
  await rendered(page);
  await expect(control(page, 'groupby')).not.toContainText('Weather');
  await page.goForward();
  await rendered(page);
  await expect(control(page, 'groupby')).toContainText('Weather');
});

test('rows, samples, the query and the file are those of the chart', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await newChart(page, 'seattle_weather', 'pie');
  await button(page, 'Open the data').click();
  const grid = page.getByRole('grid', { name: 'Results' });
  await expect(grid.getByRole('gridcell').first()).toBeVisible();
  await expect(page.getByText('5 rows, 3 columns')).toBeVisible();
  const first = await grid.getByRole('gridcell').first().innerText();
  await page.getByRole('tab', { name: 'Samples' }).click();
  await expect(page.getByRole('grid').getByRole('columnheader', { name: /^Wind/ })).toBeVisible();

  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'View query' }).click();
  const dialog = page.getByRole('dialog', { name: 'Query' });
  await expect(dialog).toContainText('GROUP BY');
  await dialog.getByRole('button', { name: 'Copy SQL' }).click();
  await expect(page.getByText('SQL copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('seattle_weather');
  await page.keyboard.press('Escape');

  const download = async (name: string) => {
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('dialog', { name: 'Download' }).getByRole('button', { name, exact: true }).click();
    return waiting;
  };
  const csv = await readFile(await (await download('CSV')).path(), 'utf8');
  const lines = csv.trim().split(/\r?\n/);
  expect(lines).toHaveLength(6);
  expect(lines[1]).toContain(first);
  const json = await readFile(await (await download('JSON')).path(), 'utf8');
  expect(JSON.parse(json)).toHaveLength(5);

  const workbook = await download('Excel');
  expect(workbook.suggestedFilename()).toMatch(/\.xlsx$/);
  // A workbook is a ZIP.
  expect((await readFile(await workbook.path())).subarray(0, 2).toString('latin1')).toBe('PK');

  const image = await readFile(await (await download('Image (PNG)')).path());
  expect(image.subarray(1, 4).toString('latin1')).toBe('PNG');
  // At two pixels of the image per pixel of the screen; the width stands in the first chunk.
  expect(image.readUInt32BE(16)).toBeGreaterThan(800);
  const drawing = await readFile(await (await download('Drawing (SVG)')).path(), 'utf8');
  expect(drawing).toContain(first);
});

test('[4.8-01] a chart is saved, changed, left after a question, and overwritten', async ({ page }) => {
  await newChart(page, 'seattle_weather', 'pie');
  await button(page, 'Save').click();
  const dialog = page.getByRole('dialog', { name: 'Save chart' });
  // Its question is its name until a user writes another one, which takes its place.
  await expect(dialog.getByLabel('Chart name')).toHaveValue('Precipitation (mm) by Weather');
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toContainText('Give the chart a name.');
  await dialog.getByLabel('Chart name').fill('Kinds of days');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Chart [Kinds of days] has been saved')).toBeVisible();
  await expect(page).toHaveURL(/slice_id=\d+/);

  await control(page, 'groupby')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('link', { name: 'Charts', exact: true }).first().click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await button(page, 'Keep editing').click();
  await button(page, 'Save').click();
  await page.getByRole('dialog', { name: 'Save chart' }).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Chart [Kinds of days] has been overwritten')).toBeVisible();
  await page.getByRole('link', { name: 'Charts', exact: true }).first().click();
  await expect(page.getByRole('link', { name: 'Kinds of days' })).toBeVisible();
});

/** The address of a new chart with settings of its own. */
async function chartAddress(
  page: Page,
  dataset: string,
  type: string,
  form: Readonly<Record<string, unknown>>,
): Promise<string> {
  return (
    `/explore/?datasource_type=table&datasource_id=${await datasetId(page, dataset)}&viz_type=${type}&form_data=` +
    encodeURIComponent(JSON.stringify(form))
  );
}

test('a legend of many names is searched, isolated, emptied and filled, by pointer and by key', async ({ page }) => {
  await page.goto(
    await chartAddress(page, 'flights', 'echarts_timeseries_line', {
      metrics: ['count'],
      groupby: ['origin_state'],
      time_grain_sqla: 'P1M',
      row_limit: 1000,
    }),
  );
  await rendered(page);
  const legend = page.getByRole('group', { name: /^Legend of/ });
  const name = (label: string) => legend.getByRole('button', { name: label, exact: true });
  const shown = () => legend.locator('button[aria-pressed="true"]').count();
  await expect(name('CA')).toBeVisible();
  const all = await shown();
  expect(all).toBeGreaterThan(40);

  await legend.getByRole('textbox', { name: /^Search \d+ names$/ }).fill('ca');
  await expect(legend.locator('button[aria-pressed]')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(name('CA')).toBeFocused();
  await page.keyboard.press('Enter');
  await button(page, 'Clear search').click();
  await expect.poll(shown).toBe(1);
  await expect(name('CA')).toHaveAttribute('aria-pressed', 'true');

  await name('TX').focus();
  await page.keyboard.press('Space');
  await expect.poll(shown).toBe(2);
  await button(page, 'None').click();
  await expect.poll(shown).toBe(0);
  await legend.getByRole('textbox').fill('n');
  await button(page, 'Only these').click();
  const found = await legend.locator('button[aria-pressed]').count();
  await legend.getByRole('textbox').fill('');
  await expect.poll(shown).toBe(found);
  await button(page, 'All').click();
  await expect.poll(shown).toBe(all);
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(legend.getByRole('textbox')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1)).toBe(true);
});

test('why this number: metric, filters, age, rows, time and SQL of the picture on screen', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const snow = {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: 'weather',
    operator: 'IN',
    comparator: ['snow', 'rain'],
  };
  await page.goto(
    await chartAddress(page, 'seattle_weather', 'pie', { metric: 'rain', groupby: ['weather'], adhoc_filters: [snow] }),
  );
  await rendered(page);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Why this number?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Why this number?' });
  await expect(dialog).toContainText('seattle_weather');
  await expect(dialog).toContainText('2 rows from the database');
  await expect(dialog).toContainText('SUM(precipitation)');
  await expect(dialog.locator('[data-filter-origin="chart"]')).toContainText('Weather is one of snow, rain');
  await expect(dialog).toContainText(/Database.*\d+ ms/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Copy SQL' }).click();
  await expect(page.getByText('SQL copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/SUM\(precipitation\)[^]*'snow'/);
});

test('settings of an address that are wrong say so in their place; a filter without effect is said', async ({
  page,
}) => {
  await page.goto(
    await chartAddress(page, 'seattle_weather', 'pie', { metric: 'rain', groupby: ['weather'], row_limit: -1 }),
  );
  await expect(control(page, 'row_limit')).toContainText('cannot be negative');
  await expect(page.getByText('The chart cannot be made with these settings.')).toBeVisible();
  await page.goto(
    await chartAddress(page, 'seattle_weather', 'pie', {
      metric: 'rain',
      groupby: ['weather'],
      adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'gone', operator: '==', comparator: 1 }],
    }),
  );
  await rendered(page);
  await expect(page.getByText('The filter on gone has no effect')).toBeVisible();
  await page.goto(await chartAddress(page, 'seattle_weather', 'pie', { metric: 12, groupby: ['weather'] }));
  await expect(page.getByRole('note').filter({ hasText: 'Metric (12)' })).toContainText('cannot be read');
  await expect(control(page, 'metric')).toContainText('cannot be empty');
});

test('rows are searched, and the copy holds what was found', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(
    await chartAddress(page, 'seattle_weather', 'table', {
      query_mode: 'raw',
      all_columns: ['date', 'weather'],
      row_limit: 5000,
    }),
  );
  await rendered(page);
  await button(page, 'Open the data').click();
  await page.getByRole('textbox', { name: 'Search rows' }).fill('2015 SNOW');
  await expect(page.getByText('of 1,461 rows, 2 columns')).toBeVisible();
  const count = Number(/^\d+/.exec(await page.getByText('of 1,461 rows, 2 columns').innerText())?.[0] ?? 0);
  await button(page, 'Copy the rows found').click();
  await page.getByRole('menuitem', { name: 'Copy as CSV' }).click();
  await expect(page.getByText(/rows? copied$/)).toBeVisible();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\r\n');
  expect(lines).toHaveLength(count + 1);
  expect(lines.slice(1).every((line) => /^2015-.*,snow$/.test(line))).toBe(true);
});

test('[4.1-04] a chart that waits for a busy database says its place, and can be stopped', async ({
  page,
  busyDatabase,
}) => {
  const database = await busyDatabase();
  await newChart(page, 'seattle_weather', 'pie');
  await database.hold();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Force refresh' }).click();
  await expect(chart(page)).toContainText('Next in the queue');
  await expect(chart(page)).toContainText(/\d\.\d s/);
  await chart(page).getByRole('button', { name: 'Stop' }).click();
  await expect(chart(page)).toHaveAttribute('data-chart-status', 'stopped');
  await database.release();
  await button(page, 'Run again').click();
  await rendered(page);
});
