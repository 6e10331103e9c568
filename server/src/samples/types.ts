/** How a sample table is made and what users are reported about it. */
type SampleColumn = {
  readonly verbose?: string;
  readonly description?: string;
  /** SQL of a calculated column; it is not in the table. */
  readonly expression?: string;
  /** Type of a calculated column. */
  readonly type?: string;
  readonly isDimension?: false;
};
type SampleMetric = {
  readonly name: string;
  readonly verbose: string;
  readonly expression: string;
  readonly format?: string;
  readonly description?: string;
};
export type SampleTable = {
  readonly table: string;
  /** File of the package. */
  readonly file: string;
  /**
   * SELECT that makes the table; `source` is the file as a table function, other sample tables may be joined by name.
   */
  readonly select: (source: string) => string;
  readonly description: string;
  readonly mainTime: string | null;
  /** What a row is, in the plural: the name of COUNT(*). */
  readonly rows: string;
  readonly columns: Readonly<Record<string, SampleColumn>>;
  /** Saved metrics besides COUNT(*). A new chart begins with the first, so it tells most by itself. */
  readonly metrics: readonly SampleMetric[];
};

/** `SELECT *` with columns renamed by position of their names. */
export const renamed =
  (columns: Readonly<Record<string, string>>) =>
  (source: string): string =>
    `SELECT ${Object.entries(columns)
      .map(([name, expression]) => `${expression} AS ${name}`)
      .join(', ')} FROM ${source}`;
export const whole = (source: string): string => `SELECT * FROM ${source}`;
