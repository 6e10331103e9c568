import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { addChart, button, charts, idOf, newDashboard, rows } from './support/dashboards.ts';
import { test } from './support/journey.ts';
import { change, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

test('[4.5-03] what is done while a save is under way is preserved, on a new dashboard and on a stored one', async ({
  page,
}) => {
  await newDashboard(page, 'Slowly saved', ['Days by weather']);
  const held = async (method: 'POST' | 'PUT', during: () => Promise<void>) => {
    let go = () => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(/\/api\/v1\/dashboard\/\d*$/, async (route) => {
      if (route.request().method() === method) await wait;
      await route.continue();
    });
    const sent = page.waitForRequest(
      (request) => request.method() === method && /\/api\/v1\/dashboard\/\d*$/.test(request.url()),
    );
    await button(page, 'Save').click();
    const request = await sent;
    await during();
    go();
    // The word of an earlier save may still be on the screen.
    await request.response();
    await page.unrouteAll({ behavior: 'wait' });
  };
  await held('POST', () => addChart(page, 'Rain in Seattle'));
  await expect(page).toHaveURL(/\/tessera\/dashboard\/\d+\/$/);
  await expect(page.getByText('Your changes that were not saved are back.')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Rain in Seattle', exact: true })).toBeVisible();
  await held('PUT', () => addChart(page, 'Highs and lows'));
  await expect(page.getByText('What you changed while it was being saved is not saved yet.')).toBeVisible();
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  await page.reload();
  await expect.poll(() => rows(page)).toEqual([['Days by weather', 'Rain in Seattle', 'Highs and lows']]);
});

test('a dashboard that is deleted while it is edited goes on as a new one', async ({ page }) => {
  await newDashboard(page, 'Short-lived', ['Days by weather']);
  await button(page, 'Save').click();
  await button(page, 'Edit dashboard').click();
  await page.getByLabel('Title of the dashboard').fill('Longer-lived');
  await page.getByLabel('Title of the dashboard').press('Enter');
  await write(page, 'DELETE', `/api/v1/dashboard/${/dashboard\/(\d+)/.exec(page.url())?.[1] ?? ''}`);
  await button(page, 'Save').click();
  await page
    .getByRole('alert')
    .filter({ hasText: 'This dashboard was deleted, or is closed to you now.' })
    .getByRole('button', { name: 'Make a new dashboard of it' })
    .click();
  await expect(page.getByLabel('Title of the dashboard')).toHaveValue('Longer-lived');
  await expect(page.getByRole('article', { name: 'Days by weather', exact: true })).toBeVisible();
  await button(page, 'Save').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Longer-lived');
});

test('[5.0-18] [8.3-03] [F28] two users edit at once: nothing is lost before a choice', async ({ page }) => {
  await newDashboard(page, 'Contested', ['Days by weather']);
  await button(page, 'Save').click();
  await button(page, 'Edit dashboard').click();
  await page.getByLabel('Title of the dashboard').fill('Mine');
  await page.getByLabel('Title of the dashboard').press('Enter');
  const id = /dashboard\/(\d+)/.exec(page.url())?.[1] ?? '';
  const other = await page.evaluate(async (dashboard) => {
    const token = (await (await fetch('/api/v1/security/csrf_token/')).json()) as { readonly result: string };
    return (
      await fetch(`/api/v1/dashboard/${dashboard}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'X-CSRFToken': token.result },
        body: '{"dashboard_title":"Theirs"}',
      })
    ).status;
  }, id);
  expect(other).toBe(200);

  await button(page, 'Save').click();
  await expect(page.getByRole('dialog', { name: 'Please confirm the overwrite values.' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Title' })).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Changed the title')).toHaveCount(2);
  await button(page, 'Keep editing').click();
  await expect(page.getByLabel('Title of the dashboard')).toHaveValue('Mine');
  await button(page, 'Save').click();
  await button(page, 'Save mine as a copy').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mine (my version)');
  await page.goto(`/tessera/dashboard/${id}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Theirs');
});

test('what two users both changed is decided one by one: mine, theirs', async ({ page }) => {
  await newDashboard(page, 'Decided', ['Days by weather']);
  await button(page, 'Save').click();
  await button(page, 'Edit dashboard').click();
  await page.getByLabel('Title of the dashboard').fill('Mine');
  await page.getByLabel('Title of the dashboard').press('Enter');
  const id = /dashboard\/(\d+)/.exec(page.url())?.[1] ?? '';
  await change(page, `/api/v1/dashboard/${id}`, { dashboard_title: 'Theirs', certified_by: 'Grace' });
  await button(page, 'Save').click();
  const dialog = page.getByRole('dialog', { name: 'Please confirm the overwrite values.' });
  const title = dialog.getByRole('listitem').filter({ hasText: 'Title' });
  await expect(title.getByRole('radio', { name: 'Mine' })).toBeChecked();
  await title.getByText('Theirs', { exact: true }).first().click();
  await expect(title.getByRole('radio', { name: 'Theirs' })).toBeChecked();
  await button(page, 'Save with these choices').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Theirs');
  const { result } = (await (await page.request.get(`/api/v1/dashboard/${id}`)).json()) as {
    readonly result: { readonly certified_by: string };
  };
  expect(result.certified_by).toBe('Grace');
});

test('two users who change different things of a dashboard are not asked: both are saved', async ({ page }) => {
  await newDashboard(page, 'Together', ['Days by weather', 'Rain in Seattle']);
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  const id = /dashboard\/(\d+)/.exec(page.url())?.[1] ?? '';
  await button(page, 'Edit dashboard').click();
  await charts(page).nth(0).getByRole('button', { name: /^Move/ }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  // Somebody else removes the other chart from the layout and gives the dashboard another title.
  const { result } = (await (await page.request.get(`/api/v1/dashboard/${id}`)).json()) as {
    readonly result: { readonly position_json: string };
  };
  const positions = JSON.parse(result.position_json) as Record<
    string,
    { readonly children?: readonly string[]; readonly meta?: { readonly sliceName?: string } }
  >;
  const gone = Object.keys(positions).find((key) => positions[key]?.meta?.sliceName === 'Rain in Seattle') ?? '';
  const others = Object.entries(positions)
    .filter(([key]) => key !== gone)
    .map(([key, part]) => [
      key,
      part.children ? { ...part, children: part.children.filter((child) => child !== gone) } : part,
    ]);
  await change(page, `/api/v1/dashboard/${id}`, {
    dashboard_title: 'Together again',
    position_json: JSON.stringify(Object.fromEntries(others)),
  });

  await button(page, 'Save').click();
  await expect(page.getByText(/changed it meanwhile. What both of you did is kept\./)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Together again');
  await expect(charts(page)).toHaveCount(1);
  await page.reload();
  await expect(charts(page)).toHaveCSS('grid-column-start', 'span 5');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Together again');
});

test('a new dashboard is there from its first save on', async ({ page }) => {
  const count = async () =>
    ((await (await page.request.get('/api/v1/dashboard/')).json()) as { readonly count: number }).count;
  const before = await count();
  page.on('dialog', (dialog) => void dialog.accept());
  await newDashboard(page, 'Not there yet', ['Days by weather']);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel('Title of the dashboard')).toHaveValue('Not there yet');
  await expect(
    page.getByRole('article', { name: 'Days by weather', exact: true }).locator('[data-chart-status="rendered"]'),
  ).toBeVisible();
  expect(await count()).toBe(before);

  await button(page, 'Discard').click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/dashboard\/list\//);
  await page.goto('/dashboard/new');
  await expect(page.getByLabel('Title of the dashboard')).toHaveValue('[ untitled dashboard ]');
  expect(await count()).toBe(before);
  await page.keyboard.press('Tab');
  await button(page, 'Save').click();
  await expect(page).toHaveURL(/\/tessera\/dashboard\/\d+\/$/);
  expect(await count()).toBe(before + 1);
});

test('changes of a dashboard that were not saved are back after a reload, and gone once they are discarded', async ({
  page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/tessera/dashboard/flights/?edit=true');
  await charts(page).first().getByRole('button', { name: /^Move/ }).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(button(page, 'Discard')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your changes that were not saved are back.')).toBeVisible();
  await button(page, 'Discard').click();
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  await page.reload();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
});

test('[F26] a dashboard is edited without a connection, and saved when there is one', async ({ page, context }) => {
  await newDashboard(page, 'Before the tunnel', ['Days by weather']);
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  await page.reload();
  await button(page, 'Edit dashboard').click();
  const title = page.getByLabel('Title of the dashboard');
  await expect(title).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await title.fill('Through the tunnel');
  await title.press('Enter');
  await charts(page).first().getByRole('button', { name: /^Move/ }).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await button(page, 'Save').click();
  await expect(page.getByText('The server could not be reached, so nothing was saved.').first()).toBeVisible();
  await expect(title).toHaveValue('Through the tunnel');
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline/)).toBeHidden();
  // Also where the tab is loaded anew before it is saved.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(title).toHaveValue('Through the tunnel');
  await button(page, 'Save').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Through the tunnel');
});

test('unsaved changes are not left without a question', async ({ page }) => {
  await newDashboard(page, 'Unsaved', ['Days by weather']);
  await page.getByRole('link', { name: 'Charts', exact: true }).first().click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await button(page, 'Keep editing').click();
  await expect(page.getByLabel('Title of the dashboard')).toHaveValue('Unsaved');
});

test('two users change the properties of one dashboard: both are merged', async ({ page }) => {
  await newDashboard(page, 'Shared', ['Days by weather']);
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  const id = idOf(page);
  const stored = async () =>
    ((await (await page.request.get(`/api/v1/dashboard/${id}`)).json()) as { readonly result: object }).result;
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Edit properties' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dashboard properties' });
  await dialog.getByLabel('Title').fill('Shared, of mine');
  await dialog.getByLabel('Certified by').fill('Ada');
  await change(page, `/api/v1/dashboard/${id}`, { dashboard_title: 'Shared, of theirs', description: 'Their words' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Taken over from them: Description.');
  await expect(dialog.getByRole('alert')).toContainText('Shared, of theirs');
  await expect(dialog.getByLabel('Title')).toHaveValue('Shared, of mine');
  await expect(dialog.getByLabel('Description')).toHaveValue('Their words');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await stored()).toMatchObject({
    dashboard_title: 'Shared, of mine',
    description: 'Their words',
    certified_by: 'Ada',
  });
});

test('[4.5-05] title and properties are steps of the editor: undone, redone and saved with the rest', async ({
  page,
}) => {
  await newDashboard(page, 'One step each', ['Days by weather']);
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  const id = idOf(page);
  await button(page, 'Edit dashboard').click();
  const title = page.getByLabel('Title of the dashboard');
  await title.fill('Renamed');
  await title.press('Enter');
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Edit properties' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dashboard properties' });
  await expect(dialog.getByLabel('Title')).toHaveValue('Renamed');
  await dialog.getByLabel('Title').fill('Renamed twice');
  await dialog.getByLabel('Description').fill('My words');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(title).toHaveValue('Renamed twice');
  await addChart(page, 'Rain in Seattle');

  await button(page, 'Undo').click();
  await expect(charts(page)).toHaveCount(1);
  await button(page, 'Undo').click();
  await expect(title).toHaveValue('Renamed');
  await button(page, 'Undo').click();
  await expect(title).toHaveValue('One step each');
  await expect(button(page, 'Done')).toBeVisible();
  await button(page, 'Redo').click();
  await button(page, 'Redo').click();
  await expect(title).toHaveValue('Renamed twice');

  // Somebody else writes another property meanwhile: both go together.
  await change(page, `/api/v1/dashboard/${id}`, { certified_by: 'Ada' });
  await button(page, 'Save').click();
  await expect(page.getByText('Changed the title, changed the description.')).toBeVisible();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  const answer = (await (await page.request.get(`/api/v1/dashboard/${id}`)).json()) as { readonly result: object };
  expect(answer.result).toMatchObject({
    dashboard_title: 'Renamed twice',
    description: 'My words',
    certified_by: 'Ada',
    charts: ['Days by weather'],
  });
});

test('properties of a dashboard that were typed are not lost by a stray key', async ({ page }) => {
  await page.goto('/dashboard/list/?q=US+flights');
  await page.getByRole('link', { name: 'US flights' }).click();
  await expect(page.getByRole('article', { name: 'Flights', exact: true })).toBeVisible();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Edit properties' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dashboard properties' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByLabel('Description').fill('Long thought about');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(8, 450),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toHaveCount(0);
    await expect(dialog.getByLabel('Description')).toHaveValue('Long thought about');
  }
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/dashboard\/list/);
});
