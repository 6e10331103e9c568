import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';

/** What is checked: WCAG 2.2 A and AA, and the practices that keep headings and landmarks in order. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails with the rule, the element and the fix of each violation of accessibility on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated, not added as a script: the content security policy lets no foreign script in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const results = await page.evaluate(
    async (values): Promise<AxeResults> =>
      (window as unknown as { readonly axe: typeof axe }).axe.run(document, {
        runOnly: { type: 'tag', values: [...values] },
        resultTypes: ['violations'],
      }),
    tags,
  );
  const found = results.violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter((node) => id !== 'region' || !floats(node.html))
      .map((node) => `${id}: ${help}\n  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ''}`),
  );
  expect(found, `${page.url()} is accessible`).toEqual([]);
}

/** An open menu or list of choices lies beside the landmarks by design: it belongs to the button that opened it. */
function floats(html: string): boolean {
  return /data-portal|mantine-/.test(html);
}

/** The theme that the user's system asks for; a page that is open changes in place. */
export async function useTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  if (page.url() === 'about:blank') return;
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  // Colours that glide to the theme have arrived when frames were drawn in it.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))),
  );
}
