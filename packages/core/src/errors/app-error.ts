import { annotationErrors } from './annotations.ts';
import type { ErrorEntry, ErrorLevel } from './define.ts';
import { dataErrors } from './data.ts';
import { sayInEnglish, type Message, type Words } from '../messages.ts';
import { databaseErrors } from './databases.ts';
import { formErrors } from './forms.ts';
import { httpErrors } from './http.ts';
import { jobErrors } from './jobs.ts';
import { objectErrors } from './objects.ts';
import { userErrors, startErrors } from './users.ts';
import { rejectionErrors } from './rejections.ts';
import { templateErrors } from './templates.ts';
import { sqlRunErrors } from './sql-runs.ts';
import { extractErrors } from './extracts.ts';
import { uploadErrors } from './uploads.ts';

/** Every error a user can meet. The code is the API; the text may change, the code may not. */
const catalogue = {
  ...httpErrors,
  ...dataErrors,
  ...jobErrors,
  ...databaseErrors,
  ...formErrors,
  ...objectErrors,
  ...userErrors,
  ...startErrors,
  ...rejectionErrors,
  ...templateErrors,
  ...annotationErrors,
  ...extractErrors,
  ...uploadErrors,
  ...sqlRunErrors,
} as const;

type Catalogue = typeof catalogue;
export type ErrorCode = keyof Catalogue;
export type ErrorParams<C extends ErrorCode> = Parameters<Catalogue[C]['text']>[0];

/** The only error class that crosses a package border. Anything else is a bug and becomes a 500. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError';
  readonly code: C;
  /** As it was thrown: what leaves a process or a thread. */
  readonly given: ErrorParams<C>;
  /** The same with its messages said in English. */
  readonly params: InEnglish<ErrorParams<C>>;
  readonly status: number;
  /** The name of the error list; `undefined` where the status decides. */
  readonly type: string | undefined;
  readonly level: ErrorLevel;
  /** What `message` says in English, for who reads another language. */
  readonly words: Words;

  constructor(code: C, params: ErrorParams<C>, options?: ErrorOptions) {
    const entry: ErrorEntry = catalogue[code];
    const words = (entry.text as (p: ErrorParams<C>) => Words)(params);
    super(sayInEnglish(words), options);
    this.words = words;
    this.code = code;
    this.given = params;
    this.params = inEnglish(params) as InEnglish<ErrorParams<C>>;
    this.status = entry.status;
    this.type = entry.type;
    this.level = entry.level ?? 'error';
  }
}

/** Parameters whose messages are texts. */
type InEnglish<T> = [Words] extends [T]
  ? string
  : T extends readonly (infer Item)[]
    ? readonly InEnglish<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: InEnglish<T[K]> }
      : T;

function inEnglish(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inEnglish);
  if ('id' in value && typeof value.id === 'string') return sayInEnglish(value as Message);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inEnglish(part)]));
}

/** Narrow an unknown error to one code of the catalogue. */
export function isAppError<C extends ErrorCode>(error: unknown, code: C): error is AppError<C> {
  return error instanceof AppError && error.code === code;
}
