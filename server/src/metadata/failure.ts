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
  // A server that stops (57P…), takes no more connections (53300), has become a copy that is only read (25006), or is gone.
  return /^(57P0[1-3]|53300|25006|08\d{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/.test(code) ? 'unreachable' : null;
}
