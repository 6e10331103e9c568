import { statusText } from '@tessera/core/errors/status-text';
import { say, t, tMarked, type Words } from '@tessera/core/messages';
import type { TextPosition } from '@tessera/core/text-position';

/** What one entry of an error list says ([8.2-05]). */
export type ErrorItem = {
  readonly message: string;
  readonly type: string | null;
  readonly extra: Readonly<Record<string, unknown>>;
};

type ApiErrorParts = {
  /** 0 when no answer came. */
  readonly status: number;
  readonly message: string;
  readonly code?: string | null;
  readonly errors?: readonly ErrorItem[];
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly requestId?: string | null;
  readonly place?: TextPosition | null;
};

/** Every failed call throws this, and nothing else but the AbortError of whoever stopped it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The code of the catalogue (`X-Error-Code`), else the type name of the error list. */
  readonly code: string | null;
  readonly errors: readonly ErrorItem[];
  /** Complaints by field of the body, for the form that sent it. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string | null;
  /** Where in the text that was sent a database found the mistake, where it tells. */
  readonly place: TextPosition | null;

  constructor({
    status,
    message,
    code = null,
    errors = [],
    fields = {},
    requestId = null,
    place = null,
  }: ApiErrorParts) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.fields = fields;
    this.requestId = requestId;
    this.place = place;
  }
}

/** Whether the object has changed since it was read (HTTP 412). */
export function isStaleVersion(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 412;
}

/** What was asked for is not there, or not for this user. */
export function isGone(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** No answer at all ([8.2-01]). */
export function networkError(): ApiError {
  return new ApiError({ status: 0, message: t('Network error') });
}

/** [8.2-01]: the text and its two hints, as the answer of a caller's own time limit. */
export function timeoutError(): ApiError {
  const hints = [
    t('Issue 1000 - The dataset is too large to query.'),
    t('Issue 1001 - The database is under an unusual load.'),
  ];
  return new ApiError({
    status: 408,
    message: t('Request timed out'),
    code: 'FRONTEND_TIMEOUT_ERROR',
    errors: hints.map((message) => ({ message, type: 'FRONTEND_TIMEOUT_ERROR', extra: {} })),
  });
}

/**
 * The error of an answer, from either body shape: `{errors: [{message, error_type, extra}]}` or `{message}`, where the
 * message is a text or complaints by field. A body that is neither (a proxy's page) gives the text of the status
 * ([8.1-01]).
 *
 * @param code   Header `X-Error-Code`.
 * @param words  Header `X-Error-Words`: the sentence and its parameters, which are said in the language of the page.
 */
export function errorFromBody(
  status: number,
  body: unknown,
  requestId: string | null,
  { code = null, words = null }: { readonly code?: string | null; readonly words?: Words | null } = {},
): ApiError {
  const fallback = tMarked(statusText(status) ?? 'Unknown error');
  const said = words === null ? null : say(words);
  const errors = readErrors(body);
  const first = errors[0];
  if (first)
    return new ApiError({
      status,
      message: sessionText(said ?? (first.message || fallback), code),
      code: code ?? first.type,
      errors,
      fields: { ...readFields(first.extra['fields']), ...fieldsOf(words) },
      requestId,
      place: readPlace(first.extra),
    });

  const message = field(body, 'message') ?? field(body, 'msg') ?? field(body, 'error');
  if (typeof message === 'string' && message !== '')
    return new ApiError({
      status,
      message: sessionText(said ?? message, code),
      code,
      requestId,
      place: readPlace(field(body, 'extra')),
    });
  const fields = { ...readFields(message), ...fieldsOf(words) };
  const complaints = Object.entries(fields).map(([name, texts]) => `${name}: ${texts.join(' ')}`);
  return new ApiError({ status, message: complaints.join(' ') || fallback, code, fields, requestId });
}

/** The words of a header; null where there are none, or none that can be read. */
export function readWords(header: string | null): Words | null {
  try {
    return header === null ? null : asWords(JSON.parse(decodeURIComponent(header)));
  } catch {
    return null;
  }
}

/** Words that stand beside an error: in a line of an answer, in an event of a job. */
export function asWords(value: unknown): Words | null {
  return isWords(value) ? value : null;
}

function isWords(value: unknown): value is Words {
  if (typeof value === 'string') return true;
  if (Array.isArray(value)) return value.every(isWords);
  if (!isRecord(value) || typeof value['id'] !== 'string') return false;
  const params = value['params'] ?? {};
  return isRecord(params) && Object.values(params).every((param) => typeof param === 'number' || isWords(param));
}

/** Complaints by field, as they are said; the server sends one message per field. */
function fieldsOf(words: Words | null): Readonly<Record<string, readonly string[]>> {
  const list = Array.isArray(words) ? (words as readonly Words[]) : [];
  return Object.fromEntries(
    list.flatMap((one) => {
      const { field: name, complaints } = (isRecord(one) && isRecord(one['params']) ? one['params'] : {}) as Complaints;
      return typeof name === 'string' && Array.isArray(complaints) ? [[name, complaints.map(say)]] : [];
    }),
  );
}

type Complaints = { readonly field?: unknown; readonly complaints?: readonly Words[] };

/** Nobody can act on "CSRF"; signing in again is what helps ([8.2-04]). */
function sessionText(message: string, code: string | null): string {
  return /csrf/i.test(code ?? message) ? t('Your session timed out. Sign in again and repeat what you did.') : message;
}

function readErrors(body: unknown): readonly ErrorItem[] {
  const list = field(body, 'errors');
  if (!Array.isArray(list)) return [];
  return list.map((item: unknown) => {
    const message = field(item, 'message');
    const type = field(item, 'error_type');
    const extra = field(item, 'extra');
    return {
      message: typeof message === 'string' ? message : '',
      type: typeof type === 'string' ? type : null,
      extra: isRecord(extra) ? extra : {},
    };
  });
}

function readFields(message: unknown): Readonly<Record<string, readonly string[]>> {
  if (!isRecord(message)) return {};
  return Object.fromEntries(
    Object.entries(message).map(([name, texts]) => [
      name,
      (Array.isArray(texts) ? texts : [texts]).map((text) => (typeof text === 'string' ? text : JSON.stringify(text))),
    ]),
  );
}

/** With `in` it is a place in another text: a part of what ran. */
function readPlace(extra: unknown): TextPosition | null {
  const position = field(extra, 'position');
  const [line, column] = [field(position, 'line'), field(position, 'column')];
  return typeof line === 'number' && field(position, 'in') === undefined
    ? { line, column: typeof column === 'number' ? column : null }
    : null;
}

function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
