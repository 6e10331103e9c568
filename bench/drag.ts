import type { BrowserContext, Page } from '@playwright/test';

export type Frames = {
  /** Frames per second while the pointer moves. */
  readonly perSecond: number;
  /** Milliseconds between two frames that 95 of 100 keep to, and the longest. */
  readonly p95Ms: number;
  readonly longestMs: number;
  /** The longest turn of the page's own work, in milliseconds; 0 when none took 50. */
  readonly longestTaskMs: number;
};

const STEPS = 240;

/** Drag one chart over the page of an open editor, up and down; nothing is dropped. */
export async function measureDrag(context: BrowserContext, address: string): Promise<Frames> {
  const page = await openEditor(context, address);
  const grip = page.locator('[data-component-type="CHART"]').first().getByRole('button', { name: /^Move/ });
  const start = await grip.boundingBox();
  if (!start) throw new Error('there is no chart to drag');
  await page.mouse.move(start.x + 8, start.y + 8);
  await page.mouse.down();
  await page.mouse.move(start.x + 20, start.y + 20, { steps: 4 });
  const frames = await whileMoving(page, (at) => ({
    x: 100 + ((at * 37) % 1200),
    y: 450 + Math.round(350 * Math.sin(at / 15)),
  }));
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.close();
  return frames;
}

/** Pull the corner of the first chart, so that its neighbours give way; Escape takes it back. */
export async function measurePull(context: BrowserContext, address: string): Promise<Frames> {
  const page = await openEditor(context, address);
  const box = await page.locator('[data-component-type="CHART"]').first().boundingBox();
  if (!box) throw new Error('there is no chart to pull');
  const corner = { x: box.x + box.width - 2, y: box.y + box.height - 2 };
  await page.mouse.move(corner.x, corner.y);
  await page.mouse.down();
  const frames = await whileMoving(page, (at) => ({
    x: corner.x + Math.round(300 * Math.sin(at / 20)),
    y: corner.y + Math.round(120 * Math.sin(at / 12)),
  }));
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.close();
  return frames;
}

async function openEditor(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('[data-chart-status="rendered"]').first().waitFor();
  await page.getByRole('button', { name: 'Edit dashboard', exact: true }).click();
  await page
    .getByRole('button', { name: /^Move chart/ })
    .first()
    .waitFor({ state: 'attached' });
  // What was asked for on opening comes to rest before anything is measured.
  await page.waitForLoadState('networkidle');
  return page;
}

async function whileMoving(page: Page, pointAt: (at: number) => { x: number; y: number }): Promise<Frames> {
  await page.evaluate(() => {
    const measured = { gaps: [] as number[], longestTask: 0, isOver: false };
    Object.assign(window, { measured });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) measured.longestTask = Math.max(measured.longestTask, duration);
    }).observe({ type: 'longtask' });
    let last = performance.now();
    const tick = (now: number) => {
      measured.gaps.push(now - last);
      last = now;
      if (!measured.isOver) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  for (let at = 0; at < STEPS; at += 1) {
    const { x, y } = pointAt(at);
    await page.mouse.move(x, y);
  }
  return page.evaluate(() => {
    const { measured } = window as never as { measured: { gaps: number[]; longestTask: number; isOver: boolean } };
    measured.isOver = true;
    const gaps = measured.gaps.slice(1).toSorted((one, other) => one - other);
    const total = gaps.reduce((sum, gap) => sum + gap, 0);
    return {
      perSecond: (1000 * gaps.length) / total,
      p95Ms: gaps[Math.floor(gaps.length * 0.95)] ?? 0,
      longestMs: gaps.at(-1) ?? 0,
      longestTaskMs: measured.longestTask,
    };
  });
}
