import type { WrittenSql } from '@tessera/query/structured-query';
import type { ClosedNames } from './closed-text.ts';
import type { SqlRead } from './reading.ts';

/** `turn`: whose text it is; slots go round between users. */
export type ReadOptions = { readonly signal: AbortSignal; readonly fairnessKey?: string };

/** A parser for the SQL of one database. */
export type SqlReader = {
  /**
   * @throws AppError engine_unavailable, query_cancelled and whatever else keeps it from reading; never for what the
   * text says
   */
  readonly read: (written: WrittenSql, options: ReadOptions) => Promise<SqlRead>;
  /** What an expression means is reported by its source. */
  readonly needsSource?: true;
  readonly closed: ClosedNames | null;
};
