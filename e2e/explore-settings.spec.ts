import { expect, type Page } from '@playwright/test';
import { expectAccessible, showTheme } from './support/axe.ts';
import { test } from './support/journey.ts';
import { datasetId, make } from './support/own-objects.ts';
import { says } from './support/says.ts';
import { openSession } from './support/sign-in.ts';

const chart = (page: Page) => page.locator('[data-chart-id]').first();
const rendered = (page: Page) => expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');

/** A saved chart of the weather, opened. */
async function openSaved(page: Page, vizType: string, form: Readonly<Record<string, unknown>>): Promise<void> {
  const dataset = await datasetId(page, 'seattle_weather');
  const id = await make(page, 'chart', {
    slice_name: `Settings of ${vizType}`,
    viz_type: vizType,
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({ viz_type: vizType, datasource: `${dataset}__table`, ...form }),
  });
  await page.goto(`/explore/?slice_id=${id}`);
}

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

test('[9.0-07] letters in place of a number are no range: it says so, and nothing is applied', async ({ page }) => {
  await openSaved(page, 'echarts_timeseries_line', {
    x_axis: 'date',
    metrics: ['count'],
    adhoc_filters: [
      {
        clause: 'WHERE',
        expressionType: 'SIMPLE',
        subject: 'date',
        operator: 'TEMPORAL_RANGE',
        comparator: 'No filter',
      },
    ],
  });
  await rendered(page);
  const filters = page.locator('[data-control="adhoc_filters"]');
  const apply = page.getByRole('button', { name: 'Apply', exact: true });
  await filters.getByText('Day: any time').click();
  await page.getByRole('combobox', { name: 'Range type' }).click();
  await page.getByRole('option', { name: 'Last', exact: true }).click();
  await page.getByLabel('How many').fill('3x');
  await expect(page.getByRole('alert').filter({ hasText: 'Give a whole number above zero.' })).toBeVisible();
  await expect(page.getByLabel('How many')).toHaveValue('3x');
  await expect(apply).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('How many').fill('3');
  await apply.click();
  await expect(filters).toContainText('Day in the last 3 weeks');
});

test('[4.7-03] a change of dataset is undone by a press on what it lost, and by the keys', async ({ page }) => {
  await openSaved(page, 'echarts_timeseries_line', {
    x_axis: 'date',
    time_grain_sqla: 'P1M',
    metrics: ['count'],
    groupby: ['weather'],
  });
  await rendered(page);
  const dimensions = page.locator('[data-control="groupby"]');
  const dataset = page.getByRole('region', { name: 'Dataset', exact: true });
  const change = async () => {
    await page.getByRole('button', { name: 'Dataset actions' }).click();
    await page.getByRole('menuitem', { name: 'Use another dataset' }).click();
    const dialog = page.getByRole('dialog', { name: 'Use another dataset' });
    await dialog.getByRole('textbox').fill('flights');
    await dialog
      .getByRole('radio', { name: /^flights\b/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Use this dataset' }).click();
    await expect(dataset).toContainText('Origin city');
    await expect(dimensions).not.toContainText('Weather');
  };
  await change();
  const notice = page.getByRole('status').filter({ hasText: 'The new dataset lacks what these settings held' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(dimensions).toContainText('Weather');
  await expect(dataset).toContainText('seattle_weather');
  await expect(notice).toHaveCount(0);
  await change();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(dimensions).toContainText('Weather');
  await rendered(page);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(dataset).toContainText('Origin city');
});

test('a row limit that cut the result says so beside itself, and a press raises it', async ({ page }) => {
  await openSaved(page, 'echarts_timeseries_line', {
    x_axis: 'date',
    time_grain_sqla: 'P1D',
    metrics: ['count'],
    row_limit: 50,
    rolling_type: 'mean',
    rolling_periods: 7,
  });
  await rendered(page);
  await expect(page.getByRole('note')).toHaveCount(0);
  const limit = page.locator('[data-control="row_limit"]');
  await expect(limit).toContainText('The result was cut at 50 rows; there may be more.');
  await expectAccessible(page);
  await limit.getByRole('button', { name: 'Raise to 100' }).click();
  await expect(limit).not.toContainText('The result was cut at 50 rows');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(limit).toContainText('The result was cut at 100 rows; there may be more.');
  await showTheme(page, 'dark');
  await rendered(page);
  await expectAccessible(page);
});

test('a chart of a type that is not here keeps the way to other types, and its settings', async ({ page }) => {
  await openSaved(page, 'deck_arc', { metric: 'count', groupby: ['weather'], arc_width: 3 });
  await expect(page.getByText('This version has no chart type "deck_arc".')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Choose a chart type' }).click();
  await page.getByRole('radio', { name: 'Pie Chart' }).dblclick();
  await rendered(page);
  await expect(page.locator('[data-control="groupby"]')).toContainText('Weather');
  await expect(page.locator('[data-control="metric"]')).not.toContainText('cannot be empty');
});

test('another type takes over what is chosen, and the first comes back as it was', async ({ page }) => {
  await openSaved(page, 'echarts_timeseries_bar', {
    x_axis: 'weather',
    metrics: ['count'],
    groupby: [],
    row_limit: 100,
  });
  await rendered(page);
  await page.getByRole('button', { name: 'All chart types' }).click();
  await page.getByRole('radio', { name: 'Pie Chart' }).dblclick();
  await rendered(page);
  await expect(page.locator('[data-control="groupby"]')).toContainText('Weather');
  await page.getByRole('button', { name: 'All chart types' }).click();
  await page.getByRole('radio', { name: 'Bar Chart', exact: true }).dblclick();
  await rendered(page);
  await expect(page.locator('[data-control="x_axis"]')).toContainText('Weather');
  await expect(page.locator('[data-control="groupby"]')).not.toContainText('Weather');
});

test('types are chosen by small pictures of the result, and the gallery says what does not fit', async ({ page }) => {
  await openSaved(page, 'echarts_timeseries_line', {
    x_axis: 'date',
    time_grain_sqla: 'P1M',
    metrics: ['count'],
    groupby: ['weather'],
  });
  await rendered(page);
  const strip = page.getByRole('group', { name: 'Chart type' });
  await expect(strip.locator('[data-has-picture="true"]').first()).toBeVisible();
  await expect.poll(() => strip.locator('[data-has-picture="true"] img').count()).toBeGreaterThan(3);
  const before = await strip.getByRole('button').allInnerTexts();
  await strip.getByRole('button', { name: 'Bar Chart' }).click();
  await rendered(page);
  expect(await strip.getByRole('button').allInnerTexts()).toEqual(before);
  await expectAccessible(page);
  await strip.getByRole('button', { name: 'All chart types' }).click();
  const gallery = page.getByRole('dialog', { name: 'Choose a chart type' });
  await expect(gallery.getByRole('heading', { name: 'How does it change over time?' })).toBeVisible();
  await expectAccessible(page);
});

test('[5.0-05] settings are searched, changed ones are marked and reset, and a section counts what is wrong', async ({
  page,
}) => {
  await openSaved(page, 'echarts_timeseries_line', { x_axis: 'date', time_grain_sqla: 'P1M', metrics: ['count'] });
  await rendered(page);
  await page.getByRole('textbox', { name: 'Search settings' }).fill('y axis title');
  await expect(page.locator('[data-control="y_axis_title"]')).toBeVisible();
  await expect(page.locator('[data-control="metrics"]')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Search settings' }).fill('');
  const changed = page.getByRole('button', { name: /^\d changed$/ });
  await changed.click();
  const grain = page.locator('[data-control="time_grain_sqla"]');
  await expect(grain).toBeVisible();
  await expect(page.locator('[data-control="metrics"]')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reset Time grain' }).click();
  await expect(grain).toHaveCount(0);
  await changed.click();
  const limit = page.locator('[data-control="row_limit"]');
  await limit.getByRole('combobox').fill('1.5');
  await page.keyboard.press('Enter');
  await expect(limit.getByRole('alert')).toContainText('is expected to be an integer');
  await expect(page.getByRole('button', { name: /^Query.*1 setting needs attention/ })).toBeVisible();
});

test('a chart is compared with the year before and a target in one press, and its caption says the change', async ({
  page,
}) => {
  const form = { x_axis: 'date', time_grain_sqla: 'P1M', metrics: ['count'], groupby: [] };
  const range = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'date', operator: 'TEMPORAL_RANGE' };
  const filters = [{ ...range, comparator: '2014-01-01 : 2015-01-01' }];
  const address = `/explore/?datasource_type=table&datasource_id=${await datasetId(page, 'seattle_weather')}`;
  const given = encodeURIComponent(JSON.stringify({ ...form, adhoc_filters: filters }));
  await page.goto(`${address}&viz_type=echarts_timeseries_line&form_data=${given}`);
  await rendered(page);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const panel = page.getByRole('dialog');
  await panel.getByText('Year before', { exact: true }).click();
  await says(page, /1 year ago/);
  const caption = page.getByRole('textbox', { name: 'Line under the name' });
  await expect(caption).toHaveAttribute('placeholder', /0\.0% from 1 year ago/);
  await panel.getByRole('textbox', { name: 'Target' }).fill('30');
  await says(page, /Compared with Target/);
  await expect(caption).toHaveAttribute('placeholder', /Last: \+3\.3% from Target/);
  await panel.getByText('Period before', { exact: true }).click();
  await says(page, /the period before/);
  await panel.getByText('None', { exact: true }).click();
  await says(page, /the period before/, 0);
  await expect(page.getByRole('button', { name: 'Compared with a target' })).toBeVisible();
});

test('a filter on numbers reads what is typed or pasted as one, and refuses what is none', async ({ page }) => {
  await openSaved(page, 'pie', { metric: 'count', groupby: ['weather'] });
  await rendered(page);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('option', { name: /wind/i }).click();
  const values = page.getByRole('combobox', { name: 'Values' });
  await values.fill('4,7');
  await values.press('Enter');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('“4,7” cannot be read as a number.')).toBeVisible();
  await values.press('Backspace');
  await values.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '1,000');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await values.fill('1,000');
  await values.press('Enter');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.locator('[data-control="adhoc_filters"]')).toContainText('Wind (m/s) is one of 1000');
});

test('a column shows its profile, and a press on a value filters the chart', async ({ page }) => {
  await openSaved(page, 'pie', { metric: 'count', groupby: ['weather'] });
  await rendered(page);
  // From the cache it says nothing about what queries cost, however busy the machine is.
  await page.reload();
  await rendered(page);
  await page.getByRole('button', { name: 'Profile of Weather' }).focus();
  await page.keyboard.press('Enter');
  const profile = page.getByRole('region', { name: 'Profile of Weather' });
  await expect(profile).toContainText('1,461');
  await profile.getByRole('button', { name: /^rain/ }).click();
  await expect(page.locator('[data-control="adhoc_filters"]')).toContainText('Weather is one of rain');
  await expect(
    page
      .locator('[data-chart-id]')
      .first()
      .getByRole('img', { name: /1 slice/ }),
  ).toBeVisible();
  await expectAccessible(page);
});

test('the columns beside a picture are filled while it waits for its data', async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/v1\/chart\/data/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await openSaved(page, 'echarts_timeseries_line', { x_axis: 'date', time_grain_sqla: 'P1D', metrics: ['count'] });
  await expect(page.locator('[data-control="row_limit"]')).toBeVisible();
  await expect(page.locator('[data-chart-id]').first()).toHaveAttribute('data-chart-status', 'loading');
  release();
  await rendered(page);
});

test('a chart in a frame as high as the embed code makes it shows its whole picture', async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 400 });
  await openSaved(page, 'echarts_timeseries_line', { x_axis: 'date', metrics: ['count'], row_limit: 50 });
  await page.goto(`${page.url()}&standalone=1`);
  await rendered(page);
  await expect(page.getByText('First 50 rows of more')).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(400);
});

test('Enter takes the number that is typed, not the first choice that begins with it', async ({ page }) => {
  await openSaved(page, 'echarts_timeseries_line', {
    x_axis: 'date',
    time_grain_sqla: 'P1D',
    metrics: ['count'],
    row_limit: 100,
  });
  await rendered(page);
  const limit = page.locator('[data-control="row_limit"]');
  await limit.getByRole('combobox').fill('5');
  await expect(page.getByRole('option').first()).toHaveText('Use "5"');
  await limit.getByRole('combobox').press('Enter');
  await expect(limit).toContainText('The result was cut at 5 rows; there may be more.');
});
