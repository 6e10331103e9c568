import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInThemes } from './support/axe.ts';
import { test } from './support/journey.ts';
import { datasetId, idOf, make, write } from './support/own-objects.ts';
import { openSession, signIn } from './support/sign-in.ts';

const stamp = Date.now();
const gamma = { username: `gwen${stamp}`, password: 'a long enough password' };
const ruleName = `Seattle only ${stamp}`;

/** What the chart on the page says in words: its number, for a big number. */
async function numberShown(page: Page, chartId: number): Promise<string> {
  await page.goto(`/explore/?slice_id=${chartId}`);
  const chart = page.locator('[data-chart-id]').first();
  await expect(chart).toHaveAttribute('data-chart-status', 'rendered');
  return (await chart.getByRole('img').first().getAttribute('aria-label')) ?? '';
}

test.describe.configure({ mode: 'serial' });

test('a rule for Gamma is made, and a Gamma user counts fewer rows than the admin', async ({ page, browser }) => {
  await signIn(page);
  const flights = await datasetId(page, 'flights');
  const chart = await idOf(page, 'chart', 'slice_name', 'Flights');
  const role = await idOf(page, 'security/roles', 'name', 'Gamma');
  // Gamma may read what its roles name: a second role grants the dataset.
  const grantRole = await make(page, 'security/roles', { name: `Flights ${stamp}` });
  const pairs = await page.request.get(
    `/api/v1/security/permissions-resources/?q=${encodeURIComponent(JSON.stringify({ page: 0, page_size: 500 }))}`,
  );
  const pair = (await pairs.json()).result.find(
    (one: { readonly view_menu: { readonly name: string } }) => one.view_menu.name === `dataset:${flights}`,
  );
  await write(page, 'POST', `/api/v1/security/roles/${grantRole}/permissions`, { permission_view_menu_ids: [pair.id] });
  await make(page, 'security/users', {
    ...gamma,
    first_name: 'Gwen',
    last_name: 'Gamma',
    email: `${gamma.username}@example.com`,
    active: true,
    roles: [role, grantRole],
  });

  await page.getByRole('button', { name: /^You:/ }).click();
  await page.getByRole('menuitem', { name: 'Row-level rules' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Row-level rules' })).toBeVisible();
  // An empty list has one button for its first.
  await expect(page.getByText('There are no rules: whoever may use a dataset sees all of its rows.')).toBeVisible();
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New row-level rule' });
  await dialog.getByLabel('Name').fill(ruleName);
  await expect(dialog.getByRole('radio', { name: 'Regular' })).toBeChecked();
  await dialog.getByRole('combobox', { name: 'Datasets' }).fill('flights');
  await page.getByRole('option', { name: /^flights samples/ }).click();
  await dialog.getByRole('combobox', { name: 'Roles that are limited' }).fill('Gam');
  await page.getByRole('option', { name: 'Gamma' }).click();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('textbox', { name: 'Clause' })).toBeFocused();
  await page.keyboard.insertText("origin = 'SEA'; SELECT 1");
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Check', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Group key')).toBeFocused();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Invalid SQL clause: the character ";" is not allowed');
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Clause' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText("origin = 'SEA' AND nocol = 1");
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/^Line 1, column 20: Error: .*"nocol"/);
  await dialog.getByRole('textbox', { name: 'Clause' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText("origin = 'SEA'");
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('row', { name: new RegExp(ruleName) })).toContainText('Gamma');

  const all = await numberShown(page, chart);
  expect(all).toContain('3,000,000');
  const other = await browser.newContext();
  const gwen = await other.newPage();
  await gwen.goto('/login/');
  await gwen.getByLabel('User name').fill(gamma.username);
  await gwen.getByLabel('Password', { exact: true }).fill(gamma.password);
  await gwen.getByRole('button', { name: 'Sign in' }).click();
  await expect(gwen.getByRole('heading', { level: 1 })).toContainText('Hello');
  const few = await numberShown(gwen, chart);
  const count = (text: string) => Number(/[\d,]{3,}/.exec(text)?.[0].replaceAll(',', ''));
  expect(count(few)).toBeGreaterThan(0);
  expect(count(few)).toBeLessThan(count(all) / 10);
  await other.close();
});

test('two users change one rule: nothing of either is lost', async ({ page, context }) => {
  await openSession(page);
  await page.goto('/rowlevelsecurity/list/');
  await page.getByRole('button', { name: `Edit ${ruleName}` }).click();
  const mine = page.getByRole('dialog', { name: `Rule ${ruleName}` });
  await mine.getByLabel('Description').fill('Of mine');

  const other = await context.newPage();
  await other.goto('/rowlevelsecurity/list/');
  await other.getByRole('button', { name: `Edit ${ruleName}` }).click();
  const theirs = other.getByRole('dialog', { name: `Rule ${ruleName}` });
  await theirs.getByLabel('Group key').fill('airports');
  await theirs.getByLabel('Description').fill('Of theirs');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect(theirs).toHaveCount(0);

  // On a phone the notice is above what is shown, and comes into sight.
  await page.setViewportSize({ width: 390, height: 700 });
  await mine.getByLabel('Description').scrollIntoViewIfNeeded();
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(mine.getByRole('alert')).toBeInViewport();
  await expect(mine.getByRole('alert')).toContainText('Somebody saved this rule while you were editing it.');
  await expect(mine.getByRole('alert')).toContainText('Of theirs');
  await expect(mine.getByLabel('Description')).toHaveValue('Of mine');
  await expect(mine.getByLabel('Group key')).toHaveValue('airports');
  await expectAccessible(page);
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: `Rule ${ruleName} was saved` })).toBeVisible();
});

test('the rules are accessible in both themes, fit 390 px, and go several at once', async ({ page }) => {
  await signIn(page);
  await page.goto('/rowlevelsecurity/list/');
  await expect(page.getByRole('row', { name: new RegExp(ruleName) })).toBeVisible();
  await expectAccessibleInThemes(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Clause' })).toBeVisible();
  await expectAccessibleInThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // A stray Escape takes nothing that was typed.
  await page.getByRole('button', { name: ruleName, exact: true }).click();
  const open = page.getByRole('dialog', { name: `Rule ${ruleName}` });
  await open.getByLabel('Description').fill('Long thought about');
  await page.keyboard.press('Escape');
  const left = page.getByRole('dialog', { name: 'Leave without saving?' });
  await left.getByRole('button', { name: 'Keep editing' }).click();
  await expect(open.getByLabel('Description')).toHaveValue('Long thought about');
  await page.keyboard.press('Escape');
  await left.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Role', exact: true }).click();
  await page.getByRole('button', { name: 'Gamma', exact: true }).click();
  await expect(page.getByRole('row', { name: new RegExp(ruleName) })).toBeVisible();
  await page.getByRole('checkbox', { name: `Select ${ruleName}` }).check();
  await page.getByRole('toolbar', { name: 'With the selected' }).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this rule?' });
  await expect(question).toContainText('are shown again');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: new RegExp(ruleName) })).toHaveCount(0);
});
