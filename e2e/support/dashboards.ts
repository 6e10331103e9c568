import { expect, type Locator, type Page } from '@playwright/test';

/** The cards of charts: one for each placement. */
export const charts = (page: Page): Locator => page.locator('[data-component-type="CHART"]');
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Names of the charts row by row. */
export const rows = (page: Page): Promise<readonly (readonly string[])[]> =>
  page
    .locator('[data-component-type="ROW"]')
    .evaluateAll((elements) =>
      elements.map((row) => [...row.querySelectorAll('article')].map((card) => card.getAttribute('aria-label') ?? '')),
    );

/** Add a saved chart from the palette. */
export async function addChart(page: Page, name: string): Promise<void> {
  const cards = page.getByRole('article', { name, exact: true });
  const before = await cards.count();
  await page.getByLabel('Search charts').fill(name);
  await button(page, `Add ${name}`).click();
  await expect(cards).toHaveCount(before + 1);
}

/** A new dashboard in edit mode with these sample charts on it. */
export async function newDashboard(page: Page, title: string, names: readonly string[]): Promise<void> {
  await page.goto('/dashboard/list/');
  await page.getByRole('link', { name: 'New dashboard' }).first().click();
  await expect(page).toHaveURL(/\/dashboard\/new\/$/);
  await page.getByLabel('Title of the dashboard').fill(title);
  await page.getByLabel('Title of the dashboard').press('Enter');
  for (const name of names) await addChart(page, name);
}

/** Drag the way a hand does: press, move in steps, release. */
export async function drag(
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

/** The id in the address of an open dashboard. */
export const idOf = (page: Page): number => Number(/dashboard\/(\d+)/.exec(page.url())?.[1]);
