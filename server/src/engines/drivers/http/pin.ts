/** So long a checked address is used before the name is resolved again. */
const PIN_MS = 30_000;

/**
 * The address of a server, checked once and then used for a while. Every connection that is opened meanwhile goes to
 * this very address, whatever the name would answer by now; then the name is resolved again and its new answer is
 * checked like the first. A failure is not cached.
 *
 * @param check  Resolves the name to an address that may be connected to, or rejects
 * @param now  Milliseconds of a clock that only goes on
 */
export function createPin(check: () => Promise<string>, now: () => number): () => Promise<string> {
  let pinned: { readonly address: Promise<string>; readonly until: number } | null = null;
  return () => {
    if (pinned && now() < pinned.until) return pinned.address;
    const made = { address: check(), until: now() + PIN_MS };
    pinned = made;
    made.address.catch(() => {
      if (pinned === made) pinned = null;
    });
    return made.address;
  };
}
