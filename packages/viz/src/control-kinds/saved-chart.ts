import { defineKind } from './kind.ts';

/** A saved chart of the dataset, as JSON text of its type and its form data (`{"viz_type", "params"}`). */
export type SavedChartControl = { readonly kind: 'saved_chart' };

export const savedChart = defineKind<SavedChartControl, string>({
  read: (value) => (typeof value === 'string' ? value : undefined),
  empty: () => '',
  initial: () => undefined,
});
