/** How often the letters are repeated; the work grows by its square. */
const times = { /** Seconds, also on a quick machine. */ seconds: 6, /** Longer than any journey looks at it: for what the journey stops. */ endless: 20 } as const;

/** SQL of a metric that nobody needs and whose end the database foresees: letters of all flights compared with each other. */
export function slowWork(lasts: keyof typeof times): string {
  return `SUM(levenshtein(repeat(origin_city, ${times[lasts]}), repeat(destination_city, ${times[lasts]})))`;
}
