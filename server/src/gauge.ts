/** A number that `/metrics` shows as it is when somebody asks; NaN while it cannot be known. */
export type Gauge = { readonly name: string; readonly help: string; readonly read: () => number | Promise<number> };
