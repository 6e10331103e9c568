import { expect, type Page } from '@playwright/test';
import { expectAccessibleInThemes } from './support/axe.ts';
import { test } from './support/journey.ts';
import { datasetId } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

type Width = 1440 | 390;
type Shown = {
  /** Opened with a `dataset` of the sample data, where the page is about one. */
  readonly address: string | ((dataset: number) => string);
  /** What is opened on the page, such as a dialog. */
  readonly open?: (page: Page) => Promise<void>;
  readonly widths?: readonly Width[];
  readonly isPublic?: boolean;
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const chart = (type: string) => (dataset: number) =>
  `/explore/?datasource_type=table&datasource_id=${dataset}&viz_type=${type}`;

/** Every page, and what opens on it: looked at in both themes and on a screen and a phone. */
const pages: Readonly<Record<string, Shown>> = {
  'sign-in': { address: '/login/', isPublic: true },
  home: { address: '/' },
  'the menu of what can be made': {
    address: '/',
    widths: [1440],
    open: async (page) => {
      await button(page, 'Create').click();
      await expect(page.getByRole('menuitem', { name: 'Dataset' })).toBeVisible();
    },
  },
  profile: { address: '/profile/' },
  'an address without a page': { address: '/nothing-here/' },
  databases: { address: '/databaseview/list/' },
  'a new database': {
    address: '/databaseview/list/?new=1',
    open: (page) => expect(page.getByLabel('Host')).toBeVisible(),
  },
  datasets: { address: '/dataset/list/' },
  'a new dataset': { address: '/dataset/add/' },
  'a new dataset of a query': { address: '/dataset/add/?kind=query' },
  'columns of a dataset': { address: (dataset) => `/dataset/${dataset}/` },
  'metrics of a dataset': { address: (dataset) => `/dataset/${dataset}/?tab=metrics` },
  'settings of a dataset': { address: (dataset) => `/dataset/${dataset}/?tab=settings` },
  users: { address: '/users/' },
  'a new user and the roles to choose': {
    address: '/users/',
    open: async (page) => {
      await page.getByRole('button', { name: 'New user' }).first().click();
      await page.getByRole('combobox', { name: 'Roles' }).click();
      await expect(page.getByRole('option', { name: 'Gamma' })).toBeVisible();
    },
  },
  roles: { address: '/roles/' },
  'row-level rules': { address: '/rowlevelsecurity/list/' },
  tags: { address: '/tags/' },
  'annotation layers': { address: '/annotationlayer/list/' },
  'css templates': { address: '/csstemplatemodelview/list/' },
  'a new annotation layer': {
    address: '/annotationlayer/list/',
    open: async (page) => {
      await button(page, 'New annotation layer').first().click();
      await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    },
  },
  dashboards: { address: '/dashboard/list/' },
  charts: { address: '/chart/list/' },
  trash: { address: '/trash/chart/' },
  'saved queries': { address: '/savedqueryview/list/' },
  'the history of queries': { address: '/sqllab/history/' },
  'tables beside the SQL editor': {
    address: '/sqllab/',
    widths: [1440],
    open: async (page) => {
      const table = page.getByRole('treeitem', { name: 'airports, table' }).last();
      await table.click();
      await expect(page.getByRole('treeitem', { name: /^iata, / }).first()).toBeVisible();
    },
  },
  'a dashboard': { address: '/tessera/dashboard/flights/' },
  'a dashboard that is edited': { address: '/tessera/dashboard/flights/?edit=true' },
  'a new dashboard': { address: '/dashboard/new/' },
  'a dashboard that is not there': { address: '/tessera/dashboard/not-there/' },
  'a new chart': { address: '/explore/' },
  'a line chart': { address: chart('echarts_timeseries_line') },
  'a pie chart': { address: chart('pie') },
  'a big number': { address: chart('big_number') },
  'a table': { address: chart('table') },
  'fields of a chart': { address: chart('table'), widths: [390], open: tab('Fields') },
  'settings of a chart': { address: chart('table'), widths: [390], open: tab('Settings') },
  'a layer of annotations on a chart': {
    address: chart('echarts_timeseries_bar'),
    widths: [390],
    open: async (page) => {
      await tab('Settings')(page);
      await button(page, 'Add an annotation layer').press('Enter');
      const choose = async (field: string, option: string) => {
        await page.getByRole('dialog').getByRole('combobox', { name: field }).click();
        await page.getByRole('option', { name: option }).first().click();
      };
      await choose('Type', 'Interval');
      await choose('Source', 'Table chart');
    },
  },
};

test.describe.configure({ mode: 'parallel' });

for (const [name, { address, open, widths = [1440, 390], isPublic = false }] of Object.entries(pages)) {
  test(`[2.3] accessible in both themes, without scrolling sideways: ${name}`, async ({ page }) => {
    if (!isPublic) await openSession(page);
    await page.setViewportSize({ width: widths[0] ?? 1440, height: 900 });
    await page.goto(
      typeof address === 'string' ? address : address(isPublic ? 0 : await datasetId(page, 'seattle_weather')),
    );
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.locator('[data-chart-status="loading"]')).toHaveCount(0);
    await open?.(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
        .toBeLessThanOrEqual(1);
      await expectAccessibleInThemes(page);
    }
  });
}
