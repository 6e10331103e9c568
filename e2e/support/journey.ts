import { type Browser, type BrowserContext, type Page, test as base } from '@playwright/test';

type Options = {
  /** Begin with a browser context that has loaded nothing, for journeys about what it lacks or about its clock. */
  readonly isFresh: boolean;
};
type OfWorker = { readonly sharedContext: BrowserContext };

/**
 * A journey in the browser context of its worker: scripts stay in its HTTP cache, and what a user leaves behind
 * (session, storage, permissions, pages) is removed between journeys.
 */
export const test = base.extend<Options, OfWorker>({
  isFresh: [false, { option: true }],
  sharedContext: [
    async ({ browser }, give, { project }) => {
      const context = await newContext(browser, project.use);
      await give(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, isFresh, sharedContext }, give, { project }) => {
    const context = isFresh ? await newContext(browser, project.use) : sharedContext;
    await give(context);
    await (isFresh ? context.close() : clean(context));
  },
  page: async ({ context, baseURL }, give) => {
    const page = await context.newPage();
    await clearStorage(page, baseURL);
    await give(page);
  },
});

type Use = {
  readonly baseURL?: string | undefined;
  readonly viewport?: { width: number; height: number } | null | undefined;
  readonly contextOptions?: object | undefined;
};

function newContext(browser: Browser, { baseURL, viewport, contextOptions }: Use): Promise<BrowserContext> {
  return browser.newContext({
    ...contextOptions,
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(viewport === undefined ? {} : { viewport }),
  });
}

/** Before a journey and not behind it: a page that closes may still write. */
async function clearStorage(page: Page, origin = ''): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
  await tools.detach();
}

async function clean(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
}
