import { queryOptions } from '@tanstack/react-query';
import { toRison } from '@tessera/core/rison';
import { type ApiError, errorFromBody, networkError } from './api-error.ts';
import { call, request, requestAnswer } from './client.ts';
import { readLines } from './lines.ts';
import { listAddress, type ListAnswer } from './list.ts';

export type DatabaseRow = {
  readonly id: number;
  readonly database_name: string;
  readonly backend: string;
  readonly is_sample: boolean;
  readonly expose_in_sqllab: boolean;
  readonly changed_on_delta_humanized: string;
  readonly changed_by_name: string;
};

/** One field of a connection form, as the server describes it. */
export type ConnectionField = {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'integer' | 'password' | 'select' | 'boolean';
  readonly required: boolean;
  readonly hint: string | null;
  readonly placeholder: string | null;
  readonly default: string | number | boolean | null;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Written, never read back. */
  readonly secret: boolean;
  /** Says where the connection goes: a change asks for the secrets again. */
  readonly target: boolean;
};
export type AvailableEngine = {
  readonly name: string;
  readonly engine: string;
  readonly preferred: boolean;
  readonly fields: readonly ConnectionField[];
};
export type FieldValue = string | number | boolean | null;
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** What the server puts in the place of a secret that is set. */
export const secretMask = 'XXXXXXXXXX';

export type DatabaseInput = {
  readonly id?: number;
  readonly database_name: string;
  /** Left out with `parameters` when the connection stays as it is. */
  readonly engine?: string;
  readonly parameters?: FieldValues;
  readonly expose_in_sqllab?: boolean;
  readonly cache_timeout?: number | null;
  /** JSON text of the other settings; all of them are replaced. Left out to keep them. */
  readonly extra?: string;
};
export type DatabaseConnection = {
  readonly id: number;
  readonly database_name: string;
  readonly engine: string;
  readonly parameters: FieldValues;
  readonly expose_in_sqllab: boolean;
  readonly cache_timeout: number | null;
  readonly extra: string;
  readonly version: number;
};
export type DatabaseUsage = {
  readonly charts: {
    readonly count: number;
    readonly result: readonly { readonly id: number; readonly slice_name: string }[];
  };
  readonly dashboards: {
    readonly count: number;
    readonly result: readonly { readonly id: number; readonly title: string }[];
  };
};

export const availableEngines = queryOptions({
  queryKey: ['database', 'available'] as const,
  queryFn: async ({ signal }) =>
    (await request<{ readonly databases: readonly AvailableEngine[] }>('/database/available/', { signal })).databases,
  staleTime: Infinity,
});

export function databaseConnection(id: number) {
  return queryOptions({
    queryKey: ['database', id, 'connection'] as const,
    queryFn: async ({ signal }) =>
      (await request<{ readonly result: DatabaseConnection }>(`/database/${id}/connection`, { signal })).result,
    staleTime: 0,
  });
}

/** Databases that the person may look into, for pickers. */
export const usableDatabases = queryOptions({
  queryKey: ['database', 'usable'] as const,
  queryFn: async ({ signal }) =>
    (
      await request<ListAnswer<{ readonly id: number; readonly database_name: string; readonly backend: string }>>(
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
export type StepName = 'name' | 'port' | 'tls' | 'login' | 'rights';
/** A step that went through; `note` is what is worth knowing about it. */
export type PassedStep = { readonly step: StepName; readonly note: string | null; readonly ms: number };
type TestLine = {
  readonly state: 'passed' | 'failed' | 'done';
  readonly step: StepName | null;
  readonly note?: string;
  readonly ms: number;
  readonly code?: string;
  readonly errors?: unknown;
};

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
    const { state, step, note, ms, code, errors } = line as TestLine;
    if (state === 'done') return;
    if (state === 'failed')
      throw new FailedTest(step, errorFromBody(422, { errors }, answer.headers.get('X-Request-Id'), code ?? null));
    if (step !== null) onPassed({ step, note: note ?? null, ms });
  }
  throw networkError();
}

export async function createDatabase(input: DatabaseInput): Promise<number> {
  return (await request<{ readonly id: number }>('/database/', { method: 'POST', body: input })).id;
}

export function updateDatabase(id: number, input: DatabaseInput, version: number | null): Promise<unknown> {
  return requestAnswer(`/database/${id}`, { method: 'PUT', body: input, ifMatch: version });
}

export function deleteDatabase(id: number): Promise<unknown> {
  return request(`/database/${id}`, { method: 'DELETE' });
}

/** What stands on a database. */
export function databaseUsage(id: number) {
  return queryOptions({
    queryKey: ['database', id, 'usage'] as const,
    queryFn: async ({ signal }) => {
      const [objects, datasets] = await Promise.all([
        request<DatabaseUsage>(`/database/${id}/related_objects/`, { signal }),
        request<ListAnswer<{ readonly id: number; readonly table_name: string }>>(
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
        await request<{ readonly result: readonly string[] }>(
          `/database/${databaseId}/schemas/?q=${encodeURIComponent(toRison({ force }))}`,
          { signal },
        )
      ).result,
  });
}

export type TableName = { readonly value: string; readonly type: string };

/** Tables and views of a schema ([7.2-02]). */
export function tablesOf(databaseId: number, schema: string, force = false) {
  return queryOptions({
    queryKey: ['database', databaseId, 'tables', schema] as const,
    queryFn: async ({ signal }) =>
      (
        await request<{ readonly count: number; readonly result: readonly TableName[] }>(
          `/database/${databaseId}/tables/?q=${encodeURIComponent(toRison({ force, schema_name: schema }))}`,
          { signal },
        )
      ).result,
  });
}

export type TableMetadata = {
  readonly name: string;
  readonly comment: string | null;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly nullable: boolean;
    readonly comment: string | null;
  }[];
};

/** Columns of a table ([7.2-03]). */
/** Functions that queries of a database may call. */
export function functionNames(databaseId: number) {
  return queryOptions({
    queryKey: ['database', databaseId, 'functions'] as const,
    queryFn: async ({ signal }) =>
      (
        await request<{ readonly function_names: readonly string[] }>(`/database/${databaseId}/function_names/`, {
          signal,
        })
      ).function_names,
    staleTime: Infinity,
    retry: false,
  });
}

export function tableMetadata(databaseId: number, schema: string, table: string) {
  const asked = new URLSearchParams({ name: table, schema });
  return queryOptions({
    queryKey: ['database', databaseId, 'table', schema, table] as const,
    queryFn: ({ signal }) => request<TableMetadata>(`/database/${databaseId}/table_metadata/?${asked}`, { signal }),
  });
}
