import type { CopiedTable } from '../engine.ts';
import type { WireColumn } from '../process/protocol.ts';

/** A column of an extract, with its type in the embedded engine. */
export type ExtractColumn = { readonly name: string; readonly type: string };

/** What the process is asked for, as its only argument (JSON). Every path is absolute. */
export type ExtractTask = {
  /** The database file that it makes, or goes on with where `isGrown`. */
  readonly target: string;
  /** A folder of its own, for what it spills. */
  readonly spill: string;
  readonly table: string;
  readonly isGrown: boolean;
  /** Column whose greatest value says which rows are there already; null: all rows are read. */
  readonly watermark: string | null;
  /** Copied by the engine itself; null where the rows are sent. */
  readonly copy: CopiedTable | null;
  /** Columns of rows that are sent; of a copy they are those of its table. */
  readonly columns: readonly ExtractColumn[];
  readonly memoryMb: number;
  readonly temporaryMb: number;
};

/** From where on rows are read again: times in epoch ms, numbers as text; null from the beginning. */
export type Mark =
  | { readonly kind: 'time'; readonly epochMs: number }
  | { readonly kind: 'number'; readonly value: string };

export type ExtractRequest =
  | { readonly type: 'rows'; readonly rowCount: number; readonly columns: readonly WireColumn[] }
  | { readonly type: 'end' };

/** What came of it. */
export type MadeExtract = {
  readonly rows: number;
  readonly columns: readonly ExtractColumn[];
  /** Greatest value of the watermark, for users to read. */
  readonly reached: string | null;
};

export type ExtractReply =
  | { readonly type: 'ready'; readonly from: Mark | null }
  | { readonly type: 'took' }
  | { readonly type: 'progress'; readonly share: number | null }
  | { readonly type: 'done'; readonly made: MadeExtract }
  | {
      readonly type: 'failed';
      readonly why: 'value' | 'space' | 'memory' | 'no_table' | 'other';
      readonly reason: string;
    };
