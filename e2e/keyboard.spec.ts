import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { focused, go } from './support/keys.ts';
import { datasetId } from './support/own-objects.ts';
import { openSession, signIn } from './support/sign-in.ts';

test('[2.3] the main job without a pointer: from the home page to a chart on a dashboard', async ({ page }) => {
  const name = `By keyboard ${Date.now()}`;
  await signIn(page);
  await go(page, /^a New chart/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/explore\//);
  await expect(page.getByRole('heading', { level: 1, name: 'New chart' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^seattle_weather/ })).toBeVisible();
  await go(page, /^(input|searchbox) Search datasets/);
  await page.keyboard.type('seattle');
  // The list is what was looked for: nothing of it goes under the focus any more.
  await expect(page.getByRole('radio', { name: /^flights/ })).toHaveCount(0);
  await go(page, /^radio seattle_weather/);
  await page.keyboard.press('Space');
  await go(page, /^button Create chart/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  // What had the focus is gone; it is on the page's content and not on nothing.
  await expect.poll(() => focused(page)).toMatch(/^main/);

  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog', { name: 'Save chart' });
  await expect(dialog.getByLabel('Chart name')).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(`${name} board`);
  // The only choice, and marked by itself.
  await expect(page.getByRole('option')).toHaveText([`Use "${name} board"`]);
  await expect(page.locator('[role="option"][data-combobox-selected]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await go(page, /^button Save and go to dashboard/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `${name} board` })).toBeVisible();
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
});

test('the focus comes back when the palette, the keyboard map or a dialog goes', async ({ page }) => {
  await openSession(page);
  await page.goto('/users/');
  const edit = page.getByRole('button', { name: 'Edit ada' });
  await edit.focus();
  await page.keyboard.press('ControlOrMeta+k');
  // Nobody waits for the code of the palette with their letters.
  await page.keyboard.type('gd users');
  const search = page.getByRole('combobox', { name: 'Search or do…' });
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('gd users');
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'User ada' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
});

test('a menu opens by Enter, Space and the arrow down; the press that asks for its code is not lost', async ({
  page,
}) => {
  await openSession(page);
  // The code of menus waits for its release.
  const asked: (() => void)[] = [];
  await page.route(/\/assets\/MenuPanel-/, async (route) => {
    await new Promise<void>((release) => asked.push(release));
    await route.continue();
  });
  await page.goto('/dashboard/list/');
  const theme = page.getByRole('button', { name: 'Theme' });
  await page.getByRole('button', { name: 'Create', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(theme).toBeFocused();
  // The name of a button that was reached by key is shown, and goes with Escape.
  await expect(page.getByRole('tooltip', { name: 'Theme' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(theme).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => asked.length).toBe(1);
  await expect(page.getByRole('menu')).toHaveCount(0);
  asked[0]?.();
  const light = page.getByRole('menuitem', { name: 'Light' });
  await expect(light).toBeFocused();
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(theme).toBeFocused();
    await page.keyboard.press(key);
    await expect(light).toBeFocused();
  }
});

test('Escape closes the choices of a select first, and the panel around it after that', async ({ page }) => {
  await openSession(page);
  await page.goto(`/explore/?datasource_type=table&datasource_id=${await datasetId(page, 'flights')}`);
  await page.getByText('Departure: any time').click();
  const panel = page.getByRole('dialog');
  const kind = panel.getByRole('combobox', { name: 'Range type' });
  await kind.click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(kind).toBeFocused();

  await kind.click();
  await page.getByRole('option', { name: 'Custom', exact: true }).click();
  await kind.click();
  await page.getByRole('option', { name: 'Advanced', exact: true }).click();
  await panel.getByLabel('From : to').fill('2001-01-01 : 2001-02-01');
  await expect(panel.getByLabel('From : to')).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByText('Departure: any time')).toBeVisible();
});
