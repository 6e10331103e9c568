import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { PROBE_BYTES, codeOf, isFull } from './home.ts';

/** Whoever asks, and however often: a disk is written so often and no more. */
const VALID_MS = 3000;

/**
 * Whether the home can be written: its rights, a disk that became read-only, and the space that is left.
 * @returns rejects with the reason @throws AppError unavailable
 */
export function createWriteProbe(
  home: string,
  { clock = () => performance.now() }: { readonly clock?: () => number } = {},
): () => Promise<void> {
  let last: { readonly at: number; readonly outcome: Promise<AppError<'unavailable'> | null> } | null = null;
  return async () => {
    if (last === null || clock() - last.at > VALID_MS) last = { at: clock(), outcome: tryToWrite(home) };
    const problem = await last.outcome;
    if (problem) throw problem;
  };
}

async function tryToWrite(home: string): Promise<AppError<'unavailable'> | null> {
  const file = join(home, `.ready-${process.pid}`);
  try {
    await writeFile(file, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
    return null;
  } catch (error) {
    return new AppError(
      'unavailable',
      {
        reason: isFull(error)
          ? message('There is no space left in the home folder, so nothing can be saved.')
          : message('The home folder cannot be written (%(value)s).', { value: codeOf(error) }),
      },
      { cause: error },
    );
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
