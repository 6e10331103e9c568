import type { AppError } from '@tessera/core/errors/app-error';

/** How work ended: the code of its error, or `fine`. */
export function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'fine',
    (error: AppError) => error.code,
  );
}
