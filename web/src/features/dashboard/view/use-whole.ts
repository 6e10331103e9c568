import { useMemo } from 'react';
import type { ChartResult } from '../../../chart/chart-data.ts';
import { useCalmChart, type ChartInput } from '../../../chart/use-chart.ts';
import { vizEntry } from '../../../chart/use-viz.ts';

export type WholeOfCard = {
  /** To draw the part before; null where nothing is selected, or the type marks no part. */
  readonly whole: readonly ChartResult[] | null;
  /** To ask for the part by; null where it stands in places of its own. */
  readonly places: readonly ChartResult[] | null;
  /** The part is asked for once the whole is here. */
  readonly isAwaited: boolean;
};

/**
 * The answers of a card without what is selected on other charts, where its type marks the selected part: mostly those
 * that it showed before, which the page still has.
 */
export function useWhole(input: ChartInput): WholeOfCard {
  const { masks = [], vizType, enabled = true } = input;
  const others = useMemo(() => masks.filter(({ source }) => source.kind !== 'cross_filter'), [masks]);
  const capabilities = vizEntry(vizType)?.capabilities;
  const isPart = others.length < masks.length && capabilities?.marksPart === true;
  // Without a form it asks nothing, and reads nothing of what the card is given.
  const form = isPart ? input.form : null;
  const { shown, state } = useCalmChart({ ...input, form, masks: others, takesOld: true, enabled: enabled && isPart });
  const results = isPart ? (shown?.results ?? null) : null;
  if (capabilities?.alignsPart !== true) return { whole: results, places: null, isAwaited: false };
  // Of rows that were cut the part has others.
  const whole = results?.every((one) => one.rowLimit === null || one.sqlRowCount < one.rowLimit) ? results : null;
  const isAwaited = isPart && enabled && results === null && state.status !== 'failed' && state.status !== 'stopped';
  return { whole, places: whole, isAwaited };
}
