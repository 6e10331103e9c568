import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/journey.ts';
import { admin, openSession, signIn } from './support/sign-in.ts';

// Code that was loaded before is not missing without a connection.
test.use({ isFresh: true });

test('a page whose code is not here says so without a connection, and opens by itself when there is one', async ({
  page,
  context,
}) => {
  await signIn(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Charts', exact: true }).first().click();
  await expect(page.getByText('This page could not be loaded: the connection broke.')).toBeVisible();
  await expect(page.getByText('Unable to preload')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('This page could not be loaded: the connection broke.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeVisible();
});

test('a part of a page that is not here comes when the connection is back; after an update it asks', async ({
  page,
  context,
}) => {
  await openSession(page);
  await page.goto('/tessera/dashboard/flights/');
  await expect(page.locator('[data-chart-status="rendered"]').first()).toBeVisible();
  const actions = page.getByRole('button', { name: 'Actions for Flights', exact: true });
  const why = page.getByRole('menuitem', { name: 'Why this number?' });
  await actions.click();
  await expect(why).toBeVisible();
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  // The line that says so moves the page, and a menu closes that its place moves away from.
  await expect(page.getByText('You are offline.')).toBeVisible();
  await actions.click();
  await why.click();
  await expect(page.getByText('This part of the page needs the connection, which broke.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Flights', exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Why this number?' })).toBeVisible();

  // A new release has taken the old files away.
  await page.route(/\/assets\/.*\.(js|css)/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Charts', exact: true }).first().click();
  await expect(page.getByText('Tessera was updated since this page was opened.')).toBeVisible();
  await page.unroute(/\/assets\/.*\.(js|css)/);
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeVisible();
});

test('a menu that is on its way says so, and is given up by whoever turns elsewhere', async ({ page }) => {
  await openSession(page);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/MenuPanel-/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/');
  const create = page.getByRole('button', { name: 'Create', exact: true });
  const waits = page.getByRole('status').filter({ hasText: /^Loading…$/ });
  await create.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await create.click();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expect(waits).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(waits).toHaveCount(0);
  await create.click();
  await page.getByRole('button', { name: /^Search or do/ }).click();
  const search = page.getByRole('combobox', { name: 'Search or do…' });
  await expect(search).toBeFocused();
  await expect(create).toHaveAttribute('aria-expanded', 'false');
  release();
  await page.keyboard.type('penguins');
  await expect(page.getByRole('option', { name: /^penguins/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Theme', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Dark' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Chart', exact: true })).toHaveCount(0);
});

test('the palette goes to an object by keyboard alone', async ({ page }) => {
  await signIn(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or do…' }).fill('penguins');
  await expect(page.getByRole('option', { name: /^penguins/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Search or do…' }).fill('users');
  await expect(page.getByRole('option', { selected: true })).toContainText('Users');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/users\/$/);
});

test('a list is walked with j, k and Enter, searched with /', async ({ page }) => {
  await openSession(page);
  await page.goto('/roles/');
  await expect(page.getByRole('row', { name: /Gamma/ })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /Role Admin/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search roles')).toBeFocused();
});

test('signing out ends the session, and the sign-in leads back to where one was', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: /^You:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login\/$/);
  const reported: string[] = [];
  page.on('console', (message) => reported.push(message.text()));
  await page.goto('/dataset/list/?q=penguins');
  await expect(page).toHaveURL(/\/login\/\?next=/);
  await page.getByLabel('User name').fill('nobody');
  expect(reported, 'that nobody is signed in is no fault').toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('The user name or the password is wrong.');
});

test('two users save one dataset: nothing of either is lost', async ({ page, context }) => {
  const certifier = `The birds ${Date.now()}`;
  const description = `Measured on three islands, ${Date.now()}`;
  await openSession(page);
  await page.goto('/dataset/list/?q=penguins');
  await page.getByRole('button', { name: 'Edit penguins' }).click();
  await expect(page).toHaveURL(/\/dataset\/\d+\/$/);
  // What is read before the other saves is what clashes.
  await expect(page.getByRole('tab', { name: 'Settings' })).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('tab', { name: 'Settings' }).click();
  await other.getByLabel('Certified by').fill(certifier);
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('status').filter({ hasText: 'The dataset was saved' })).toBeVisible();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Description').fill(description);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'This dataset was changed in the meantime' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save both changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The dataset was saved' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Certified by')).toHaveValue(certifier);
  await expect(page.getByLabel('Description')).toHaveValue(description);
});

test('[F30] when the session ends, the sign-in happens in place and the form is saved', async ({ page, context }) => {
  await openSession(page);
  await page.goto('/profile/');
  const lastName = `Lovelace ${Date.now()}`;
  await page.getByLabel('Last name').fill(lastName);
  const cookies = await context.cookies();
  await context.clearCookies();
  expect(cookies.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your profile was saved' })).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue(lastName);
});
