import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { button, charts, drag, idOf, newDashboard, rows } from './support/dashboards.ts';
import { test } from './support/journey.ts';
import { change } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

test('the palette lies over the canvas, goes to the other side and makes way for what is dragged', async ({ page }) => {
  await newDashboard(page, 'True width', ['Days by weather', 'Rain in Seattle']);
  const palette = page.getByRole('complementary', { name: 'Add to the dashboard' });
  const row = page.locator('[data-component-type="ROW"]').first();
  const width = async () => (await row.boundingBox())?.width;
  const wide = await width();
  await expect.poll(async () => (await palette.boundingBox())?.x ?? 0).toBeGreaterThan(1000);
  await button(page, 'Move to the other side').click();
  await expect.poll(async () => (await palette.boundingBox())?.x ?? 1000).toBeLessThan(100);
  // Onto what lies below the palette.
  await page.getByLabel('Search charts').fill('Flights by distance');
  const entry = palette.getByRole('listitem').filter({ hasText: 'Flights by distance' });
  await expect(palette.getByRole('listitem')).toHaveCount(1);
  await drag(page, entry, charts(page).nth(0), { x: 0.03, y: 0.5 });
  await expect.poll(() => rows(page)).toEqual([['Flights by distance', 'Days by weather', 'Rain in Seattle']]);
  await palette.getByRole('button', { name: 'Add to the dashboard' }).press('Escape');
  await expect(page.getByLabel('Search charts')).toBeHidden();
  expect(await width()).toBe(wide);
  await expectAccessible(page);
  await page.reload();
  await expect(charts(page)).toHaveCount(3);
  await expect(page.getByLabel('Search charts')).toBeHidden();
  await palette.getByRole('button', { name: 'Add to the dashboard' }).press('Enter');
  await expect(page.getByLabel('Search charts')).toBeVisible();
  await button(page, 'Move to the other side').click();
});

test('between twelve columns and one, rows wrap before a card is too narrow', async ({ page }) => {
  const name = 'Rain in Seattle';
  await newDashboard(page, 'Any width', [name, name, name, name]);
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  const boxes = () =>
    charts(page).evaluateAll((cards) =>
      cards.map((card) => {
        const { top, width } = card.getBoundingClientRect();
        return { top: Math.round(top), width };
      }),
    );
  for (const [px, arrangement, lines] of [
    [1440, 'columns', 1],
    [1024, 'columns', 1],
    [800, 'wrapped', 1],
    [660, 'wrapped', 2],
    [390, 'single', 4],
  ] as const) {
    await page.setViewportSize({ width: px, height: 700 });
    await expect(page.locator('[data-arrangement]')).toHaveAttribute('data-arrangement', arrangement);
    await expect.poll(async () => new Set((await boxes()).map(({ top }) => top)).size).toBe(lines);
    // Two columns of a page of 1024 px.
    for (const { width } of await boxes()) expect(width).toBeGreaterThanOrEqual(148);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1)).toBe(true);
    await expectAccessible(page);
  }
});

test('the tabs of the page stay in view below the title', async ({ page }) => {
  await newDashboard(page, 'Tabbed', ['Days by weather', 'Countries in 2005', 'Highs and lows', 'Weather by month']);
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  const address = `/api/v1/dashboard/${idOf(page)}`;
  const { result } = (await (await page.request.get(address)).json()) as {
    readonly result: { readonly position_json: string };
  };
  type Part = { readonly id: string; readonly type: string; readonly children: readonly string[] };
  const { ROOT_ID: root, GRID_ID: grid, ...parts } = JSON.parse(result.position_json) as Record<string, Part>;
  const tabbed = {
    ...parts,
    ROOT_ID: { ...root, children: ['TABS-page'] },
    GRID_ID: { ...grid, children: [] },
    'TABS-page': { id: 'TABS-page', type: 'TABS', children: ['TAB-one', 'TAB-two'], meta: {} },
    'TAB-one': { id: 'TAB-one', type: 'TAB', children: grid?.children, meta: { text: 'Weather' } },
    'TAB-two': { id: 'TAB-two', type: 'TAB', children: [], meta: { text: 'More' } },
  };
  await change(page, address, { position_json: JSON.stringify(tabbed) });
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.reload();
  const tabs = page.getByRole('tablist', { name: 'Tabs' });
  await expect(charts(page)).toHaveCount(4);
  const topAfterScroll = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    return Math.round((await tabs.boundingBox())?.y ?? -1);
  };
  // Right below the title row, which ends at 104 px.
  await expect.poll(topAfterScroll).toBe(104);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 500 });
  await expect.poll(topAfterScroll).toBe(48);
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
