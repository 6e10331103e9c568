import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { addChart, button, charts, newDashboard } from './support/dashboards.ts';
import { test } from './support/journey.ts';
import { datasetId, make, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

test('components are copied together and saved, and a version of before is brought back', async ({ page }) => {
  const stamp = `Versions ${Date.now()}`;
  await newDashboard(page, stamp, ['Days by weather', 'Flights by distance']);
  await button(page, 'Save').click();
  await button(page, 'Edit dashboard').click();

  await charts(page)
    .nth(0)
    .getByRole('heading')
    .click({ modifiers: ['Shift'] });
  await charts(page)
    .nth(1)
    .getByRole('heading')
    .click({ modifiers: ['Shift'] });
  await expect(page.getByRole('toolbar', { name: 'Selected components' })).toContainText('2 selected');
  await page.keyboard.press('Control+d');
  await expect(charts(page)).toHaveCount(4);
  await page.keyboard.press('Delete');
  await expect(charts(page)).toHaveCount(2);
  await charts(page)
    .nth(1)
    .getByRole('heading')
    .click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(charts(page)).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('toolbar', { name: 'Selected components' })).toHaveCount(0);
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();

  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Version history' }).click();
  const dialog = page.getByRole('dialog', { name: 'Version history' });
  await expect(dialog.getByRole('button', { name: /Added chart "Flights by distance"/ })).toBeVisible();
  await dialog.getByRole('button', { name: /As it was at first/ }).click();
  await expect(dialog.getByText('Chart "Flights by distance" was removed')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Restore this version').click();
  await expect(charts(page)).toHaveCount(2);
  await button(page, 'Undo').click();
  await expect(charts(page)).toHaveCount(3);
});

test('a version with a chart that was deleted says so, and shows its gap as soon as it is restored', async ({
  page,
}) => {
  const stamp = Date.now();
  const name = `Passing ${stamp}`;
  const dataset = await datasetId(page, 'seattle_weather');
  const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['weather'], metrics: ['count'] };
  const chart = await make(page, 'chart', {
    slice_name: name,
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({ ...form, datasource: `${dataset}__table` }),
  });
  await newDashboard(page, `Gaps ${stamp}`, ['Days by weather']);
  await button(page, 'Save').click();
  await button(page, 'Edit dashboard').click();
  await addChart(page, name);
  await button(page, 'Save').click();
  await button(page, 'Edit dashboard').click();
  await charts(page)
    .filter({ has: page.getByRole('article', { name, exact: true }) })
    .getByRole('heading')
    .click({ modifiers: ['Shift'] });
  await page.keyboard.press('Delete');
  await expect(charts(page)).toHaveCount(1);
  await button(page, 'Save').click();
  await expect(button(page, 'Edit dashboard')).toBeVisible();
  await write(page, 'DELETE', `/api/v1/chart/${chart}`);

  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Version history' }).click();
  const dialog = page.getByRole('dialog', { name: 'Version history' });
  await dialog.getByRole('button', { name: new RegExp(`Added chart "${name}"`) }).click();
  await expect(dialog.getByText(`Chart "${name}" was deleted, or is not shared with you: it will be`)).toBeVisible();
  await button(page, 'Restore this version').click();
  await expect(page.getByText(`"${name}" was deleted, or is not shared with you.`)).toBeVisible();
});

test('[2.4-01] a dashboard is downloaded whole, and its address says which tab is open', async ({ page }) => {
  await page.goto('/tessera/dashboard/chart-gallery/');
  const tabs = page.getByRole('tab');
  const third = tabs.nth(2);
  const name = await third.innerText();
  await third.click();
  await expect(page).toHaveURL(/tabs=TAB-/);
  await page.reload();
  await expect(page.getByRole('tab', { selected: true })).toHaveText(name);
  await page.goBack();
  await expect(page.getByRole('tab', { selected: true })).toHaveText(await tabs.nth(0).innerText());

  await page.goto('/tessera/dashboard/gapminder/');
  await expect(page.locator('[data-chart-status="rendered"]').first()).toBeVisible();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Web page/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Lives and births.html');
  const stream = await file.createReadStream();
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  // Every chart has its picture, also those below the screen.
  expect(text.match(/<article/g)).toHaveLength(4);
  expect(text.match(/<svg/g)?.length).toBeGreaterThanOrEqual(4);
  expect(text).toContain('Switzerland');
  // What is selected on one chart is drawn for the others already, and nothing runs for it.
  await page.goto('about:blank');
  await page.setContent(text);
  const other = page.locator('article', { has: page.locator('.is-s1') }).first();
  await expect(other.locator('.is-s1')).toBeHidden();
  await page.locator('#s1').check();
  await expect(other.locator('.is-s1')).toBeVisible();
  await expect(other.locator('.v0')).toBeHidden();
  expect(text).not.toContain('<script');
});
