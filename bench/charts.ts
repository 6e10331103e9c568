import type { BrowserContext, Page } from '@playwright/test';
import { quantile } from './load.ts';
import type { Client } from './server.ts';
import type { Figure } from './table.ts';

const ROUNDS = 7;
const HOVERS = 40;

/** Flights of every hour by haul: about ten thousand points, and no row limit that cuts them. */
const manyPoints = {
  viz_type: 'echarts_timeseries_line',
  x_axis: 'date',
  time_grain_sqla: 'PT1H',
  metrics: ['count'],
  groupby: ['haul'],
  adhoc_filters: [],
  row_limit: 50_000,
};
/** What a line chart mostly is: half a year of days by haul. */
const ordinary = { ...manyPoints, time_grain_sqla: 'P1D' };
/** Flights of every month by the two thousand busiest pairs of airports. */
const manySeries = { ...manyPoints, time_grain_sqla: 'P1M', groupby: ['origin', 'destination'], limit: 2000 };
/** Notes when a canvas was last begun anew: a picture that is drawn again begins so. */
const noteStrokes = `{
  const { clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...rest) {
    window.strokeAt = performance.now();
    return clearRect.apply(this, rest);
  };
}`;
const drawn = '[data-chart-id][data-chart-status="rendered"]';

/** What an analyst waits for in Explore, and a reader in a gallery: in a real browser, on the sample data. */
export async function measureCharts(context: BrowserContext, client: Client): Promise<readonly Figure[]> {
  const dataset = await idOf(client, 'dataset', 'table_name', 'flights');
  const points = await makeChart(client, dataset, 'Ten thousand points', manyPoints);
  const series = await makeChart(client, dataset, 'Two thousand series', manySeries);
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript({ content: noteStrokes });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const days = await makeChart(client, dataset, 'Days', ordinary);
  const figures: Figure[] = [];
  figures.push(...(await measureOpening(page, days, 'by day', '< 500 ms')));
  figures.push(await measureRedraw(page, 'by day', '< 33 ms (two frames)'));
  figures.push(...(await measureOpening(page, points, '10 000 points', '')));
  figures.push(await measureUpdate(page));
  figures.push(await measureRedraw(page, '10 000 points', ''));
  figures.push(await measureHover(page, series));
  figures.push(await measureGallery(page));
  await page.close();
  return figures;
}

async function idOf(client: Client, kind: string, column: string, value: string): Promise<number> {
  const { result } = await client.call(
    'GET',
    `/api/v1/${kind}/?q=(filters:!((col:${column},opr:eq,value:'${value}')))`,
  );
  const [found]: readonly unknown[] = Array.isArray(result) ? result : [];
  const id = typeof found === 'object' && found !== null && 'id' in found ? Number(found.id) : Number.NaN;
  if (Number.isNaN(id)) throw new Error(`there is no ${kind} ${value}`);
  return id;
}

async function makeChart(
  client: Client,
  dataset: number,
  name: string,
  form: Record<string, unknown>,
): Promise<number> {
  const made = await client.call('POST', '/api/v1/chart/', {
    slice_name: name,
    viz_type: form['viz_type'],
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({ datasource: `${dataset}__table`, ...form }),
  });
  return Number(made['id']);
}

/** From the address to the chart on screen, with the browser and the data warm; and how much code that takes. */
async function measureOpening(page: Page, chart: number, note: string, bar: string): Promise<readonly Figure[]> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await page.goto('about:blank');
    await page.goto(`/explore/?slice_id=${chart}`);
    await page.waitForSelector(drawn, { timeout: 60_000 });
    times.push(await page.evaluate(() => performance.now()));
  }
  const scriptKb = await page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming && entry.name.includes('.js'))
        .reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0), 0) /
      1000,
  );
  return [
    {
      work: 'Explore opens → chart drawn, warm',
      ours: quantile(times.slice(1), 0.5),
      unit: 'ms',
      bar,
      peer: '',
      note,
    },
    { work: '  its JavaScript on the wire', ours: scriptKb, unit: 'kB', bar: '', peer: '' },
  ];
}

/** From a forced refresh to the chart on screen, less the time that the database took for it. */
async function measureUpdate(page: Page): Promise<Figure> {
  const above: number[] = [];
  const databases: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.getByRole('button', { name: 'More actions' }).click();
    const item = page.getByRole('menuitem', { name: 'Force refresh' });
    await item.waitFor();
    const answered = page.waitForResponse((one) => one.url().includes('/api/v1/chart/data'));
    const tookMs = await item.evaluate(async (button) => {
      const status = () => document.querySelector('[data-chart-id]')?.getAttribute('data-chart-status');
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const began = performance.now();
      if (button instanceof HTMLElement) button.click();
      while (status() === 'rendered') await frame();
      while (status() !== 'rendered') await frame();
      return performance.now() - began;
    });
    // The wait for the first byte is the database, but for what the server adds; transfer and reading are ours.
    const { requestStart, responseStart } = (await answered).request().timing();
    databases.push(responseStart - requestStart);
    above.push(tookMs - (responseStart - requestStart));
  }
  return {
    work: 'update → drawn, above the first byte',
    ours: quantile(above, 0.5),
    unit: 'ms',
    bar: '≤ 100 ms',
    peer: '',
    note: `10 000 points, first byte after ${quantile(databases, 0.5).toFixed(0)} ms`,
  };
}

/** From a press on a setting that asks for no data to the last stroke on the canvas. */
async function measureRedraw(page: Page, note: string, bar: string): Promise<Figure> {
  await page.getByRole('textbox', { name: 'Search settings' }).fill('show legend');
  const toggle = page
    .locator('[data-control="show_legend"] [role="switch"], [data-control="show_legend"] input')
    .first();
  await toggle.waitFor();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(
      await toggle.evaluate(async (button) => {
        const began = performance.now();
        if (button instanceof HTMLElement) button.click();
        while (performance.now() < began + 1000) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          if (Number(Reflect.get(window, 'strokeAt')) > began) return performance.now() - began;
        }
        return Number.NaN;
      }),
    );
    await page.waitForTimeout(300);
  }
  return {
    work: 'a setting that only redraws → drawn',
    ours: quantile(times, 0.5),
    unit: 'ms',
    bar,
    peer: '',
    note,
  };
}

/** What the page works for one move of the pointer over many series. */
async function measureHover(page: Page, chart: number): Promise<Figure> {
  await page.goto(`/explore/?slice_id=${chart}`);
  await page.waitForSelector(drawn, { timeout: 60_000 });
  const box = await page.locator('[data-chart-id] canvas').first().boundingBox();
  if (!box) throw new Error('the chart of many series has no canvas');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const move = async (step: number): Promise<void> => {
    await page.mouse.move(
      box.x + box.width * (0.1 + (0.7 * step) / HOVERS),
      box.y + box.height * (0.3 + (step % 7) / 20),
    );
    await page.waitForTimeout(50);
  };
  // The first move wakes what later ones find.
  await move(0);
  await page.waitForTimeout(1000);
  const began = await worked();
  for (let step = 1; step <= HOVERS; step++) await move(step);
  const busy = ((await worked()) - began) / HOVERS;
  return { work: 'a hover over 2 000 series', ours: busy, unit: 'ms', bar: '< 16 ms', peer: '' };
}

/** From the last answer of a tab of the gallery to all of its charts on screen. */
async function measureGallery(page: Page): Promise<Figure> {
  await page.setViewportSize({ width: 1440, height: 3000 });
  const times: number[] = [];
  let charts = 0;
  for (let round = 0; round < 3; round++) {
    await page.goto('about:blank');
    await page.goto('/tessera/dashboard/chart-gallery/');
    await page.waitForFunction(
      () => {
        const all = [...document.querySelectorAll('[data-chart-status]')];
        return all.length > 1 && all.every((one) => one.getAttribute('data-chart-status') === 'rendered');
      },
      undefined,
      { timeout: 60_000 },
    );
    const measured = await page.evaluate(() => ({
      now: performance.now(),
      charts: document.querySelectorAll('[data-chart-status]').length,
      data: performance
        .getEntriesByType('resource')
        .flatMap((one) =>
          one instanceof PerformanceResourceTiming && one.name.includes('/chart/data') ? [one.responseEnd] : [],
        ),
    }));
    ({ charts } = measured);
    times.push(measured.now - Math.max(0, ...measured.data));
  }
  return {
    work: 'a tab of the gallery complete after its data',
    ours: quantile(times, 0.5),
    unit: 'ms',
    bar: '≤ 1000 ms (12 charts)',
    peer: '',
    note: `${charts} charts`,
  };
}
