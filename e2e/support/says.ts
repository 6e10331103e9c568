import { expect, type Page } from '@playwright/test';

/** Waits for what the picture says; after an answer that took long, as on a busy machine, a chart asks for a press. */
export async function says(page: Page, words: RegExp, count = 1): Promise<void> {
  const chart = page.locator('[data-chart-id]').first();
  const asks = page.getByText(/^The last answer took/);
  await expect
    .poll(async () => {
      const isAtRest = (await chart.getAttribute('data-chart-status')) === 'rendered';
      if (isAtRest && (await asks.isVisible())) await page.keyboard.press('Control+Enter');
      return chart.getByRole('img', { name: words }).count();
    })
    .toBe(count);
}
