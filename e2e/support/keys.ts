import { expect, type Page } from '@playwright/test';

/** What has the focus: its role, and the name that it is called by. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLButtonElement ? element.labels : undefined;
    const label = labels?.[0]?.textContent ?? element?.textContent;
    return (
      `${element?.getAttribute('role') ?? element?.tagName.toLowerCase() ?? ''} ` +
      (element?.getAttribute('aria-label') ?? label ?? '').trim().slice(0, 60)
    );
  });
}

/** More presses than a page has stops; while it is on its way another round may find what this one did not. */
const ONE_ROUND = 90;

/** Press a key until what has the focus is the thing looked for, as someone without a pointer does. */
export async function go(page: Page, to: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(async () => {
    for (let step = 0; step < ONE_ROUND; step += 1) {
      if (to.test(await focused(page))) return;
      await page.keyboard.press(key);
    }
    throw new Error(`the keyboard does not reach ${to.source}; it stands on "${await focused(page)}"`);
  }).toPass({ timeout: 30_000 });
}
