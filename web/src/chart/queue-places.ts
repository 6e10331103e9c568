/** A question that the page has asked and that has no answer yet; `databaseId` null while the page does not know it. */
export type Asked = { readonly ticket: string; readonly databaseId: number | null };

/** What the server tells of the queries of one person that wait at one database. Places count from 1. */
export type DatabaseQueue = { readonly database_id: number; readonly running: number; readonly waiting: number; readonly places: readonly number[] };

/** A browser keeps so many requests to one server open; the others wait in the page. */
export const OPEN_REQUESTS = 6;

/**
 * Where each question waits.
 *
 * The server lets the queries of a person in by the order of their arrival, so the newest of the questions that were
 * sent are those that wait. Questions that the browser holds back come after them. A question that shares the query
 * of an older one counts as running.
 *
 * @param asked In the order in which they were asked.
 * @param told Databases at which queries of the person run or wait.
 */
export function placesOf(asked: readonly Asked[], told: readonly DatabaseQueue[]): ReadonlyMap<string, number> {
  // Databases at which own queries only run are told too.
  const queues = told.filter(({ places }) => places.length > 0);
  const sent = new Set(asked.slice(0, OPEN_REQUESTS));
  const found = new Map<string, number>();
  for (const queue of queues) {
    const here = asked.filter(({ databaseId }) => (databaseId === null ? queues.length === 1 : databaseId === queue.database_id));
    const waiting = here.filter((one) => sent.has(one)).slice(-queue.places.length);
    // Places of another page of the same person stand before those of this one.
    const places = queue.places.slice(-waiting.length);
    waiting.forEach(({ ticket }, index) => found.set(ticket, places[index] ?? 1));
    const last = queue.places.at(-1) ?? 0;
    here.filter((one) => !sent.has(one)).forEach(({ ticket }, index) => found.set(ticket, last + index + 1));
  }
  return found;
}
