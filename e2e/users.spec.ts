import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInThemes } from './support/axe.ts';
import { test } from './support/journey.ts';
import { change, idOf } from './support/own-objects.ts';
import { makeUser, password, roleWithoutData, signInAs } from './support/users.ts';
import { admin, openSession, signIn } from './support/sign-in.ts';

/** A user made on the page that administrators have for it. */
async function makePersonByHand(page: Page, username: string, role: string | null): Promise<void> {
  await page.goto('/users/');
  await page.getByRole('button', { name: 'New user' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New user' });
  await dialog.getByLabel('User name').fill(username);
  await dialog.getByLabel('First name').fill(username);
  await dialog.getByLabel('Last name').fill('Journey');
  await dialog.getByLabel('Email').fill(`${username}@example.com`);
  // The rule is there before anything is typed, and a password that breaks it is reported at its field before it is
  // sent.
  await expect(dialog.getByText('At least 8 characters.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('short');
  await dialog.getByLabel('Email').focus();
  await expect(dialog.getByRole('alert')).toHaveText('Too short: a password has at least 8 characters.');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  if (role !== null) {
    await dialog.getByRole('combobox', { name: 'Roles' }).click();
    await page.getByRole('option', { name: role }).click();
    await page.keyboard.press('Escape');
  }
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('status').filter({ hasText: `User ${username} was created` })).toBeVisible();
}

test('[6.0] pages that a role does not open say so and ask nothing that is refused', async ({ page, browser }) => {
  await signIn(page);
  const name = `gamma${Date.now()}`;
  const nobody = `none${Date.now()}`;
  await makePersonByHand(page, name, 'Gamma');
  await makeUser(page, nobody, null);
  for (const [who, closed] of [
    [name, ['/users/', '/roles/', '/rowlevelsecurity/list/', '/dataset/add/']],
    [nobody, ['/dashboard/list/', '/chart/list/', '/explore/', '/users/']],
  ] as const) {
    const context = await browser.newContext();
    const theirs = await context.newPage();
    const refused: string[] = [];
    theirs.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    await signInAs(theirs, who);
    for (const path of closed) {
      await theirs.goto(path);
      await expect(theirs.getByText('This page is not open to you.')).toBeVisible();
    }
    await expectAccessible(theirs);
    await theirs.goto('/');
    await theirs.waitForLoadState('networkidle');
    await expectAccessible(theirs);
    expect(refused).toEqual([]);
    await context.close();
  }
});

test('who has access to no dataset learns so, and whom to ask, instead of being sent to choose one', async ({
  page,
  browser,
}) => {
  await signIn(page);
  const name = `empty${Date.now()}`;
  await makeUser(page, name, await roleWithoutData(page));
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInAs(theirs, name);
  await expect(theirs.getByText('Nothing is shared with you yet.')).toBeVisible();
  // No section that is empty, and no button that leads nowhere.
  await expect(theirs.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(0);
  await expect(theirs.getByRole('link', { name: 'New chart' })).toHaveCount(0);
  await expectAccessible(theirs);
  await theirs.goto('/explore/');
  await expect(theirs.getByText('No dataset is shared with you yet.')).toBeVisible();
  await expect(theirs.getByText('Ask an owner or an administrator for access to one.')).toBeVisible();
  await expect(theirs.getByText('1. Choose a dataset')).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: 'Create chart' })).toHaveCount(0);
  await expectAccessible(theirs);
  await context.close();
});

test('who reads what is shared reads the samples, and sees them on the home page', async ({ page, browser }) => {
  await signIn(page);
  const name = `reader${Date.now()}`;
  await makeUser(page, name, 'Gamma');
  // The page has the few that changed last, and other journeys may have left newer ones.
  await change(page, `/api/v1/dashboard/${await idOf(page, 'dashboard', 'slug', 'flights')}`, { published: true });
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInAs(theirs, name);
  await expect(
    theirs.getByRole('region', { name: 'Dashboards' }).getByRole('link', { name: /US flights/ }),
  ).toBeVisible();
  await theirs.goto('/tessera/dashboard/flights/');
  await expect(theirs.locator('[data-chart-status="rendered"]').first()).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Edit dashboard' })).toHaveCount(0);
  await context.close();
});

test('who cannot see a dashboard asks for it; its owners are notified and give access', async ({ page, browser }) => {
  await signIn(page);
  const name = `asker${Date.now()}`;
  await makeUser(page, name, await roleWithoutData(page));
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const theirs = await context.newPage();
  await signInAs(theirs, name);
  // The same page for what is there and what is not.
  for (const address of ['/tessera/dashboard/no-such-name/', '/tessera/dashboard/flights/']) {
    await theirs.goto(address);
    await expect(theirs.getByText('You cannot see this dashboard, or it does not exist.')).toBeVisible();
    await theirs.getByRole('button', { name: 'Ask for access' }).click();
    await expect(theirs.getByText('Your request was recorded.')).toBeVisible();
    await expectAccessible(theirs);
  }

  await page.goto('/tessera/dashboard/flights/');
  await expect(page.getByRole('region', { name: 'Requests for access' })).toContainText(`${name} Journey`);
  await page.goto('/');
  const requests = page.getByRole('region', { name: 'Requests for access' });
  await expect(requests.getByRole('link', { name: 'US flights' })).toBeVisible();
  await expectAccessibleInThemes(page);
  await requests.getByRole('button', { name: `Give access to ${name} Journey` }).press('Enter');
  await expect(page.getByText(`${name} Journey sees "US flights" now`)).toBeVisible();
  await expect(requests).toHaveCount(0);
  await theirs.reload();
  await expect(theirs.locator('[data-chart-status="rendered"]').first()).toBeVisible();
  await context.close();
});

test('a user and a role that are being typed are not lost to Escape', async ({ page }) => {
  await signIn(page);
  for (const [path, kind, question] of [
    ['/users/', 'New user', 'What you typed for this person will be lost.'],
    ['/roles/', 'New role', 'What you chose for this role will be lost.'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: kind }).first().click();
    const form = page.getByRole('dialog', { name: kind });
    const field = form.getByLabel(kind === 'New role' ? 'Name' : 'User name');
    await field.fill('halfway');
    await page.keyboard.press('Escape');
    const asked = page.getByRole('dialog').filter({ hasText: question });
    await expectAccessible(page);
    await asked.getByRole('button', { name: 'Keep editing' }).click();
    await expect(field).toHaveValue('halfway');
    await field.fill('');
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
  }
});

test('nothing is saved in the name of someone else who signed in in another tab', async ({ page, context }) => {
  await signIn(page);
  const name = `other${Date.now()}`;
  await makeUser(page, name, 'Gamma');
  await page.goto('/users/');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const form = page.getByRole('dialog', { name: `User ${name}` });
  await form.getByLabel('First name').fill('Typed before');
  const other = await context.newPage();
  await other.goto('/logout/');
  await signInAs(other, name);
  await page.bringToFront();
  // What a browser tells a page that comes to the front again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toContainText('Someone else signed in in this browser');
  await again.getByLabel('Password', { exact: true }).fill(admin.password);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again).toHaveCount(0);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: `User ${name} was saved` })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Typed before Journey' })).toBeVisible();
});

test('a server that goes away and comes back: it is said, and the page goes on by itself', async ({
  page,
  context,
}) => {
  await openSession(page);
  await page.goto('/tessera/dashboard/flights/');
  await expect(page.locator('[data-chart-status="rendered"]').first()).toBeVisible();
  const away = (route: { abort: () => Promise<void> }) => route.abort();
  await context.route(/\/(api|health)/, away);
  await page.getByRole('button', { name: 'Refresh' }).first().click();
  await expect(page.getByText('The server does not answer.')).toBeVisible();
  await expect(page.locator('[data-chart-status="failed"]').first()).toBeVisible();
  await expectAccessible(page);
  await context.unroute(/\/(api|health)/, away);
  await expect(page.getByText('The server does not answer.')).toBeHidden();
  await expect(page.locator('[data-chart-status="failed"]')).toHaveCount(0);
  await expect(page.locator('[data-chart-status="rendered"]').first()).toBeVisible();
});

test('what a user opened follows them to another browser', async ({ page, browser }) => {
  await openSession(page);
  // Other journeys make dashboards at the same time: the list is searched, not read from its top.
  await page.goto('/dashboard/list/?q=Seattle');
  await page.getByRole('link', { name: 'Seattle weather' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Seattle weather' })).toBeVisible();
  await page.getByRole('link', { name: 'Tessera' }).first().click();
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await signIn(elsewhere);
  await expect(async () => {
    await elsewhere.goto('/');
    await expect(elsewhere.getByRole('region', { name: 'Recent' }).getByRole('link').first()).toContainText(
      'Seattle weather',
      { timeout: 1500 },
    );
  }).toPass();
  await context.close();
});

test('in the colours of the system a dialog has an edge, and what is ticked looks ticked', async ({ page }) => {
  await signIn(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/roles/');
  await page.getByRole('button', { name: 'Edit Gamma' }).click();
  const dialog = page.getByRole('dialog', { name: 'Role Gamma' });
  await expect(dialog).toHaveCSS('border-top-style', 'solid');
  const [ticked, empty] = await Promise.all(
    [true, false].map((checked) =>
      dialog
        .getByRole('checkbox', { checked })
        .first()
        .evaluate((box) => [getComputedStyle(box).backgroundColor, getComputedStyle(box, '::before').backgroundColor]),
    ),
  );
  expect(ticked?.[0]).not.toBe(empty?.[0]);
  expect(ticked?.[1]).not.toBe(ticked?.[0]);
});
