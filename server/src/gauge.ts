/** A number that `/metrics` shows as it is when somebody asks; NaN while it cannot be known. */
export type Gauge = {
  readonly name: string;
  readonly help: string;
  /** `counter`: it only grows while the process lives. */
  readonly type?: 'counter';
  readonly read: () => number | Promise<number>;
};
