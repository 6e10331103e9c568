import { t } from '@tessera/core/messages';

/** An error as a user reads it: what happened, what to do, and what to give to an administrator. */
export type ErrorDescription = {
  readonly title: string;
  readonly advice: string | null;
  /** Copyable: request id, code, stack. */
  readonly details: string | null;
  /** Asking again gives the same answer. */
  readonly isFinal: boolean;
};

/** What the kit needs of an error of the API; `ApiError` has it, and so may others. */
type CallError = Error & { readonly status: number; readonly requestId: string | null; readonly code: string | null };

/** Never shows a stack as the message; unknown things become 'An error occurred' ([8.2-02]). */
export function describeError(error: unknown): ErrorDescription {
  if (isCallError(error)) {
    return {
      title: error.message,
      advice: adviceFor(error.status),
      details: lines([
        `${t('Status')}: ${error.status || t('no answer')}`,
        error.code === null ? null : `${t('Code')}: ${error.code}`,
        error.requestId === null ? null : `${t('Request id')}: ${error.requestId}`,
      ]),
      isFinal: error.status === 403 || error.status === 404,
    };
  }
  if (error instanceof Error) {
    return {
      title: t('Unexpected error: %(description)s', {
        description: error.message || t('(no description, click to see stack trace)'),
      }),
      advice: t('Try again. If it happens again, give the details below to your administrator.'),
      details: error.stack ?? error.message,
      isFinal: false,
    };
  }
  return {
    title: t('An error occurred'),
    advice: t('Try again. If it happens again, tell your administrator.'),
    details: null,
    isFinal: false,
  };
}

function isCallError(error: unknown): error is CallError {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    'requestId' in error &&
    'code' in error
  );
}

function adviceFor(status: number): string | null {
  if (status === 0) return t('Check your connection, then try again.');
  if (status === 403) return t('Ask the owner or an administrator for access.');
  if (status === 404) return t('It may have been deleted, or the address is wrong.');
  if (status === 408 || status === 504) return t('Choose a shorter time range or fewer columns, or try again later.');
  if (status === 429) return t('Wait a moment, then try again.');
  if (status >= 500) return t('Try again. If it happens again, give the details below to your administrator.');
  return null;
}

function lines(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n');
}
