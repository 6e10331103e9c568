/** A page that somebody stays on after all, in ms: a download and a question on leaving begin as leaving does. */
const STAYS_AFTER_MS = 10_000;

let since = Number.NEGATIVE_INFINITY;

/**
 * Whether the page is being left or loaded again. Browsers end its requests then, and some tell it of that as of a
 * connection that failed.
 */
export function isLeaving(): boolean {
  return performance.now() - since < STAYS_AFTER_MS;
}

if (typeof addEventListener === 'function') {
  const leave = () => (since = performance.now());
  addEventListener('beforeunload', leave);
  addEventListener('pagehide', leave);
  // It comes back as it was.
  addEventListener('pageshow', () => (since = Number.NEGATIVE_INFINITY));
}
