import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '@tessera/core/errors/app-error';
import { parseExactJson } from '@tessera/core/exact-json';
import { QueryContext, QueryFilter } from '@tessera/core/query-object';
import { message, type Words } from '@tessera/core/messages';
import { complaintsAbout } from '../../http/complaints.ts';
import { boundsFault } from '../../http/json-bounds.ts';
import { datasetKinds, editorKinds } from '../../chart-data/dataset-kind.ts';
import { limits } from '../../chart-data/limits.ts';

const checker = Compile(QueryContext);

/** A name of the caller for a request. */
export const ASK = '^[\\w-]{1,64}$';

/** Query string of chart data ([7.1-01]). */
export const DataQuery = Type.Object({
  form_data: Type.Optional(Type.String({ maxLength: 100_000 })),
  dashboard_id: Type.Optional(Type.String({ maxLength: 20 })),
  force: Type.Optional(Type.Boolean()),
  ask: Type.Optional(
    Type.String({
      pattern: ASK,
      description: 'A name of the caller for this request: GET /queue/ tells under it how far the request is.',
    }),
  ),
  /** Seconds that an answer may be older than its timeout, while a new one is made. */
  stale_ok: Type.Optional(Type.Integer({ minimum: 0, maximum: 31_536_000 })),
});
export type DataQuery = Static<typeof DataQuery>;

/** What an address calls a dataset, or a query of the SQL editor; the same names as `datasource.type` of a body. */
export const DatasourceKind = Type.Enum([...datasetKinds, ...editorKinds]);
export type DatasourceKind = Static<typeof DatasourceKind>;

export const SamplesQuery = Type.Object({
  datasource_type: Type.String({ maxLength: 20 }),
  datasource_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  force: Type.Optional(Type.Boolean()),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.sampleRows })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
});
export type SamplesQuery = Static<typeof SamplesQuery>;

/** A page of rows as they are. */
export const SamplesBody = Type.Object({
  result: Type.Object(
    {
      colnames: Type.Array(Type.String()),
      coltypes: Type.Array(Type.Integer()),
      data: Type.Array(Type.Record(Type.String(), Type.Unknown())),
      page: Type.Integer(),
      per_page: Type.Integer(),
      /** Rows of all pages. */
      total_count: Type.Integer(),
    },
    { additionalProperties: true },
  ),
});
export type SamplesBody = Static<typeof SamplesBody>;

/** Requests of many charts, each as the body of chart data with an id that its answer carries. */
export const BatchBody = Type.Object({
  requests: Type.Array(
    Type.Object(
      {
        id: Type.Union([Type.String({ maxLength: 200 }), Type.Integer()]),
        stale_ok: Type.Optional(Type.Integer({ minimum: 0, maximum: 31_536_000 })),
        search: Type.Optional(
          Type.String({
            maxLength: 100_000,
            description: 'What the address of a request of its own would say, such as `?dashboard_id=1&force=true`.',
          }),
        ),
      },
      { additionalProperties: true, maxProperties: 100 },
    ),
    { minItems: 1, maxItems: limits.batch },
  ),
});
export type BatchBody = Static<typeof BatchBody>;

/** Selections that may come on a dashboard, and the charts that they would filter. */
export const PrepareBody = Type.Object({
  coming: Type.Array(Type.Array(QueryFilter, { minItems: 1, maxItems: 200 }), {
    minItems: 1,
    maxItems: 2,
    description: 'Of each kind of selection, the filters that it may send, one by one.',
  }),
  requests: Type.Array(
    Type.Object(
      { search: Type.Optional(Type.String({ maxLength: 100_000 })) },
      { additionalProperties: true, maxProperties: 100, description: 'The body of chart data, as the chart asks it.' },
    ),
    { minItems: 1, maxItems: limits.batch },
  ),
});
export type PrepareBody = Static<typeof PrepareBody>;
export const Prepared = Type.Object({ result: Type.Object({ cubes: Type.Integer() }) });
export type Prepared = Static<typeof Prepared>;

/** Requests to end, by the names that they were sent with. */
export const StopBody = Type.Object({
  asks: Type.Array(Type.String({ pattern: ASK }), { minItems: 1, maxItems: limits.batch }),
});
export const Stopped = Type.Object({ result: Type.Object({ stopped: Type.Integer() }) });
export type Stopped = Static<typeof Stopped>;

/** An expression in SQL and the place where it is to stand. */
export const ExpressionBody = Type.Object({
  expression: Type.String({ minLength: 1, maxLength: 20_000 }),
  expression_type: Type.Union([
    Type.Literal('column'),
    Type.Literal('metric'),
    Type.Literal('where'),
    Type.Literal('having'),
    Type.Literal('filter'),
  ]),
  clause: Type.Optional(Type.Union([Type.String({ maxLength: 10 }), Type.Null()])),
});
export type ExpressionBody = Static<typeof ExpressionBody>;

/** Conditions of which one must hold. */
export const AnyOfBody = Type.Object({ filters: Type.Array(QueryFilter, { minItems: 2, maxItems: limits.anyOf }) });
export type AnyOfBody = Static<typeof AnyOfBody>;

/** The same as one condition in the SQL of the dataset's database. */
export const AnyOfAnswer = Type.Object({ result: Type.Object({ expression: Type.String() }) });
export type AnyOfAnswer = Static<typeof AnyOfAnswer>;

const Place = Type.Union([Type.Integer(), Type.Null()]);
/** What is wrong with an expression, and where in it. */
export const Complaints = Type.Object({
  result: Type.Array(
    Type.Object({ message: Type.String(), line_number: Place, start_column: Place, end_column: Place }),
  ),
});
export type Complaints = Static<typeof Complaints>;

/** The records of annotation layers, by the name of the layer. */
export const AnnotationsBody = Type.Object({
  result: Type.Array(Type.Object({ annotation_data: Type.Record(Type.String(), Type.Unknown()) })),
});
export type AnnotationsBody = Static<typeof AnnotationsBody>;

/** The distinct values of a column. */
export const ValuesBody = Type.Object({
  result: Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
});
export type ValuesBody = Static<typeof ValuesBody>;

/**
 * The body of a chart-data request: JSON, or a posted form with the JSON in its field `form_data`.
 *
 * @throws AppError not_json, incorrect_request with the field and what is wrong with it
 */
export function readContext(body: unknown): QueryContext {
  const given = isForm(body) ? parseText(body.form_data) : body;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new AppError('not_json', {});
  if (checker.Check(given)) return given;
  throw new AppError('incorrect_request', { reason: complaint(given) });
}

function isForm(body: unknown): body is { readonly form_data: string } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'form_data' in body &&
    typeof body.form_data === 'string' &&
    !('queries' in body)
  );
}

function parseText(text: string): unknown {
  const fault = boundsFault(text);
  if (fault !== null)
    throw new AppError('incorrect_request', { reason: message('form_data: it %(fault)s', { fault }) });
  try {
    return parseExactJson(text);
  } catch {
    throw new AppError('not_json', {});
  }
}

/** The deepest complaint says most: a union repeats it at every level above. */
function complaint(given: unknown): Words {
  const errors = complaintsAbout(QueryContext, given).filter(
    (error) => error.keyword !== 'anyOf' && error.keyword !== 'const',
  );
  const [worst] = errors.toSorted((a, b) => b.instancePath.length - a.instancePath.length);
  if (!worst) return message('Invalid input');
  const path = worst.instancePath.slice(1).replaceAll('/', '.');
  if ((worst.keyword === 'maxItems' || worst.keyword === 'maxProperties') && 'limit' in worst.params)
    return message('%(path)s: there are too many; at most %(limit)s are allowed', {
      path,
      limit: String(worst.params.limit),
    });
  const missing =
    worst.keyword === 'required' && 'requiredProperties' in worst.params
      ? `: ${[worst.params.requiredProperties].flat().join(', ')}`
      : '';
  // The words of the checker of schemas are for programs, and English.
  return `${path || 'body'} ${worst.message}${missing}`;
}
