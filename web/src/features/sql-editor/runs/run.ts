import type { QueryState } from '@tessera/core/sql-editor/query-states';
import type { GrowingTable } from '@tessera/core/growing-table';
import type { RunQuestion } from '@tessera/core/errors/sql-runs';
import type { Cell, ColumnKind, Table } from '@tessera/core/table';
import type { TextPosition } from '@tessera/core/text-position';

/** What is run: a part of the text of a tab, and where in it that begins. */
export type Script = { readonly sql: string; readonly at: number };

export type ResultColumn = {
  readonly name: string;
  /** Type name of the database; null where it tells none. */
  readonly type: string | null;
  readonly kind: ColumnKind;
};

/** Rows by columns, in the order of the columns of the result. */
export type RowBatch = {
  readonly rows: number;
  readonly columns: readonly (readonly Cell[])[];
  /** Cells that are here in part. */
  readonly cut: readonly CutCell[];
};

/** A cell that is here in part, and where the whole lies. */
export type CutCell = { readonly column: number; readonly row: number; readonly at: number; readonly bytes: number };

export type ResultTail = {
  readonly rows: number;
  /** There were more rows than were read. */
  readonly isCut: boolean;
  readonly limitingFactor: string;
  /** Rows that a statement changed, where the database tells. */
  readonly affected: number | null;
  readonly durationMs: number;
};

/** What one statement of a script gave, as far as it has come. */
export type StatementResult = {
  readonly statement: number;
  readonly sql: string;
  readonly columns: readonly ResultColumn[];
  /** Takes the rows up as they come; `table` is its state. */
  readonly growing: GrowingTable;
  readonly table: Table;
  /** By their rows in the table. */
  readonly cut: readonly CutCell[];
  readonly tail: ResultTail | null;
  readonly isDone: boolean;
};

export type RunProgress = {
  /** 0 to 1; null where nobody knows. */
  readonly share: number | null;
  readonly rows: number | null;
  readonly bytes: number | null;
  /** Place in the queue of the database; null once it runs. */
  readonly place: number | null;
};

export type RunError = {
  readonly message: string;
  readonly type: string | null;
  /** In the whole script that ran, as it was written. */
  readonly place: TextPosition | null;
  /** Known causes ([8.2-05]). */
  readonly issues: readonly string[];
  readonly codes: readonly number[];
  /** Whether the results are gone, and a run brings them back. */
  readonly isGone: boolean;
};

/** A statement of a script and what came of it, with rows or without. */
export type RunStatement = {
  readonly sql: string;
  readonly state: string;
  readonly rows: number | null;
  readonly affected: number | null;
  readonly durationMs: number | null;
  /** What failed, in words. */
  readonly problem: string | null;
};

/** Where a query ran, and with which values: its tab may stand elsewhere by now. */
export type QueryPlace = {
  readonly dbId: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  /** JSON text. */
  readonly templateParams: string;
};

/** A query as the page knows it. */
export type RunQuery = {
  /** Chosen by the browser; names the query in its calls. */
  readonly id: string;
  readonly serverId: number | null;
  readonly resultsKey: string | null;
  readonly limitingFactor: string | null;
  readonly trackingUrl: string | null;
  readonly executedSql: string | null;
  /** Left out until the server has said it. */
  readonly place?: QueryPlace;
  readonly statements: readonly RunStatement[];
};

/** A table or view that the result becomes instead of being shown. */
export type CreateAs = { readonly method: 'TABLE' | 'VIEW'; readonly name: string; readonly schema: string | null };

/** How a script is run, beside what it says. */
export type RunWay = {
  /** It goes on when nobody watches. */
  readonly isAsync: boolean;
  readonly createAs?: CreateAs;
  /** The user has seen what it costs or changes. */
  readonly isConfirmed?: boolean;
  /** First rows of a table, beside the query of the tab. */
  readonly isPreview?: boolean;
};

/** A run that waits for the word of its user: nothing has run yet. */
export type AskedRun = { readonly script: Script; readonly way: RunWay; readonly question: RunQuestion };

/** What ran last in a tab. */
export type Run = {
  readonly script: Script;
  readonly way: RunWay;
  readonly state: QueryState;
  readonly query: RunQuery;
  readonly results: readonly StatementResult[];
  readonly errors: readonly RunError[];
  readonly progress: RunProgress;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly isAsync: boolean;
  /** It ran when its page was left or loaded again, which ends what does not go on by itself. */
  readonly isLeft?: boolean;
  /** Its rows have come whole, or there are none. */
  readonly isComplete: boolean;
};
