/** So often it is asked whether something may go on: nothing outlives the rights of its user by much. */
const LOOK_MS = 8000;

export type WatchedRights = {
  /** Aborts when the right is lost. */
  readonly signal: AbortSignal;
  /** What was watched is over. */
  readonly end: () => void;
};

/**
 * Ask from time to time whether what goes on still may. Where nobody knows, it does.
 * @param mayGoOn  Rejects where nobody knows
 */
export function watchRights(
  mayGoOn: () => Promise<boolean>,
  warn: (what: string, error: unknown) => void,
): WatchedRights {
  const lost = new AbortController();
  const look = async (): Promise<void> => {
    try {
      if (!(await mayGoOn())) lost.abort();
    } catch (error) {
      warn('nobody could tell whether a download of the editor may go on', error);
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return { signal: lost.signal, end: () => clearInterval(timer) };
}
