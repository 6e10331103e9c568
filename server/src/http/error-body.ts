import { Type, type Static } from 'typebox';
import { isAppError, type AppError } from '@tessera/core/errors/app-error';
import { errorPosition } from '@tessera/core/errors/source-error';
import type { RunQuestion } from '@tessera/core/errors/sql-runs';
import { statusText } from '@tessera/core/errors/status-text';
import { translate, type Translator, type Words } from '@tessera/core/messages';
import type { ErrorShape } from './app-types.ts';
import { issueCodes } from './issue-codes.ts';

/**
 * Where a text is wrong, by line and column from 1: in the text that was sent, or, with `in`, in a text of that kind as
 * it ran: the query of a dataset, an expression, a row-level rule, each rendered and without comments.
 */
const Position = Type.Object({
  line: Type.Integer(),
  column: Type.Union([Type.Integer(), Type.Null()]),
  in: Type.Optional(Type.Union([Type.Literal('query'), Type.Literal('expression'), Type.Literal('rule')])),
  at: Type.Optional(Type.Integer()),
});
const IssueCodeBody = Type.Object({ code: Type.Integer(), message: Type.String() });

/** The list shape: SQL Lab, dataset access, CSRF, unknown addresses, everything unexpected. */
const ErrorListBody = Type.Object({
  errors: Type.Array(
    Type.Object({
      message: Type.String(),
      error_type: Type.String(),
      level: Type.Union([Type.Literal('error'), Type.Literal('warning'), Type.Literal('info')]),
      /** `fields`: complaints by field of the body, where there are any. */
      extra: Type.Object({
        issue_codes: Type.Array(IssueCodeBody),
        fields: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
        position: Type.Optional(Position),
        /** The same in a script of the SQL editor, `at` as an offset in it. */
        line: Type.Optional(Type.Integer()),
        column: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
        at: Type.Optional(Type.Integer()),
        /** Of a run that is asked about first: what it costs or changes. */
        question: Type.Optional(Type.Unsafe<RunQuestion>(Type.Object({ why: Type.Enum(['cost', 'write']) }))),
      }),
    }),
  ),
});

/** The message shape: a sentence, or the complaints field by field. */
const ErrorMessageBody = Type.Object({
  message: Type.Union([Type.String(), Type.Record(Type.String(), Type.Array(Type.String()))]),
  extra: Type.Optional(Type.Object({ position: Position })),
});

/** Expired and missing tokens answer under `msg`, which clients look for. */
const TokenErrorBody = Type.Object({ msg: Type.String() });

/** Any error answer; routes name it for their 4xx statuses. */
export const ErrorBody = Type.Union([ErrorMessageBody, ErrorListBody, TokenErrorBody]);
export type ErrorBody = Static<typeof ErrorBody>;

/** What every route may answer besides its own statuses: spread into `schema.response`. */
export const errorResponses = {
  400: ErrorBody,
  401: ErrorBody,
  403: ErrorBody,
  404: ErrorBody,
  422: ErrorBody,
  500: ErrorListBody,
} as const;

const typesByStatus: Readonly<Record<number, string>> = {
  400: 'INVALID_PAYLOAD_FORMAT_ERROR',
  401: 'MISSING_OWNERSHIP_ERROR',
  403: 'MISSING_OWNERSHIP_ERROR',
  404: 'OBJECT_DOES_NOT_EXIST_ERROR',
  408: 'BACKEND_TIMEOUT_ERROR',
};
/** These concern the request itself and not its subject; clients read them from a list whatever the route. */
const alwaysList = new Set<string>([
  'csrf_missing',
  'csrf_invalid',
  'foreign_origin',
  'internal',
  'method_not_allowed',
  'unknown_address',
  // Of chart data, beside its plain messages.
  'adhoc_subquery',
  'query_timeout',
  'engine_unavailable',
]);
/** These are one sentence whatever the route. */
const alwaysMessage = new Set<string>(['dataset_not_found', 'unknown_datasource_type', 'connection_unreadable']);
const underMsg = new Set<string>(['token_expired', 'token_invalid', 'token_missing']);

const english = translate();

/**
 * The body of an error in the shape of its route, in the reader's language. The code travels in the header
 * `X-Error-Code`, the sentence and its parameters in `X-Error-Words` (`errorWords`).
 */
export function errorBody(error: AppError, shape: ErrorShape, translator: Translator = english): ErrorBody {
  const { say } = translator;
  if (underMsg.has(error.code)) return { msg: say(error.words) };
  if (alwaysMessage.has(error.code) || (shape === 'message' && !alwaysList.has(error.code))) {
    const position = positionOf(error);
    return { message: complaintsOf(error, translator) ?? say(error.words), ...(position && { extra: position }) };
  }
  return { errors: errorList(error, translator) };
}

/** With the other headers it stays below the 4 KB that proxies take; beyond them they answer 502 instead. */
const MAX_WORDS = 2000;

/**
 * The sentence of an error and its parameters as the text of a header, which a browser says in the language of its
 * page; null for what has no words of ours, or too many.
 */
export function errorWords({ words }: AppError): string | null {
  if (typeof words === 'string') return null;
  const text = encodeURIComponent(JSON.stringify(words));
  return text.length > MAX_WORDS ? null : text;
}

/** The same beside an error that is no answer of its own: a line of an answer, an event of a job. */
export function wordsBeside({ words }: AppError): { readonly words?: Words } {
  return typeof words === 'string' ? {} : { words };
}

/** An error as an event of a job carries it to whoever reads it, in whatever language. */
export function jobErrors(error: AppError): readonly object[] {
  return errorList(error).map((item) => ({ ...item, extra: { ...item.extra, ...wordsBeside(error) } }));
}

/** An error as clients find it in a list. */
export function errorList(error: AppError, translator: Translator = english): Static<typeof ErrorListBody>['errors'] {
  const type = error.type ?? typesByStatus[error.status] ?? 'GENERIC_BACKEND_ERROR';
  const said = translator.say(error.words);
  const message = said === '' ? translator.tMarked(statusText(error.status) ?? 'Unknown error') : said;
  const fields = complaintsOf(error, translator);
  return [
    {
      message,
      error_type: type,
      level: error.level,
      extra: {
        issue_codes: [...issueCodes(type)],
        ...(fields === null ? {} : { fields }),
        ...positionOf(error),
        ...(isAppError(error, 'confirm_needed') && { question: error.params }),
      },
    },
  ];
}

function positionOf(error: AppError): {
  readonly position: Static<typeof Position>;
  readonly line?: number;
  readonly column?: number | null;
  readonly at?: number;
} | null {
  const position = errorPosition(error);
  if (position === null) return null;
  const { line, column, at } = position;
  return at === undefined ? { position } : { position, line, column, at };
}

function complaintsOf(error: AppError, { say }: Translator): Record<string, string[]> | null {
  if (
    !isAppError(error, 'invalid_fields') &&
    !isAppError(error, 'rejected_fields') &&
    !isAppError(error, 'connection_unreadable')
  )
    return null;
  return Object.fromEntries(
    Object.entries(error.params.fields).map(([field, complaints]) => [field, complaints.map(say)]),
  );
}
