import type { Table } from '@tessera/core/table';
import type { CompiledQuery } from '@tessera/query/structured-query';
import type { Waiters } from './admission/waiters.ts';
import type { ConnectionFailure, ConnectionStep } from './errors/connection-problem.ts';
import type { ReadOptions, SqlReader } from './verify/reader.ts';
import type { SqlRead } from './verify/reading.ts';

/** A column as the database describes it. */
export type ColumnInfo = {
  readonly name: string;
  /** Type name of the database, upper case where it has no case of its own. */
  readonly type: string;
  readonly nullable: boolean;
  readonly comment: string | null;
};
export type TableInfo = { readonly name: string; readonly kind: 'table' | 'view' | 'materialized_view' };
/** A table and where it is in its catalog. */
export type PlacedTable = TableInfo & { readonly schema: string };
/** Rows of a long list. */
export type Page = { readonly limit: number; readonly offset: number };
type IndexInfo = { readonly name: string; readonly columns: readonly string[]; readonly unique: boolean };
export type ForeignKeyInfo = {
  readonly name: string | null;
  readonly columns: readonly string[];
  readonly referredSchema: string | null;
  readonly referredTable: string;
  readonly referredColumns: readonly string[];
};
export type TableDetails = {
  readonly columns: readonly ColumnInfo[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKeyInfo[];
  readonly indexes: readonly IndexInfo[];
  /**
   * What the rows are separated by: columns, or expressions of them as the database writes them. Empty for a table
   * that is one chunk.
   */
  readonly partitionedBy: readonly string[];
  readonly comment: string | null;
};
export type TableRef = { readonly catalog: string | null; readonly schema: string | null; readonly table: string };

/** A table of a database file, which is copied as it is. */
export type CopiedTable = { readonly file: string; readonly schema: string; readonly table: string };

/** A function that queries may call, in the words of its database. */
export type FunctionInfo = {
  readonly name: string;
  readonly kind: 'scalar' | 'aggregate' | 'window' | 'table';
  readonly description: string | null;
  readonly signatures: readonly {
    readonly args: readonly {
      readonly name: string;
      readonly type: string | null;
      readonly isVariadic?: true;
    }[];
    readonly returns: string | null;
  }[];
};

/** A value as text, as it is written into SQL. */
export type PartitionValue = { readonly column: string; readonly value: string };

/** What a database expects of a query, without running it; `null` for what it does not say. */
export type CostEstimate = {
  /** Of all tables that it reads. */
  readonly rowsRead: number | null;
  readonly bytesRead: number | null;
  readonly rowsReturned: number | null;
  /** In units of the database's own planner, to be compared within one database only. */
  readonly cost: number | null;
};

/** `failure` is the code of the error catalogue that says the same to API clients. */
export type ConnectionTest =
  | { readonly ok: true }
  | { readonly ok: false; readonly step: ConnectionStep; readonly failure: ConnectionFailure; readonly reason: string };
/** Hears of a connection test while it runs. */
export type TestWatch = {
  /**
   * A step is done; `note` is what is worth knowing about how. Steps come in order; a second way to the same server
   * tells them again.
   */
  readonly passed: (step: ConnectionStep, note?: string) => void;
  /** Aborting it gives the attempt up at once. */
  readonly signal: AbortSignal;
};

export type Namespace = { readonly catalog: string | null; readonly schema: string | null };

export type RunOptions = {
  /** Aborting it cancels the query in the database itself. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Reading stops after so many rows; `truncated` tells. */
  readonly maxRows: number;
  /** `run` fails with `result_too_large` beyond so many bytes; `stream` holds no more at a time. */
  readonly maxBytes?: number;
  /** Whose query it is: when a database is busy, waiting queries of different slots go round between users. */
  readonly fairnessKey?: string;
  /** Which requests wait for it, where they reported their names: progress and place are reported under these. */
  readonly waiters?: Waiters;
  /** Where names without a schema are looked for; left out or null, where the connection says. */
  readonly namespace?: Namespace;
  /** Reported while the query runs, by databases that say how far they are. */
  readonly onProgress?: (progress: Progress) => void;
  /**
   * `about`: the text may also be a statement that tells of tables, settings and plans (EXPLAIN, SHOW, DESCRIBE). What
   * is closed stays closed, and the connection reads only.
   */
  readonly admits?: 'query' | 'about';
};
/**
 * The table, as the database writes its name, that the statement makes of a query, where the query may change nothing
 * itself. A database that can enforces that; on others the rights of the connection are what there is.
 */
export type Filling = { readonly table: string; readonly query: string };
export type WriteOptions = RunOptions & { readonly filling?: Filling };
/** `share` from 0 to 1 of the work that is known of; rows that were read so far. */
export type Progress = { readonly share: number | null; readonly rows: number | null };
export type RunResult = {
  readonly table: Table;
  /** Type names of the database by column. */ readonly types: Readonly<Record<string, string>>;
  readonly truncated: boolean;
};
export type Batch = RunResult & { readonly isLast: boolean };
/** What a statement that changes something gives back: rows where it returns some, and a count where there is one. */
export type WriteResult = RunResult & {
  /** Rows that were changed; `null` where the database does not tell. */
  readonly affected: number | null;
};

/**
 * One open connection (or pool) to one database. Made by a driver from structured parameters; closed when the registry
 * entry changes or the server stops. Every method rejects with AppError only: `database_error` or one of the `source_…`
 * codes with the database's own message, `statement_refused`, `statement_writes`, `result_too_large`, `engine_memory`,
 * `query_timeout`, `query_cancelled`, `engine_unavailable`.
 */
export type Engine = {
  readonly dialect: string;
  readonly run: (query: CompiledQuery, options: RunOptions) => Promise<RunResult>;
  /** Batches of at most 10 000 rows; leaving the loop early cancels the query. */
  readonly stream: (query: CompiledQuery, options: RunOptions) => AsyncIterable<Batch>;
  /**
   * Run one statement that changes rows, tables or views, on a connection that may write. It is a transaction of its
   * own, which is committed when the statement has ended well; abort and deadline end it in the database, and nothing
   * of it stays where the database can take it back. Of the rows that it returns `RETURNED_ROWS` are retained at most.
   * Left out where nothing can be written.
   */
  readonly write?: (query: CompiledQuery, options: WriteOptions) => Promise<WriteResult>;
  readonly catalogs: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly schemas: (catalog: string | null, signal: AbortSignal) => Promise<readonly string[]>;
  readonly tables: (
    catalog: string | null,
    schema: string | null,
    signal: AbortSignal,
  ) => Promise<readonly TableInfo[]>;
  /** Tables and views over all schemas, those of one schema together. */
  readonly everyTable: (catalog: string | null, page: Page, signal: AbortSignal) => Promise<readonly PlacedTable[]>;
  readonly details: (table: TableRef, signal: AbortSignal) => Promise<TableDetails>;
  /** Columns of a query without running it over its rows. */
  readonly describe: (sql: string, signal: AbortSignal, namespace?: Namespace) => Promise<readonly ColumnInfo[]>;
  /**
   * The values of the newest partition of a table, among those with the `fixed` values, in the order of its partition
   * columns; `null` for a table without any. Left out by databases that have no partitions to list.
   */
  readonly newestPartition?: (
    table: TableRef,
    fixed: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<readonly PartitionValue[] | null>;
  /** Left out by databases that estimate nothing. */
  readonly estimate?: (query: CompiledQuery, signal: AbortSignal, namespace?: Namespace) => Promise<CostEstimate>;
  /**
   * The database's own parser, where the engine can ask it; for the others there is a library (`reading/readers.ts`).
   */
  readonly reader?: SqlReader;
  /** Functions with their signatures, from the catalogue of the database; left out where it has none. */
  readonly functions?: (signal: AbortSignal) => Promise<readonly FunctionInfo[]>;
  /**
   * So many queries at most run at a time, whatever the database is set to: the others wait before they are let in,
   * where they have a place in line. Left out by databases that take as many as come.
   */
  readonly places?: number;
  readonly defaultSchema: string | null;
  /** Left out by databases that have one catalog alone. */
  readonly defaultCatalog?: string;
  /**
   * What a parser of the database makes of a whole query; left out where nothing reads it.
   * @throws AppError as
   * `SqlReader.read`
   */
  readonly readQuery?: (sql: string, options: ReadOptions) => Promise<SqlRead>;
  /**
   * Does the server answer at all, even if only to refuse? Asked on a way of its own, past the connections and queues
   * that queries wait in: a busy server answers, a hung one does not. `false` at once when the signal aborts; never
   * rejects. Left out by databases that are read by processes of our own.
   */
  readonly answers?: (signal: AbortSignal) => Promise<boolean>;
  /**
   * Work on the file of the embedded engine that has the rows of a table, which nobody writes meanwhile; left out by
   * all others.
   */
  readonly copying?: <T>(table: TableRef, signal: AbortSignal, work: (from: CopiedTable) => Promise<T>) => Promise<T>;
  readonly test: (watch?: TestWatch) => Promise<ConnectionTest>;
  /** Begin what the first query would have to wait for. Left out where there is nothing to begin. */
  readonly wake?: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** What a database tells of its names and their structure. */
export type Catalog = Pick<Engine, 'catalogs' | 'schemas' | 'tables' | 'everyTable' | 'details' | 'functions'>;
