import { AppError, type ErrorCode, type ErrorParams } from '@tessera/core/errors/app-error';

/** An error on its way out of a thread, which it cannot leave as what it is. */
export type ThreadError =
  | { readonly type: 'refused'; readonly code: ErrorCode; readonly params: ErrorParams<ErrorCode> }
  | { readonly type: 'failed'; readonly reason: string };

export function packError(error: unknown): ThreadError {
  if (error instanceof AppError)
    return { type: 'refused', code: error.code, params: error.given as ErrorParams<ErrorCode> };
  return { type: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** The error as it was thrown in the thread; of one that nobody foresaw, its words. */
export function unpackError(told: ThreadError): Error {
  return told.type === 'refused' ? new AppError(told.code, told.params) : new Error(told.reason);
}
