/** One line of the printed table. `bar` is the goal, `peer` what the nearest product needs for the same work. */
export type Figure = {
  readonly work: string;
  readonly ours: number | null;
  readonly unit: string;
  readonly bar: string;
  readonly peer: string;
  readonly note?: string;
};

/** The figures as a text table, in columns of even width. */
export function printTable(figures: readonly Figure[]): string {
  const rows = [
    ['work', 'ours', 'bar', 'peer', ''],
    ...figures.map((figure) => [
      figure.work,
      figure.ours === null ? 'not measured' : `${round(figure.ours)} ${figure.unit}`,
      figure.bar,
      figure.peer,
      figure.note ?? '',
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function round(value: number): string {
  if (!Number.isFinite(value)) return 'not measured';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
