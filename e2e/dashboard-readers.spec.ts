import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { change, chartOn, datasetId, idOf, make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';
import { makeUser, password, roleWithoutData } from './support/users.ts';

test('a reader by role draws a range; a dashboard that is hidden meanwhile says so', async ({ page, browser }) => {
  await openSession(page);
  const role = await roleWithoutData(page);
  const reader = `range${Date.now()}`;
  await makeUser(page, reader, role);
  const dataset = await datasetId(page, 'seattle_weather');
  const dashboard = await make(page, 'dashboard', {
    dashboard_title: `Hidden ${Date.now()}`,
    published: true,
    roles: [await idOf(page, 'security/roles', 'name', role)],
  });
  await chartOn(page, dashboard, 'Days', dataset, { viz_type: 'big_number_total', metric: 'count' });
  const filter = {
    id: 'NATIVE_FILTER-wind',
    name: 'Wind',
    type: 'NATIVE_FILTER',
    filterType: 'filter_range',
    targets: [{ datasetId: dataset, column: { name: 'wind' } }],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
  };
  await change(page, `/api/v1/dashboard/${dashboard}`, {
    json_metadata: JSON.stringify({ native_filter_configuration: [filter] }),
  });

  const context = await browser.newContext();
  const theirs = await context.newPage();
  expect((await theirs.request.post('/login/', { data: { username: reader, password } })).ok()).toBe(true);
  await theirs.goto(`/tessera/dashboard/${dashboard}/`);
  const days = theirs.getByRole('article', { name: 'Days', exact: true });
  await expect(days).toContainText('1,461');
  await expect(theirs.getByRole('slider').first()).toBeVisible();

  await change(page, `/api/v1/dashboard/${dashboard}`, { published: false });
  await theirs.getByRole('button', { name: 'More actions' }).click();
  await theirs.getByRole('menuitem', { name: 'Refresh dashboard' }).click();
  await expect(theirs.getByText('You cannot see this dashboard, or it does not exist.')).toBeVisible();
  await expect(days).toHaveCount(0);
  await context.close();
});
