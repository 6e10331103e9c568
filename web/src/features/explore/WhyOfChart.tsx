import { Suspense, lazy, useMemo } from 'react';
import { chartRequest } from '../../chart/chart-actions.ts';
import { verboseNames, type DatasetFields } from '../../controls/fields.ts';
import type { EditedChart } from '../../chart-editor/use-edited-chart.ts';

const WhyDialog = lazy(() => import('../../chart/WhyDialog.tsx').then((module) => ({ default: module.WhyDialog })));

type WhyOfChartProps = {
  readonly title: string;
  readonly explored: EditedChart;
  readonly dataset: DatasetFields;
  readonly onClose: () => void;
};

/** Where the numbers of the picture on screen come from. */
export function WhyOfChart({ title, explored: { chart, place }, dataset, onClose }: WhyOfChartProps) {
  const effective = chart.shown?.effective ?? null;
  const asked = useMemo(() => effective && chartRequest(effective, place), [effective, place]);
  const names = useMemo(() => verboseNames(dataset), [dataset]);
  return (
    asked && (
      <Suspense fallback={null}>
        <WhyDialog title={title} asked={asked} verboseNames={names} onClose={onClose} />
      </Suspense>
    )
  );
}
