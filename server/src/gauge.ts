/** A number that `/metrics` shows as it is when somebody asks. */
export type Gauge = { readonly name: string; readonly help: string; readonly read: () => number };
