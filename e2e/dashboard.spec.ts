import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/busy-database.ts';
import { change, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const charts = (page: Page): Locator => page.locator('[data-component-type="CHART"]');
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Names of the charts row by row. */
const rows = (page: Page): Promise<readonly (readonly string[])[]> =>
  page
    .locator('[data-component-type="ROW"]')
    .evaluateAll((elements) =>
      elements.map((row) => [...row.querySelectorAll('article')].map((card) => card.getAttribute('aria-label') ?? '')),
    );

/** A new dashboard in edit mode with these sample charts on it. */
async function newDashboard(page: Page, title: string, names: readonly string[]): Promise<void> {
  await page.goto('/dashboard/list/');
  await page.getByRole('link', { name: 'New dashboard' }).first().click();
  await expect(page).toHaveURL(/\/dashboard\/new\/$/);
  await page.getByLabel('Title of the dashboard').fill(title);
  await page.getByLabel('Title of the dashboard').press('Enter');
  for (const name of names) {
    await page.getByLabel('Search charts').fill(name);
    await button(page, `Add ${name}`).click();
    await expect(page.getByRole('article', { name, exact: true })).toBeVisible();
  }
}

/** Drag the way a hand does: press, move in steps, release. */
async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  at: { readonly x: number; readonly y: number },
): Promise<void> {
  const start = await from.boundingBox();
  const end = await to.boundingBox();
  if (!start || !end) throw new Error('nothing to drag');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2 + 12, { steps: 4 });
  await page.mouse.move(end.x + at.x * end.width, end.y + at.y * end.height, { steps: 12 });
  await page.mouse.up();
}

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

test('[2.1-02] the flights dashboard draws every chart on screen and marks when it is complete', async ({ page }) => {
  await page.goto('/dashboard/list/');
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
    ['Days by weather', 'Countries in 2005', 'Rain in Seattle'],
    ['Flights by distance'],
  ]);

  await page.evaluate(() => scrollTo(0, 0));
  const first = charts(page).nth(0);
  await first.hover();
  await drag(page, first.getByRole('button', { name: /^Move/ }), charts(page).nth(3), { x: 0.97, y: 0.5 });
  await expect
    .poll(() => rows(page))
    .toEqual([
      ['Countries in 2005', 'Rain in Seattle'],
      ['Flights by distance', 'Days by weather'],
    ]);

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
    .toEqual([['Countries in 2005', 'Rain in Seattle', 'Days by weather'], ['Flights by distance']]);
  await button(page, 'Undo').click();
  await expect
    .poll(() => rows(page))
    .toEqual([
      ['Countries in 2005', 'Rain in Seattle'],
      ['Flights by distance', 'Days by weather'],
    ]);

  await button(page, 'Save').click();
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Built by hand');
  await expect
    .poll(() => rows(page))
    .toEqual([
      ['Countries in 2005', 'Rain in Seattle'],
      ['Flights by distance', 'Days by weather'],
    ]);
});

test('[4.5-03] what is done while a save is under way is kept, on a new dashboard and on a stored one', async ({
  page,
}) => {
  await newDashboard(page, 'Slowly saved', ['Days by weather']);
  const held = async (method: 'POST' | 'PUT', during: () => Promise<void>) => {
    let go = () => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(/\/api\/v1\/dashboard\/\d*$/, async (route) => {
      if (route.request().method() === method) await wait;
      await route.continue();
    });
    const sent = page.waitForRequest(
      (request) => request.method() === method && /\/api\/v1\/dashboard\/\d*$/.test(request.url()),
    );
    await button(page, 'Save').click();
    const request = await sent;
    await during();
    go();
    // The word of an earlier save may still be on the screen.
    await request.response();
    await page.unrouteAll({ behavior: 'wait' });
  };
  const add = async (name: string) => {
    await page.getByLabel('Search charts').fill(name);
    await button(page, `Add ${name}`).click();
    await expect(page.getByRole('article', { name, exact: true })).toBeVisible();
  };
  await held('POST', () => add('Rain in Seattle'));
  await expect(page).toHaveURL(/\/tessera\/dashboard\/\d+\/$/);
  await expect(page.getByText('Your changes that were not saved are back.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Rain in Seattle', exact: true })).toBeVisible();
  await held('PUT', () => add('Highs and lows'));
  await expect(page.getByText('What you changed while it was being saved is not saved yet.')).toBeVisible();
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  await page.reload();
  await expect.poll(() => rows(page)).toEqual([['Days by weather', 'Rain in Seattle', 'Highs and lows']]);
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

test('a dashboard that is deleted while it is edited goes on as a new one', async ({ page }) => {
  await newDashboard(page, 'Short-lived', ['Days by weather']);
  await button(page, 'Save').click();
  await button(page, 'Edit dashboard').click();
  await page.getByLabel('Title of the dashboard').fill('Longer-lived');
  await page.getByLabel('Title of the dashboard').press('Enter');
  await write(page, 'DELETE', `/api/v1/dashboard/${/dashboard\/(\d+)/.exec(page.url())?.[1] ?? ''}`);
  await button(page, 'Save').click();
  await page
    .getByRole('alert')
    .filter({ hasText: 'This dashboard was deleted, or is closed to you now.' })
    .getByRole('button', { name: 'Make a new dashboard of it' })
    .click();
  await expect(page.getByLabel('Title of the dashboard')).toHaveValue('Longer-lived');
  await expect(page.getByRole('article', { name: 'Days by weather', exact: true })).toBeVisible();
  await button(page, 'Save').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Longer-lived');
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
  const { pathname } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  await page.goto(pathname);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shared');
});

test('[5.0-18] [8.3-03] two people edit at once: nothing is lost before a choice', async ({ page }) => {
  await newDashboard(page, 'Contested', ['Days by weather']);
  await button(page, 'Save').click();
  await button(page, 'Edit dashboard').click();
  await page.getByLabel('Title of the dashboard').fill('Mine');
  await page.getByLabel('Title of the dashboard').press('Enter');
  const id = /dashboard\/(\d+)/.exec(page.url())?.[1] ?? '';
  const other = await page.evaluate(async (dashboard) => {
    const token = (await (await fetch('/api/v1/security/csrf_token/')).json()) as { readonly result: string };
    return (
      await fetch(`/api/v1/dashboard/${dashboard}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token.result },
        body: '{"dashboard_title":"Theirs"}',
      })
    ).status;
  }, id);
  expect(other).toBe(200);

  await button(page, 'Save').click();
  await expect(page.getByRole('dialog', { name: 'Please confirm the overwrite values.' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Title' })).toBeVisible();
  await button(page, 'Keep editing').click();
  await expect(page.getByLabel('Title of the dashboard')).toHaveValue('Mine');
  await button(page, 'Save').click();
  await button(page, 'Save mine as a copy').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mine (my version)');
  await page.goto(`/tessera/dashboard/${id}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Theirs');
});

test('two people who change different things of a dashboard are not asked: both are saved', async ({ page }) => {
  await newDashboard(page, 'Together', ['Days by weather', 'Rain in Seattle']);
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  const id = /dashboard\/(\d+)/.exec(page.url())?.[1] ?? '';
  await button(page, 'Edit dashboard').click();
  await charts(page).nth(0).getByRole('button', { name: /^Move/ }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  // Somebody else removes the other chart from the layout and gives the dashboard another title.
  const { result } = (await (await page.request.get(`/api/v1/dashboard/${id}`)).json()) as {
    readonly result: { readonly position_json: string };
  };
  const positions = JSON.parse(result.position_json) as Record<
    string,
    { readonly children?: readonly string[]; readonly meta?: { readonly sliceName?: string } }
  >;
  const gone = Object.keys(positions).find((key) => positions[key]?.meta?.sliceName === 'Rain in Seattle') ?? '';
  const others = Object.entries(positions)
    .filter(([key]) => key !== gone)
    .map(([key, part]) => [
      key,
      part.children ? { ...part, children: part.children.filter((child) => child !== gone) } : part,
    ]);
  await change(page, `/api/v1/dashboard/${id}`, {
    dashboard_title: 'Together again',
    position_json: JSON.stringify(Object.fromEntries(others)),
  });

  await button(page, 'Save').click();
  await expect(page.getByText(/changed it meanwhile. What both of you did is kept\./)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Together again');
  await expect(charts(page)).toHaveCount(1);
  await page.reload();
  await expect(charts(page)).toHaveCSS('grid-column-start', 'span 5');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Together again');
});

test('a new dashboard is there from its first save on; until then it survives a reload and leaves nothing behind', async ({
  page,
}) => {
  const count = async () =>
    ((await (await page.request.get('/api/v1/dashboard/')).json()) as { readonly count: number }).count;
  const before = await count();
  page.on('dialog', (dialog) => void dialog.accept());
  await newDashboard(page, 'Not there yet', ['Days by weather']);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel('Title of the dashboard')).toHaveValue('Not there yet');
  await expect(
    page.getByRole('article', { name: 'Days by weather', exact: true }).locator('[data-chart-status="rendered"]'),
  ).toBeVisible();
  expect(await count()).toBe(before);

  await button(page, 'Discard').click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/dashboard\/list\//);
  await page.goto('/dashboard/new');
  await expect(page.getByLabel('Title of the dashboard')).toHaveValue('[ untitled dashboard ]');
  expect(await count()).toBe(before);
  await page.keyboard.press('Tab');
  await button(page, 'Save').click();
  await expect(page).toHaveURL(/\/tessera\/dashboard\/\d+\/$/);
  expect(await count()).toBe(before + 1);
});

test('changes of a dashboard that were not saved are back after a reload, and gone once they are discarded', async ({
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/tessera/dashboard/flights/?edit=true');
  await charts(page).first().getByRole('button', { name: /^Move/ }).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(button(page, 'Discard')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your changes that were not saved are back.')).toBeVisible();
  await button(page, 'Discard').click();
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  await page.reload();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
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
  await expect(dialog.locator('[data-filter-origin="chart"]')).toContainText('Departure: 2001-01-01 : 2001-07-01');
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

test('[4.5-09] [7.4-06] [9.0-34] colours are kept with the dashboard, and are the same after a reload', async ({
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

test('on a phone the dashboard is what one sees, and what can be added comes when it is asked for', async ({
  page,
}) => {
  await newDashboard(page, 'Pocket', ['Days by weather']);
  await page.setViewportSize({ width: 390, height: 844 });
  const palette = page.getByRole('complementary', { name: 'Add to the dashboard' });
  await expect.poll(async () => (await palette.boundingBox())?.height ?? 80).toBeLessThan(80);
  await palette.getByRole('button', { name: 'Add to the dashboard' }).click();
  await palette.getByLabel('Search charts').fill('Rain in Seattle');
  await button(page, 'Add Rain in Seattle').click();
  await expect(page.getByRole('article', { name: 'Rain in Seattle', exact: true })).toBeVisible();
  await expect(palette.getByLabel('Search charts')).toBeHidden();
  await expectAccessible(page);
});

test('unsaved changes are not left without a question', async ({ page }) => {
  await newDashboard(page, 'Unsaved', ['Days by weather']);
  await page.getByRole('link', { name: 'Charts', exact: true }).first().click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await button(page, 'Keep editing').click();
  await expect(page.getByLabel('Title of the dashboard')).toHaveValue('Unsaved');
});

test('two people change the properties of one dashboard: both are kept, and so is the layout that one of them changed meanwhile', async ({
  page,
}) => {
  await newDashboard(page, 'Shared', ['Days by weather']);
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  const id = Number(/dashboard\/(\d+)/.exec(page.url())?.[1]);
  const stored = async () =>
    ((await (await page.request.get(`/api/v1/dashboard/${id}`)).json()) as { readonly result: object }).result;
  await button(page, 'Edit dashboard').click();
  await page.getByLabel('Search charts').fill('Rain in Seattle');
  await button(page, 'Add Rain in Seattle').click();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Edit properties' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dashboard properties' });
  await dialog.getByLabel('Title').fill('Shared, of mine');
  await dialog.getByLabel('Certified by').fill('Ada');
  await change(page, `/api/v1/dashboard/${id}`, { dashboard_title: 'Shared, of theirs', description: 'Their words' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Taken over from them: Description.');
  await expect(dialog.getByRole('alert')).toContainText('Shared, of theirs');
  await expect(dialog.getByLabel('Title')).toHaveValue('Shared, of mine');
  await expect(dialog.getByLabel('Description')).toHaveValue('Their words');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await stored()).toMatchObject({
    dashboard_title: 'Shared, of mine',
    description: 'Their words',
    certified_by: 'Ada',
  });

  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  expect(await stored()).toMatchObject({
    dashboard_title: 'Shared, of mine',
    description: 'Their words',
    certified_by: 'Ada',
    charts: ['Days by weather', 'Rain in Seattle'],
  });
});

test('properties of a dashboard that were typed are not lost by a stray key, a click beside them or the way back', async ({
  page,
}) => {
  await page.goto('/dashboard/list/');
  await page.getByRole('link', { name: 'US flights' }).click();
  await expect(page.getByRole('article', { name: 'Flights', exact: true })).toBeVisible();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Edit properties' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dashboard properties' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByLabel('Description').fill('Long thought about');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(8, 450),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toHaveCount(0);
    await expect(dialog.getByLabel('Description')).toHaveValue('Long thought about');
  }
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/dashboard\/list/);
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
