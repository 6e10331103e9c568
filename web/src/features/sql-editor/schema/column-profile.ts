import { queryOptions } from '@tanstack/react-query';
import { toRison } from '@tessera/core/rison';
import type { Cell, ColumnKind } from '@tessera/core/table';
import type { TablePath } from '../../../api/catalog.ts';
import { request } from '../../../api/client.ts';
import type { Bar, ColumnProfile } from '../../../chart/column-profile.ts';

/** What a column of a table holds, with the conditions that mean parts of it in the SQL of its database. */
export type TableColumnProfile = Omit<ColumnProfile, 'bars' | 'top'> & {
  readonly kind: ColumnKind;
  /** Read from a part of the rows. */
  readonly isSample: boolean;
  readonly bars: readonly (Bar & { readonly atLeast: string; readonly below: string })[];
  readonly top: readonly { readonly value: Cell; readonly count: number; readonly condition: string }[];
};

/** Counts, range, spread and frequent values of a column; its run ends when nobody looks any more. */
export function tableColumnProfile(databaseId: number, { catalog, schema, name }: TablePath, column: string) {
  const q = toRison({ catalog: catalog ?? undefined, schema: schema ?? undefined, table: name, column });
  return queryOptions({
    queryKey: ['database', databaseId, 'catalog', catalog, 'profile', schema, name, column] as const,
    queryFn: async ({ signal }) =>
      (
        await request<{ readonly result: TableColumnProfile }>(
          `/database/${databaseId}/column_profile/?q=${encodeURIComponent(q)}`,
          { signal },
        )
      ).result,
    staleTime: 10 * 60_000,
    retry: false,
  });
}

/** The condition of the bars from one edge up to another. */
export function rangeCondition({ bars }: Pick<TableColumnProfile, 'bars'>, from: number, to: number): string | null {
  const first = bars.find((bar) => bar.from === from);
  const last = bars.find((bar) => bar.to === to);
  return first && last ? `${first.atLeast} AND ${last.below}` : null;
}
