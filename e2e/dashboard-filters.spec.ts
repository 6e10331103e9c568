import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { backAtOnce } from './support/back-at-once.ts';
import { button } from './support/dashboards.ts';
import { test } from './support/journey.ts';
import { chartOn, datasetId, idOf, make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';
import { makeUser, password, roleWithoutData } from './support/users.ts';

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });
const filter = (page: Page, name: string): Locator => page.locator('[data-filter-id]').filter({ hasText: name });

/** A dashboard of the weather: a table by weather, and how many days; published where roles are to see it. */
async function weather(page: Page, roles: readonly number[] = []) {
  const stamp = Date.now();
  const dataset = await datasetId(page, 'seattle_weather');
  const dashboard = await make(page, 'dashboard', {
    dashboard_title: `Weather ${stamp}`,
    published: roles.length > 0,
    roles,
  });
  const table = { viz_type: 'table', query_mode: 'aggregate', metrics: ['count'], row_limit: 100 } as const;
  await chartOn(page, dashboard, 'By weather', dataset, { ...table, groupby: ['weather'] });
  await chartOn(page, dashboard, 'Days', dataset, { viz_type: 'big_number_total', metric: 'count' });
  return { dashboard, dataset };
}

async function addFilter(page: Page, name: string, type: string, column: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Filter type').click();
  await page.getByRole('option', { name: type, exact: true }).click();
  await dialog.getByLabel('Dataset').click();
  await page.getByRole('option', { name: /seattle_weather/ }).click();
  await dialog.getByLabel('Column', { exact: true }).fill(column);
  await page.getByRole('option').first().click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
}

test('[3.10-01] [4.4-01] [4.5-07] [5.0-13] filters are set up, taken back and saved, and charts follow them', async ({
  page,
}) => {
  const { dashboard } = await weather(page);
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(card(page, 'Days')).toContainText('1,461');
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Add or edit filters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filters of this dashboard' });
  await addFilter(page, 'Weather', 'Value', 'weather');
  await button(page, 'Add filter').click();
  // Nothing is saved before every filter is whole: the first that is not is shown.
  await dialog.getByRole('button', { name: 'Weather', exact: true }).click();
  await button(page, 'Save').click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await addFilter(page, 'Rain', 'Numerical range', 'precipitation');
  await button(page, 'Remove "Rain"').click();
  await button(page, 'Undo?').click();
  await expectAccessible(page);
  // A key pressed by accident takes nothing of it.
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).press('Escape');
  await button(page, 'Keep editing').click();
  await button(page, 'Save').click();
  await expect(dialog).toBeHidden();

  // Values come from the database with their counts, and act when they are applied.
  await expect(button(page, 'Apply')).toHaveAttribute('aria-disabled', 'true');
  await filter(page, 'Weather').getByRole('combobox').click();
  await expect(page.getByRole('option', { name: /^snow/ })).toContainText('26');
  await page.getByRole('option', { name: /^snow/ }).click();
  await page.keyboard.press('Escape');
  await expect(card(page, 'Days')).toContainText('1,461');
  await button(page, 'Apply').click();
  await expect(card(page, 'Days')).toContainText('26');
  await expect(card(page, 'Days').getByRole('img', { name: 'Filtered by Weather: snow' })).toBeVisible();
  await expect(page).toHaveURL(/native_filters_key=/);
  await button(page, 'Filter presets').click();
  await page.getByRole('menuitem', { name: 'Save these values …' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Snow days');
  await button(page, 'Save').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.reload();
  await expect(card(page, 'Days')).toContainText('26');
  await page.goBack();
  await expect(page).not.toHaveURL(/native_filters_key=/);
  await expect(card(page, 'Days')).toContainText('1,461');

  // What a reader named is set again in one press.
  await button(page, 'Filter presets').click();
  await page.getByRole('menuitem', { name: 'Snow days', exact: true }).click();
  await expect(card(page, 'Days')).toContainText('26');
});

test('a selection filters the other charts, Escape takes it back, and a link shows it to another reader', async ({
  page,
  browser,
}) => {
  const role = await roleWithoutData(page);
  const reader = `filters${Date.now()}`;
  await makeUser(page, reader, role);
  const { dashboard } = await weather(page, [await idOf(page, 'security/roles', 'name', role)]);
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  const snow = card(page, 'By weather')
    .getByRole('gridcell', { name: 'snow' })
    .or(card(page, 'By weather').getByRole('cell', { name: 'snow' }));
  await expect(card(page, 'Days')).toContainText('1,461');
  const stood = await card(page, 'Days').boundingBox();
  await snow.click();
  await expect(card(page, 'Days')).toContainText('26');
  // What is selected stays in sight: a chart never filters itself.
  await expect(card(page, 'By weather').getByRole('row')).toHaveCount(6);
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toContainText('snow');
  // The pills push nothing.
  expect(await card(page, 'Days').boundingBox()).toEqual(stood);
  await page.keyboard.press('Escape');
  await expect(card(page, 'Days')).toContainText('1,461');
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toHaveCount(0);

  await snow.click();
  await expect(card(page, 'Days')).toContainText('26');
  const linked = page.waitForResponse(/\/permalink/);
  await button(page, 'Copy link').click();
  const { url } = (await (await linked).json()) as { readonly url: string };
  const context = await browser.newContext();
  const theirs = await context.newPage();
  expect((await theirs.request.post('/login/', { data: { username: reader, password } })).ok()).toBe(true);
  await theirs.goto(new URL(url, page.url()).pathname);
  await expect(card(theirs, 'Days')).toContainText('26');
  await expect(theirs.getByRole('region', { name: 'Cross-filters' })).toContainText('snow');
  await context.close();
});

test('what is selected without a connection is in the address once there is one', async ({ page, context }) => {
  const { dashboard } = await weather(page);
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(card(page, 'Days')).toContainText('1,461');
  const snow = page.getByRole('gridcell', { name: 'snow' }).or(page.getByRole('cell', { name: 'snow' }));
  await snow.click();
  await expect(page).toHaveURL(/native_filters_key=/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/native_filters_key=/);
  await context.setOffline(true);
  await snow.click();
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toContainText('snow');
  await expect(page.getByText(/offline|no connection|not reach/i).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/native_filters_key=/);
  await page.reload();
  await expect(card(page, 'Days')).toContainText('26');
});

test('a name of a legend selects what it stands for, on the canvas and in a list', async ({ page }) => {
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Legends ${Date.now()}` });
  const dataset = await datasetId(page, 'birdstrikes');
  const metric = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'Strikes' };
  await chartOn(page, dashboard, 'Strikes', dataset, { viz_type: 'big_number_total', metric });
  await chartOn(page, dashboard, 'By damage', dataset, { viz_type: 'pie', metric, groupby: ['damage'], row_limit: 10 });
  await chartOn(page, dashboard, 'By state', dataset, {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'flight_date',
    time_grain_sqla: 'P1Y',
    metrics: [metric],
    groupby: ['origin_state'],
    row_limit: 10_000,
  });
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(page.locator('[data-chart-status="rendered"]')).toHaveCount(3);
  const all = (await card(page, 'Strikes').innerText()).match(/[\d.]+k/)?.[0] ?? 'none';
  const crossFilters = page.getByRole('region', { name: 'Cross-filters' });

  const legend = page.getByRole('group', { name: /^Legend of/ });
  await legend.getByRole('textbox').fill('texas');
  await legend.getByRole('button', { name: 'Strikes, Texas', exact: true }).click();
  await expect(crossFilters).toContainText('Texas');
  await expect(card(page, 'Strikes')).not.toContainText(all);
  // It is marked, and the others are still there.
  await expect(legend.locator('button[aria-pressed="true"]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(card(page, 'Strikes')).toContainText(all);

  await card(page, 'By damage')
    .locator('canvas')
    .click({ position: { x: 30, y: 12 } });
  await expect(crossFilters).toContainText('None');
  await expect(card(page, 'Strikes')).not.toContainText(all);
});

test('what is selected while the address takes up the selection before it stays', async ({ page }) => {
  const { dashboard } = await weather(page, []);
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(card(page, 'By weather').getByRole('row')).toHaveCount(6);
  await page.evaluate(() => {
    const write = history.pushState.bind(history);
    history.pushState = (...entry) => {
      history.pushState = write;
      write(...entry);
      [...document.querySelectorAll('td')].find(({ textContent }) => textContent === 'fog')?.click();
    };
  });
  await page
    .getByRole('gridcell', { name: 'snow' })
    .or(page.getByRole('cell', { name: 'snow' }))
    .click();
  await expect(page).toHaveURL(/native_filters_key=/);
  const key = () => new URL(page.url()).searchParams.get('native_filters_key');
  const first = key();
  await expect.poll(key).not.toBe(first);
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toContainText('fog');
});

test('Back takes a selection back, also before the page has seen its own address change', async ({ page }) => {
  const { dashboard } = await weather(page, []);
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(card(page, 'By weather').getByRole('row')).toHaveCount(6);
  const steppedBack = await backAtOnce(page);
  await page
    .getByRole('gridcell', { name: 'snow' })
    .or(page.getByRole('cell', { name: 'snow' }))
    .click();
  await steppedBack();
  await expect(card(page, 'Days')).toContainText('1,461');
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toHaveCount(0);
  await expect(page).not.toHaveURL(/native_filters_key=/);
});

/** Until a card is off screen, and the page has heard of it: its observer is older than this one. */
const left = (chart: Locator): Promise<void> =>
  chart.evaluate(
    (element) =>
      new Promise<void>((done) => {
        const observer = new IntersectionObserver(
          (entries) => entries.some(({ isIntersecting }) => !isIntersecting) && done(),
          { rootMargin: '200px 0px' },
        );
        observer.observe(element);
      }),
  );

test('a chart that went off screen asks for a selection when it is back', async ({ page }) => {
  const { dashboard, dataset } = await weather(page);
  await chartOn(page, dashboard, 'Below', dataset, { viz_type: 'big_number_total', metric: 'count' });
  await page.setViewportSize({ width: 600, height: 300 });
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  const below = card(page, 'Below');
  await below.scrollIntoViewIfNeeded();
  await expect(below).toContainText('1,461');
  // On so low a screen the bar scrolls away, and a card is no higher than what is seen at once.
  await expect(page.getByRole('banner').first()).toHaveCSS('position', 'static');
  expect((await below.boundingBox())?.height).toBeLessThanOrEqual(300);
  await page.evaluate(() => scrollTo(0, 0));
  await left(below);
  await card(page, 'By weather')
    .getByRole('gridcell', { name: 'snow' })
    .or(card(page, 'By weather').getByRole('cell', { name: 'snow' }))
    .click();
  await expect(card(page, 'Days')).toContainText('26');
  await expect(below).toContainText('1,461');
  await below.scrollIntoViewIfNeeded();
  await expect(below).toContainText('26');

  // On paper it is as the others are: it is asked for first.
  await page.evaluate(() => {
    window.print = () => {
      document.title = document.querySelector('article[aria-label="Below"]')?.textContent ?? '';
    };
    scrollTo(0, 0);
  });
  await left(below);
  await page.keyboard.press('Escape');
  await expect(card(page, 'Days')).toContainText('1,461');
  await page.keyboard.press('Control+p');
  await expect(page).toHaveTitle(/1,461/);
});
