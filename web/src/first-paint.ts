import type { createBrowserRouter } from 'react-router';

/**
 * What the server wrote belongs to the page that it was written for. It goes when another page is opened before that
 * one is there, and when an error stands in its place.
 */
export function endFirstPaintElsewhere(router: ReturnType<typeof createBrowserRouter>): void {
  const { pathname } = location;
  const stop = router.subscribe((state) => {
    if (state.location.pathname === pathname && state.errors === null) return;
    document.getElementById('first-paint')?.remove();
    stop();
  });
}
