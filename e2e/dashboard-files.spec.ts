import { expect, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import { button } from './support/dashboards.ts';
import { test } from './support/journey.ts';
import { change, chartOn, datasetId, make } from './support/own-objects.ts';
import { openSession } from './support/sign-in.ts';

type Part = Readonly<Record<string, unknown>> & { readonly id: string };

const row = (name: string, parents: readonly string[], chartId: number): readonly Part[] => [
  {
    type: 'ROW',
    id: `ROW-${name}`,
    parents,
    children: [`CHART-${name}`],
    meta: { background: 'BACKGROUND_TRANSPARENT' },
  },
  {
    type: 'CHART',
    id: `CHART-${name}`,
    parents: [...parents, `ROW-${name}`],
    children: [],
    meta: { chartId, width: 6, height: 30 },
  },
];

/** A table that shows its rows by pages, and a chart of two queries. */
const paged = {
  viz_type: 'table',
  query_mode: 'raw',
  all_columns: ['date', 'weather'],
  server_pagination: true,
  server_page_length: 10,
  row_limit: 240,
} as const;
const mixed = {
  viz_type: 'mixed_timeseries',
  x_axis: 'date',
  time_grain_sqla: 'P1Y',
  metrics: ['count'],
  metrics_b: ['count'],
  groupby_b: ['weather'],
} as const;

/** A dashboard with a tab of rain, and one of snow in which two other tabs lie. */
async function nestedTabs(page: Page): Promise<number> {
  const dataset = await datasetId(page, 'seattle_weather');
  const dashboard = await make(page, 'dashboard', { dashboard_title: `Files ${Date.now()}` });
  const table = { viz_type: 'table', query_mode: 'aggregate', groupby: ['weather'], metrics: ['count'] } as const;
  const rain = await chartOn(page, dashboard, 'Rainy', dataset, table);
  const inner = await chartOn(page, dashboard, 'Snowy', dataset, paged);
  const last = await chartOn(page, dashboard, 'Foggy', dataset, mixed);
  const outer = ['ROOT_ID', 'TABS-outer'];
  const nested = [...outer, 'TAB-snow', 'TABS-inner'];
  const parts: readonly Part[] = [
    { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-outer'] },
    { type: 'GRID', id: 'GRID_ID', children: [] },
    { type: 'TABS', id: 'TABS-outer', parents: ['ROOT_ID'], children: ['TAB-rain', 'TAB-snow'], meta: {} },
    { type: 'TAB', id: 'TAB-rain', parents: outer, children: ['ROW-rain'], meta: { text: 'Tab of rain' } },
    { type: 'TAB', id: 'TAB-snow', parents: outer, children: ['TABS-inner'], meta: { text: 'Tab of snow' } },
    { type: 'TABS', id: 'TABS-inner', parents: nested.slice(0, -1), children: ['TAB-in', 'TAB-last'], meta: {} },
    { type: 'TAB', id: 'TAB-in', parents: nested, children: ['ROW-in'], meta: { text: 'Inner tab' } },
    { type: 'TAB', id: 'TAB-last', parents: nested, children: ['ROW-last'], meta: { text: 'Last tab' } },
    ...row('rain', [...outer, 'TAB-rain'], rain),
    ...row('in', [...nested, 'TAB-in'], inner),
    ...row('last', [...nested, 'TAB-last'], last),
  ];
  await change(page, `/api/v1/dashboard/${dashboard}`, {
    position_json: JSON.stringify({
      DASHBOARD_VERSION_KEY: 'v2',
      ...Object.fromEntries(parts.map((part) => [part.id, part])),
    }),
  });
  return dashboard;
}

/** The text of a file in a ZIP, by the list at the end of it. */
function fileIn(zip: Buffer, name: string): string {
  const list = zip.readUInt32LE(zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1') + 16);
  for (let at = list; zip.readUInt32LE(at) === 0x02_01_4b_50;) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    if (zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)) === name) {
      const local = zip.readUInt32LE(at + 42);
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const bytes = zip.subarray(from, from + zip.readUInt32LE(at + 20));
      return (zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString('utf8');
    }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  throw new Error(`${name} is not in the file`);
}

/** The rows of a sheet, with its header. */
function rowsOf(file: Buffer, sheet: number): number {
  return fileIn(file, `xl/worksheets/sheet${sheet}.xml`).match(/<row\b/g)?.length ?? 0;
}

async function download(page: Page, name: RegExp): Promise<Buffer> {
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download the dashboard' });
  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name }).click();
  const file = await readFile(await (await waiting).path());
  await expect(dialog).toBeHidden();
  return file;
}

/** Whether the table of a card ends within it once it is as narrow as on paper, before anything is drawn again. */
function rightEdges(card: HTMLElement | SVGElement): { readonly isInside: boolean } {
  card.style.width = '150px';
  const [inner, outer] = [card.querySelector('table'), card].map((one) => one?.getBoundingClientRect().right ?? 0);
  card.style.width = '';
  return { isInside: inner !== undefined && outer !== undefined && inner > 0 && inner <= outer };
}

test('files of a dashboard hold the charts of all tabs, each below the name of its tab, and what is selected', async ({
  page,
}) => {
  await openSession(page);
  const dashboard = await nestedTabs(page);
  await page.goto(`/tessera/dashboard/${dashboard}/`);
  const rainy = page.getByRole('article', { name: 'Rainy' });
  await expect(rainy.getByText('snow')).toBeVisible();

  const file = await download(page, /^Workbook/);
  const workbook = fileIn(file, 'xl/workbook.xml');
  expect([...workbook.matchAll(/<sheet [^>]*\bname="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    'Rainy',
    'Snowy',
    'Foggy (Query A)',
    'Foggy (Query B)',
  ]);
  // All rows of the table, of which a page was shown.
  expect(rowsOf(file, 2)).toBe(1 + 240);

  const html = (await download(page, /^Web page/)).toString('utf8');
  const headings = [...html.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, text]) => text);
  expect(headings).toEqual(['Tab of rain', 'Rainy', 'Tab of snow', 'Inner tab', 'Snowy', 'Last tab', 'Foggy']);
  expect(html.match(/<svg/g)?.length).toBeGreaterThanOrEqual(3);
  expect(html.match(/<tr>/g)?.length).toBeGreaterThan(240);
  expect(html).toContain('<summary>Data: Query B</summary>');

  // What was measured with the letters of the page is read with them.
  expect(html).toContain('font-src data:');
  expect(html).toMatch(/@font-face\{font-family:"Inter[^}]*url\(data:/);

  // As high as all tabs are, where an image is as high as the open one.
  const pdf = (await download(page, /^PDF/)).toString('latin1');
  const image = await download(page, /^Image/);
  expect(Number(/\/Height (\d+)/.exec(pdf)?.[1])).toBeGreaterThan(image.readUInt32BE(20) * 2);
  // The page is as it was.
  await expect(page.getByRole('article')).toHaveCount(1);

  // Paper does not scroll: it says what is not there, and a picture in a narrower card becomes smaller as a whole.
  const more = rainy.getByText(/more rows?$/);
  await expect(more).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(more).toBeVisible();
  expect(await rainy.evaluate(rightEdges)).toEqual({ isInside: true });
  await page.emulateMedia({ media: 'screen' });
  await expect(more).toBeHidden();

  // Files say what is selected.
  await rainy
    .getByRole('gridcell', { name: 'snow' })
    .or(rainy.getByRole('cell', { name: 'snow' }))
    .click();
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toContainText('snow');
  expect((await download(page, /^Web page/)).toString('utf8')).toContain('<p class="sub">Filters: Rainy = snow</p>');
  const filtered = await download(page, /^Workbook/);
  expect(/<sheet [^>]*\bname="([^"]*)"/.exec(fileIn(filtered, 'xl/workbook.xml'))?.[1]).toBe('Filters');
  // All days with snow.
  expect(rowsOf(filtered, 3)).toBe(1 + 26);
});
