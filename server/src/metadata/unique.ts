/** Whether a write failed because a name is taken, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === '23505';
}

/** The column whose value was taken, as the database names it; null where it does not. */
export function takenColumn(error: unknown): string | null {
  if (!isUniqueViolation(error)) return null;
  const { message = '', detail = '' } = error as { readonly message?: string; readonly detail?: string };
  return (/^Key \((\w+)\)=/.exec(detail) ?? /constraint failed: \w+\.(\w+)$/.exec(message))?.[1] ?? null;
}
