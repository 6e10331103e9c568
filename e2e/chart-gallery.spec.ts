import { expect, type ConsoleMessage, type Locator, type Page } from '@playwright/test';
import { plugins } from '../packages/viz/src/registry.ts';
import { expectAccessible, showTheme } from './support/axe.ts';
import { test } from './support/journey.ts';
import { openSession } from './support/sign-in.ts';

const looks = [
  { width: 1440, theme: 'light' },
  { width: 1024, theme: 'dark' },
  { width: 390, theme: 'light' },
] as const;

for (const { width, theme } of looks)
  test(`[3.4-01] the gallery draws a chart of every type, ${width} px wide, ${theme}`, async ({ page }) => {
    test.slow();
    const said: string[] = [];
    page.on('console', (message) => said.push(...complaint(message)));
    page.on('pageerror', (error) => said.push(error.message));
    await openSession(page);
    await page.setViewportSize({ width, height: 900 });
    await showTheme(page, theme);
    await page.goto('/tessera/dashboard/chart-gallery/');
    const tabs = page.getByRole('tab');
    await expect(tabs.first()).toBeVisible();
    const drawn = new Set<string>();
    for (let at = 0; at < (await tabs.count()); at += 1) {
      await tabs.nth(at).click();
      for (const name of await drawnCards(page)) drawn.add(name);
      await expectAccessible(page);
    }
    expect(drawn.size).toBe(Object.keys(plugins).length);
    if (theme === 'dark') await expectPaperAndForcedColors(page);
    expect(said).toEqual([]);
  });

/** On paper stand the charts alone, turned to white; where the system chooses the colours a picture keeps its own. */
async function expectPaperAndForcedColors(page: Page): Promise<void> {
  await page.getByRole('tab').first().click();
  const card = page.getByRole('article').filter({ visible: true }).first();
  const canvas = card.locator('canvas').first();
  await expect(canvas).toBeVisible();
  await expect(card.locator('header').getByRole('button').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(card.locator('header').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit dashboard' })).toBeHidden();
  expect(await stylesAround(canvas, 'filter')).toContain('invert(1) hue-rotate(180deg)');
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  expect(await stylesAround(canvas, 'forced-color-adjust')).toContain('none');
  expect(await stylesAround(canvas, 'filter')).not.toContain('invert(1) hue-rotate(180deg)');
}

/** What a property is of an element and of all that it stands in. */
function stylesAround(element: Locator, property: string): Promise<readonly string[]> {
  return element.evaluate((node, name) => {
    const found: string[] = [];
    for (let at: Element | null = node; at; at = at.parentElement)
      found.push(getComputedStyle(at).getPropertyValue(name));
    return found;
  }, property);
}

/** Draws each card of the open tab, which a card is when it comes into sight. @returns their names */
async function drawnCards(page: Page): Promise<readonly string[]> {
  const cards = page.getByRole('article').filter({ visible: true });
  await expect(cards.first()).toBeVisible();
  const names: string[] = [];
  for (let at = 0; at < (await cards.count()); at += 1) {
    const card = cards.nth(at);
    await card.scrollIntoViewIfNeeded();
    const name = (await card.getAttribute('aria-label')) ?? '';
    await expect(card.locator('[data-chart-status]'), name).toHaveAttribute('data-chart-status', 'rendered');
    names.push(name);
  }
  return names;
}

function complaint(message: ConsoleMessage): readonly string[] {
  return message.type() === 'error' || message.type() === 'warning' ? [message.text()] : [];
}
