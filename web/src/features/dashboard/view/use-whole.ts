import { useMemo } from 'react';
import { useChart, type ChartInput } from '../../../chart/use-chart.ts';
import { vizEntry } from '../../../chart/use-viz.ts';

/**
 * The answers of a card without what is selected on other charts, where its type marks the selected part: mostly those
 * that it showed before, which the page still has. Null where nothing is selected.
 */
export function useWhole(input: ChartInput) {
  const { masks = [], vizType, enabled = true } = input;
  const others = useMemo(() => masks.filter(({ source }) => source.kind !== 'cross_filter'), [masks]);
  const isPart = others.length < masks.length && vizEntry(vizType)?.capabilities.marksPart === true;
  // Without a form it asks nothing, and reads nothing of what the card is given.
  const form = isPart ? input.form : null;
  const { shown } = useChart({ ...input, form, masks: others, takesOld: true, enabled: enabled && isPart });
  return isPart ? (shown?.results ?? null) : null;
}
