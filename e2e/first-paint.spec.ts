import { expect, type Locator, type Page } from '@playwright/test';
import { differing } from './support/compare.ts';
import { test } from './support/journey.ts';
import { change, chartOn, datasetId, idOf, make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });
const stills = (page: Page): Locator => page.locator('[data-still]');

/** The page is as it was before anybody looked: its answers are cached, and it knows this window. */
async function visit(page: Page, address: string, count: number): Promise<void> {
  await page.goto(address);
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await expect(page.locator('[data-chart-status="rendered"]')).toHaveCount(count);
}

type Component = { readonly type: string; readonly children: readonly string[] };

/** Every tab of the gallery as a dashboard of its own: a page begins with the first of its tabs. */
async function tabsOfGallery(page: Page): Promise<readonly { readonly id: number; readonly charts: number }[]> {
  const gallery = await idOf(page, 'dashboard', 'slug', 'chart-gallery');
  const { result } = (await (await page.request.get(`/api/v1/dashboard/${gallery}`)).json()) as {
    readonly result: { readonly position_json: string };
  };
  const layout = JSON.parse(result.position_json) as Readonly<Record<string, Component>>;
  const tabs = Object.values(layout).find(({ type }) => type === 'TABS')?.children ?? [];
  const made: { readonly id: number; readonly charts: number }[] = [];
  for (const tab of tabs) {
    const rows = layout[tab]?.children ?? [];
    const below = (id: string): readonly string[] => [id, ...(layout[id]?.children ?? []).flatMap(below)];
    const kept = rows.flatMap(below);
    const position = {
      ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
      GRID_ID: { id: 'GRID_ID', type: 'GRID', children: rows, parents: ['ROOT_ID'] },
      ...Object.fromEntries(kept.map((id) => [id, layout[id]])),
    };
    const id = await make(page, 'dashboard', {
      dashboard_title: `Pictures of ${tab}`,
      position_json: JSON.stringify(position),
    });
    made.push({ id, charts: kept.filter((one) => layout[one]?.type === 'CHART').length });
  }
  return made;
}

/** Charts with annotations, and those of very many rows, begin without a picture. */
const PICTURED = 0.8;

test('the picture of every type is what its chart is, to one pixel in a hundred', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 3000 });
  const apart: string[] = [];
  let compared = 0;
  for (const { id, charts } of await tabsOfGallery(page)) {
    const address = `/tessera/dashboard/${id}/`;
    await visit(page, address, charts);
    const drawn = await page.locator('[data-chart-id]:has(canvas)').count();
    const frames = page.locator('[data-chart-id]:has([data-still])');
    // The answers, then the size of the window; what takes the server long is there for a later visit.
    await expect(async () => {
      await visit(page, address, charts);
      expect(await frames.count()).toBeGreaterThanOrEqual(Math.floor(drawn * PICTURED));
    }).toPass();
    const count = await frames.count();
    const names = await frames.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    const pictures: Buffer[] = [];
    for (let at = 0; at < count; at += 1) pictures.push(await frames.nth(at).screenshot());
    for (const [at, name] of names.entries()) {
      const frame = page.locator('[data-chart-id]').and(page.getByRole('group', { name, exact: true }));
      await frame.locator('[data-still]').dispatchEvent('pointerover');
      await expect(frame.locator('canvas').first()).toBeVisible();
      await expect(frame).toHaveAttribute('data-chart-status', 'rendered');
      const part = await differing(page, pictures[at] ?? Buffer.alloc(0), await frame.screenshot());
      compared += 1;
      if (part > 0.01) apart.push(`${name}: ${(100 * part).toFixed(1)} %`);
    }
  }
  expect(compared).toBeGreaterThan(15);
  expect(apart).toEqual([]);
});

/** Lines and a pie of the weather, whose answers are cached and whose window the server knows. */
async function weather(page: Page): Promise<string> {
  const dataset = await datasetId(page, 'seattle_weather');
  const dashboard = await make(page, 'dashboard', { dashboard_title: 'Painted weather', published: true });
  const metric = 'count';
  await chartOn(page, dashboard, 'Days', dataset, { viz_type: 'pie', groupby: ['weather'], metric, row_limit: 10 });
  const line = { viz_type: 'echarts_timeseries_line', x_axis: 'date', metrics: [metric] } as const;
  await chartOn(page, dashboard, 'Months', dataset, { ...line, time_grain_sqla: 'P1M' });
  await chartOn(page, dashboard, 'Weeks', dataset, { ...line, time_grain_sqla: 'P1W' });
  const address = `/tessera/dashboard/${dashboard}/`;
  await expect(async () => {
    await visit(page, address, 3);
    expect(await stills(page).count()).toBe(3);
  }).toPass();
  return address;
}

test('pictures are there before scripts, are taken over without a question, and wake when they are touched', async ({
  page,
  browser,
}) => {
  const said: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  const address = await weather(page);

  const state = await page.context().storageState();
  const { origin } = new URL(page.url());
  const plain = await browser.newContext({ storageState: state, javaScriptEnabled: false, baseURL: origin });
  const still = await plain.newPage();
  await still.goto(address);
  await expect(still.getByRole('heading', { level: 1, name: 'Painted weather' })).toBeVisible();
  await expect(still.locator('[data-painted] > svg[role="img"] > title')).toHaveCount(3);
  await plain.close();

  page.on('request', (request) => request.url().includes('/chart/data') && asked.push(request.url()));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // A server that is busy leaves the drawing to the page: it is visited again.
  await expect(async () => {
    asked.length = 0;
    await visit(page, address, 3);
    expect(await stills(page).count()).toBe(3);
  }).toPass();
  await expect(page.locator('canvas')).toHaveCount(0);
  await expect(card(page, 'Days').getByRole('img', { name: /^Days\. / })).toBeVisible();

  // Keys go over the marks of a picture.
  await card(page, 'Months').getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect(card(page, 'Months').locator('[data-ring]')).toBeVisible();
  await expect(card(page, 'Months').locator('[data-spoken]').first()).not.toBeEmpty();
  await expect(stills(page)).toHaveCount(2);

  await card(page, 'Weeks').locator('[data-still]').hover();
  await expect(card(page, 'Weeks').locator('canvas').first()).toBeVisible();
  await expect(stills(page)).toHaveCount(1);
  expect(await page.evaluate(() => Reflect.get(window, 'shifts') as unknown)).toEqual([]);

  // Another width is another picture.
  await page.setViewportSize({ width: 1200, height: 900 });
  await expect(stills(page)).toHaveCount(0);
  await expect(card(page, 'Days').locator('canvas').first()).toBeVisible();
  expect(asked).toEqual([]);
  expect(said).toEqual([]);
});

test('style of the author that hides charts, or everything, leaves a page that can be used', async ({ page }) => {
  const dataset = await datasetId(page, 'seattle_weather');
  const dashboard = await make(page, 'dashboard', { dashboard_title: 'Styled weather', published: true });
  const form = { viz_type: 'pie', groupby: ['weather'], metric: 'count', row_limit: 10 } as const;
  const ids = [
    await chartOn(page, dashboard, 'Shown', dataset, form),
    await chartOn(page, dashboard, 'Hidden', dataset, { ...form, row_limit: 9 }),
  ];
  const places = ids.map((chartId, at) => ({
    id: `CHART-${at}`,
    type: 'CHART',
    children: [],
    parents: ['ROOT_ID', 'GRID_ID', 'ROW-1'],
    meta: { chartId, width: 6, height: 50 },
  }));
  const layout = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { id: 'ROW-1', type: 'ROW', children: places.map(({ id }) => id), parents: ['ROOT_ID', 'GRID_ID'] },
    ...Object.fromEntries(places.map((place) => [place.id, place])),
  };
  const address = `/tessera/dashboard/${dashboard}/`;
  const write = (data: object) => change(page, `/api/v1/dashboard/${dashboard}`, { ...data });
  await write({ position_json: JSON.stringify(layout) });
  await expect(async () => {
    await visit(page, address, 2);
    expect(await stills(page).count()).toBe(2);
  }).toPass();

  await write({ css: '[data-component-id="CHART-1"] { display: none }' });
  await page.goto(address);
  await expect(page.locator('#first-paint')).toHaveCount(0);
  await expect(card(page, 'Shown')).toBeVisible();
  await expect(card(page, 'Hidden')).toBeHidden();

  await write({ css: '* { display: none } body { visibility: hidden }' });
  await page.goto(address);
  await expect(card(page, 'Shown')).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).first().click();
  await expect(page.getByRole('menuitem', { name: 'Edit CSS' })).toBeVisible();
});
