import type { Bind, ValueComparison } from '../dialect.ts';

// A SQLite file holds times as text in whatever form its writer chose: a day, a blank or a T between day and clock,
// fractions of any length, an offset. All begin with the day, so that text fences the few days around a moment, in an
// index too; only there is a text read as the time that it is.

const DAY_MS = 86_400_000;
const YEAR_0 = -62_167_219_200_000;
const YEAR_10_000 = Date.UTC(10_000, 0, 1);

/**
 * A time as text that sorts as time, to the millisecond. What no text of four digits can say is before or behind all of
 * them.
 */
function momentText(epochMs: number): string {
  if (epochMs < YEAR_0) return '';
  return epochMs < YEAR_10_000 ? new Date(Math.round(epochMs)).toISOString().slice(0, -1).replace('T', ' ') : ':';
}

/** The same form of what a column holds, in UTC. SQLite rounds longer fractions to milliseconds. */
function momentOf(expression: string): string {
  return `strftime('%Y-%m-%d %H:%M:%f', ${expression})`;
}

/**
 * A condition on the times of a column, or of an expression, which has no index.
 *
 * @param times  UTC epoch milliseconds; several for IN and NOT IN alone
 */
export function compareTimes(
  left: string,
  isColumn: boolean,
  operator: ValueComparison,
  times: readonly number[],
  bind: Bind,
): string {
  const moments = () =>
    operator.endsWith('IN')
      ? `(${times.map((ms) => bind(momentText(ms))).join(', ')})`
      : bind(momentText(times[0] ?? 0));
  if (!isColumn) return `${momentOf(left)} ${operator} ${moments()}`;
  // An offset moves a text by less than a day to either side.
  const day = (ms: number) => momentText(ms).slice(0, 10);
  const first = () => bind(day(times.reduce((a, b) => Math.min(a, b)) - DAY_MS));
  const behind = () => bind(day(times.reduce((a, b) => Math.max(a, b)) + 2 * DAY_MS));
  const exact = () => `${momentOf(left)} ${operator} ${moments()}`;
  switch (operator) {
    case '>':
    case '>=':
      return `(${left} >= ${first()} AND (${left} >= ${behind()} OR ${exact()}))`;
    case '<':
    case '<=':
      return `(${left} < ${behind()} AND (${left} < ${first()} OR ${exact()}))`;
    case '=':
    case 'IN':
      return `(${left} >= ${first()} AND ${left} < ${behind()} AND ${exact()})`;
    case '<>':
    case 'NOT IN':
      return `(${left} < ${first()} OR ${left} >= ${behind()} OR ${exact()})`;
  }
}
