import { Type, type Static, type TSchema } from 'typebox';
import { OpenRecord } from '../../http/open-record.ts';
import { LimitingFactor, Query, QueryState } from '../queries/schema.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const OptionalText = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));
const DatabaseId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const RowLimit = Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })));
/** JSON text of an object, or the object. */
const TemplateParams = Type.Optional(Type.Union([Type.String({ maxLength: 100_000 }), OpenRecord, Type.Null()]));
const ClientId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_.:-]+$' });

/** The longest script, in characters. */
export const MAX_SCRIPT = 1_000_000;
const Sql = Type.String({ minLength: 1, maxLength: MAX_SCRIPT });

/** `POST /sqllab/execute/` ([7.6-02]). */
export const ExecuteBody = Type.Object({
  client_id: Type.Optional(Nullable(ClientId)),
  database_id: DatabaseId,
  sql: Sql,
  catalog: OptionalText(256),
  schema: OptionalText(256),
  sql_editor_id: OptionalText(64),
  tab: OptionalText(256),
  queryLimit: RowLimit,
  runAsync: Type.Optional(Nullable(Type.Boolean())),
  templateParams: TemplateParams,
  select_as_cta: Type.Optional(Nullable(Type.Boolean())),
  ctas_method: Type.Optional(Nullable(Type.Enum(['TABLE', 'VIEW']))),
  tmp_table_name: OptionalText(256),
  tmp_schema_name: OptionalText(256),
  expand_data: Type.Optional(Nullable(Type.Boolean())),
  isDataPreview: Type.Optional(Nullable(Type.Boolean())),
  /**
   * True: the user has seen what it costs or changes. Otherwise a run above the cost threshold of its database answers
   * `confirm_needed`, and with false so does one that changes data.
   */
  confirm: Type.Optional(Nullable(Type.Boolean())),
  /** Accepted for clients of old, which ask for JSON by it; nothing depends on it. */
  json: Type.Optional(Type.Unknown()),
});
export type ExecuteBody = Static<typeof ExecuteBody>;

/** A column of a result, as older clients know it too. Names are unique: a second `a` is `a_2`. */
export const ResultColumn = Type.Object({
  column_name: Type.String(),
  name: Type.String(),
  type: Nullable(Type.String({ description: 'Type name of the database.' })),
  type_generic: Type.Integer({ description: '0 numeric, 1 text, 2 temporal, 3 boolean.' }),
  is_dttm: Type.Boolean(),
});
export type ResultColumn = Static<typeof ResultColumn>;

/** A cell that is cut: its text ends early; `results/cell` answers the whole of it. */
export const CutCell = Type.Object({
  column: Type.Integer({ description: 'Index of the column.' }),
  row: Type.Integer({ description: 'Index in these rows.' }),
  bytes: Type.Integer({ description: 'Of the whole cell as JSON.' }),
  at: Type.Integer({ description: 'Where it lies, for results/cell.' }),
});
export type CutCell = Static<typeof CutCell>;

/** The answer of a run that is over, and of stored results: rows of the last statement with any. */
export const ExecuteAnswer = Type.Object({
  query_id: Type.Integer(),
  status: QueryState,
  data: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  columns: Type.Array(ResultColumn),
  selected_columns: Type.Array(ResultColumn),
  expanded_columns: Type.Array(ResultColumn),
  query: Query,
  cut: Type.Optional(
    Type.Array(CutCell, { description: 'Cells of data that are here in part; left out without any.' }),
  ),
});
export type ExecuteAnswer = Static<typeof ExecuteAnswer>;
/** 202: it goes on without this request. */
export const AsyncAnswer = Type.Object({ query: Query });
export type AsyncAnswer = Static<typeof AsyncAnswer>;

export const RunProgress = Type.Object({
  /** 0 to 1, as far as the database tells. */
  share: Nullable(Type.Number()),
  rows: Nullable(Type.Integer()),
  bytes: Nullable(Type.Integer()),
  /** From 1 while it waits for its slot at the database. */
  place: Nullable(Type.Integer()),
  elapsedMs: Type.Integer(),
});
export type RunProgress = Static<typeof RunProgress>;
export const ResultHead = Type.Object({
  statement: Type.Integer({ description: 'Index in the script.' }),
  sql: Type.String(),
  columns: Type.Array(ResultColumn),
});
export type ResultHead = Static<typeof ResultHead>;
export const ResultTail = Type.Object({
  statement: Type.Integer(),
  rows: Type.Integer(),
  /** There were more rows than were read. */
  isCut: Type.Boolean(),
  limitingFactor: LimitingFactor,
  affected: Nullable(Type.Integer()),
  durationMs: Type.Number(),
});
export type ResultTail = Static<typeof ResultTail>;
const EndStatus = Type.Enum(['success', 'failed', 'stopped', 'timed_out']);

/** One line of a run as it is streamed, `application/x-ndjson`. */
export const RunLine = Type.Union([
  Type.Object({ query: Query }),
  Type.Object({ progress: RunProgress }),
  Type.Object({ head: ResultHead }),
  Type.Object({
    rows: Type.Integer(),
    columns: Type.Array(Type.Array(Type.Unknown())),
    cut: Type.Optional(Type.Array(CutCell)),
  }),
  Type.Object({ tail: ResultTail }),
  Type.Object({ end: Type.Object({ status: EndStatus }) }),
]);
export type RunLine = Static<typeof RunLine>;

/** `q` of results. */
export const ResultsQuestion = Type.Object({
  key: Type.String({ maxLength: 64 }),
  rows: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type ResultsQuestion = Static<typeof ResultsQuestion>;
/** `q` of one cell of stored results. */
export const CellQuestion = Type.Object({
  key: Type.String({ maxLength: 64 }),
  at: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 1 }),
});
export type CellQuestion = Static<typeof CellQuestion>;

export const ExportParams = Type.Object({ client_id: ClientId });
export type ExportParams = Static<typeof ExportParams>;
export const ExportFormat = Type.Enum(['csv', 'xlsx', 'json', 'parquet']);
export type ExportFormat = Static<typeof ExportFormat>;
export const ExportQuery = Type.Object({
  format: Type.Optional(ExportFormat),
  /** Index of the statement; the last one with rows where it is left out. */
  statement: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
});
export type ExportQuery = Static<typeof ExportQuery>;

/** `POST /sqllab/export_streaming/`: all rows, past the limit of the editor. As JSON or as a form. */
export const ExportStreamingBody = Type.Object({
  client_id: ClientId,
  filename: OptionalText(255),
  expected_rows: Type.Optional(Nullable(Type.Union([Type.Integer(), Type.String({ maxLength: 20 })]))),
  format: Type.Optional(ExportFormat),
  statement: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 1000 }), Type.String({ pattern: '^[0-9]{1,4}$' })]),
  ),
  /** Of a posted form of a browser. */
  csrf_token: Type.Optional(Type.String({ maxLength: 500 })),
});
export type ExportStreamingBody = Static<typeof ExportStreamingBody>;

/** `POST /sqllab/preview/`: the first rows of a statement while it is typed. */
export const PreviewBody = Type.Object({
  database_id: DatabaseId,
  sql: Sql,
  catalog: OptionalText(256),
  schema: OptionalText(256),
  templateParams: TemplateParams,
  rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});
export type PreviewBody = Static<typeof PreviewBody>;
export const PreviewAnswer = Type.Object({
  columns: Type.Array(ResultColumn),
  rows: Type.Integer(),
  /** Column by column. */
  data: Type.Array(Type.Array(Type.Unknown())),
  /** The rows are those of a sample, or the first of more. */
  isSample: Type.Boolean(),
  /** So many rows of each table were read at most: what is counted is a part. Null: all of them. */
  tableRows: Nullable(Type.Integer()),
  durationMs: Type.Number(),
});
export type PreviewAnswer = Static<typeof PreviewAnswer>;
