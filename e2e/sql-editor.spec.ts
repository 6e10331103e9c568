import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { openSession } from './support/sign-in.ts';

const field = '.cm-content';

test('[2.1-01] [4.9-03] [4.10-05] write, run, and find the text again after the page was killed [F27]', async ({
  page,
}) => {
  await openSession(page);
  await page.goto('/sqllab/');
  await expect(page.getByRole('tab', { name: /Untitled Query 1/ })).toBeVisible();
  await page.locator(field).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('SELECT 41 + 1 AS answer');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('grid', { name: 'Results' })).toContainText('42');
  await page.locator(field).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(', 7 AS more');
  // The process of the page ends without a word.
  const tools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void tools.send('Page.crash').catch(() => undefined);
  await crashed;
  const again = await page.context().newPage();
  await again.goto('/sqllab/');
  await expect(again.locator(field)).toContainText('SELECT 41 + 1 AS answer, 7 AS more');
});

test('[F29] two windows on one tab tell each other', async ({ page }) => {
  await openSession(page);
  await page.goto('/sqllab/');
  await page.locator(field).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('SELECT 1');
  const other = await page.context().newPage();
  await other.goto('/sqllab/');
  await expect(other.locator(field)).toContainText('SELECT 1');
  await other.locator(field).click();
  await other.keyboard.press('ControlOrMeta+End');
  await other.keyboard.type('23');
  await expect(page.locator(field)).toContainText('SELECT 123');
});
