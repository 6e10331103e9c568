import type { RawForm } from '@tessera/core/form-data';

/** One state of the panel: what undo steps over and what a saved chart is compared with. */
export type Draft = { readonly name: string; readonly vizType: string; readonly form: RawForm };

/** A stored chart as the page holds it. */
export type SavedChart = {
  readonly id: number;
  readonly name: string;
  readonly version: number | null;
  readonly ownerIds: readonly number[];
  readonly owners: readonly { readonly id: number; readonly name: string }[];
  readonly dashboards: readonly { readonly id: number; readonly title: string }[];
  readonly description: string;
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly cacheTimeout: number | null;
  readonly certifiedBy: string;
  readonly certificationDetails: string;
  readonly changedOn: string | null;
  readonly changedBy: string | null;
};

/**
 * Unsaved changes outlive their tab: a crash, a browser that was closed, a sign-out. They wait in this browser for the
 * user who made them, under the chart or, of one that was never saved, under its dataset.
 */
export type LastingDraft = {
  readonly draft: Draft;
  /** Epoch milliseconds of the last change. */
  readonly at: number;
  /** Version of the saved chart that was changed; null for one that was never saved. */
  readonly version: number | string | null;
};
