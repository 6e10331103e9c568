import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';

/** How long a client waits after a 503 of the metadata before trying again. */
const RETRY_SECONDS = 5;

/**
 * Why the metadata database did not do what it was asked, where that lies in its surroundings and not in the question:
 * no space left, no right to write any more, or nobody there. Null for everything else.
 */
export function metadataFailure(error: unknown): 'full' | 'unreachable' | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string') return null;
  const { code } = error;
  // 53100: disk_full of PostgreSQL.
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return 'full';
  if (/^SQLITE_(READONLY|IOERR|CANTOPEN)/.test(code)) return 'unreachable';
  // A statement out of time (57014), a transaction that lay idle (25P03), a server that stops (57P…), takes no more
  // connections (53300), has become a copy that is only read (25006), or is gone.
  if (/^(57014|25P03|57P0[1-5]|53300|25006|08\d{3})$/.test(code)) return 'unreachable';
  return /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)$/.test(
    code,
  )
    ? 'unreachable'
    : null;
}

/** What users hear while the metadata database is away, full of work, or only to be read. */
export function metadataUnavailable(cause: unknown): AppError<'unavailable'> {
  return new AppError(
    'unavailable',
    {
      reason: message('The metadata database cannot be reached or written, or takes too long. Try again in a moment.'),
      seconds: RETRY_SECONDS,
    },
    { cause },
  );
}

/**
 * What the surroundings of the metadata are to blame for, in words for whoever starts a server or a command; anything
 * else as it is.
 */
export function startFailure(error: unknown): unknown {
  if (metadataFailure(error) === 'full') return new AppError('storage_full', {}, { cause: error });
  // PostgreSQL: insufficient_privilege.
  return error instanceof Error && 'code' in error && error.code === '42501'
    ? new AppError('metadata_forbidden', { reason: error.message }, { cause: error })
    : error;
}
