/** One request that waits for a query: whose it is, and the name that it gave itself. */
export type Waiter = { readonly fairnessKey: string; readonly ask: string };
/** Those who wait for one query at this moment: several may come to one that is under way, and leave it again. */
export type Waiters = () => readonly Waiter[];

/** The requests of one user among those who wait. */
export function requestIdsOf(waiters: Waiters | undefined, fairnessKey: string): readonly string[] {
  return waiters ? [...new Set(waiters().flatMap((one) => (one.fairnessKey === fairnessKey ? [one.ask] : [])))] : [];
}
