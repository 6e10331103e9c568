import type { Page } from '@playwright/test';

/** What a hostile text would have brought about by the end of a journey: nothing. */
export type Breaches = {
  /** Addresses of other hosts that the page asked. */
  readonly elsewhere: readonly string[];
  /** What the content security policy refused. */
  readonly violations: readonly string[];
};

/** Notes from now on what leaves a page, and what its policy refuses. */
export function watchBreaches(page: Page): Breaches {
  const elsewhere: string[] = [];
  const violations: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(page.url()).origin) elsewhere.push(request.url());
  });
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  return { elsewhere, violations };
}
