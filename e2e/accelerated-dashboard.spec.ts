import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { test } from './support/accelerated.ts';
import { expectAccessible } from './support/axe.ts';
import { chartOn, make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const isDataAddress = /\/chart\/data(\/batch)?(\?|$)/;
const isData = (response: Response) => isDataAddress.test(response.url());

/** A busy server leaves what nobody waits for: then the pointer comes again. */
async function prepared(page: Page, dashboard: number, answered: Locator, near: Locator): Promise<void> {
  await expect(async () => {
    await page.mouse.move(0, 0);
    await page.goto(`/tessera/dashboard/${dashboard}/`);
    for (const card of [answered, near]) await expect(card.locator('[data-chart-status="rendered"]')).toBeVisible();
    const response = page.waitForResponse((one) => one.url().endsWith('/chart/data/prepare'));
    await near.hover();
    expect(await (await response).json()).toEqual({ result: { cubes: 1 } });
  }).toPass();
}

test('a click is answered from what was made while the pointer rested, as a part of the whole', async ({
  page,
  accelerated,
}) => {
  await openSession(page);
  const dataset = await accelerated('seattle_weather');
  const rain = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'precipitation' }, label: 'Rain' };
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Rain ${Date.now()}` });
  await chartOn(page, dashboard, 'Weather of accelerated days', dataset, {
    viz_type: 'pie',
    groupby: ['weather'],
    metric: 'count',
    row_limit: 100,
  });
  await chartOn(page, dashboard, 'Rain by month', dataset, {
    viz_type: 'echarts_timeseries_bar',
    x_axis: 'date',
    time_grain_sqla: 'P1M',
    metrics: [rain],
    groupby: [],
    row_limit: 1000,
  });
  const bars = page.getByRole('article', { name: 'Rain by month' });
  const pie = page.getByRole('article', { name: 'Weather of accelerated days' });
  await prepared(page, dashboard, bars, pie);
  await pie.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  const answered = page.waitForResponse(isData);
  await page.keyboard.press('Enter');
  const { result } = (await (await answered).json()) as { readonly result: readonly { readonly is_cached: boolean }[] };
  expect(result.map((one) => one.is_cached)).toEqual([true]);

  await expect(bars.getByText('Pale bars: without the selection')).toBeVisible();
  // What a press does is said at the first chart, and never again.
  await expect(pie.locator('[data-hint]')).toContainText('A click filters the other charts');
  await bars.hover();
  await expect(pie.locator('[data-hint]')).toHaveCount(0);
  await bars.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect(bars.locator('[data-spoken]')).toContainText('without the selection');
  await expectAccessible(page);
  await pie.hover();
  await pie.getByRole('application').focus();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-hint]')).toHaveCount(0);
  await expect(bars.getByText('Pale bars: without the selection')).toHaveCount(0);
});

/** The body of a question. */
type Asked = Readonly<Record<string, unknown>>;
type Answer = { readonly result: readonly { readonly data: readonly object[] }[] };

async function canvasBox(card: Locator) {
  const box = await card.locator('canvas').first().boundingBox();
  if (!box) throw new Error('the chart has no canvas');
  return box;
}

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

test('charts follow a brush while it is drawn, an old answer never comes last, and Escape clears', async ({
  page,
  accelerated,
}) => {
  await openSession(page);
  const dataset = await accelerated('seattle_weather');
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Brush ${Date.now()}` });
  const histogram = { viz_type: 'histogram_v2', column: 'temp_max', groupby: [], bins: 20, row_limit: 10_000 };
  await chartOn(page, dashboard, 'Warmth', dataset, histogram);
  const number = { viz_type: 'big_number_total', metric: 'count', y_axis_format: ',d' };
  await chartOn(page, dashboard, 'Days of it', dataset, number);
  const warmth = page.getByRole('article', { name: 'Warmth' });
  const days = page.getByRole('article', { name: 'Days of it' });
  await prepared(page, dashboard, days, warmth);
  await expect(days).toContainText('1,461');

  const questions: Asked[] = [];
  page.on('request', (request) => {
    if (isDataAddress.test(request.url())) questions.push(request.postDataJSON() as Asked);
  });
  const { x, y, width, height } = await canvasBox(warmth);
  const to = (part: number) => page.mouse.move(x + width * part, y + height / 2, { steps: 3 });
  await to(0.3);
  await page.mouse.down();
  await to(0.4);
  await to(0.6);
  // The pointer is still down.
  await expect(days).not.toContainText('1,461');
  await expect(warmth.locator('[data-brush]')).toBeVisible();

  // The answer to the next step comes when the brush is over: it is too late then.
  const [late, held, given] = [gate(), gate(), gate()];
  await page.route(
    isDataAddress,
    async (route) => {
      const response = await route.fetch();
      held.open();
      await late.opened;
      await route.fulfill({ response }).catch(() => undefined);
      given.open();
    },
    { times: 1 },
  );
  await to(0.7);
  await held.opened;
  await to(0.8);
  await page.mouse.up();
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toContainText('Warmth');
  // What the last question asks may be asked a moment after the filter is named.
  const matchesLast = async () => {
    const data = { ...questions.at(-1), force: true };
    const { result } = (await (await page.request.post('/api/v1/chart/data', { data })).json()) as Answer;
    const count = Number(Object.values(result[0]?.data[0] ?? {})[0]).toLocaleString('en-US');
    return ((await days.textContent()) ?? '').includes(count);
  };
  await expect.poll(matchesLast).toBe(true);
  late.open();
  await given.opened;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await matchesLast()).toBe(true);

  await page.keyboard.press('Escape');
  await expect(days).toContainText('1,461');
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toHaveCount(0);
});
