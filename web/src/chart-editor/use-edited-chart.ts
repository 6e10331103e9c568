import { useMemo } from 'react';
import type { Datasource } from '../chart/chart-data.ts';
import { useChart, type ChartControl } from '../chart/use-chart.ts';
import { useVizDefinition } from '../chart/use-viz.ts';
import { parseDatasourceKey, type DatasetFields } from '../controls/fields.ts';
import { drawnForm } from './editor-store.ts';
import { useEditor } from './editor-context.ts';

export type EditedChart = {
  readonly chart: ChartControl;
  /** Where it is asked; the dataset of the last run, also while another one is being chosen. */
  readonly place: { readonly dashboardId: number | null; readonly datasource: Datasource };
};

/** The chart of the last run, with what needs no new data taken from the panel. */
export function useEditedChart(
  { force, dashboardId }: { readonly force: boolean; readonly dashboardId: number | null },
  dataset: DatasetFields,
): EditedChart {
  const run = useEditor((state) => state.run);
  const draft = useEditor((state) => state.draft);
  const saved = useEditor((state) => state.chart);
  const viz = useVizDefinition(run?.vizType ?? '').data ?? null;
  const form = useMemo(() => drawnForm({ run, draft }, viz), [run, draft, viz]);
  const askedOf = form?.['datasource'];
  const datasource = useMemo(
    () => parseDatasourceKey(askedOf) ?? { id: dataset.id, type: dataset.type },
    [askedOf, dataset.id, dataset.type],
  );
  const chart = useChart({
    chartId: saved?.id ?? 'new',
    vizType: run?.vizType ?? '',
    form,
    datasource,
    databaseId: datasource.id === dataset.id ? dataset.databaseId : null,
    run: run?.asked ?? 0,
    takesOld: run?.isKnown ?? false,
    force,
    dashboardId,
  });
  return { chart, place: useMemo(() => ({ dashboardId, datasource }), [dashboardId, datasource]) };
}
