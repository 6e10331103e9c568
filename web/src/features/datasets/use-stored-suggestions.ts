import { useMemo } from 'react';
import type { Dataset } from '../../api/datasets.ts';
import { useSuggestions } from '../../controls/expression/use-suggestions.ts';

/** What the editors of a dataset offer: the names that are saved, since the database is asked about these. */
export function useStoredSuggestions({ columns, metrics, database }: Dataset) {
  const names = useMemo(
    () => ({
      columns: columns.map(({ column_name, type }) => ({ name: column_name, type })),
      metrics: metrics.map(({ metric_name, expression }) => ({ name: metric_name, expression })),
    }),
    [columns, metrics],
  );
  return useSuggestions(names, database.id);
}
