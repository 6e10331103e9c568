import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';

export type Load = {
  readonly completeMs: number;
  readonly scriptKb: number;
  readonly requests: number;
  readonly longestTaskMs: number;
};

const EXECUTABLE = [
  process.env['TESSERA_TEST_CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find((path) => path && existsSync(path));

/** A headless browser; null, and said so, where there is none. */
export async function openBrowser(): Promise<Browser | null> {
  if (EXECUTABLE === undefined) {
    console.log('No browser on this machine: figures of pages are left out.');
    return null;
  }
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A browser context with nothing in its cache, signed in. The viewport is tall enough that every chart is drawn. */
export async function signedIn(
  browser: Browser,
  url: string,
  username: string,
  password: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 2400 }, baseURL: url });
  const page = await context.newPage();
  await page.goto('/login/');
  await page.getByLabel(/user ?name/i).fill(username);
  await page.getByLabel(/^password/i).fill(password);
  await page.getByRole('button', { name: /sign in/i }).click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
  await page.close();
  return context;
}

/** Open a dashboard and wait until all its charts are drawn. Times count from the navigation. */
export async function loadDashboard(context: BrowserContext, slug: string, charts: number): Promise<Load> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const longest = { ms: 0 };
    Object.assign(window, { longest });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest.ms = Math.max(longest.ms, entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(`/tessera/dashboard/${slug}/`);
  if (charts > 0)
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-chart-status="rendered"]').length >= count,
      charts,
      { timeout: 60_000 },
    );
  else await page.waitForLoadState('networkidle');
  const measured = await page.evaluate(() => {
    const complete = performance.getEntriesByName('dashboard:complete')[0]?.startTime ?? performance.now();
    const resources = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming);
    const scripts = resources.filter((entry) => entry.name.includes('.js'));
    const longest: unknown = Reflect.get(window, 'longest');
    return {
      completeMs: complete,
      scriptKb: scripts.reduce((sum, entry) => sum + entry.encodedBodySize, 0) / 1000,
      requests: resources.length,
      longestTaskMs: typeof longest === 'object' && longest !== null && 'ms' in longest ? Number(longest.ms) : 0,
    };
  });
  await page.close();
  return measured;
}
