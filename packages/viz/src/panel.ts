export type Choice = { readonly value: string | number | boolean | null; readonly label: string };

/** What a control may ask about the dataset when it decides whether to show itself. */
export type PanelContext = {
  readonly columns: readonly { readonly name: string; readonly isTemporal: boolean; readonly kind: string }[];
  readonly grains: readonly Choice[];
  /** The dataset's main time column, if it has one. */
  readonly mainTimeColumn?: string | null;
};
