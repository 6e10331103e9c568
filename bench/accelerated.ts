import type { BrowserContext, Page } from '@playwright/test';
import { allDrawn, untilRedrawn } from './dashboards.ts';
import { quantile } from './load.ts';
import type { Client } from './server.ts';
import type { Figure } from './table.ts';

const WAIT_MS = 200;
const STEPS = 60;
const STEP_MS = 16;

/** What a reader of an accelerated dataset waits for: a click, and a brush that the other charts follow. */
export async function measureAccelerated(
  context: BrowserContext,
  client: Client,
  datasetId: number,
  charts: number,
): Promise<readonly Figure[]> {
  const made = await accelerate(client, datasetId);
  const page = await context.newPage();
  await page.goto('/tessera/dashboard/events/');
  await allDrawn(page, charts);
  const [pie, bars] = [await clicksOn(page, 'Revenue by device'), await clicksOn(page, 'Revenue by country')];
  const brush = await brushOver(page, 'Spread of revenue');
  await page.close();
  return [
    { work: 'extract of the events: made in', ours: made / 1000, unit: 's', bar: '', peer: '' },
    ...[['slice', pie] as const, ['bar', bars] as const].flatMap(([name, { prepareMs, drawn, server }]): Figure[] => [
      {
        work: `accelerated: click on a ${name} → all charts redrawn`,
        ours: quantile(drawn, 0.5),
        unit: 'ms',
        bar: '< 100 ms',
        peer: '2590 ms',
        note: `of ${drawn.length}; cubes made in ${prepareMs.toFixed(0)} ms while the pointer rested`,
      },
      { work: '  its request', ours: quantile(server, 0.5), unit: 'ms', bar: '< 50 ms on the server', peer: '' },
    ]),
    {
      work: 'accelerated: brush over the histogram',
      ours: brush.perSecond,
      unit: 'updates/s',
      bar: '≥ 20 updates/s',
      peer: '',
      note: `requests of ${brush.requestMs.toFixed(0)} ms`,
    },
  ];
}

/** @returns milliseconds that the extract took */
async function accelerate(client: Client, datasetId: number): Promise<number> {
  const began = performance.now();
  const path = `/api/v1/dataset/${datasetId}/extract`;
  await client.call('PUT', path, { schedule: { kind: 'never' }, watermark: null });
  for (;;) {
    const { result } = await client.call('GET', path);
    const { refresh, extract } = result as { readonly refresh: unknown; readonly extract: unknown };
    if (refresh === null && extract !== null) return performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}

/** Rest on a chart until its cubes are there, then select three marks one after the other. */
async function clicksOn(page: Page, name: string) {
  const card = page.getByRole('article', { name, exact: true });
  const prepared = page.waitForResponse((response) => response.url().includes('/chart/data/prepare'));
  const began = performance.now();
  await card.hover();
  await card.getByRole('application').focus();
  await (await prepared).finished();
  const prepareMs = performance.now() - began;
  const drawn: number[] = [];
  const server: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => performance.clearResourceTimings());
    drawn.push(await untilRedrawn(page, () => page.keyboard.press('Enter')));
    server.push(Math.max(...(await requestTimes(page))));
  }
  await untilRedrawn(page, () => page.keyboard.press('Escape'));
  return { prepareMs, drawn, server };
}

/** Milliseconds of each request for data since the timings were cleared. */
function requestTimes(page: Page): Promise<readonly number[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /chart\/data(\/batch)?(\?|$)/.test(name))
      .map(({ duration }) => duration),
  );
}

/** Draw over a histogram at the speed of a hand, and count the answers that the other charts showed meanwhile. */
async function brushOver(page: Page, name: string) {
  const card = page.getByRole('article', { name, exact: true });
  const prepared = page.waitForResponse((response) => response.url().includes('/chart/data/prepare'));
  await card.hover();
  await (await prepared).finished();
  const box = await card.locator('canvas').boundingBox();
  if (!box) throw new Error('The histogram has no canvas.');
  const [left, top] = [box.x + box.width * 0.3, box.y + box.height / 2];
  await page.evaluate(() => performance.clearResourceTimings());
  await page.mouse.move(left, top);
  await page.mouse.down();
  const began = performance.now();
  for (let step = 1; step <= STEPS; step += 1) {
    await page.mouse.move(left + (box.width * 0.6 * step) / STEPS, top);
    await page.waitForTimeout(STEP_MS);
  }
  const took = performance.now() - began;
  const answers = await requestTimes(page);
  await page.mouse.up();
  return { perSecond: (answers.length * 1000) / took, requestMs: quantile(answers, 0.5) };
}
