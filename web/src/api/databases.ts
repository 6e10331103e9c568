import { queryOptions } from '@tanstack/react-query';
import type { DeepReadonly } from '@tessera/core/deep-readonly';
import { toRison } from '@tessera/core/rison';
import type {
  AvailableEngines,
  ConnectionTestLine,
  ConnectionDryRun,
  DatabaseConnection as Connection,
  DatabaseRow,
  DatasetRow,
  FunctionNames,
  RelatedBody,
  SavedBody,
  SchemaNames,
  TableMetadata,
  TableNames,
  Result,
} from '@tessera/server/contract';
import { type ApiError, asWords, errorFromBody, networkError } from './api-error.ts';
import { call, request, requestAnswer } from './client.ts';
import { readLines } from './lines.ts';
import { listAddress, type ListAnswer } from './list.ts';

export type { DatabaseRow, TableMetadata } from '@tessera/server/contract';

export type AvailableEngine = DeepReadonly<
  Pick<AvailableEngines['databases'][number], 'name' | 'engine' | 'engine_information' | 'preferred' | 'fields'>
>;
/** One field of a connection form, as the server describes it. */
export type ConnectionField = AvailableEngine['fields'][number];
export type FieldValue = ConnectionField['default'];
export type FieldValues = Readonly<Record<string, FieldValue>>;
/** What the form of a connection reads of one. */
export type DatabaseConnection = DeepReadonly<
  Pick<
    Connection,
    | 'id'
    | 'database_name'
    | 'engine'
    | 'engine_information'
    | 'parameters'
    | 'expose_in_sqllab'
    | 'allow_dml'
    | 'allow_ctas'
    | 'allow_cvas'
    | 'allow_run_async'
    | 'force_ctas_schema'
    | 'allows_cost_estimate'
    | 'cost_threshold'
    | 'instant_preview'
    | 'disable_data_preview'
    | 'cache_timeout'
    | 'extra'
    | 'version'
  >
>;
/** `extra` is the JSON text of the other settings; all of them are replaced. What is left out is retained. */
export type DatabaseInput = Pick<
  ConnectionDryRun,
  | 'engine'
  | 'expose_in_sqllab'
  | 'allow_dml'
  | 'allow_ctas'
  | 'allow_cvas'
  | 'allow_run_async'
  | 'force_ctas_schema'
  | 'cache_timeout'
> & {
  readonly id?: number;
  readonly parameters?: FieldValues;
  readonly extra?: string;
} & Required<Pick<ConnectionDryRun, 'database_name'>>;
export type DatabaseUsage = DeepReadonly<RelatedBody>;

/** What the server puts in the place of a secret that is set. */
export const secretMask = 'XXXXXXXXXX';

export const availableEngines = queryOptions({
  queryKey: ['database', 'available'] as const,
  queryFn: async ({ signal }) => (await request<AvailableEngines>('/database/available/', { signal })).databases,
  staleTime: Infinity,
});

export function databaseConnection(id: number) {
  return queryOptions({
    queryKey: ['database', id, 'connection'] as const,
    queryFn: async ({ signal }) =>
      (await request<Result<DatabaseConnection>>(`/database/${id}/connection`, { signal })).result,
    staleTime: 0,
  });
}

/** Databases that the user may look into, for pickers. */
export const usableDatabases = queryOptions({
  queryKey: ['database', 'usable'] as const,
  queryFn: async ({ signal }) =>
    (
      await request<ListAnswer<Pick<DatabaseRow, 'id' | 'database_name' | 'backend'>>>(
        listAddress('database', {
          columns: ['id', 'database_name', 'backend'],
          orderColumn: 'database_name',
          page: 0,
          pageSize: -1,
        }),
        { signal },
      )
    ).result,
});

/** Steps of a connection test, in the order in which they are tried. */
export type StepName = NonNullable<ConnectionTestLine['step']>;
/** A step that went through; `note` is what is worth knowing about it. */
export type PassedStep = { readonly step: StepName; readonly note: string | null; readonly ms: number };
/** A test that failed, with the step that did. */
export class FailedTest extends Error {
  override readonly name = 'FailedTest';
  readonly step: StepName | null;
  override readonly cause: ApiError;
  constructor(step: StepName | null, cause: ApiError) {
    super(cause.message);
    this.step = step;
    this.cause = cause;
  }
}

/** Tells each step as it goes through, and resolves after the last. @throws FailedTest, ApiError */
export async function testConnection(
  input: Omit<DatabaseInput, 'database_name'>,
  signal: AbortSignal,
  onPassed: (step: PassedStep) => void,
): Promise<void> {
  const answer = await call('/api/v1/database/test_connection/steps/', { method: 'POST', body: input, signal });
  for await (const line of readLines(answer)) {
    const { state, step, note, ms, code, errors, words } = line as ConnectionTestLine;
    if (state === 'done') return;
    if (state === 'failed')
      throw new FailedTest(
        step,
        errorFromBody(422, { errors }, answer.headers.get('X-Request-Id'), {
          code: code ?? null,
          words: asWords(words),
        }),
      );
    if (step !== null) onPassed({ step, note: note ?? null, ms });
  }
  throw networkError();
}

export async function createDatabase(input: DatabaseInput): Promise<number> {
  return (await request<SavedBody>('/database/', { method: 'POST', body: input })).id;
}

export function updateDatabase(id: number, input: DatabaseInput, version: number | null): Promise<unknown> {
  return requestAnswer(`/database/${id}`, { method: 'PUT', body: input, ifMatch: version });
}

export function deleteDatabase(id: number): Promise<unknown> {
  return request(`/database/${id}`, { method: 'DELETE' });
}

/** What stands on a database, named and counted. */
export type DatabaseDependants = DatabaseUsage & {
  readonly datasets: Pick<ListAnswer<Pick<DatasetRow, 'id' | 'table_name'>>, 'count' | 'result'>;
};

/** What stands on a database. */
export function databaseUsage(id: number) {
  return queryOptions({
    queryKey: ['database', id, 'usage'] as const,
    queryFn: async ({ signal }): Promise<DatabaseDependants> => {
      const [objects, datasets] = await Promise.all([
        request<DatabaseUsage>(`/database/${id}/related_objects/`, { signal }),
        request<ListAnswer<Pick<DatasetRow, 'id' | 'table_name'>>>(
          listAddress('dataset', {
            columns: ['id', 'table_name'],
            filters: [{ col: 'database', opr: 'rel_o_m', value: id }],
            orderColumn: 'table_name',
            page: 0,
            pageSize: 50,
          }),
          { signal },
        ),
      ]);
      return { ...objects, datasets: { count: datasets.count, result: datasets.result } };
    },
    staleTime: 0,
  });
}

/** Names of schemas, sorted ([7.2-01]). `force` asks the database again. */
export function schemasOf(databaseId: number, force = false) {
  return queryOptions({
    queryKey: ['database', databaseId, 'schemas'] as const,
    queryFn: async ({ signal }) =>
      (
        await request<SchemaNames>(`/database/${databaseId}/schemas/?q=${encodeURIComponent(toRison({ force }))}`, {
          signal,
        })
      ).result,
  });
}

/** Tables and views of a schema ([7.2-02]). */
export function tablesOf(databaseId: number, schema: string, force = false) {
  return queryOptions({
    queryKey: ['database', databaseId, 'tables', schema] as const,
    queryFn: async ({ signal }) =>
      (
        await request<TableNames>(
          `/database/${databaseId}/tables/?q=${encodeURIComponent(toRison({ force, schema_name: schema }))}`,
          { signal },
        )
      ).result,
  });
}

/** Functions that queries of a database may call, and what its catalogue says of them. */
export function databaseFunctions(databaseId: number) {
  return queryOptions({
    queryKey: ['database', databaseId, 'functions'] as const,
    queryFn: ({ signal }) => request<FunctionNames>(`/database/${databaseId}/function_names/`, { signal }),
    staleTime: Infinity,
    retry: false,
  });
}

/** The same by their names alone. */
export function functionNames(databaseId: number) {
  return { ...databaseFunctions(databaseId), select: (told: FunctionNames) => told.function_names };
}

/** Columns of a table ([7.2-03]). */
export function tableMetadata(databaseId: number, schema: string, table: string) {
  const asked = new URLSearchParams({ name: table, schema });
  return queryOptions({
    queryKey: ['database', databaseId, 'table', schema, table] as const,
    queryFn: ({ signal }) => request<TableMetadata>(`/database/${databaseId}/table_metadata/?${asked}`, { signal }),
  });
}
