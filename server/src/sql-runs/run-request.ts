import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { Principal, ServiceAccount, User } from '../principal.ts';

/** Who has an account may have queries. */
export type Runner = User | ServiceAccount;

/** A database as a run needs to know it. */
export type RunDatabase = {
  readonly id: number;
  readonly name: string;
  readonly dialect: string;
  readonly version: number;
  readonly allowsDml: boolean;
  readonly allowsCtas: boolean;
  readonly allowsCvas: boolean;
  /** The only schema that tables and views of results are made in. */
  readonly ctasSchema: string | null;
  /** An estimate above it is asked about before a run; `null`: never. */
  readonly costThreshold: number | null;
  readonly allowsAsync: boolean;
  /** Rows of its tables may be shown without a query. */
  readonly previewsData: boolean;
  /** Statements may be tried while they are typed. */
  readonly allowsPreview: boolean;
};

/** What somebody wants to run, read and checked. */
export type RunRequest = {
  readonly principal: Runner;
  /** Chosen by the client; names the query in its calls. */
  readonly clientId: string;
  readonly databaseId: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  /** As it was written, templates and all. */
  readonly sql: string;
  /** Values of the template parameters, as JSON text. */
  readonly templateParams: string | null;
  /** The most rows of each result. */
  readonly rowLimit: number;
  readonly createAs: CreateAs | null;
  readonly isAsync: boolean;
  /** A preview of a table: said so in the history. */
  readonly isDataPreview: boolean;
  /** The user has seen what it costs or changes. */
  readonly isConfirmed: boolean;
  readonly editorId: string | null;
  readonly tab: string | null;
};

/** The result becomes a table or a view. */
export type CreateAs = {
  readonly method: 'TABLE' | 'VIEW';
  readonly name: string;
  readonly schema: string | null;
};

/** The database of an id, for whoever may run SQL there. */
export type FindDatabase = (principal: Principal, id: number) => Promise<RunDatabase>;

/** @throws AppError statement_refused where rows of tables are not shown without a query */
export function assertPreviews({ previewsData, name }: RunDatabase): void {
  if (!previewsData)
    throw new AppError('statement_refused', {
      reason: message('The database %(database)s shows no previews of its data.', { database: name }),
    });
}
