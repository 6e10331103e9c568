import type { DataMask } from '@tessera/core/filters/data-mask';
import type { QueryColumn } from '@tessera/core/query-object';
import type { FilterCell, Mark } from './marks.ts';

/** What a user did to a chart, by pointer or by keyboard. */
export type ChartEvent =
  | {
      readonly kind: 'select';
      readonly mark: Mark;
      /** Ctrl, Cmd or Shift: beside what is selected already. */ readonly isAdded: boolean;
    }
  /** A stretch of the x axis, in values of the axis: epoch ms, numbers, or places of categories. */
  | {
      readonly kind: 'brush';
      readonly axis: 'x';
      readonly from: number;
      readonly to: number;
      /** Of an area (`brushes: 'xy'`), its stretch of the y axis; without one all of it. */
      readonly across?: readonly [number, number];
    }
  | { readonly kind: 'clear' }
  | { readonly kind: 'hover'; readonly mark: Mark | null }
  | { readonly kind: 'menu'; readonly mark: Mark }
  | { readonly kind: 'legend'; readonly series: string; readonly isAlone: boolean };

/** The part of a data mask that a selection makes. */
export type SelectionMask = Pick<DataMask, 'extraFormData' | 'filterState'>;

/** One condition on the rows behind a mark. */
export type DrillFilter = {
  readonly col: QueryColumn;
  readonly op: '==' | 'IS NULL';
  readonly val?: Exclude<FilterCell, null>;
  readonly formattedVal?: string;
  readonly grain?: string;
};

/** What can be asked about one mark. */
export type DrillTarget = {
  readonly mark: Mark;
  readonly toDetail: readonly DrillFilter[];
  readonly by: {
    readonly filters: readonly DrillFilter[];
    readonly groupbyFieldName: string;
    /** Where the filters go, where that is not `adhoc_filters`. */
    readonly adhocFilterFieldName?: string;
  } | null;
  /** What a selection would send; null where it sends nothing. */
  readonly crossFilter: { readonly mask: SelectionMask; readonly isSelected: boolean } | null;
};

/** What an event means beyond the chart; null means nothing. */
export type Outcome =
  | { readonly kind: 'data_mask'; readonly mask: SelectionMask }
  | { readonly kind: 'drill_target'; readonly target: DrillTarget }
  | null;
