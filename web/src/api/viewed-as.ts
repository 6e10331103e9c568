const PARAMETER = 'view_as';

/**
 * The user as whom an administrator looks at the product, by id; null for one's own view. It is that of the address
 * that the page came from, until it is left.
 */
export const viewedAs: string | null =
  typeof location === 'undefined' ? null : new URLSearchParams(location.search).get(PARAMETER);

/** The headers that say so to the server. */
export const viewAsHeaders: Readonly<Record<string, string>> = viewedAs === null ? {} : { 'X-View-As': viewedAs };

/** Where the page is, as somebody else sees it; null is one's own view. */
export function addressAs(userId: number | null): string {
  const address = new URL(location.href);
  if (userId === null) address.searchParams.delete(PARAMETER);
  else address.searchParams.set(PARAMETER, String(userId));
  return address.pathname + address.search + address.hash;
}
