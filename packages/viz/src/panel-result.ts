import { type Cell, cellAt, numberAt } from '@tessera/core/table';
import type { QueryResult } from './define.ts';
import type { PanelResult } from './panel.ts';

type Answer = QueryResult & { readonly sqlRowCount: number; readonly rowLimit: number | null };

/** The most values of a column that panels are given. */
export const VALUES_SHOWN = 100;

/** What panels may know of an answer; null where there is none. */
export function panelResult(answers: readonly Answer[]): PanelResult | null {
  const [answer] = answers;
  if (!answer) return null;
  const { table, sqlRowCount, rowLimit } = answer;
  const numeric = [...table.columns.values()].filter(({ kind }) => kind === 'numeric');
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [sum, count] = [0, 0];
  for (const column of numeric) {
    for (let row = 0; row < table.rowCount; row += 1) {
      const value = numberAt(column, row);
      if (value === null) continue;
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
      sum += value;
      count += 1;
    }
  }
  return {
    rows: sqlRowCount,
    rowLimit,
    isCut: rowLimit !== null && rowLimit > 0 && sqlRowCount >= rowLimit,
    series: numeric.length,
    range: least <= greatest ? [least, greatest] : null,
    mean: count === 0 ? null : sum / count,
    additivity: Object.assign({}, ...answers.map((one) => one.additivity ?? {})),
    values: (name) => {
      const column = table.columns.get(name);
      if (!column) return [];
      const found = new Set<Cell>();
      for (let row = 0; row < table.rowCount && found.size < VALUES_SHOWN; row += 1) {
        found.add(cellAt(column, row));
      }
      return [...found];
    },
  };
}
