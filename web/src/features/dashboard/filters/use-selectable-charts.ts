import type { CrossFilterChart } from '@tessera/core/native-filters/cross-filters';
import { useMemo } from 'react';
import { vizEntry } from '../../../chart/use-viz.ts';
import { useDashboardCharts } from '../dashboard-data.tsx';

/** The charts of the dashboard as far as cross-filters care. */
export function useSelectableCharts(): readonly CrossFilterChart[] {
  const charts = useDashboardCharts();
  return useMemo(
    () =>
      [...charts.values()].map(({ id, viz_type: type, datasource_id: datasetId }) => ({
        id,
        datasetId: datasetId ?? null,
        emits: vizEntry(type)?.capabilities.emitsFilters === true,
      })),
    [charts],
  );
}
