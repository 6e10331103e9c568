import { expect, type BrowserContext, type Page } from '@playwright/test';

/** The user of every journey: made once, on the home that the servers of the run are given copies of. */
export const admin = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  username: 'ada',
  email: 'ada@example.com',
  password: 'correct horse battery',
} as const;

/** The session of this worker: a password is slow to check by design, and one check serves many journeys. */
let kept: Awaited<ReturnType<BrowserContext['cookies']>> = [];

/** Opens the session in the page's browser without a page; the page for it has a journey of its own. */
export async function openSession(page: Page): Promise<void> {
  const context = page.context();
  await context.addCookies(kept);
  // A journey that signed out has ended it.
  if (kept.length > 0 && (await page.request.get('/api/v1/me/')).ok()) return;
  await context.clearCookies();
  const { username, password } = admin;
  const answer = await page.request.post('/login/', { data: { username, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
  kept = await context.cookies();
}

/** Leaves the page on the home page, signed in. */
export async function signIn(page: Page): Promise<void> {
  await openSession(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello');
}
