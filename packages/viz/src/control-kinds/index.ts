import { annotationLayers } from './annotation-layers.ts';
import { bool } from './bool.ts';
import { bounds } from './bounds.ts';
import { colorScheme } from './color-scheme.ts';
import { code } from './code.ts';
import { color } from './color.ts';
import { columnConfig } from './column-config.ts';
import { column } from './column.ts';
import { columns } from './columns.ts';
import { comparedRange } from './compared-range.ts';
import { conditionalFormatting } from './conditional-formatting.ts';
import { currency } from './currency.ts';
import { date } from './date.ts';
import { filters } from './filters.ts';
import { hidden } from './hidden.ts';
import { json } from './json.ts';
import type { Kind } from './kind.ts';
import { metric } from './metric.ts';
import { metrics } from './metrics.ts';
import { numberFormat } from './number-format.ts';
import { orderBy } from './order-by.ts';
import { rowLimit } from './row-limit.ts';
import { savedChart } from './saved-chart.ts';
import { segmented, type SegmentedValue } from './segmented.ts';
import { selectMany } from './select-many.ts';
import { select, type SelectValue } from './select.ts';
import { slider } from './slider.ts';
import { text, type TextValue } from './text.ts';
import { timeColumns } from './time-columns.ts';
import { timeFormat } from './time-format.ts';
import { timeGrain } from './time-grain.ts';
import { timeRange } from './time-range.ts';

/** Every kind of control. A new one is a file beside this one, a line here, and an editor in web/src/controls. */
export const controlKinds = {
  annotation_layers: annotationLayers,
  bool,
  bounds,
  code,
  color,
  color_scheme: colorScheme,
  column,
  column_config: columnConfig,
  columns,
  compared_range: comparedRange,
  conditional_formatting: conditionalFormatting,
  currency,
  date,
  filters,
  hidden,
  json,
  metric,
  metrics,
  number_format: numberFormat,
  order_by: orderBy,
  row_limit: rowLimit,
  saved_chart: savedChart,
  segmented,
  select,
  select_many: selectMany,
  slider,
  text,
  time_columns: timeColumns,
  time_format: timeFormat,
  time_grain: timeGrain,
  time_range: timeRange,
} as const;

export type ControlKind = keyof typeof controlKinds;

type OwnOf<K extends ControlKind> = (typeof controlKinds)[K] extends Kind<infer Own, infer _> ? Own : never;
type HeldBy<K extends ControlKind> = (typeof controlKinds)[K] extends Kind<infer _, infer Value> ? Value : never;

/** What a control says of itself besides label, hint and visibility, by its kind. */
export type OwnControl = { [K in ControlKind]: OwnOf<K> & { readonly kind: K } }[ControlKind];

/** What a control holds: the value of its kind, narrowed where the control says more (choices, number format). */
export type ValueOf<C extends { readonly kind: ControlKind }> = C extends { kind: 'select' }
  ? SelectValue<C>
  : C extends { kind: 'segmented' }
    ? SegmentedValue<C>
    : C extends { kind: 'text' }
      ? TextValue<C>
      : HeldBy<C['kind']>;

/** The kind of a control, for callers that hold any control. */
export function kindOf(control: OwnControl): Kind<OwnControl, unknown> {
  // Each kind is called with controls of its own kind and no other: the key is the proof.
  return controlKinds[control.kind] as unknown as Kind<OwnControl, unknown>;
}
