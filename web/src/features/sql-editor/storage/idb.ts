/** Promises around the requests of IndexedDB, as far as the editor needs them. */

const OPEN_MS = 3000;

/** Open a database. @throws where the browser stores nothing: a private window, a full disk */
export function openDatabase(name: string, version: number, upgrade: (db: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // A browser that neither opens nor refuses must not hold up the page.
    const timer = setTimeout(() => reject(new Error('The browser does not open its storage.')), OPEN_MS);
    const request = indexedDB.open(name, version);
    request.addEventListener('upgradeneeded', () => upgrade(request.result));
    request.addEventListener('success', () => {
      clearTimeout(timer);
      // Another window with newer code must not wait for this one.
      request.result.addEventListener('versionchange', () => request.result.close());
      resolve(request.result);
    });
    request.addEventListener('error', () => {
      clearTimeout(timer);
      reject(request.error ?? new Error('The browser refuses its storage.'));
    });
  });
}

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser could not read its storage.')),
    );
  });
}

/** Hears of each write how it went. */
export type WriteEnd = { readonly onDone: () => void; readonly onFailure: (error: unknown) => void };

/**
 * Send writes on their way together. They are committed without waiting for their answers, so that they are done even
 * if the page ends in the next moment; those that read first (`reads`) are committed after that.
 */
export function writeNow(
  db: IDBDatabase,
  { stores, reads }: { readonly stores: readonly string[]; readonly reads: boolean },
  write: (transaction: IDBTransaction) => void,
  { onDone, onFailure }: WriteEnd,
): void {
  try {
    const transaction = db.transaction([...stores], 'readwrite', { durability: 'relaxed' });
    transaction.addEventListener('complete', onDone);
    transaction.addEventListener('abort', () =>
      onFailure(transaction.error ?? new Error('The browser could not store it.')),
    );
    write(transaction);
    if (!reads) transaction.commit();
  } catch (error) {
    onFailure(error);
  }
}

/** A browser that says so has no room left. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
