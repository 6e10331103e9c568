import { expect, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { chartOn, datasetId, idOf, make } from './support/own-objects.ts';
import { makeUser, password, roleWithoutData } from './support/users.ts';
import { openSession } from './support/sign-in.ts';

// Dashboards are shared by role (DASHBOARD_RBAC). What guests of an embedding get is tested through the API alone
// (data-paths.test.ts): there is no page for them.

const days = { viz_type: 'table', query_mode: 'aggregate', metrics: ['count'], row_limit: 100 } as const;

/** A published dashboard of the weather that one role opens, with a filter of its own, and a chart beside it. */
async function share(page: Page, role: string) {
  const dataset = await datasetId(page, 'seattle_weather');
  const filter = {
    id: 'NATIVE_FILTER-weather',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    targets: [{ datasetId: dataset, column: { name: 'weather' } }],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
  };
  const stamp = Date.now();
  const dashboard = await make(page, 'dashboard', {
    dashboard_title: `Shared ${stamp}`,
    published: true,
    roles: [await idOf(page, 'security/roles', 'name', role)],
    json_metadata: JSON.stringify({ native_filter_configuration: [filter] }),
  });
  const unshared = await make(page, 'dashboard', { dashboard_title: `Kept back ${stamp}` });
  const shown = `Days ${stamp}`;
  const chart = await chartOn(page, dashboard, shown, dataset, { ...days, groupby: ['weather'] });
  const other = await chartOn(page, unshared, `Other ${stamp}`, dataset, { ...days, groupby: ['weather'] });
  return { dataset, dashboard, chart, other, shown };
}

test('who has a dashboard by role alone sees and filters its data, and opens nothing else with it', async ({
  page,
  browser,
}) => {
  await openSession(page);
  const role = await roleWithoutData(page);
  const name = `byrole${Date.now()}`;
  await makeUser(page, name, role);
  const id = await idOf(page, 'security/users', 'username', name);
  const { dataset, dashboard, chart, other, shown } = await share(page, role);

  const context = await browser.newContext();
  const theirs = await context.newPage();
  const signedIn = await theirs.request.post('/login/', { data: { username: name, password } });
  expect(signedIn.ok(), await signedIn.text()).toBe(true);
  await theirs.goto(`/tessera/dashboard/${dashboard}/`);
  const card = theirs.getByRole('article', { name: shown, exact: true });
  await expect(card.locator('[data-chart-status="rendered"]')).toBeVisible();
  // What the charts show goes by its names; the dataset itself is not theirs to explore.
  await expect(card.getByRole('columnheader', { name: /^Days/ })).toBeVisible();
  await expect(card.getByRole('link', { name: shown })).toHaveCount(0);
  // The page may begin with the rows that others asked for already.
  const sent = theirs.waitForRequest(/\/api\/v1\/chart\/data/);
  await theirs.getByRole('button', { name: 'Refresh dashboard' }).click();
  await expect(card.getByRole('row')).toHaveCount(6);
  await expect(card.getByRole('row', { name: /snow/ })).toBeVisible();

  // What the card asked, narrowed by the filter of the dashboard, by another column, and for another chart.
  type Asked = { readonly queries: readonly { readonly filters?: readonly object[] }[]; readonly form_data: object };
  const asked = (await sent).postDataJSON() as Asked;
  const ask = (queries: Asked['queries'], form = asked.form_data) =>
    theirs.request.post('/api/v1/chart/data', { data: { ...asked, queries, form_data: form } });
  const narrowed = (col: string, val: string) =>
    asked.queries.map((query) => ({ ...query, filters: [...(query.filters ?? []), { col, op: 'IN', val: [val] }] }));
  const snow = await ask(narrowed('weather', 'snow'));
  const { result } = (await snow.json()) as { readonly result: readonly { readonly rowcount: number }[] };
  expect(result.map(({ rowcount }) => rowcount)).toEqual([1]);
  expect((await ask(narrowed('wind', '1'))).status()).toBe(403);
  expect((await ask(asked.queries, { slice_id: other, dashboardId: dashboard })).ok()).toBe(false);
  expect((await ask(asked.queries, { slice_id: chart })).ok()).toBe(true);

  await theirs.goto(`/dataset/${dataset}/`);
  await expect(theirs.getByText('This dataset does not exist, or is not shared with you.')).toBeVisible();
  await theirs.goto(`/explore/?slice_id=${other}`);
  await expect(theirs.getByText('This chart does not exist, or is not shared with you.')).toBeVisible();
  await context.close();

  // An administrator sees what they see, and changes nothing in their name.
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Share with people' }).click();
  await page.getByRole('combobox', { name: 'What does somebody see?' }).fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
  await expect(page.getByRole('link', { name: /^View as / })).toHaveAttribute('href', new RegExp(`view_as=${id}`));
  await page.goto(`/tessera/dashboard/${dashboard}/?view_as=${id}`);
  await expect(page.getByText(`You see what ${name} Journey sees.`)).toBeVisible();
  await expect(page.getByRole('article', { name: shown, exact: true }).getByRole('row')).toHaveCount(6);
  await expect(page.getByRole('button', { name: 'Edit dashboard' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await expect(page.getByText('There was an issue favoriting this dashboard.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to your own view' }).click();
  await expect(page.getByRole('button', { name: 'Edit dashboard' })).toBeVisible();
});
