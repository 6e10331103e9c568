import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { chartOn, datasetId, make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

/** A chart of its own in Explore, drawn. */
async function openChart(
  page: Page,
  form: Readonly<Record<string, unknown>>,
  table = 'seattle_weather',
): Promise<void> {
  const dataset = await datasetId(page, table);
  const params = { datasource: `${dataset}__table`, adhoc_filters: [], ...form };
  const id = await make(page, 'chart', {
    slice_name: `Touched ${String(form['viz_type'])} ${Date.now()}`,
    viz_type: form['viz_type'],
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify(params),
  });
  await page.goto(`/explore/?slice_id=${id}`);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
}

/** A chart on a dashboard of its own, drawn: there a click selects. */
async function openCard(page: Page, form: Readonly<Record<string, unknown>> & { readonly viz_type: string }) {
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Touched ${Date.now()}` });
  await chartOn(page, dashboard, 'Touched', await datasetId(page, 'seattle_weather'), { adhoc_filters: [], ...form });
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
}

const marks = (page: Page): Locator => page.getByRole('application', { name: /^Marks of/ });
const spoken = (page: Page): Locator => page.locator('[data-chart-id] [data-spoken]');

/** The middle of the ring around the mark that the keyboard is at, in px of the canvas. */
async function ringAt(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const ring = await page.locator('[data-ring]').boundingBox();
  const canvas = await page.locator('canvas').first().boundingBox();
  if (!ring || !canvas) throw new Error('no mark has a ring');
  return { x: ring.x + ring.width / 2 - canvas.x, y: ring.y + ring.height / 2 - canvas.y };
}

/** How strong the colour is at a place of the canvas: its distance from the ground in the corner. */
function strengthAt(page: Page, at: { readonly x: number; readonly y: number }): Promise<number> {
  return page
    .locator('canvas')
    .first()
    .evaluate((canvas, { x, y }) => {
      const { width, clientWidth } = canvas as HTMLCanvasElement;
      const scale = width / clientWidth;
      const context = (canvas as HTMLCanvasElement).getContext('2d');
      return context?.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data[3] ?? -1;
    }, at);
}

const count = { expressionType: 'SIMPLE', aggregate: 'COUNT', column: { column_name: 'weather' }, label: 'Days' };

test('a pie: slices are reached and named by keyboard, selected by Enter and by a click', async ({ page }) => {
  await openSession(page);
  await openCard(page, { viz_type: 'pie', groupby: ['weather'], metric: count, sort_by_metric: true });
  await marks(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(spoken(page)).toHaveText(/^\w+: [\d,]+ \([\d.]+%\)$/);
  const first = await ringAt(page);
  await page.keyboard.press('ArrowRight');
  // The ring follows the words of the mark a moment later.
  await expect.poll(() => ringAt(page)).not.toEqual(first);
  const second = await ringAt(page);
  expect(await strengthAt(page, second)).toBe(255);

  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(spoken(page)).toHaveText(/ selected$/);
  await expect.poll(() => strengthAt(page, second)).toBeLessThan(160);
  expect(await strengthAt(page, first)).toBe(255);

  await page.keyboard.press('Escape');
  await expect(spoken(page)).toHaveText('Selection cleared');
  await expect.poll(() => strengthAt(page, second)).toBe(255);

  // A pointer on a slice makes the others stand back as well: it leaves before the colours are read.
  await page.locator('canvas').first().click({ position: second });
  await page.mouse.move(5, 5);
  await expect.poll(() => strengthAt(page, first)).toBeLessThan(160);
  expect(await strengthAt(page, second)).toBe(255);
  // Ctrl adds: the first slice comes back.
  await page
    .locator('canvas')
    .first()
    .click({ position: first, modifiers: ['Control'] });
  await page.mouse.move(5, 5);
  await expect.poll(() => strengthAt(page, first)).toBe(255);

  await page.keyboard.press('Escape');
  await expect(spoken(page)).toHaveText('Selection cleared');

  // What is cleared under the pointer is clear when the pointer has left.
  await page.locator('canvas').first().click({ position: second });
  await expect(spoken(page)).toHaveText(/ selected$/);
  await page.keyboard.press('Escape');
  await expect(spoken(page)).toHaveText('Selection cleared');
  await expect.poll(() => strengthAt(page, second)).toBe(255);
  await page.mouse.move(5, 5);
  await expect.poll(() => strengthAt(page, first)).toBe(255);
});

/** Press Escape as soon as a menu is in the page, before the keyboard is in it. */
const escapeOnSight = (page: Page) =>
  page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role="menu"]') === null) return;
      observer.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      document.body.dataset['escaped'] = 'yes';
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });

test('a menu at a mark, by right click and by the menu key, holds what works and closes where it was opened', async ({
  page,
}) => {
  await openSession(page);
  await openChart(page, { viz_type: 'pie', groupby: ['weather'], metric: count, sort_by_metric: true });
  await marks(page).focus();
  await page.keyboard.press('ArrowRight');
  const first = await ringAt(page);
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Filter to this value',
    'Leave this out',
    'Break down by …',
    'Rows behind it',
    /^Select /,
    'Show only this series',
    'Copy value',
    'Copy name and value',
  ]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(marks(page)).toBeFocused();
  await escapeOnSight(page);
  await page.keyboard.press('Shift+F10');
  await expect.poll(() => page.evaluate(() => document.body.dataset['escaped'])).toBe('yes');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(marks(page)).toBeFocused();
  await page.locator('canvas').first().click({ position: first, button: 'right' });
  await page.getByRole('menuitem', { name: /^Select / }).click();
  await expect(spoken(page)).toHaveText(/ selected$/);
});

test('a table: a cell of a dimension is selected by click and by keyboard', async ({ page }) => {
  await openSession(page);
  await openCard(page, { viz_type: 'table', query_mode: 'aggregate', groupby: ['weather'], metrics: [count] });
  const grid = page.locator('[data-chart-id] table');
  const cells = grid.locator('tbody td[data-selects]');
  await cells.nth(1).click();
  await expect(grid.locator('td[aria-current]')).toHaveText((await cells.nth(1).textContent()) ?? '');
  await expect(grid.locator('tr[data-dimmed]')).toHaveCount((await cells.count()) - 1);
  await expect(spoken(page)).toHaveText(/ selected$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(grid.locator('td[aria-current]')).toHaveText((await cells.nth(2).textContent()) ?? '');
  await page.keyboard.press('Escape');
  await expect(grid.locator('tr[data-dimmed]')).toHaveCount(0);
});

test('a line: points are reached by keyboard and by mouse, a series is selected, a stretch of time is brushed', async ({
  page,
}) => {
  await openSession(page);
  await openCard(page, {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'date',
    time_grain_sqla: 'P1Y',
    groupby: ['weather'],
    metrics: [count],
    row_limit: 1000,
  });
  await marks(page).focus();
  await page.keyboard.press('ArrowRight');
  const first = await ringAt(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => ringAt(page)).not.toEqual(first);
  const name = (await spoken(page).textContent()) ?? '';
  expect(name).toMatch(/^Days, \w+, \d{4}: [\d,]+$/);
  const point = await ringAt(page);
  await page.locator('canvas').first().click({ position: point });
  await expect(spoken(page)).toHaveText(`${name.split(', ')[1]} selected`);
  await marks(page).focus();
  await page.keyboard.press('Escape');
  await expect(spoken(page)).toHaveText('Selection cleared');

  // A stretch of time by keyboard: from the mark with the ring, over the next two.
  await page.keyboard.press('Home');
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(`Shift+${key}`);
  await expect(spoken(page)).toHaveText('2012 to 2014. Enter selects this range, Escape drops it.');
  await expect(page.locator('[data-brush]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(spoken(page)).toHaveText('Range dropped');
  await expect(page.locator('[data-brush]')).toHaveCount(0);
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(spoken(page)).toHaveText('2013 to 2014 selected');
  await page.keyboard.press('Escape');
  await expect(spoken(page)).toHaveText('Selection cleared');

  const canvas = page.locator('canvas').first();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the chart has no canvas');
  const [from, to] = [0.3, 0.7].map((part) => box.x + box.width * part);
  const ground = { x: box.width / 2, y: 60 };
  const before = await strengthAt(page, ground);
  await page.mouse.move(from ?? 0, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(to ?? 0, box.y + 90, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => strengthAt(page, ground)).not.toBe(before);
});

test('many lines: the one that is nearest to the pointer stands out, and is first in the tooltip', async ({ page }) => {
  await openSession(page);
  await openChart(page, {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'date',
    time_grain_sqla: 'P1Y',
    groupby: ['precipitation'],
    metrics: [count],
    row_limit: 10_000,
  });
  const canvas = page.locator('canvas').first();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the chart has no canvas');
  await canvas.hover({ position: { x: box.width / 2, y: box.height / 3 } });
  await expect(page.locator('[data-crosshair] circle')).toBeVisible();
  const tip = page.locator('.ts-tip');
  await expect(tip.locator('.ts-tip-near')).toHaveCount(1);
  await expect(tip.locator('tr').first()).toHaveClass(/ts-tip-near/);
  const nearest = await tip.locator('.ts-tip-near .ts-tip-name').textContent();
  await canvas.hover({ position: { x: box.width / 2, y: box.height - 40 } });
  await expect(tip.locator('.ts-tip-near .ts-tip-name')).not.toHaveText(nearest ?? '');
  await page.mouse.move(2, 2);
  await expect(page.locator('[data-crosshair]')).toHaveCount(0);
  await expect(tip).toBeHidden();
});

test('a map: the country under the pointer stands out and is named, until the pointer leaves', async ({ page }) => {
  await openSession(page);
  const column = { column_name: 'population' };
  const metric = { expressionType: 'SIMPLE', aggregate: 'MAX', column, label: 'People' };
  const form = { viz_type: 'world_map', entity: 'country', country_fieldtype: 'name', metric, row_limit: 1000 };
  await openChart(page, form, 'gapminder_health_income');
  const brazil = page.locator('[data-mark="BRA"]').first();
  const before = await brazil.getAttribute('stroke-width');
  await brazil.hover();
  await expect(page.locator('[data-mark-name]')).toHaveText(/^Brazil.*\d/);
  await expect(brazil).not.toHaveAttribute('stroke-width', before ?? '');
  await page.mouse.move(2, 2);
  await expect(page.locator('[data-mark-name]')).toHaveCount(0);
  await expect(brazil).toHaveAttribute('stroke-width', before ?? '');
});

test('a map of points: arrows go from one to the next, Enter opens a group and what can be done at a point', async ({
  page,
}) => {
  await openSession(page);
  await openChart(
    page,
    {
      viz_type: 'mapbox',
      all_columns_x: 'longitude',
      all_columns_y: 'latitude',
      clustering_radius: 60,
      row_limit: 40,
    },
    'earthquakes',
  );
  const map = page.getByRole('application', { name: /Arrows go from point to point/ });
  const said = map.locator('[data-spoken]');
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await expect(said).not.toBeEmpty();
  await expect(page.locator('[data-ring]')).toBeVisible();
  // From group to group until a point stands alone.
  await expect(async () => {
    await page.keyboard.press('Home');
    if (/^\d+ points$/.test((await said.textContent()) ?? '')) await page.keyboard.press('Enter');
    expect(await said.textContent()).toMatch(/^-?\d/);
    expect(await said.textContent()).not.toMatch(/points$/);
  }).toPass();
  await page.keyboard.press('Enter');
  // Where the focus goes back to is known once the menu has it.
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(map).toBeFocused();
});

test('on a phone the first column of a table stays while the others scroll under it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSession(page);
  const columns = ['date', 'weather', 'precipitation', 'temp_max', 'temp_min', 'wind'];
  await openCard(page, { viz_type: 'table', query_mode: 'raw', all_columns: columns, row_limit: 50 });
  const table = page.getByRole('table').first();
  const first = table.locator('tbody td').first();
  const [before, second] = [await first.boundingBox(), await table.locator('tbody td').nth(1).boundingBox()];
  await table.evaluate((grid) => (grid.parentElement ?? grid).scrollBy({ left: 200, behavior: 'instant' }));
  await expect.poll(async () => (await table.locator('tbody td').nth(1).boundingBox())?.x).toBe((second?.x ?? 0) - 200);
  expect(await first.boundingBox()).toEqual(before);
  expect(await table.locator('thead th').first().boundingBox()).toMatchObject({ x: before?.x });
});
