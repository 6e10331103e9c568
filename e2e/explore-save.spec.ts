import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInThemes } from './support/axe.ts';
import { test } from './support/journey.ts';
import { change, datasetId, make, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const chart = (page: Page): Locator => page.locator('[data-chart-id]').first();
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const rendered = (page: Page): Promise<void> => expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');
const saveDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Save chart' });
const conflict = (page: Page): Locator => saveDialog(page).getByRole('alert');

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

async function newChart(page: Page, type: string): Promise<void> {
  await page.goto(
    `/explore/?datasource_type=table&datasource_id=${await datasetId(page, 'seattle_weather')}&viz_type=${type}`,
  );
  await rendered(page);
}

/** A saved chart, open with a change that is not saved. @returns its number */
async function openedWithChange(page: Page, name: string): Promise<number> {
  await newChart(page, 'pie');
  await button(page, 'Save').click();
  await saveDialog(page).getByLabel('Chart name').fill(name);
  await saveDialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/slice_id=\d+/);
  await expect(saveDialog(page)).toHaveCount(0);
  // On a phone the settings are behind a tab.
  if ((page.viewportSize()?.width ?? 0) < 900) await page.getByRole('tab', { name: 'Settings' }).click();
  await page
    .locator('[data-control="groupby"]')
    .getByRole('button', { name: /^Remove/ })
    .click();
  return Number(new URL(page.url()).searchParams.get('slice_id'));
}

/** The chart as it is stored. */
async function stored(
  page: Page,
  id: number,
): Promise<{ readonly slice_name: string; readonly description: string | null; readonly params: string }> {
  return (
    (await (await page.request.get(`/api/v1/chart/${id}`)).json()) as {
      readonly result: Awaited<ReturnType<typeof stored>>;
    }
  ).result;
}
/** Someone else saves it. */
const saveElsewhere = (page: Page, id: number, data: Readonly<Record<string, unknown>>): Promise<void> =>
  change(page, `/api/v1/chart/${id}`, data);

test('[8.3-07] a chart that someone else saved is overwritten by an explicit choice alone, also by keyboard', async ({
  page,
}) => {
  const name = `Clash ${Date.now()}`;
  const id = await openedWithChange(page, name);
  await saveElsewhere(page, id, { description: 'theirs' });
  await button(page, 'Save').click();
  await saveDialog(page).getByLabel('Chart name').press('Enter');
  await expect(conflict(page)).toContainText(
    /\w+ saved this chart \((now|\d+ seconds? ago|a second ago)\) while you were editing it\./,
  );
  await expect(conflict(page)).toBeFocused();
  await expectAccessible(page);
  // Pressing Enter once more in a field decides nothing.
  await saveDialog(page).getByLabel('Chart name').press('Enter');
  expect((await stored(page, id)).params).toContain('"groupby":["weather"]');

  // Someone saves again before the choice: reported again, nothing is lost.
  await saveElsewhere(page, id, { description: 'theirs again' });
  await conflict(page).focus();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Save mine as new')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Overwrite')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(conflict(page)).toBeFocused();
  expect((await stored(page, id)).params).toContain('"groupby":["weather"]');
  await button(page, 'Overwrite').press('Enter');
  await expect(page.getByText(`Chart [${name}] has been overwritten`)).toBeVisible();
  const after = await stored(page, id);
  expect(after.params).toContain('"groupby":[]');
  // What this dialog does not hold stays as they left it.
  expect(after.description).toBe('theirs again');
});

test('[8.3-07] a chart that someone else saved is not overwritten after a reload with its edits, either', async ({
  page,
}) => {
  const id = await openedWithChange(page, `Reloaded ${Date.now()}`);
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(sessionStorage).some((key) => key.startsWith('tessera.explore.draft:'))),
    )
    .toBe(true);
  await saveElsewhere(page, id, { description: 'theirs' });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
  await button(page, 'Save').click();
  await saveDialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(conflict(page)).toContainText('while you were editing it.');
  expect((await stored(page, id)).params).toContain('"groupby":["weather"]');
});

test('a save without a connection fails at once, and is not made later', async ({ page, context }) => {
  const id = await openedWithChange(page, `Offline ${Date.now()}`);
  await context.setOffline(true);
  await button(page, 'Save').click();
  await saveDialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saveDialog(page).getByRole('alert').first()).toBeVisible();
  await saveDialog(page).getByRole('button', { name: 'Cancel' }).click();
  const writes: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && writes.push(request.url()));
  const returned = page.waitForResponse((response) => response.ok());
  await context.setOffline(false);
  await returned;
  await expect(page.getByText('You are offline.')).toBeHidden();
  expect(writes.filter((url) => url.includes(`/chart/${id}`))).toEqual([]);
  expect((await stored(page, id)).params).toContain('"groupby":["weather"]');
});

test('after a clash the own chart is saved as new, or theirs is loaded', async ({ page }) => {
  const name = `Both ${Date.now()}`;
  const id = await openedWithChange(page, name);
  await saveElsewhere(page, id, { slice_name: `${name} of theirs` });
  await button(page, 'Save').click();
  await saveDialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  const loaded = page.waitForEvent('load');
  await button(page, 'Discard mine and load theirs').click();
  await loaded;
  await rendered(page);
  await expect(page.getByText(`${name} of theirs`).first()).toBeVisible();
  await expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0);

  await page
    .locator('[data-control="groupby"]')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await saveElsewhere(page, id, { description: 'once more' });
  await button(page, 'Save').click();
  await saveDialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await button(page, 'Save mine as new').click();
  await expect(saveDialog(page).getByLabel('Chart name')).toHaveValue(`${name} of theirs (copy)`);
  await saveDialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Chart [${name} of theirs (copy)] has been saved`)).toBeVisible();
  expect((await stored(page, id)).params).toContain('"groupby":["weather"]');
});

test('a clash is accessible on a phone, in both themes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await openedWithChange(page, `Small clash ${Date.now()}`);
  await saveElsewhere(page, id, { description: 'theirs' });
  await button(page, 'Save').click();
  await saveDialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(conflict(page)).toBeFocused();
  await expectAccessibleInThemes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1)).toBe(true);
});

test('two users change the properties of one chart: both are merged', async ({ page }) => {
  const name = `Properties ${Date.now()}`;
  const id = await openedWithChange(page, name);
  await saveElsewhere(page, id, { description: 'theirs', slice_name: `${name} of theirs` });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit chart properties' }).click();
  const dialog = page.getByRole('dialog', { name: 'Chart properties' });
  await dialog.getByLabel('Chart name').fill(`${name} of mine`);
  await dialog.getByLabel('Cache timeout in seconds').fill('60');
  await button(page, 'Save').last().click();
  await expect(dialog.getByRole('alert')).toContainText('Taken over from them: Description.');
  await expect(dialog.getByRole('alert')).toContainText(`${name} of theirs`);
  await expect(dialog.getByLabel('Description')).toHaveValue('theirs');
  await expect(dialog.getByLabel('Chart name')).toHaveValue(`${name} of mine`);
  await expectAccessible(page);
  await button(page, 'Save').last().click();
  await expect(dialog).toHaveCount(0);
  expect(await stored(page, id)).toMatchObject({
    slice_name: `${name} of mine`,
    description: 'theirs',
    cache_timeout: 60,
  });

  await button(page, 'Save').click();
  await saveDialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(conflict(page)).toContainText('while you were editing it');
});

test('properties that were typed are not lost by a stray key, a click beside them or the way back', async ({
  page,
}) => {
  const name = `Typed ${Date.now()}`;
  await newChart(page, 'pie');
  await button(page, 'Save').click();
  await saveDialog(page).getByLabel('Chart name').fill(name);
  await saveDialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saveDialog(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Charts', exact: true }).first().click();
  await page.getByRole('link', { name, exact: true }).click();
  await rendered(page);

  const dialog = page.getByRole('dialog', { name: 'Chart properties' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const open = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit chart properties' }).click();
    await expect(dialog).toBeVisible();
  };
  await open();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await open();
  await dialog.getByLabel('Description').fill('Long thought about');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(8, 450),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave();
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toHaveCount(0);
    await expect(dialog.getByLabel('Description')).toHaveValue('Long thought about');
  }
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: 'Charts', exact: true }).first().click();
  await expect(page).toHaveURL(/\/chart\/list/);
});

test('[8.3-07] a chart that somebody deleted meanwhile is saved as a new one with the changes', async ({ page }) => {
  const id = await openedWithChange(page, `Deleted meanwhile ${Date.now()}`);
  await write(page, 'DELETE', `/api/v1/chart/${id}`);
  await button(page, 'Save').click();
  await saveDialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saveDialog(page).getByRole('alert')).toContainText('This chart was deleted');
  await saveDialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saveDialog(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(new RegExp(`slice_id=${id}(&|$)`));
  await expect(page).toHaveURL(/slice_id=\d+/);
  const made = Number(new URL(page.url()).searchParams.get('slice_id'));
  expect((await stored(page, made)).params).toContain('"groupby":[]');
});

test('[4.8-01] a chart is saved to a tab of a dashboard, by keyboard alone', async ({ page }) => {
  const title = `Tabbed ${Date.now()}`;
  const tab = (id: string, text: string) => ({ id, type: 'TAB', children: [], meta: { text } });
  const dashboard = await make(page, 'dashboard', {
    dashboard_title: title,
    position_json: JSON.stringify({
      DASHBOARD_VERSION_KEY: 'v2',
      ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TABS-1'] },
      'TABS-1': { id: 'TABS-1', type: 'TABS', children: ['TAB-a', 'TAB-b'], meta: {} },
      'TAB-a': tab('TAB-a', 'Overview'),
      'TAB-b': tab('TAB-b', 'Details'),
    }),
  });
  await newChart(page, 'pie');
  await button(page, 'Save').click();
  const name = `In a tab ${Date.now()}`;
  await saveDialog(page).getByLabel('Chart name').fill(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(title);
  await expect(page.getByRole('option', { name: title })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const tabs = saveDialog(page).getByRole('combobox', { name: 'Tab' });
  await expect(tabs).toHaveValue('Overview');
  await expectAccessible(page);
  await tabs.focus();
  await page.keyboard.type('Det');
  await page.keyboard.press('Enter');
  await expect(tabs).toHaveValue('Details');
  await saveDialog(page).getByRole('button', { name: 'Save and go to dashboard' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`dashboard/${dashboard}/`));
  await expect(page.getByRole('article', { name, exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(page.getByRole('article', { name, exact: true })).toBeVisible();
});
