/** One request that waits for a query: whose it is, and the name that it gave itself. */
export type Asker = { readonly turn: string; readonly ask: string };
/** Those who wait for one query at this moment: several may come to one that is under way, and leave it again. */
export type Askers = () => readonly Asker[];

/** The requests of one person among those who wait. */
export function asksOf(askers: Askers | undefined, turn: string): readonly string[] {
  return askers ? [...new Set(askers().flatMap((one) => (one.turn === turn ? [one.ask] : [])))] : [];
}
