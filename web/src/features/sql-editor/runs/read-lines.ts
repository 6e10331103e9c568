import { readState, type QueryState } from '@tessera/core/sql-editor/query-states';
import { columnKinds, type Cell } from '@tessera/core/table';
import type {
  CutCell,
  QueryPlace,
  ResultColumn,
  ResultTail,
  RowBatch,
  RunError,
  RunProgress,
  RunQuery,
  RunStatement,
} from './run.ts';

/** What the server tells of a query. */
export type WireQuery = {
  readonly query: RunQuery;
  readonly state: QueryState;
  readonly errors: readonly RunError[];
  readonly sql: string;
  readonly isAsync: boolean;
  /** 0 to 100. */
  readonly progress: number | null;
  /** Epoch milliseconds. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
};

/** What a line of a run says. */
export type RunLine =
  | (WireQuery & { readonly kind: 'query' })
  | { readonly kind: 'progress'; readonly progress: RunProgress }
  | {
      readonly kind: 'head';
      readonly statement: number;
      readonly sql: string;
      readonly columns: readonly ResultColumn[];
    }
  | { readonly kind: 'rows'; readonly batch: RowBatch }
  | { readonly kind: 'tail'; readonly statement: number; readonly tail: ResultTail }
  | { readonly kind: 'end'; readonly state: QueryState };

type Raw = Readonly<Record<string, unknown>>;

/** A line of a run; null for one that this version does not know. */
export function readRunLine(line: unknown): RunLine | null {
  const { query, progress, head, rows, columns, cut, tail, end } = recordOf(line);
  if (isRecord(query)) return { kind: 'query', ...readQuery(query) };
  if (isRecord(progress)) return { kind: 'progress', progress: readProgress(progress) };
  if (isRecord(head))
    return {
      kind: 'head',
      statement: numberOf(head['statement']) ?? 0,
      sql: textOf(head['sql']) ?? '',
      columns: listOf(head['columns']).map(readColumn),
    };
  if (typeof rows === 'number')
    return {
      kind: 'rows',
      batch: { rows, columns: listOf(columns) as readonly (readonly Cell[])[], cut: listOf(cut).map(readCut) },
    };
  if (isRecord(tail)) return { kind: 'tail', statement: numberOf(tail['statement']) ?? 0, tail: readTail(tail) };
  if (isRecord(end)) return { kind: 'end', state: readState(String(end['status'])) };
  return null;
}

function readColumn(column: unknown): ResultColumn {
  const { name, type, type_generic: kind } = recordOf(column);
  return { name: textOf(name) ?? '', type: textOf(type), kind: columnKinds[numberOf(kind) ?? 1] ?? 'string' };
}

function readCut(cell: unknown): CutCell {
  const { column, row, at, bytes } = recordOf(cell);
  return {
    column: numberOf(column) ?? 0,
    row: numberOf(row) ?? 0,
    at: numberOf(at) ?? 0,
    bytes: numberOf(bytes) ?? 0,
  };
}

function readTail(tail: Raw): ResultTail {
  return {
    rows: numberOf(tail['rows']) ?? 0,
    isCut: tail['isCut'] === true,
    limitingFactor: textOf(tail['limitingFactor']) ?? 'UNKNOWN',
    affected: numberOf(tail['affected']),
    durationMs: numberOf(tail['durationMs']) ?? 0,
  };
}

function readProgress(progress: Raw): RunProgress {
  return {
    share: numberOf(progress['share']),
    rows: numberOf(progress['rows']),
    bytes: numberOf(progress['bytes']),
    place: numberOf(progress['place']),
  };
}

/** What the server knows of a query. */
export function readQuery(raw: Raw): WireQuery {
  const told = listOf(raw['errors']).map(readError);
  const message = textOf(raw['errorMessage']);
  return {
    query: {
      id: textOf(raw['id']) ?? '',
      serverId: numberOf(raw['serverId']),
      resultsKey: textOf(raw['resultsKey']),
      limitingFactor: textOf(raw['limitingFactor']),
      trackingUrl: textOf(raw['trackingUrl']),
      executedSql: textOf(raw['executedSql']),
      ...readPlace(raw),
      statements: listOf(raw['statements']).map(readStatement),
    },
    state: readState(String(raw['state'])),
    sql: textOf(raw['sql']) ?? '',
    isAsync: raw['runAsync'] === true,
    progress: numberOf(raw['progress']),
    startedAt: numberOf(raw['startDttm']),
    endedAt: numberOf(raw['endDttm']),
    errors:
      told.length > 0 || message === null
        ? told
        : [{ message, type: null, place: null, issues: [], codes: [], isGone: false }],
  };
}

function readPlace({ dbId, catalog, schema, templateParams }: Raw): { readonly place?: QueryPlace } {
  if (typeof dbId !== 'number') return {};
  const place = {
    dbId,
    catalog: textOf(catalog),
    schema: textOf(schema),
    templateParams: textOf(templateParams) ?? '',
  };
  return { place };
}

function readStatement(statement: unknown): RunStatement {
  const { sql, state, rows, affected, durationMs, error } = recordOf(statement);
  return {
    sql: textOf(sql) ?? '',
    state: textOf(state) ?? 'pending',
    rows: numberOf(rows),
    affected: numberOf(affected),
    durationMs: numberOf(durationMs),
    problem: textOf(recordOf(error)['message']),
  };
}

function readError(error: unknown): RunError {
  const { message, error_type: type, extra } = recordOf(error);
  const { line, column, issue_codes: issues } = recordOf(extra);
  const row = numberOf(line);
  return {
    message: textOf(message) ?? '',
    type: textOf(type),
    place: row === null ? null : { line: row, column: numberOf(column) },
    issues: issueTexts(issues),
    codes: listOf(issues).flatMap((issue) => numberOf(recordOf(issue)['code']) ?? []),
    isGone: false,
  };
}

/** Known causes of an error, in words. */
export function issueTexts(issues: unknown): readonly string[] {
  return listOf(issues).flatMap((issue) => textOf(recordOf(issue)['message']) ?? []);
}

function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const recordOf = (value: unknown): Raw => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
