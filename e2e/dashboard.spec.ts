import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/busy-database.ts';
import { button, charts, drag, newDashboard, rows } from './support/dashboards.ts';
import { make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

test('a chart stands twice: each placement loads, and one is deleted without the other', async ({ page }) => {
  await newDashboard(page, 'Twice', ['Days by weather', 'Days by weather']);
  await expect(page.getByText('On this dashboard: 2×')).toBeVisible();
  const cards = page.getByRole('article', { name: 'Days by weather', exact: true });
  await expect(cards.locator('[data-chart-status="rendered"]')).toHaveCount(2);
  await charts(page).nth(1).getByRole('button', { name: /^Move/ }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(charts(page).nth(1)).toHaveCSS('grid-column-start', 'span 5');
  await expect(charts(page).nth(0)).toHaveCSS('grid-column-start', 'span 4');
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  await page.reload();
  await expect(cards.locator('[data-chart-status="rendered"]')).toHaveCount(2);

  await cards.nth(1).getByRole('button', { name: 'Actions for Days by weather' }).click();
  await page.getByRole('menuitem', { name: 'Enter full screen' }).click();
  await expect(page.locator('article[data-full]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('article[data-full]')).toHaveCount(0);
  await cards.nth(0).getByRole('button', { name: 'Show the data as a table' }).click();
  await expect(cards.nth(0).getByRole('button', { name: 'Show the chart' })).toBeVisible();
  await expect(cards.nth(1).getByRole('button', { name: 'Show the data as a table' })).toBeVisible();

  await button(page, 'Edit dashboard').click();
  await charts(page).nth(0).getByRole('button', { name: /^Move/ }).focus();
  await page.keyboard.press('Delete');
  await expect(cards).toHaveCount(1);
  await expect(charts(page)).toHaveCSS('grid-column-start', 'span 5');
});

test('[2.1-02] the flights dashboard draws every chart on screen and marks when it is complete', async ({ page }) => {
  await page.goto('/dashboard/list/?q=US+flights');
  await page.getByRole('link', { name: 'US flights' }).click();
  await expect(page).toHaveURL(/\/tessera\/dashboard\/flights\//);
  await expect(page.locator('[data-chart-status="rendered"]').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('dashboard:complete').length)).toBe(1);
  await expect(page.locator('[data-chart-status="failed"]')).toHaveCount(0);
  await expect(page.getByRole('article', { name: 'Flights', exact: true })).toContainText('3,000,000');
});

test('[2.3-03] [4.5-02] [4.5-03] charts are added, dragged, pulled and moved by key, and saved', async ({ page }) => {
  await newDashboard(page, 'Built by hand', [
    'Days by weather',
    'Countries in 2005',
    'Rain in Seattle',
    'Flights by distance',
  ]);
  expect(await rows(page)).toEqual([
    ['Days by weather', 'Countries in 2005'],
    ['Rain in Seattle', 'Flights by distance'],
  ]);

  await page.evaluate(() => scrollTo(0, 0));
  const first = charts(page).nth(0);
  await first.hover();
  await drag(page, first.getByRole('button', { name: /^Move/ }), charts(page).nth(3), { x: 0.97, y: 0.5 });
  await expect
    .poll(() => rows(page))
    .toEqual([['Countries in 2005'], ['Rain in Seattle', 'Flights by distance', 'Days by weather']]);

  const last = charts(page).nth(3);
  await last.getByRole('button', { name: /^Move/ }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(last).toHaveCSS('grid-column-start', 'span 5');
  await expect(last.getByRole('status').last()).toHaveText('5 columns × 400 px');
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowRight');
  // Nothing happens without a word.
  await expect(last.getByText('The row is full: 12 of 12 columns are taken.')).toBeVisible();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await expect
    .poll(() => rows(page))
    .toEqual([
      ['Countries in 2005', 'Days by weather'],
      ['Rain in Seattle', 'Flights by distance'],
    ]);
  await button(page, 'Undo').click();
  await expect
    .poll(() => rows(page))
    .toEqual([['Countries in 2005'], ['Rain in Seattle', 'Flights by distance', 'Days by weather']]);

  await button(page, 'Save').click();
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Built by hand');
  await expect
    .poll(() => rows(page))
    .toEqual([['Countries in 2005'], ['Rain in Seattle', 'Flights by distance', 'Days by weather']]);
});

test('a new dashboard that is begun from an open one is a new one', async ({ page }) => {
  await page.goto('/tessera/dashboard/seattle-weather/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seattle weather');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard\/new\/$/);
  await expect(page.getByLabel('Title of the dashboard')).toHaveValue('[ untitled dashboard ]');
  await page.getByLabel('Search charts').fill('Days by weather');
  await button(page, 'Add Days by weather').click();
  await expect(charts(page)).toHaveCount(1);
  await page.goBack();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seattle weather');
});

test('a chart that is removed by key says so, and the keyboard goes on at the next', async ({ page }) => {
  await newDashboard(page, 'Thinned out', ['Days by weather', 'Rain in Seattle']);
  await charts(page).nth(0).getByRole('button', { name: /^Move/ }).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Chart "Days by weather" was removed. Undo brings it back.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Move chart "Rain in Seattle"/ })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(charts(page)).toHaveCount(0);
  await expect(page.locator('main')).toBeFocused();
});

test('[4.5-04] [7.4-07] [7.4-08] a dashboard is published, hidden, starred and linked', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await newDashboard(page, 'Shared', ['Days by weather']);
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  await button(page, 'Draft: press to publish').click();
  await expect(page.getByText('This dashboard is now published')).toBeVisible();
  // Hiding takes it from everybody else: it is asked, and taken back where it is said.
  const published = button(page, 'Published: press to hide it from everybody else');
  await published.click();
  const question = page.getByRole('dialog', { name: 'Hide "Shared"?' });
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await published.press('Enter');
  await question.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByText('This dashboard is now hidden')).toBeVisible();
  await page.getByRole('status').filter({ hasText: 'now hidden' }).getByRole('button', { name: 'Undo' }).click();
  await expect(published).toBeVisible();
  await button(page, 'Add to favorites').click();
  await expect(button(page, 'Remove from favorites')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Copy link').click();
  await expect(page.getByText('Copied to clipboard!')).toBeVisible();
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  const { pathname } = new URL(await copied());
  expect(pathname).toMatch(/\/p\//);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Copy link without my filters' }).click();
  await expect.poll(async () => new URL(await copied()).pathname).toMatch(/^\/tessera\/dashboard\/\d+\/$/);
  await page.goto(pathname);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shared');
});

test('[8.3-01] [8.3-06] what fails is said, and the rest of the page goes on', async ({ page }) => {
  await page.route(/\/favorites\//, (route) => route.abort());
  await page.goto('/tessera/dashboard/flights/');
  await button(page, 'Add to favorites').click();
  await expect(page.getByText('There was an issue favoriting this dashboard.')).toBeVisible();
  await expect(button(page, 'Add to favorites')).toHaveAttribute('aria-pressed', 'false');
  await page.route(/\/api\/v1\/chart\/\?/, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"Server error"}' }),
  );
  await button(page, 'Edit dashboard').click();
  await expect(page.getByText('Could not fetch all saved charts')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Flights', exact: true })).toBeVisible();
});

test('why this number, asked of a chart on the dashboard', async ({ page }) => {
  await page.goto('/tessera/dashboard/flights/');
  const card = page.getByRole('article', { name: 'Flights per day', exact: true });
  await expect(card.locator('[data-chart-status="rendered"]')).toBeVisible();
  await button(page, 'Actions for Flights per day').click();
  await page.getByRole('menuitem', { name: 'Why this number?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Why this number?' });
  await expect(dialog).toContainText('COUNT(*)');
  await expect(dialog.locator('[data-filter-origin="chart"]')).toContainText(
    'Departure from 2001-01-01 until 2001-07-01',
  );
  await expect(dialog.locator('pre')).toContainText('GROUP BY');
});

test('charts that wait for a busy database say their places, and all are stopped at once', async ({
  page,
  busyDatabase,
}) => {
  const database = await busyDatabase();
  // Of three datasets: charts of one may be answered by one query, and wait in one place.
  await newDashboard(page, 'Waiting', ['Days by weather', 'Countries in 2005', 'Flights by distance']);
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  await expect(page.locator('[data-chart-status="rendered"]')).toHaveCount(3);
  await database.hold();
  await button(page, 'Refresh dashboard').click();
  await expect(page.locator('[data-chart-id]').filter({ hasText: 'Next in the queue' })).toHaveCount(1);
  await expect(page.locator('[data-chart-id]').filter({ hasText: 'Place 2 in the queue' })).toHaveCount(1);
  await button(page, 'Stop all (3)').click();
  await expect(page.locator('[data-chart-status="stopped"]')).toHaveCount(3);
});

test.describe('with a clock that is stopped', () => {
  test.use({ isFresh: true });

  test('[4.5-09] [7.4-06] [9.0-34] colours are stored with the dashboard, and are the same after a reload', async ({
    page,
  }) => {
    await newDashboard(page, 'Colours', ['Population by region', 'Life expectancy by region']);
    await button(page, 'Save').click();
    await expect(button(page, 'Edit dashboard')).toBeVisible();
    await expect(page.locator('[data-chart-status="rendered"]')).toHaveCount(2);
    const keptColors = async () => {
      const answer = (await (
        await page.request.get(`/api/v1/dashboard/${/dashboard\/(\d+)/.exec(page.url())?.[1] ?? ''}`)
      ).json()) as { readonly result: { readonly json_metadata: string } };
      return JSON.parse(answer.result.json_metadata) as {
        readonly map_label_colors?: Readonly<Record<string, string>>;
        readonly shared_label_colors?: readonly string[];
      };
    };
    await expect.poll(async () => (await keptColors()).shared_label_colors ?? []).toContain('America');
    const before = (await keptColors()).map_label_colors;
    let again = 0;
    page.on('request', (request) => {
      if (request.url().includes('/colors')) again += 1;
    });
    await page.clock.install();
    await page.reload();
    await expect(page.locator('[data-chart-status="rendered"]')).toHaveCount(2);
    // Whatever was put off is due now.
    await page.clock.fastForward(60_000);
    await page.waitForLoadState('networkidle');
    expect(again).toBe(0);
    expect((await keptColors()).map_label_colors).toEqual(before);
  });
});

test('[4.1-05] without the server the charts that are drawn stay, and each tells that it was not asked', async ({
  page,
  context,
}) => {
  await page.goto('/tessera/dashboard/flights/');
  const flights = page.getByRole('article', { name: 'Flights', exact: true });
  await expect(flights.locator('[data-chart-status="rendered"]')).toBeVisible();
  await context.setOffline(true);
  await button(page, 'Refresh dashboard').click();
  await expect(flights.getByRole('alert')).toContainText('Network error.');
  await expect(flights.getByRole('img', { name: /3,000,000/ })).toBeVisible();
  await context.setOffline(false);
  await expect(flights.locator('[data-chart-status="rendered"]')).toBeVisible();
});

test('lists and columns of a text stand as they were written', async ({ page }) => {
  const code = '- sun\n- rain\n\n3. third\n\n| Day | Rain |\n|---|--:|\n| Monday | 12 |';
  const layout = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['R'], parents: ['ROOT_ID'] },
    R: { id: 'R', type: 'ROW', children: ['M'], meta: {} },
    M: { id: 'M', type: 'MARKDOWN', children: [], meta: { width: 6, height: 40, code } },
  };
  const dashboard = await make(page, 'dashboard', {
    dashboard_title: 'Written',
    position_json: JSON.stringify(layout),
  });
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(page.getByRole('listitem').filter({ hasText: 'sun' })).toHaveCSS('list-style-type', 'disc');
  await expect(page.getByRole('listitem').filter({ hasText: 'third' })).toHaveCSS('list-style-type', 'decimal');
  await expect(page.getByRole('cell', { name: '12' })).toHaveCSS('text-align', 'right');
});
