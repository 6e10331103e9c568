import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { button } from './support/dashboards.ts';
import { test } from './support/journey.ts';
import { change, chartOn, datasetId, make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });
const days = { viz_type: 'big_number_total', metric: 'count' } as const;
const daysInTime = { ...days, granularity_sqla: 'date' } as const;

type Kind = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string };

function filterOf(dataset: number, column: string | null, { id, name, ...rest }: Kind) {
  return {
    id: `NATIVE_FILTER-${id}`,
    name,
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    targets: column === null ? [{}] : [{ datasetId: dataset, column: { name: column } }],
    cascadeParentIds: [],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    ...rest,
  };
}

/** A dashboard of the weather with two tabs, a chart in each, and these filters. */
async function twoTabs(page: Page, filters: (dataset: number) => readonly unknown[]): Promise<number> {
  const dataset = await datasetId(page, 'seattle_weather');
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Kinds ${Date.now()}` });
  const charts = [
    await chartOn(page, dashboard, 'Days here', dataset, daysInTime),
    await chartOn(page, dashboard, 'Days there', dataset, days),
  ];
  const parents = ['ROOT_ID', 'TABS-all'];
  const tab = (id: string, text: string, chartId: number | undefined) => ({
    [`TAB-${id}`]: { type: 'TAB', id: `TAB-${id}`, parents, children: [`ROW-${id}`], meta: { text } },
    [`ROW-${id}`]: {
      type: 'ROW',
      id: `ROW-${id}`,
      parents: [...parents, `TAB-${id}`],
      children: [`CHART-${id}`],
      meta: { background: 'BACKGROUND_TRANSPARENT' },
    },
    [`CHART-${id}`]: {
      type: 'CHART',
      id: `CHART-${id}`,
      parents: [...parents, `TAB-${id}`, `ROW-${id}`],
      children: [],
      meta: { chartId, width: 4, height: 40 },
    },
  });
  const layout = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-all'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [] },
    'TABS-all': { type: 'TABS', id: 'TABS-all', parents: ['ROOT_ID'], children: ['TAB-here', 'TAB-there'], meta: {} },
    ...tab('here', 'Here', charts[0]),
    ...tab('there', 'There', charts[1]),
  };
  await change(page, `/api/v1/dashboard/${dashboard}`, {
    position_json: JSON.stringify(layout),
    json_metadata: JSON.stringify({ native_filter_configuration: filters(dataset) }),
  });
  return dashboard;
}

test('[3.10-02] [4.5-07] a filter of one tab is out of scope in the other; a required one is waited for', async ({
  page,
}) => {
  const dashboard = await twoTabs(page, (dataset) => [
    filterOf(dataset, 'weather', {
      id: 'here',
      name: 'Weather',
      scope: { rootPath: ['TAB-here'], excluded: [] },
      controlValues: { enableEmptyFilter: true, multiSelect: false },
    }),
  ]);
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(card(page, 'Days here')).toContainText('Choose a value of "Weather" to see this chart.');
  await page.getByRole('tab', { name: 'There' }).click();
  await expect(card(page, 'Days there')).toContainText('1,461');
  await expect(page.getByText(/out of scope/i)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Here', exact: true }).click();
  await page.getByRole('combobox', { name: 'Weather' }).click();
  await page.getByRole('option', { name: /^snow/ }).click();
  await button(page, 'Apply').click();
  await expect(card(page, 'Days here')).toContainText('26');
  await page.getByRole('tab', { name: 'There' }).click();
  await expect(card(page, 'Days there')).toContainText('1,461');
  // A refresh reaches the charts of closed tabs when they are opened.
  const refreshed = page.waitForResponse(/force=true/);
  await button(page, 'Refresh dashboard').click();
  await refreshed;
  const reached = page.waitForResponse(/force=true/);
  await page.getByRole('tab', { name: 'Here', exact: true }).click();
  await reached;
  await expect(card(page, 'Days here')).toContainText('26');
  // What cannot be applied can be taken back.
  await button(page, 'Clear all').click();
  await expect(page.getByText('A value is needed')).toBeVisible();
  await button(page, 'Take back').click();
  await expect(page.getByRole('combobox', { name: 'Weather' })).toHaveValue(/snow/);
  await expect(button(page, 'Take back')).toBeHidden();
});

test('the first values that a dashboard opens with are no steps: Back leads to where one came from', async ({
  page,
}) => {
  const first = { controlValues: { defaultToFirstItem: true, multiSelect: false } };
  const dashboard = await twoTabs(page, (dataset) => [
    filterOf(dataset, 'weather', { id: 'first', name: 'First', ...first }),
    filterOf(dataset, 'weather', { id: 'second', name: 'Second', cascadeParentIds: ['NATIVE_FILTER-first'], ...first }),
  ]);
  await page.goto('/dashboard/list/');
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  const opened = page.url();
  const shown = card(page, 'Days here');
  await expect(shown).toContainText('253');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/native_filters_key=/);
  await expect(shown).toContainText('1,461');
  await page.goBack();
  await expect(page).toHaveURL(opened);
  await expect(shown).toContainText('253');
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/list/);
});

test('on a wall the tabs come one after the other, with nothing around them', async ({ page }) => {
  const dashboard = await twoTabs(page, () => []);
  await page.goto(`/tessera/dashboard/${dashboard}/?standalone=2&rotate=5`);
  await expect(page.getByRole('tab', { name: 'There' })).toHaveAttribute('aria-selected', 'true');
  await expect(card(page, 'Days there')).toContainText('1,461');
  await expect(page.getByRole('banner')).toHaveCount(0);
});

test('on a phone filters come in a sheet; a child offers what its parent leaves; a range of time narrows', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const dashboard = await twoTabs(page, (dataset) => [
    filterOf(dataset, null, { id: 'time', name: 'Date', filterType: 'filter_time' }),
    filterOf(dataset, 'weather', { id: 'parent', name: 'Weather', controlValues: { multiSelect: true } }),
    filterOf(dataset, 'temp_max', {
      id: 'child',
      name: 'Warmest',
      cascadeParentIds: ['NATIVE_FILTER-parent'],
      controlValues: { multiSelect: true, searchAllOptions: true },
    }),
  ]);
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(card(page, 'Days here')).toContainText('1,461');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('combobox', { name: 'Warmest' }).fill('35.6');
  await expect(page.getByRole('option', { name: /^35\.6/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await sheet.getByRole('combobox', { name: 'Weather' }).click();
  await page.getByRole('option', { name: /^snow/ }).click();
  await page.keyboard.press('Escape');
  await sheet.getByRole('combobox', { name: 'Warmest' }).fill('35.6');
  await expect(page.getByRole('option', { name: /^35\.6/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Date: Any time' }).click();
  const range = page.getByRole('dialog', { name: 'Date' });
  await range.getByLabel('Range type').click();
  await page.getByRole('option', { name: 'Advanced', exact: true }).click();
  await range.getByLabel('From : to').fill('2012-01-01 : 2013-01-01');
  await range.getByRole('button', { name: 'Done' }).click();
  await sheet.getByRole('button', { name: 'Apply' }).click();
  await expect(sheet).toBeHidden();
  // Two filters act, and there were 21 days of snow in 2012.
  await expect(card(page, 'Days here')).toContainText('Jan – Dec 2012221');
  await expect(page).toHaveURL(/native_filters_key=/);
  await page.reload();
  await expect(card(page, 'Days here')).toContainText('Jan – Dec 2012221');
  // A chart without a time column says that the range does not act on it.
  await page.getByRole('tab', { name: 'There' }).click();
  await expect(
    card(page, 'Days there').getByRole('img', { name: /not applied: this chart has no time column/ }),
  ).toBeVisible();
});

test('[2.4-01] which filter reaches which chart is seen and set at one look', async ({ page }) => {
  const value = { controlValues: { multiSelect: false }, defaultDataMask: maskOf('weather', 'snow') };
  const dashboard = await twoTabs(page, (dataset) => [
    filterOf(dataset, 'weather', { id: 'weather', name: 'Weather', ...value }),
    filterOf(dataset, 'wind', { id: 'wind', name: 'Wind', scope: { rootPath: ['TAB-there'], excluded: [] } }),
  ]);
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(card(page, 'Days here')).toContainText('26');
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Set filter mapping' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter mapping' });
  const cell = (filter: string, chart: string) =>
    dialog.getByRole('checkbox', { name: `"${filter}" filters "${chart}"`, exact: true });
  await expect(cell('Weather', 'All charts')).toBeChecked();
  await expect(cell('Wind', 'Here')).not.toBeChecked();
  await expect(cell('Wind', 'Days there')).toBeChecked();
  await cell('Weather', 'Here').click();
  await expect(cell('Weather', 'Days here')).not.toBeChecked();
  await expectAccessible(page);
  await button(page, 'Save').click();
  await expect(dialog).toBeHidden();
  await expect(card(page, 'Days here')).toContainText('1,461');
  await page.getByRole('tab', { name: 'There' }).click();
  await expect(card(page, 'Days there')).toContainText('26');
});

function maskOf(column: string, value: string) {
  return {
    extraFormData: { filters: [{ col: column, op: 'IN', val: [value] }] },
    filterState: { value: [value], label: value },
  };
}

test('under a finger a single value and a time grain are chosen in the sheet, which stays in the screen', async ({
  page,
  browser,
}) => {
  const dashboard = await twoTabs(page, (dataset) => [
    filterOf(dataset, 'weather', { id: 'one', name: 'Weather', controlValues: { multiSelect: false } }),
    filterOf(dataset, null, {
      id: 'grain',
      name: 'Grain',
      filterType: 'filter_timegrain',
      targets: [{ datasetId: dataset }],
    }),
  ]);
  const phone = await browser.newContext({
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const touched = await phone.newPage();
  await touched.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(card(touched, 'Days here')).toContainText('1,461');
  await touched.getByRole('button', { name: 'Filters', exact: true }).tap();
  const sheet = touched.getByRole('dialog', { name: 'Filters' });
  for (const [name, choice] of [
    ['Weather', /^snow/],
    ['Grain', 'Month'],
  ] as const) {
    await sheet.getByRole('combobox', { name }).tap();
    await touched.getByRole('option', { name: choice }).first().tap();
    await expect(touched.getByRole('option')).toHaveCount(0);
    // The layout viewport of a phone grows with what overflows it.
    expect(await touched.evaluate(() => [innerWidth, document.documentElement.scrollWidth])).toEqual([390, 390]);
  }
  await sheet.getByRole('button', { name: 'Apply' }).tap();
  await expect(sheet).toBeHidden();
  await expect(card(touched, 'Days here')).toContainText('26');
  await phone.close();
});

test('a grain that is chosen is that of captions and cells; a permalink that is not there is said', async ({
  page,
}) => {
  const dataset = await datasetId(page, 'seattle_weather');
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Grains ${Date.now()}` });
  const time = { time_grain_sqla: 'P1Y', row_limit: 1000 };
  await chartOn(page, dashboard, 'Bars of days', dataset, {
    viz_type: 'echarts_timeseries_bar',
    x_axis: 'date',
    metrics: ['count'],
    groupby: [],
    ...time,
  });
  await chartOn(page, dashboard, 'Rows of days', dataset, {
    viz_type: 'table',
    query_mode: 'aggregate',
    groupby: ['date'],
    metrics: ['count'],
    temporal_columns_lookup: { date: true },
    ...time,
  });
  const grain = filterOf(dataset, null, {
    id: 'grain',
    name: 'Grain',
    filterType: 'filter_timegrain',
    targets: [{ datasetId: dataset }],
  });
  await change(page, `/api/v1/dashboard/${dashboard}`, {
    json_metadata: JSON.stringify({ native_filter_configuration: [grain] }),
  });
  await page.goto(`/tessera/dashboard/${dashboard}/?permalink_key=none`);
  await expect(page.getByText('The filters in the address could not be read.')).toBeVisible();
  await expect(card(page, 'Bars of days')).toContainText('by year');
  await page.getByRole('combobox', { name: 'Grain' }).click();
  await page.getByRole('option', { name: 'Month', exact: true }).click();
  await button(page, 'Apply').click();
  await expect(card(page, 'Bars of days')).toContainText('by month');
  await expect(card(page, 'Rows of days')).toContainText('Feb 2012');
});

test('what is typed to look for a value and not chosen leaves the field with the reader', async ({ page }) => {
  const dashboard = await twoTabs(page, (dataset) => [filterOf(dataset, 'wind', { id: 'wind', name: 'Wind' })]);
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(card(page, 'Days here')).toContainText('1,461');
  const wind = page.getByRole('combobox', { name: 'Wind' });
  for (const key of ['Tab', 'Escape']) {
    await wind.pressSequentially('1.1');
    await expect(page.getByRole('option', { name: /^1\.1/ }).first()).toBeVisible();
    await wind.press(key);
    await page.getByRole('heading', { level: 1 }).click();
    await expect(wind).toHaveValue('');
    await expect(card(page, 'Days here')).toContainText('1,461');
  }
});

test('the end of an address leads to a tab or a chart, as links of moved dashboards do', async ({ page }) => {
  const dashboard = await twoTabs(page, () => []);
  for (const place of ['TAB-there', 'CHART-there']) {
    await page.goto(`/tessera/dashboard/${dashboard}/#${place}`);
    await expect(page.getByRole('tab', { name: 'There' })).toHaveAttribute('aria-selected', 'true');
    await expect(card(page, 'Days there')).toContainText('1,461');
    await page.goto('/tessera/welcome/');
  }
  // By the number the address moves on to the slug; and who goes to another tab stays there.
  const slug = `ends-${Date.now()}`;
  await change(page, `/api/v1/dashboard/${dashboard}`, { slug });
  await page.goto(`/tessera/dashboard/${dashboard}/#TAB-there`);
  await expect(page).toHaveURL(new RegExp(slug));
  await expect(card(page, 'Days there')).toContainText('1,461');
  await page.getByRole('tab', { name: 'Here', exact: true }).click();
  await expect(card(page, 'Days here')).toContainText('1,461');
  await expect(page).not.toHaveURL(/tabs=/);
  await expect(page.getByRole('tab', { name: 'Here', exact: true })).toHaveAttribute('aria-selected', 'true');
});
