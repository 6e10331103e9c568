import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { addChart, button, charts, drag, idOf, newDashboard } from './support/dashboards.ts';
import { test } from './support/journey.ts';
import { change } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

const TWELVE = [
  'Days by weather',
  'Countries in 2005',
  'Rain in Seattle',
  'Flights by distance',
  'Days by weather',
  'Countries in 2005',
  'Rain in Seattle',
  'Flights by distance',
  'Days by weather',
  'Countries in 2005',
  'Rain in Seattle',
  'Flights by distance',
];

const part = (page: Page, type: string): Locator => page.locator(`[data-component-type="${type}"]`);
const grip = (component: Locator): Locator => component.getByRole('button', { name: /^Move/ }).first();
const parts = (page: Page): Promise<void> => page.getByRole('tab', { name: 'Layout elements' }).click();
const savedCharts = (page: Page): Promise<void> => page.getByRole('tab', { name: 'Charts', exact: true }).click();

/** The palette lies over the canvas: what is dragged from it is taken by its name. */
const entry = (page: Page, name: string): Locator =>
  page.getByRole('complementary', { name: 'Add to the dashboard' }).getByText(name, { exact: true });

async function typeText(page: Page, text: string): Promise<void> {
  await button(page, 'Edit text').click();
  await page.getByRole('textbox', { name: 'Text in Markdown' }).fill(text);
}

async function savedAndReloaded(page: Page): Promise<void> {
  await button(page, 'Save').click();
  await expect(page.getByText('This dashboard was saved successfully.').first()).toBeVisible();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  await page.reload();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
}

test('[1.0-03] [2.3-03] [3.9-01] [4.6-01] [4.6-05] by mouse: tabs, a row, a column, text and twelve charts', async ({
  page,
}) => {
  await newDashboard(page, 'By mouse', TWELVE.slice(0, 10));
  await expect(charts(page)).toHaveCount(10);

  // Tabs on the whole page take in what is there.
  await parts(page);
  await button(page, 'Add Tabs').click();
  await expect(part(page, 'TABS')).toHaveCount(1);
  await page.evaluate(() => scrollTo(0, 0));

  // A row and a column are dragged from the palette to where the pointer lets go.
  const firstRow = part(page, 'ROW').first();
  await drag(page, entry(page, 'Row'), firstRow, { x: 0.5, y: 0.01 });
  await expect(page.getByText('An empty row: drop charts and text here.')).toHaveCount(1);
  await drag(page, entry(page, 'Column'), page.getByText('An empty row: drop charts and text here.'), {
    x: 0.4,
    y: 0.5,
  });
  await expect(part(page, 'COLUMN')).toHaveCount(1);
  await drag(page, entry(page, 'Text'), part(page, 'COLUMN'), { x: 0.4, y: 0.5 });
  await expect(part(page, 'COLUMN').locator('[data-component-type="MARKDOWN"]')).toHaveCount(1);

  // What readers will see stands beside what is written.
  await part(page, 'MARKDOWN').hover();
  await typeText(page, '# Built by hand\n\nWith **care**.');
  await expect(page.getByRole('region', { name: 'Preview of the text' }).getByRole('heading')).toHaveText(
    'Built by hand',
  );
  await button(page, 'Show text').click();
  await expect(part(page, 'MARKDOWN').getByRole('heading', { name: 'Built by hand' })).toBeVisible();

  await savedCharts(page);
  for (const name of TWELVE.slice(10)) await addChart(page, name);
  await expect(charts(page)).toHaveCount(12);

  // A full row: the neighbours give way while the edge is pulled.
  const [first, second] = [charts(page).nth(0), charts(page).nth(1)];
  await first.scrollIntoViewIfNeeded();
  const before = await second.evaluate((element) => getComputedStyle(element).gridColumnStart);
  const box = await first.boundingBox();
  if (!box) throw new Error('no chart');
  await page.mouse.move(box.x + box.width, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 900, box.y + box.height / 2, { steps: 12 });
  await expect(second).not.toHaveCSS('grid-column-start', before);
  // As tall as its neighbours still: their lower edges meet.
  await expect(page.locator('[data-guide="y"]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-guide]')).toHaveCount(0);
  await page.mouse.up();
  await expect(second).toHaveCSS('grid-column-start', before);

  await savedAndReloaded(page);
  await expect(page.getByRole('tab')).toHaveCount(1);
  await expect(part(page, 'COLUMN').getByRole('heading', { name: 'Built by hand' })).toBeVisible();
  await expect(charts(page)).toHaveCount(12);
});

test('[4.6-02] tabs are sorted by mouse, and take what is dropped on or rests on them', async ({ page }) => {
  await newDashboard(page, 'Tabs by mouse', TWELVE.slice(0, 2));
  await parts(page);
  await button(page, 'Add Tabs').click();
  await button(page, 'Add a tab').click();
  const tabs = page.getByRole('tablist', { name: 'Tabs' }).getByRole('tab');
  const names = page.getByRole('textbox', { name: 'Name of the chosen tab' });
  await names.fill('Second');
  await names.press('Enter');
  await tabs.first().click();
  await names.fill('First');
  await names.press('Enter');
  await expect(tabs).toHaveText(['First', 'Second']);
  const within = part(page, 'TABS').locator('[data-component-type="CHART"]');

  // Dropped on the name, a chart goes into the tab, which opens to show it.
  await charts(page).first().hover();
  await drag(page, grip(charts(page).first()), tabs.nth(1), { x: 0.5, y: 0.5 });
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(within).toHaveCount(1);

  // Resting on the name, it finds the tab open and is put beside what lies there.
  await tabs.first().click();
  await expect(within).toHaveCount(0);
  await charts(page).first().hover();
  const [from, over] = [await grip(charts(page).first()).boundingBox(), await tabs.nth(1).boundingBox()];
  if (!from || !over) throw new Error('nothing to drag');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 12, from.y + 12, { steps: 4 });
  let moves = 0;
  await page.mouse.move(over.x, over.y + over.height / 2, { steps: 12 });
  // A hand is never quite still.
  await expect(async () => {
    await page.mouse.move(over.x + (over.width * ++moves) / 40, over.y + over.height / 2);
    expect(await tabs.nth(1).getAttribute('aria-selected'), 'the tab is open').toBe('true');
  }).toPass({ intervals: [100] });
  const beside = await within.first().boundingBox();
  if (!beside) throw new Error('no chart');
  await page.mouse.move(beside.x + beside.width - 6, beside.y + 60, { steps: 12 });
  await page.mouse.up();
  await expect(within).toHaveCount(2);
  await expect(part(page, 'TABS').locator('[data-component-type="ROW"]')).toHaveCount(1);

  await drag(page, tabs.nth(1), tabs.first(), { x: 0.1, y: 0.5 });
  await expect(tabs).toHaveText(['Second', 'First']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(tabs).toHaveText(['First', 'Second']);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await savedAndReloaded(page);
  await expect(tabs).toHaveText(['Second', 'First']);
});

test('[2.3-03] [4.6-07] by keyboard: the same, and every limit is said', async ({ page }) => {
  await newDashboard(page, 'By keyboard', []);
  const press = async (name: string) => {
    await button(page, name).focus();
    await page.keyboard.press('Enter');
  };
  await page.getByRole('tab', { name: 'Charts', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await press('Add Tabs');
  await expect(part(page, 'TABS')).toHaveCount(1);
  await press('Add Row');
  await press('Add Column');
  await press('Add Text');
  await expect(part(page, 'MARKDOWN')).toHaveCount(1);
  await press('Edit text');
  await expect(page.getByRole('textbox', { name: 'Text in Markdown' })).toBeFocused();
  await page.keyboard.type('Written **by key**');
  await expect(page.getByRole('region', { name: 'Preview of the text' }).locator('strong')).toHaveText('by key');
  await press('Show text');

  await page.getByRole('tab', { name: 'Layout elements' }).focus();
  await page.keyboard.press('ArrowLeft');
  for (const [at, name] of TWELVE.entries()) {
    await page.getByLabel('Search charts').fill(name);
    await press(`Add ${name}`);
    await expect(charts(page)).toHaveCount(at + 1);
  }

  // Sideways, past its neighbour; wider, until the row is full; and with Ctrl as well the neighbour gives way.
  await grip(charts(page).last()).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(charts(page).last().getByRole('status').last()).toHaveText('There is no place further this way.');
  const moved = charts(page).nth(9);
  await expect(charts(page).nth(10).getByRole('article')).toHaveAttribute('aria-label', 'Rain in Seattle');
  await grip(charts(page).nth(10)).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(moved.getByRole('article')).toHaveAttribute('aria-label', 'Rain in Seattle');
  await expect(grip(moved)).toBeFocused();
  const told = moved.getByRole('status').last();
  for (let turn = 0; turn < 12; turn += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect(told).toContainText('The row is full: 12 of 12 columns are taken.');
  await page.keyboard.press('Control+Shift+ArrowRight');
  await expect(told).toContainText(/columns × \d+ px/);
  for (let turn = 0; turn < 12; turn += 1) await page.keyboard.press('Control+Shift+ArrowRight');
  await expect(told).toContainText('no neighbour can be narrower');
  await expectAccessible(page);

  await savedAndReloaded(page);
  await expect(charts(page)).toHaveCount(12);
  await expect(part(page, 'MARKDOWN').locator('strong')).toHaveText('by key');
});

test('[8.3-05] [9.0-26] [4.5-06] undo to its limit with its message; a cleared layout and a repair', async ({
  page,
}) => {
  await newDashboard(page, 'Undone', ['Days by weather']);
  await savedAndReloaded(page);
  await button(page, 'Edit dashboard').click();
  await grip(charts(page)).focus();
  const warning = page.getByText('You have used all 50 undo slots');
  for (let step = 0; step < 49; step += 1)
    await page.keyboard.press(step % 2 === 0 ? 'Shift+ArrowDown' : 'Shift+ArrowUp');
  await expect(warning).toHaveCount(0);
  await page.keyboard.press('Shift+ArrowUp');
  await expect(warning).toBeVisible();
  const undo = button(page, 'Undo');
  for (let step = 0; step < 50; step += 1) await page.keyboard.press('Control+z');
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();

  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Clear the layout' }).click();
  await expect(page.getByText('The layout was cleared. Undo brings it back.')).toBeVisible();
  await expect(charts(page)).toHaveCount(0);
  await undo.click();
  await expect(charts(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Done' }).click();

  // Another program stored a part that hangs nowhere.
  const position = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['HEADER-a'] },
    'HEADER-a': { id: 'HEADER-a', type: 'HEADER', children: [], meta: { text: 'Still here' } },
    'MARKDOWN-a': { id: 'MARKDOWN-a', type: 'MARKDOWN', children: [], meta: { code: 'lost', width: 4, height: 5000 } },
  };
  await change(page, `/api/v1/dashboard/${idOf(page)}`, { position_json: JSON.stringify(position) });
  await page.reload();
  const notice = page.getByText('The layout was repaired: ');
  await expect(notice).toContainText('1 impossible size was made possible');
  await expect(notice).toContainText('1 component that hung nowhere was left out');
  await expect(page.getByRole('heading', { name: 'Still here' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Save the repaired layout').click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Still here' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
