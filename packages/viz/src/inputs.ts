import type { RawForm } from '@tessera/core/form-data';

/** What a user did with a chart so far; part of what every drawing gets, so that the picture follows from it. */
export type ChartInputs = {
  /** Filter state of the chart's own data mask: what is selected. */
  readonly selection: RawForm;
  /** Key of the mark or series that stands out for the moment. A canvas takes it as an action, without a redraw. */
  readonly highlighted: string | null;
  /** Series that are not drawn, as the legend names them. */
  readonly hidden: ReadonlySet<string>;
  /** Whether cross-filtering is on where the chart stands; without it a selection is never sent. */
  readonly emits: boolean;
};

export const NO_INPUTS: ChartInputs = { selection: {}, highlighted: null, hidden: new Set(), emits: true };
