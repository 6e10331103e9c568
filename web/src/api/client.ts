import type { CsrfBody } from '@tessera/server/contract';
import { ApiError, errorFromBody, readWords, isAbort, networkError, timeoutError } from './api-error.ts';
import { parseExactJson, printExactJson } from '@tessera/core/exact-json';
import { t } from '@tessera/core/messages';
import { tellReached } from './reachability.ts';
import { takePageAnswer } from './page-answers.ts';
import { viewAsHeaders, viewedAs } from './viewed-as.ts';

export { ApiError } from './api-error.ts';

export type RequestOptions = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Anything JSON can hold, bigint included; bytes and forms go as they are. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Version that the change was made on; another one in the store answers 412. */
  readonly ifMatch?: number | string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the call with 'Request timed out'. */
  readonly timeoutMs?: number;
  /** `false`: a 401 is thrown at once (the sign-in itself, the first look at who is there). */
  readonly signInAgain?: boolean;
  /** `false`: a read that is sent as POST and needs no CSRF token. */
  readonly csrf?: false;
  /** It goes through although the page ends. */
  readonly keepalive?: boolean;
};

/** An answer with what its headers say. */
export type Answer<T> = {
  readonly data: T;
  readonly version: number | null;
  readonly status: number;
  readonly headers: Headers;
};

/**
 * Call the API and read its JSON.
 *
 * @param path  Below `/api/v1`: `/chart/?q=…`. An address of its own (`/login/`) goes through `call`.
 * @throws ApiError when the answer is an error or does not come; DOMException AbortError when `signal` stopped it.
 *
 * A session that ended asks the user to sign in again in place and then repeats the call, so no form is lost.
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  return (await requestAnswer<T>(path, options)).data;
}

/** As `request`, with the version (`ETag`) and status of the answer. */
export async function requestAnswer<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
  const response = await call(`/api/v1${path}`, options);
  const text = await readText(response);
  return {
    data: (text === '' ? null : parseExactJson(text)) as T,
    version: readVersion(response.headers.get('ETag')),
    status: response.status,
    headers: response.headers,
  };
}

/** The raw answer, for streams and files. Errors are thrown here already. */
export async function call(address: string, options: RequestOptions = {}): Promise<Response> {
  const present = options.method === undefined || options.method === 'GET' ? takePageAnswer(address) : null;
  const response = present ?? (await sendAs(address, options));
  if (response.ok) return response;

  const error = await readError(response);
  if (
    response.status === 401 &&
    options.signInAgain !== false &&
    askToSignIn !== null &&
    (await askToSignIn('ended'))
  ) {
    csrfToken = null;
    return repeat(address, options);
  }
  if (response.status === 403) refused?.();
  if (response.status === 400 && isCsrf(error) && csrfToken !== null) {
    csrfToken = null;
    return repeat(address, options);
  }
  throw error;
}

/**
 * Why the user is asked to sign in again: the session is over, or another tab of this browser signed someone else in.
 */
export type SessionEnd = 'ended' | 'someone_else';
type AskToSignIn = (why: SessionEnd) => Promise<boolean>;

/**
 * The app puts its sign-in dialog here; it resolves to whether the user signed in. `person` is whose page this is.
 */
export function onSessionEnd(ask: AskToSignIn | null, whose: number | null = null): void {
  askToSignIn = ask;
  user = whose;
}

/** Called when something was refused (403): what is known of the user's roles may be old. */
export function onRefused(tell: (() => void) | null): void {
  refused = tell;
}

/** After a sign-in or a sign-out the old token is worth nothing. */
export function forgetCsrfToken(): void {
  csrfToken = null;
}

let askToSignIn: AskToSignIn | null = null;
let user: number | null = null;
let refused: (() => void) | null = null;
let csrfToken: Promise<string> | null = null;

/**
 * Nothing is written in the name of someone else who signed in in another tab: the user of this page is asked first.
 */
async function sendAs(address: string, options: RequestOptions): Promise<Response> {
  try {
    return await send(address, options);
  } catch (error) {
    if (!(error instanceof SomeoneElse)) throw error;
    if (askToSignIn === null || !(await askToSignIn('someone_else')))
      throw new ApiError({ status: 401, message: t('Someone else signed in in this browser.') });
    csrfToken = null;
    return send(address, options);
  }
}

class SomeoneElse extends Error {}

async function repeat(address: string, options: RequestOptions): Promise<Response> {
  const response = await sendAs(address, options);
  if (response.ok) return response;
  throw await readError(response);
}

async function send(
  address: string,
  { method = 'GET', body, signal, ifMatch, headers = {}, timeoutMs, csrf, signInAgain, keepalive }: RequestOptions,
): Promise<Response> {
  const given: Record<string, string> = { Accept: 'application/json', ...viewAsHeaders, ...headers };
  if (body instanceof Blob) given['Content-Type'] = 'application/octet-stream';
  else if (body !== undefined && !isForm(body)) given['Content-Type'] = 'application/json';
  if (ifMatch !== undefined && ifMatch !== null) given['If-Match'] = `"${ifMatch}"`;
  if (method !== 'GET' && csrf !== false)
    given['X-CSRFToken'] = await fetchCsrfToken(signInAgain === false || viewedAs !== null ? null : user);

  const limit = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  const signals = [signal, limit].filter((one): one is AbortSignal => one instanceof AbortSignal);
  try {
    const response = await fetch(address, {
      method,
      headers: given,
      credentials: 'same-origin',
      ...(keepalive === true ? { keepalive } : {}),
      ...(body === undefined ? {} : { body: body instanceof Blob || isForm(body) ? body : printExactJson(body) }),
      ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
    });
    tellReached(true);
    return response;
  } catch (error) {
    throw broken(error, limit);
  }
}

function isForm(body: unknown): body is FormData | URLSearchParams {
  return body instanceof FormData || body instanceof URLSearchParams;
}

/** @throws SomeoneElse when the session is not that of `whose`; the sign-in itself asks for nobody's */
async function fetchCsrfToken(whose: number | null): Promise<string> {
  csrfToken ??= (async () => {
    const response = await send('/api/v1/security/csrf_token/', {});
    if (!response.ok) throw await readError(response);
    const holder = response.headers.get('X-Session-User');
    if (whose !== null && holder !== null && Number(holder) !== whose) throw new SomeoneElse();
    return ((await response.json()) as CsrfBody).result;
  })();
  try {
    return await csrfToken;
  } catch (error) {
    csrfToken = null;
    throw error;
  }
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw broken(error, null);
  }
}

function broken(error: unknown, limit: AbortSignal | null): unknown {
  if (limit?.aborted) return timeoutError();
  if (isAbort(error)) return error;
  tellReached(false);
  return networkError();
}

async function readError(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('X-Request-Id');
  const told = {
    code: response.headers.get('X-Error-Code'),
    words: readWords(response.headers.get('X-Error-Words')),
  };
  try {
    return errorFromBody(response.status, parseExactJson(await response.text()), requestId, told);
  } catch {
    return errorFromBody(response.status, null, requestId, told);
  }
}

function isCsrf(error: ApiError): boolean {
  return error.code === 'csrf_missing' || error.code === 'csrf_invalid';
}

function readVersion(etag: string | null): number | null {
  const digits = /^(?:W\/)?"(\d+)"$/.exec(etag ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
