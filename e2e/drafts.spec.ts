import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { change, datasetId, make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

const chart = (page: Page): Locator => page.locator('[data-chart-id]').first();
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const dimensions = (page: Page): Locator => page.locator('[data-control="groupby"]');

/** A saved line chart, open and with one dimension more than is saved. @returns its id */
async function changedChart(page: Page, name: string): Promise<number> {
  const dataset = await datasetId(page, 'seattle_weather');
  const form = {
    viz_type: 'echarts_timeseries_line',
    datasource: `${dataset}__table`,
    x_axis: 'date',
    metrics: ['count'],
  };
  const id = await make(page, 'chart', {
    slice_name: name,
    viz_type: form.viz_type,
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify(form),
  });
  await page.goto(`/explore/?slice_id=${id}`);
  await expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');
  await button(page, 'Dimensions').click();
  await page
    .getByRole('option', { name: /Weather weather/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
  return id;
}

const isStored = (page: Page): Promise<boolean> =>
  page.evaluate(() => Object.keys(sessionStorage).some((key) => key.startsWith('tessera.explore.draft:')));

const isUnsavedStored = (page: Page): Promise<boolean> =>
  page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('tessera.explore.unsaved:')));

test.beforeEach(async ({ page }) => {
  await openSession(page);
});

test('edits survive a reload; once they are saved, a reload shows what is stored', async ({ page }) => {
  const id = await changedChart(page, 'Kept edits');
  // The edit has been run, and its run stands in the address.
  await expect(page).toHaveURL(/form_data_key=/);
  await expect.poll(() => isStored(page)).toBe(true);
  page.on('dialog', (dialog) => void dialog.accept());
  const asked = page.waitForRequest((request) => request.url().includes('/chart/data'));
  await page.reload();
  await expect(dimensions(page)).toContainText('Weather');
  expect((await asked).postData()).toContain('weather');
  await button(page, 'Save').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeHidden();
  await expect.poll(() => isStored(page)).toBe(false);

  // Somebody else saves; who reloads sees theirs and not a copy of what was saved here.
  const { result } = (await (await page.request.get(`/api/v1/chart/${id}`)).json()) as {
    readonly result: { readonly params: string };
  };
  await change(page, `/api/v1/chart/${id}`, {
    params: JSON.stringify({ ...(JSON.parse(result.params) as object), groupby: [] }),
  });
  await page.reload();
  await expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');
  await expect(dimensions(page)).not.toContainText('Weather');
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeHidden();
});

test('who leaves without saving has left: the edits do not come back', async ({ page }) => {
  const id = await changedChart(page, 'Left edits');
  await expect.poll(() => isStored(page)).toBe(true);
  await page.getByRole('link', { name: 'Charts' }).first().click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/chart\/list/);
  await page.goto(`/explore/?slice_id=${id}`);
  await expect(chart(page)).toHaveAttribute('data-chart-status', 'rendered');
  await expect(dimensions(page)).not.toContainText('Weather');
});

test.describe('with a clock of its own', () => {
  test.use({ isFresh: true });

  test('what is given up while the next page is on its way is not written down', async ({ page }) => {
    await changedChart(page, 'Given up');
    await expect.poll(() => isUnsavedStored(page)).toBe(true);
    await page.clock.install();
    await chart(page).focus();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Remove Weather' }).click();
    let arrive = (): void => undefined;
    const held = new Promise<void>((go) => (arrive = go));
    await page.route(/\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Charts' }).first().click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
    await page.clock.runFor(5000);
    // The chart is on screen still, and nothing of it was written.
    await expect(chart(page)).toBeVisible();
    expect(await isUnsavedStored(page)).toBe(false);
    arrive();
    await expect(page).toHaveURL(/\/chart\/list/);
  });
});

test('who leaves before the address is known stays where they went', async ({ page }) => {
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    void page.route('**/api/v1/explore/form_data*', async (route) => {
      resolve();
      await new Promise<void>((go) => (answer = go));
      await route.continue();
    });
  });
  await changedChart(page, 'Slow address');
  await asked;
  await page.getByRole('link', { name: 'Charts' }).first().click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/chart\/list/);
  const answered = page.waitForResponse(/\/api\/v1\/explore\/form_data/);
  answer();
  await (await answered).finished();
  // What would lead back has happened when the page has nothing left to do.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(page.getByRole('heading', { name: 'Charts', level: 1 })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('who leaves in the moment in which the address is known is asked all the same', async ({ page }) => {
  // The answer comes when the page says so, to the very task of the browser.
  await page.addInitScript(() => {
    const ask = window.fetch;
    const arrived = new Promise<void>((go) => Object.assign(window, { go }));
    window.fetch = async (...asked) => {
      const answer = await ask(...asked);
      if (answer.url.includes('/explore/form_data')) await arrived;
      return answer;
    };
  });
  const addressed = page.waitForResponse(/\/api\/v1\/explore\/form_data/);
  await changedChart(page, 'Left at once');
  await addressed;
  await page
    .getByRole('link', { name: 'Charts' })
    .first()
    .evaluate((link: HTMLElement) => {
      link.click();
      (window as unknown as { readonly go: () => void }).go();
    });
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/chart\/list/);
});

test('unsaved changes outlive their tab and say that they are back; the history steps to what was opened', async ({
  page,
  context,
}) => {
  const id = await changedChart(page, 'Crashed edits');
  await expect.poll(() => isUnsavedStored(page)).toBe(true);
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  const asked = again.waitForRequest((request) => request.url().includes('/chart/data'));
  await again.goto(`/explore/?slice_id=${id}`);
  await expect(again.getByText(/^Your unsaved changes are back/)).toBeVisible();
  await expect(dimensions(again)).toContainText('Weather');
  // The picture is theirs, not that of the saved chart.
  expect((await asked).postData()).toContain('weather');
  await again.getByRole('button', { name: 'History of changes' }).click();
  await expect(again.getByRole('menuitem', { name: /Dimensions: \+ weather/ })).toBeVisible();
  await again.getByRole('menuitem', { name: 'As it was opened' }).click();
  await expect(dimensions(again)).not.toContainText('Weather');
  await expect(again.getByText('Unsaved changes', { exact: true })).toBeHidden();
  await expect.poll(() => isUnsavedStored(again)).toBe(false);
});
