import type { ExtraFormData } from '../filters/data-mask.ts';
import type { RawForm } from '../form-data.ts';

/** Where a part of an effective query comes from. */
export type Source =
  | { readonly kind: 'chart' }
  | { readonly kind: 'url' }
  | MaskSource
  | { readonly kind: 'time_override'; readonly from: string }
  | { readonly kind: 'own_state' };

/** What filters other charts: a filter of the dashboard, or a selection on a chart. */
export type MaskSource =
  | { readonly kind: 'filter'; readonly id: string; readonly name: string }
  | {
      readonly kind: 'cross_filter';
      readonly placementId: string;
      readonly chartId: number;
      readonly name: string;
    };

/** The data mask of one source, with the charts that it reaches. */
export type AppliedMask = {
  readonly source: MaskSource;
  readonly extraFormData: ExtraFormData;
  /** Ids of charts in scope; a cross-filter never reaches the chart that emits it. */
  readonly scope: ReadonlySet<number>;
  /** The dataset that a filter is of; missing where nobody says so. */
  readonly datasetId?: number;
};

/** Time settings that win over those of the chart and of every mask. */
export type TimeOverride = {
  /** Name of what overrides, for users. */
  readonly from: string;
  readonly range?: string;
  readonly column?: string;
  readonly grain?: string;
};

/** Everything that decides what one chart asks. */
export type EffectiveInput = {
  /** Null for a chart that was never saved: no mask reaches it. */
  readonly chartId: number | null;
  /** Form data as saved, or as a user has set it in Explore. */
  readonly form: RawForm;
  /** Of the dashboard, in the order in which they merge. */
  readonly masks: readonly AppliedMask[];
  /** Filter values by column, as the address has them. */
  readonly url: Readonly<Record<string, unknown>>;
  readonly timeOverride: TimeOverride | null;
  /** Paging, order and search of the chart itself. */
  readonly ownState: RawForm;
  /** A download takes every row: paging is left out. */
  readonly forExport?: boolean;
};

const none = { masks: [], url: {}, timeOverride: null, ownState: {} } as const;

/** The input of a chart that stands alone: nothing beside its form decides. */
export function standalone(form: RawForm, chartId: number | null = null): EffectiveInput {
  return { ...none, form, chartId };
}

/** Whether a mask reaches a chart. */
export function reaches({ source, scope }: AppliedMask, chartId: number | null): boolean {
  if (chartId === null || !scope.has(chartId)) return false;
  return source.kind !== 'cross_filter' || source.chartId !== chartId;
}
