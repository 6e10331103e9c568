/**
 * What a chart is asked to do: `run` and the number of the attempt ask again where they changed, `force` past
 * every cache.
 */
export type Wish = { readonly run: number; readonly attempt: { readonly number: number; readonly force: boolean } };
/** Of the last question; `attempt` is null before the first. */
export type LastAsked = { readonly run: number; readonly attempt: number | null };

/**
 * How the next question is asked, of the chart itself and of each of its annotation layers: `isAgain` passes by what
 * the page keeps, `isForced` also what the server keeps. An attempt is forced once; what is asked after it is not.
 */
export function howToAsk(
  { run, attempt }: Wish,
  last: LastAsked,
): { readonly isAgain: boolean; readonly isForced: boolean } {
  const isNewAttempt = last.attempt !== attempt.number;
  return { isAgain: last.run !== run || (isNewAttempt && attempt.number > 0), isForced: isNewAttempt && attempt.force };
}
