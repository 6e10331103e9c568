/** How often the letters are repeated; the work grows by its square. */
const times = {
  /** A second or two; ended in time on a busy machine too. */
  short: 3,
  /** Long enough to see how far it is, and done in so many parts that it gets further on a busy machine too. */
  long: 10,
  /** Longer than any journey looks at it, on a quick machine too: for what the journey stops. */
  endless: 16,
} as const;

/**
 * SQL of a metric that nobody needs and whose end the database foresees: letters of all flights compared with each
 * other.
 */
export function slowWork(lasts: keyof typeof times): string {
  return `SUM(levenshtein(repeat(origin_city, ${times[lasts]}), repeat(destination_city, ${times[lasts]})))`;
}
