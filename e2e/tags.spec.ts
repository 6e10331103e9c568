import { expect, type Page } from '@playwright/test';
import { expectAccessibleInThemes } from './support/axe.ts';
import { test } from './support/journey.ts';
import { chartOn, datasetId, idOf, make, write } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

async function typeTag(page: Page, name: string): Promise<void> {
  const field = dialog(page).getByRole('combobox', { name: 'Tags' });
  await field.fill(name);
  await page.getByRole('option', { name }).first().click();
  await expect(dialog(page).getByRole('button', { name: `Remove ${name}` })).toBeAttached();
}

test('a tag is taken by Enter right behind its last letter, and by Save while it still stands in the field', async ({
  page,
}) => {
  await openSession(page);
  const own = `${Date.now()}`;
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Wall ${own}`, published: true });
  const form = { viz_type: 'table', all_columns: ['weather'], query_mode: 'raw' };
  const id = await chartOn(page, dashboard, `Snow ${own}`, await datasetId(page, 'seattle_weather'), form);
  await page.goto(`/explore/?slice_id=${id}`);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Edit chart properties' }).click();
  await dialog(page).getByRole('combobox', { name: 'Tags' }).click();
  await page.keyboard.type(`ice ${own}`);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: `Remove ice ${own}` })).toBeAttached();
  await page.keyboard.type(`frost ${own}`);
  await button(page, 'Save').last().click();
  await expect(page.getByText('Chart properties updated')).toBeVisible();
  const answer = await page.request.get(`/api/v1/chart/${id}`);
  const { result } = (await answer.json()) as { readonly result: { readonly tags: readonly { name: string }[] } };
  expect(new Set(result.tags.map(({ name }) => name))).toEqual(new Set([`ice ${own}`, `frost ${own}`]));
});

test('a chart is tagged and described, found by its tag, tagged with others, and the tag renamed', async ({ page }) => {
  await openSession(page);
  const own = `${Date.now()}`;
  const dataset = await datasetId(page, 'seattle_weather');
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Wall ${own}`, published: true });
  const form = { viz_type: 'table', all_columns: ['weather'], query_mode: 'raw' };
  const [first, second] = [
    await chartOn(page, dashboard, `Rain ${own}`, dataset, form),
    await chartOn(page, dashboard, `Wind ${own}`, dataset, form),
  ];

  await page.goto(`/explore/?slice_id=${first}`);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Edit chart properties' }).click();
  await dialog(page).getByRole('textbox', { name: 'Description' }).fill('**Rain** of <b>Seattle</b>');
  await dialog(page).getByText('Preview', { exact: true }).click();
  const preview = dialog(page).getByRole('region', { name: 'Preview' });
  await expect(preview.locator('strong')).toHaveText('Rain');
  await expect(preview).toContainText('<b>Seattle</b>');
  await typeTag(page, `Sky ${own}`);
  await expectAccessibleInThemes(page);
  await button(page, 'Save').last().click();
  await expect(page.getByText('Chart properties updated')).toBeVisible();

  // A copy has the tags of what it was made from.
  await button(page, 'Save').first().click();
  await dialog(page).getByText('Save as new', { exact: true }).click();
  await dialog(page).getByLabel('Chart name').fill(`Hail ${own}`);
  await button(page, 'Save').last().click();
  await expect(page.getByText(`Chart [Hail ${own}] has been saved`)).toBeVisible();
  const copy = await idOf(page, 'chart', 'slice_name', `Hail ${own}`);

  await page.goto('/chart/list/');
  await button(page, 'Tag').click();
  await page.getByLabel('Search tag', { exact: true }).fill(own);
  await button(page, `Sky ${own}`).click();
  for (const name of ['Rain', 'Hail'])
    await expect(page.getByRole('row', { name: new RegExp(`${name} ${own}`) })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`Wind ${own}`) })).toHaveCount(0);

  await page.goto(`/chart/list/?q=${own}`);
  for (const name of ['Rain', 'Wind']) await page.getByRole('checkbox', { name: `Select ${name} ${own}` }).check();
  await button(page, 'Add tags').click();
  await typeTag(page, `Air ${own}`);
  await dialog(page).getByRole('button', { name: 'Add tags' }).click();
  await expect(page.getByText('2 charts were tagged')).toBeVisible();
  await expect(
    page.getByRole('row', { name: new RegExp(`Wind ${own}`) }).getByRole('link', { name: `Air ${own}` }),
  ).toBeVisible();

  await page.goto(`/tags/?q=${own}`);
  await button(page, `Edit Air ${own}`).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(`Wide ${own}`);
  await dialog(page).getByRole('textbox', { name: 'Description' }).fill('What moves');
  await button(page, 'Save').click();
  await expectAccessibleInThemes(page);
  await page.getByRole('link', { name: `Wide ${own}` }).click();
  await expect(page.getByRole('region', { name: 'Charts' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessibleInThemes(page);

  await button(page, 'Delete').click();
  await expect(dialog(page)).toContainText('2 objects that you can see lose it.');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/tags\/$/);
  await write(page, 'DELETE', `/api/v1/tag/${await idOf(page, 'tag', 'name', `Sky ${own}`)}`);
  for (const id of [first, second, copy]) await write(page, 'DELETE', `/api/v1/chart/${id}`);
  await write(page, 'DELETE', `/api/v1/dashboard/${dashboard}`);
});
