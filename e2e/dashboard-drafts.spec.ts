import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { button, idOf, newDashboard } from './support/dashboards.ts';
import { test } from './support/journey.ts';
import { openSession } from './support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

test('what was not saved is there in another window, goes on there, and is gone once it is saved', async ({
  page,
  context,
}) => {
  await newDashboard(page, 'Half work', ['Days by weather']);
  await button(page, 'Save').click();
  await button(page, 'Edit dashboard').click();
  const address = page.url();
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/draft') && response.request().method() === 'PUT' && response.ok(),
  );
  await page.getByLabel('Title of the dashboard').fill('Whole work');
  await page.getByLabel('Title of the dashboard').press('Enter');
  await stored;
  // What a save will write is said before it.
  await button(page, 'What will be saved').click();
  const changes = page.getByRole('dialog', { name: 'What will be saved' });
  await expect(changes.getByRole('listitem')).toHaveText(['Title: "Half work" became "Whole work"']);
  await expectAccessible(page);
  await changes.getByRole('button', { name: 'Go on editing' }).click();

  const other = await context.newPage();
  await other.goto(address.replace(/\?.*/, ''));
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Half work');
  const notice = other.getByRole('region', { name: 'Unsaved changes' });
  await expect(notice).toContainText('Changed the title.');
  await notice.getByRole('button', { name: 'Go on editing' }).click();
  await expect(other.getByLabel('Title of the dashboard')).toHaveValue('Whole work');
  await button(other, 'Save').click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Whole work');
  await expect
    .poll(async () => {
      const id = /dashboard\/(\d+)/.exec(address)?.[1] ?? '';
      const answer = (await (await other.request.get(`/api/v1/dashboard/${id}/draft`)).json()) as {
        readonly result: { readonly draft: string | null };
      };
      return answer.result.draft;
    })
    .toBeNull();
});

test('changes of another visit are never written over unasked, and those of this window stay beside them', async ({
  page,
  context,
}) => {
  await newDashboard(page, 'Two windows', ['Days by weather']);
  await button(page, 'Save').click();
  await button(page, 'Edit dashboard').click();
  await expect(page).toHaveURL(/dashboard\/\d+/);
  const id = idOf(page);
  const retitle = async (window: Page, title: string) => {
    const answer = window.waitForResponse(
      (response) => response.url().endsWith('/draft') && response.request().method() === 'PUT',
    );
    await window.getByLabel('Title of the dashboard').fill(title);
    await window.getByLabel('Title of the dashboard').press('Enter');
    return (await answer).status();
  };
  const storedDraft = async () => (await page.request.get(`/api/v1/dashboard/${id}/draft`)).text();
  expect(await retitle(page, 'First work')).toBe(200);

  const other = await context.newPage();
  await other.goto(`/tessera/dashboard/${id}/?edit=true`);
  const notice = other.getByRole('region', { name: 'Unsaved changes' });
  await expect(notice).toContainText('Changed the title.');
  expect(await retitle(other, 'Second work')).toBe(412);
  await expect(notice).toContainText('other unsaved changes');
  expect(await storedDraft()).toContain('First work');
  await notice.getByRole('button', { name: 'Take those changes' }).click();
  await expect(other.getByLabel('Title of the dashboard')).toHaveValue('First work');
  await button(other, 'Undo').last().click();
  await expect(other.getByLabel('Title of the dashboard')).toHaveValue('Second work');
  await notice.getByRole('button', { name: 'Replace them with mine' }).click();
  await expect(notice).toBeHidden();
  await expect.poll(storedDraft).toContain('Second work');

  // The first window goes on: it is asked as well.
  expect(await retitle(page, 'Third work')).toBe(412);
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('other unsaved changes');
  expect(await storedDraft()).toContain('Second work');
});

test('a new dashboard that was never saved outlives its tab', async ({ page, context }) => {
  await newDashboard(page, 'Never saved', ['Days by weather']);
  await page.close();
  const other = await context.newPage();
  await other.goto('/dashboard/new/');
  const notice = other.getByRole('region', { name: 'Unsaved changes' });
  await expect(notice).toContainText('"Never saved" was never saved');
  await button(other, 'Go on editing').click();
  await expect(other.getByLabel('Title of the dashboard')).toHaveValue('Never saved');
  await expect(other.getByRole('article', { name: 'Days by weather', exact: true })).toBeVisible();
  await expect(notice).toBeHidden();
  await button(other, 'Save').click();
  await expect(other).toHaveURL(/\/dashboard\/\d+/);
  const third = await context.newPage();
  await third.goto('/dashboard/new/');
  await expect(third.getByLabel('Search charts')).toBeVisible();
  await expect(third.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
});
