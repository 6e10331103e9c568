import type { BrowserContext, Page } from '@playwright/test';
import { layoutOf } from './content.ts';
import { measureDrag, measurePull } from './drag.ts';
import { quantile } from './load.ts';
import type { Client } from './server.ts';
import type { Figure } from './table.ts';

const ROUNDS = 7;
const EDITED = 100;
const SAVED = 200;

/** What a reader of the events dashboard waits for: first pictures, a forced refresh, a click on a slice. */
export async function measureDashboards(context: BrowserContext, charts: number): Promise<readonly Figure[]> {
  const pictures: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) pictures.push(await firstPictures(context, charts));
  const page = await context.newPage();
  await page.goto('/tessera/dashboard/events/');
  await allDrawn(page, charts);
  const refreshed: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    refreshed.push(
      await untilRedrawn(page, () => page.getByRole('button', { name: 'Refresh dashboard' }).press('Enter')),
    );
  const clicked: number[] = [];
  const pie = page.getByRole('article', { name: 'Revenue by device', exact: true });
  await pie.hover();
  const marks = pie.getByRole('application');
  await marks.focus();
  for (let round = 0; round < 3; round += 1) {
    await page.keyboard.press('ArrowRight');
    clicked.push(await untilRedrawn(page, () => page.keyboard.press('Enter')));
  }
  await page.close();
  return [
    {
      work: 'dashboard, both warm → first pictures',
      ours: quantile(pictures.filter(Number.isFinite), 0.5),
      unit: 'ms',
      bar: '< 250 ms',
      peer: '',
      note: `the first paint of the document; ${pictures.filter(Number.isFinite).length} of ${ROUNDS} had pictures`,
    },
    {
      work: 'forced refresh of all charts → last redrawn',
      ours: quantile(refreshed, 0.5),
      unit: 'ms',
      bar: '< 450 ms',
      peer: '3030 ms',
    },
    {
      work: 'selection of a slice → all charts redrawn, data cold',
      ours: quantile(clicked, 0.5),
      unit: 'ms',
      bar: '< 350 ms',
      peer: '2590 ms',
    },
  ];
}

/** What an author waits for: a save of 200 charts, and frames while one of a hundred is dragged or pulled. */
export async function measureEditor(context: BrowserContext, client: Client): Promise<readonly Figure[]> {
  const saves = await measureSaves(client);
  const dashboard = await makeDashboard(client, EDITED);
  const address = `/tessera/dashboard/${dashboard}/`;
  const [drag, pull] = [await measureDrag(context, address), await measurePull(context, address)];
  return [
    {
      work: `save of ${SAVED} charts (median of ${ROUNDS})`,
      ours: quantile(saves, 0.5),
      unit: 'ms',
      bar: '< 150 ms',
      peer: '',
    },
    ...[['drag', drag] as const, ['pull of an edge', pull] as const].map(([work, frames]): Figure => ({
      work: `${work}, ${EDITED} charts`,
      ours: frames.perSecond,
      unit: 'frames/s',
      bar: '60',
      peer: '',
      note: `p95 ${frames.p95Ms.toFixed(0)} ms, longest task ${frames.longestTaskMs.toFixed(0)} ms, no GPU`,
    })),
  ];
}

/** Milliseconds from the navigation to the first paint of a document that brings its pictures. */
async function firstPictures(context: BrowserContext, charts: number): Promise<number> {
  const page = await context.newPage();
  await page.goto('/tessera/dashboard/events/');
  await allDrawn(page, charts);
  const at = await page.evaluate(() => {
    const { charts = [] } = JSON.parse(document.getElementById('first-paint-data')?.textContent ?? '{}') as {
      readonly charts?: readonly unknown[];
    };
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    return { pictures: charts.length, ms: paint?.startTime ?? Number.NaN };
  });
  await page.close();
  return at.pictures > 0 ? at.ms : Number.NaN;
}

export async function allDrawn(page: Page, charts: number): Promise<void> {
  await page.waitForFunction(
    (count) => document.querySelectorAll('[data-chart-status="rendered"]').length >= count,
    charts,
    { timeout: 60_000 },
  );
}

/** Milliseconds from a key of the user until every chart that began to ask has drawn its answer. */
export async function untilRedrawn(page: Page, act: () => Promise<void>): Promise<number> {
  // The key may be faster than what would wait for it: all of that stands before it is pressed.
  await page.evaluate(() => {
    const redrawn = new Promise<number>((resolve) => {
      let pressedAt = Number.NaN;
      let hasAsked = false;
      addEventListener('keydown', () => (pressedAt = performance.now()), { once: true, capture: true });
      const isAsking = () =>
        document.querySelector('[data-chart-status="loading"], [data-chart-status="success"]') !== null;
      // Answers that the page still has may be drawn between two frames.
      const observer = new MutationObserver(() => (hasAsked = true));
      observer.observe(document.body, { subtree: true, attributeFilter: ['data-chart-status'] });
      const look = () => {
        if (hasAsked && !isAsking()) {
          observer.disconnect();
          resolve(performance.now() - pressedAt);
        } else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    Object.assign(window, { redrawn });
  });
  await act();
  return page.evaluate(() => (window as unknown as { readonly redrawn: Promise<number> }).redrawn);
}

async function measureSaves(client: Client): Promise<readonly number[]> {
  const dashboard = await makeDashboard(client, SAVED);
  const { result } = await client.call('GET', `/api/v1/dashboard/${dashboard}`);
  const { position_json: layout } = result as { readonly position_json: string };
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const changed = layout.replaceAll('"height":30', `"height":${40 + round}`);
    await client.call('PUT', `/api/v1/dashboard/${dashboard}`, { position_json: changed });
    took.push(performance.now() - began);
  }
  return took;
}

/** A dashboard of so many charts of those that exist, in rows of three. @returns its id */
async function makeDashboard(client: Client, count: number): Promise<number> {
  const { result } = await client.call('GET', '/api/v1/chart/?q=(page_size:100,columns:!(id,slice_name))');
  const known = result as readonly { readonly id: number; readonly slice_name: string }[];
  const places = Array.from({ length: count }, (_, at) => known[at % known.length] ?? { id: 0, slice_name: '' });
  const charts = places.map(({ id, slice_name: name }, at) => ({ id, name, place: at }));
  const made = await client.call('POST', '/api/v1/dashboard/', {
    dashboard_title: `Bench of ${count}`,
    published: true,
    position_json: JSON.stringify(layoutOf(charts, 30)),
  });
  return Number(made['id']);
}
