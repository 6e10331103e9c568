/** Where a user goes after signing in: a path of this server, or home for everything else. */
export function safePath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/') || next.length > 2000) return '/';
  // Browsers read a backslash as a slash and drop tabs and newlines, so that `/\evil` is another host.
  if (/^\/[/\\]|[\\\u0000-\u001f\u007f]/.test(next)) return '/';
  const base = 'http://tessera.invalid';
  if (!URL.canParse(next, base)) return '/';
  const url = new URL(next, base);
  if (url.origin !== base || /^\/(?:[/\\]|%2f|%5c)/i.test(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
