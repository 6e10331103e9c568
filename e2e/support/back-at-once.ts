import type { Page } from '@playwright/test';

/**
 * The next address that the page writes is left by Back in the same task of the browser, before any picture. A browser
 * steps back in a later task, which on a busy page comes before its pictures now and then: here it always does.
 *
 * @returns waits until it happened
 */
export async function backAtOnce(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const write = history.pushState.bind(history);
    history.pushState = (...entry) => {
      const { state } = history as { readonly state: unknown };
      const { href } = location;
      history.pushState = write;
      write(...entry);
      queueMicrotask(() => {
        history.replaceState(state, '', href);
        dispatchEvent(new PopStateEvent('popstate', { state }));
        Object.assign(window, { hasSteppedBack: true });
      });
    };
  });
  return () => page.waitForFunction(() => 'hasSteppedBack' in window);
}
