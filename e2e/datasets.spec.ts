import { expect } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { test } from './support/journey.ts';
import { datasetId } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

test('on a phone all buttons of a dataset that was changed stand on one line', async ({ page }) => {
  await openSession(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/dataset/${await datasetId(page, 'seattle_weather')}`);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Description').fill('Changed');
  const actions = ['Delete', 'Sync from source', 'Discard', 'Save']
    .map((name) => page.getByRole('button', { name, exact: true }))
    .concat(page.getByRole('link', { name: 'Explore', exact: true }));
  const middles = await Promise.all(
    actions.map(async (action) => {
      const box = await action.boundingBox();
      return box === null ? null : Math.round(box.y + box.height / 2);
    }),
  );
  expect(new Set(middles).size, middles.join(', ')).toBe(1);
  await expectAccessible(page);
});
