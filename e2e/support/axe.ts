import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';

// The source that the module carries is not minified: more than twice as much to send to each page.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is checked: WCAG 2.2 A and AA, and the practices that keep headings and landmarks in order. */
const everything: RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** What a theme decides; the other rules read nothing that it changes. */
const colours: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Fails with the rule, the element and the fix of each violation of accessibility on the page as it stands. */
export function expectAccessible(page: Page): Promise<void> {
  return expectNoViolations(page, everything);
}

/** The same for one part of the page alone, by its selector. */
export function expectPartAccessible(page: Page, part: string): Promise<void> {
  return expectNoViolations(page, everything, part);
}

/** The same in both themes, with the rules that read colours in the second. */
export async function expectAccessibleInThemes(page: Page): Promise<void> {
  await showTheme(page, 'light');
  await expectNoViolations(page, everything);
  await showTheme(page, 'dark');
  await expectNoViolations(page, colours);
}

async function expectNoViolations(page: Page, runOnly: RunOptions['runOnly'], part?: string): Promise<void> {
  // Evaluated, not added as a script: the content security policy lets no foreign script in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  await transitionsEnd(page);
  const results = await page.evaluate(
    async ({ rules, within }): Promise<AxeResults> =>
      (window as unknown as { readonly axe: typeof axe }).axe.run(within ?? document, {
        ...(rules && { runOnly: rules }),
        resultTypes: ['violations'],
      }),
    { rules: runOnly, within: part },
  );
  const found = results.violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter((node) => id !== 'region' || !floats(node.html))
      .map((node) => `${id}: ${help}\n  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ''}`),
  );
  expect(found, `${page.url()} is accessible`).toEqual([]);
}

/** An open menu, list or tooltip lies beside the landmarks by design: it belongs to the button that opened it. */
function floats(html: string): boolean {
  return /data-portal|mantine-|role="tooltip"/.test(html);
}

/** The theme that the user's system asks for; a page that is open changes in place. */
export async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  if (page.url() === 'about:blank') return;
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await transitionsEnd(page);
}

/** A colour on its way to another one (a theme, a button that is enabled) is neither. */
async function transitionsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (;;) {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
      if (transitions.length === 0) return;
      // What is inherited may begin to change when the parent's change has ended.
      await Promise.all(transitions.map((one) => one.finished.catch(() => undefined)));
    }
  });
}
