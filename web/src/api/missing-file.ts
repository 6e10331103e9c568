/**
 * Whether an error is the browser's or the loader's complaint about a file of the page's code, in their several words.
 */
export function isMissingFile(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|module script|Importing a module|Unable to preload CSS/i.test(error.message)
  );
}

/** The file that the complaint names; not every browser names one. */
export function missingFileOf(error: Error): string | null {
  return /(?:https?:\/\/|\/)\S+\.(?:js|css)\b/.exec(error.message)?.[0] ?? null;
}

/**
 * Why a file is missing: no server answers, the server has other files now (it was updated), or it has the file and
 * what happened was passing.
 */
export type MissingReason = 'unreachable' | 'updated' | 'passing';

export async function reasonOf(error: Error, signal?: AbortSignal): Promise<MissingReason> {
  try {
    // Without a name the page itself tells only whether somebody answers.
    const file = missingFileOf(error);
    const response = await fetch(file ?? '/health', { cache: 'no-store', ...(signal ? { signal } : {}) });
    if (response.ok) return file === null ? 'updated' : 'passing';
    return response.status === 404 ? 'updated' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

/**
 * Styles that could not be fetched stay so until the page is loaded anew: ask for them once more, under an address that
 * nothing caches.
 */
export async function mendStyles(now: number = Date.now()): Promise<void> {
  const broken = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    (link) => link.sheet === null,
  );
  await Promise.all(
    broken.map(
      (link) =>
        new Promise<void>((resolve) => {
          const fresh = link.cloneNode() as HTMLLinkElement;
          const address = new URL(link.href);
          address.searchParams.set('again', String(now));
          fresh.href = address.href;
          fresh.addEventListener('load', () => resolve());
          fresh.addEventListener('error', () => resolve());
          link.replaceWith(fresh);
        }),
    ),
  );
}
