/** The whole address of a saved query, for whoever it is sent to. */
export function addressOfQuery({ url }: { readonly url: string }): string {
  return new URL(url, location.origin).href;
}
