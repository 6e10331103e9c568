import { expect, type Page } from '@playwright/test';

/** The person of every journey: made by the one-use link the first time, signed in by password after that. */
export const admin = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  username: 'ada',
  email: 'ada@example.com',
  password: 'correct horse battery',
} as const;

/** Leaves the page on the home page, signed in. */
export async function signIn(page: Page): Promise<void> {
  const link = process.env['TESSERA_TEST_SETUP_LINK'] ?? '';
  const isOpen = link !== '' && (await page.request.get('/api/v1/setup')).ok();
  if (isOpen) {
    const { pathname, search } = new URL(link);
    await page.goto(`${pathname}${search}`);
    await page.getByLabel('First name').fill(admin.first_name);
    await page.getByLabel('Last name').fill(admin.last_name);
    await page.getByLabel('User name').fill(admin.username);
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Create and sign in' }).click();
  } else {
    await page.goto('/login/');
    await page.getByLabel('User name').fill(process.env['TESSERA_TEST_USERNAME'] ?? admin.username);
    await page.getByLabel('Password', { exact: true }).fill(process.env['TESSERA_TEST_PASSWORD'] ?? admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello');
}
