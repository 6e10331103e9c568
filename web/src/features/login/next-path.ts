/**
 * Where a user goes after signing in: a path of this very origin, else home. Browsers read `\` as `/` and skip
 * control characters, so `/\evil.example` would lead away; the URL parser tells, and the origin decides.
 */
export function nextPath(next: string | null, origin: string): string {
  if (next === null || !next.startsWith('/') || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  // A path that begins with two slashes would name another host when it is used on its own.
  if (url.origin !== origin || /^\/[/\\]/.test(url.pathname) || url.pathname.startsWith('/login')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
