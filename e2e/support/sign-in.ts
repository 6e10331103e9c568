import { expect, type Page } from '@playwright/test';

/** The user of every journey: made once, on the home that the servers of the run are given copies of. */
export const admin = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  username: 'ada',
  email: 'ada@example.com',
  password: 'correct horse battery',
} as const;

/** Opens a session of the page's browser without a page; the one for it has a journey of its own. */
export async function openSession(page: Page): Promise<void> {
  const { username, password } = admin;
  const answer = await page.request.post('/login/', { data: { username, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Leaves the page on the home page, signed in. */
export async function signIn(page: Page): Promise<void> {
  await openSession(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello');
}
