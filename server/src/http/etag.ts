/** The `ETag` of a row: its version. */
export function etag(row: { readonly version: number }): string {
  return `"${row.version}"`;
}
