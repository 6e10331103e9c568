export type PivotCell = {
  readonly text: string;
  /** The exact value where `text` rounds it, or why there is none. */
  readonly title: string | null;
  readonly isEmpty: boolean;
  readonly isTotal: boolean;
  readonly background: { readonly color: string; readonly strength: number } | null;
};
