import { queryOptions } from '@tanstack/react-query';
import type { Cell } from '@tessera/core/table';
import { readLines } from '../../../api/lines.ts';
import { executeSql } from '../../../api/sql-lab.ts';
import type { Bar, ColumnProfile } from '../../../chart/column-profile.ts';
import { readRunLine } from '../runs/read-lines.ts';
import { BINS, binsSql, factsSql, SAMPLE, type ProfiledColumn } from './profile-sql.ts';

/** What a column of a table holds. */
export type TableColumnProfile = ColumnProfile & {
  /** Read from a part of the rows. */
  readonly isSample: boolean;
};

export type ProfileSource = { readonly dbId: number; readonly engine: string; readonly tabId: string };

/** Counts, range, spread and frequent values of a column; its run ends in the database when nobody looks any more. */
export function tableColumnProfile({ dbId, engine, tabId }: ProfileSource, column: ProfiledColumn) {
  const { catalog, schema, name } = column.table;
  return queryOptions({
    queryKey: ['database', dbId, 'catalog', catalog, 'profile', schema, name, column.name] as const,
    queryFn: async ({ signal }): Promise<TableColumnProfile> => {
      const ask = (sql: string) => resultsOf({ dbId, tabId, column }, sql, signal);
      const [facts, top] = await ask(factsSql(engine, column));
      const profile = readFacts(column, facts ?? [], top ?? []);
      const { range } = profile;
      if (column.kind !== 'numeric' || range === null || range[0] >= range[1]) return profile;
      const [bins] = await ask(binsSql(engine, column, range[0], range[1]));
      return { ...profile, bars: readBins(bins ?? [], range) };
    },
    staleTime: 10 * 60_000,
    retry: false,
  });
}

/** Rows of each statement, cell by cell. */
type Rows = readonly (readonly Cell[])[];

async function resultsOf(
  { dbId, tabId, column }: { readonly dbId: number; readonly tabId: string; readonly column: ProfiledColumn },
  sql: string,
  signal: AbortSignal,
): Promise<readonly Rows[]> {
  const results: Cell[][][] = [];
  const answer = await executeSql(
    {
      client_id: crypto.randomUUID(),
      database_id: dbId,
      catalog: column.table.catalog,
      schema: column.table.schema,
      sql,
      sql_editor_id: tabId,
      tab: column.name,
      runAsync: false,
      isDataPreview: true,
    },
    signal,
  );
  for await (const line of readLines(answer)) {
    const read = readRunLine(line);
    if (read?.kind === 'query' && read.errors.length > 0)
      throw new Error(read.errors.map(({ message }) => message).join('\n'));
    if (read?.kind === 'head') results.push([]);
    if (read?.kind === 'rows')
      for (let row = 0; row < read.batch.rows; row += 1)
        results.at(-1)?.push(read.batch.columns.map((cells) => cells[row] ?? null));
  }
  return results;
}

export function readFacts(column: ProfiledColumn, [facts = []]: Rows, top: Rows): TableColumnProfile {
  const [rows, filled, distinct, low, high] = facts;
  const count = numberOf(rows) ?? 0;
  const ends = [endOf(column, low), endOf(column, high)] as const;
  return {
    rows: count,
    nulls: count - (numberOf(filled) ?? count),
    distinct: numberOf(distinct),
    range: ends[0] === null || ends[1] === null ? null : [ends[0], ends[1]],
    bars: [],
    top: top.map(([value = null, times = null]) => ({ value, count: numberOf(times) ?? 0 })),
    isSample: count >= SAMPLE,
  };
}

export function readBins(rows: Rows, [low, high]: readonly [number, number]): readonly Bar[] {
  const width = (high - low) / BINS;
  const counts = Array.from({ length: BINS }, () => 0);
  for (const [bin = null, times = null] of rows) {
    // The greatest value begins a bin that nothing else is in.
    const at = Math.max(0, Math.min(BINS - 1, numberOf(bin) ?? 0));
    counts[at] = (counts[at] ?? 0) + (numberOf(times) ?? 0);
  }
  return counts.map((count, at) => ({
    from: low + at * width,
    to: at === BINS - 1 ? high : low + (at + 1) * width,
    count,
  }));
}

/** Decimals may come as text, to lose nothing. */
function numberOf(cell: Cell | undefined): number | null {
  if (cell === null || cell === undefined || cell === '' || typeof cell === 'boolean') return null;
  const value = Number(cell);
  return Number.isFinite(value) ? value : null;
}

/** Times come as epoch milliseconds, or as text from databases that have none. */
function endOf(column: ProfiledColumn, cell: Cell | undefined): number | null {
  const number = numberOf(cell);
  if (number !== null || column.kind !== 'temporal' || typeof cell !== 'string') return number;
  const at = Date.parse(/Z$|[+-]\d\d:?\d\d$/.test(cell) ? cell : `${cell.replace(' ', 'T')}Z`);
  return Number.isNaN(at) ? null : at;
}
