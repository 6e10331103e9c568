/** The result column of a metric at another time: `SUM(num)__1 year ago`. */
export function shiftedLabel(metric: string, offset: string): string {
  return `${metric}__${offset}`;
}

/** Columns that keep their names through an operation. */
export function sameNames(labels: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(labels.map((label) => [label, label]));
}
