import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { datasetId } from './support/own-objects.ts';
import { signIn } from './support/sign-in.ts';

// Code and data that were loaded before are not missing without a connection.
test.use({ isFresh: true });

const mainPages: readonly (readonly [address: string, heading: string | RegExp])[] = [
  ['/chart/list/', 'Charts'],
  ['/dashboard/list/', 'Dashboards'],
  ['/dataset/list/', 'Datasets'],
  ['/databaseview/list/', 'Databases'],
  ['/users/', 'Users'],
  ['/roles/', 'Roles'],
  ['/rowlevelsecurity/list/', 'Row-level rules'],
  ['/annotationlayer/list/', 'Annotation layers'],
  ['/tags/', 'Tags'],
  ['/trash/chart/', 'Trash'],
  ['/querylog/list/', 'Query log'],
  ['/savedqueryview/list/', 'Saved queries'],
  ['/sqllab/history/', 'Query history'],
  ['/chart/add/', 'New chart'],
  ['/dataset/add/', 'New dataset'],
  ['/profile/', 'Profile'],
  ['/tessera/dashboard/flights/', 'US flights'],
  ['/', /^Hello/],
];

test('every main page that is opened without a connection says so, and is whole by itself when there is one', async ({
  page,
  context,
}) => {
  await signIn(page);
  const dataset = await datasetId(page, 'seattle_weather');
  const openHere = (address: string) =>
    page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, address);
  const offline = page.getByText('You are offline.');
  for (const [address, heading] of mainPages)
    await test.step(address, async () => {
      await context.setOffline(true);
      await openHere(address);
      await expect(offline).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      // A page that was loaded anew begins as the server wrote it.
      await expect(page.locator('#first-paint')).toHaveCount(0);
      await expect(offline).toBeHidden();
      await expect(page.getByText(/could not be loaded|went wrong/)).toHaveCount(0);
    });
  await context.setOffline(true);
  await openHere(`/explore/?datasource_type=table&datasource_id=${dataset}`);
  await expect(offline).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('textbox', { name: 'Search settings' })).toBeVisible();
});
