import type { ColumnKind, Cell } from '@tessera/core/table';
import type { Bound, WrittenSql } from '@tessera/query/structured-query';
import type { ColumnInfo, Progress } from '../engine.ts';
import type { SqlRead } from '../verify/reading.ts';

/**
 * What the server and an engine process say to each other, by structured clone: typed arrays and bigints travel as
 * they are. Answers to a request carry its id.
 */

/** A column of one batch. `dict` holds each text once; code -1 is null. In `numbers`, NaN is null. */
export type WireColumn = { readonly name: string; readonly kind: ColumnKind; readonly type: string } & (
  | { readonly form: 'numbers'; readonly values: Float64Array }
  | { readonly form: 'dict'; readonly words: readonly string[]; readonly codes: Int32Array }
  | { readonly form: 'cells'; readonly values: readonly Cell[] }
);

export type RunRequest = {
  readonly type: 'run';
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly Bound[];
  readonly maxRows: number;
  /** Written by the driver itself (introspection): not checked against what is closed to users. */
  readonly internal: boolean;
  /** It may also tell of tables and plans. */
  readonly tells?: boolean;
  /** It changes something, in a process that may write. */
  readonly writes?: boolean;
  /** Where bare names are looked for; where the engine does when it is null. */
  readonly schema?: string | null;
};
/** How a query ended: whether rows were left out, and how many one that writes has changed, where the engine counts. */
export type RunEnd = { readonly truncated: boolean; readonly affected?: number | null };
export type DescribeRequest = {
  readonly type: 'describe';
  readonly id: number;
  readonly sql: string;
  /** As for a run. */
  readonly schema: string | null;
};
/** How does the engine's own parser read this? */
export type ReadRequest = { readonly type: 'read'; readonly id: number; readonly written: WrittenSql };

export type ProcessRequest<Settings = unknown> =
  | { readonly type: 'open'; readonly settings: Settings }
  | RunRequest
  | DescribeRequest
  | ReadRequest
  /** One more batch may be sent. */
  | { readonly type: 'more'; readonly id: number }
  | { readonly type: 'cancel'; readonly id: number };

/** `broken`: by this query, so that no further one can run in that process; `spent`: by one before it. */
export type FailureKind = 'database' | 'closed' | 'cancelled' | 'memory' | 'broken' | 'spent';
export type ProcessReply =
  | { readonly type: 'ready' }
  | { readonly type: 'refused'; readonly reason: string }
  /** `end`: of the last one, which ends the query. */
  | {
      readonly type: 'batch';
      readonly id: number;
      readonly rowCount: number;
      readonly columns: readonly WireColumn[];
      readonly end: RunEnd | null;
    }
  | { readonly type: 'described'; readonly id: number; readonly columns: readonly ColumnInfo[] }
  | { readonly type: 'read'; readonly id: number; readonly read: SqlRead }
  /** Of a query that takes its time, by engines that know. */
  | { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly kind: FailureKind;
      readonly reason: string;
      /** Characters before the place where its text is wrong, where the engine tells them apart from its words. */
      readonly at?: number;
    };

/**
 * Batches that may be under way before the reader has asked for more: this bounds the memory of both sides. The process
 * keeps one more back, so that the last one tells that it is: a message costs up to half a millisecond.
 */
export const BATCHES_AHEAD = 2;
/** Rows of one batch at most. */
export const BATCH_ROWS = 10_000;
/** A batch is closed early when its texts grow beyond this many characters. */
export const BATCH_CHARACTERS = 4_000_000;
