import { foldJournal, type JournalEntry, type LostText, type TabRecord } from '../tabs/journal.ts';
import { openDatabase, resultOf, writeNow, type WriteEnd } from './idb.ts';
import { emptyPage, type StorageWrite, type StoredPage, type TabStorage, type TextVersion } from './tab-storage.ts';

const VERSION = 1;
const stores = ['tabs', 'entries', 'page', 'versions', 'runs'] as const;
/** Texts that a tab once had; the oldest go. */
const MAX_VERSIONS = 100;
/** Of all tabs together, when the browser has no room left. */
const VERSIONS_IN_NEED = 50;

/** Each user of a browser has a database of their own: another one does not come to see it. */
export function databaseName(userId: number): string {
  return `tessera.sql-editor.${userId}`;
}

export function openTabDatabase(userId: number): Promise<IDBDatabase> {
  return openDatabase(databaseName(userId), VERSION, (db) => {
    db.createObjectStore('tabs', { keyPath: 'tab.id' });
    db.createObjectStore('entries', { autoIncrement: true }).createIndex('tabId', 'tabId');
    db.createObjectStore('page');
    db.createObjectStore('versions', { autoIncrement: true }).createIndex('tabId', 'tabId');
    db.createObjectStore('runs', { keyPath: 'tabId' });
  });
}

/** Tabs in the browser's own database. */
export function createIdbStorage(db: IDBDatabase, end: WriteEnd): TabStorage {
  return {
    load: () => load(db),
    write: (writes) =>
      writeNow(
        db,
        {
          stores: [...new Set(writes.flatMap(storesOf))],
          reads: writes.some(({ type }) => type === 'mark' || type === 'remove'),
        },
        (transaction) => writes.forEach((write) => perform(transaction, write)),
        end,
      ),
    compact: (tabId, rev) => void compact(db, tabId, rev).catch(end.onFailure),
    versions: async (tabId) => {
      const index = db.transaction('versions').objectStore('versions').index('tabId');
      const versions = await resultOf(index.getAll(tabId) as IDBRequest<TextVersion[]>);
      const newestFirst = versions.toSorted((a, b) => b.at - a.at);
      // Two windows store the text that gave way, as either of them may end the next moment.
      const newest = new Map(versions.toSorted((a, b) => a.at - b.at).map((version) => [version.sql, version]));
      return newestFirst.filter((version) => newest.get(version.sql) === version);
    },
    makeRoom: () =>
      writeNow(
        db,
        { stores: ['runs', 'versions'], reads: true },
        (transaction) => {
          transaction.objectStore('runs').clear();
          const versions = transaction.objectStore('versions');
          const keys = versions.getAllKeys();
          keys.addEventListener('success', () =>
            keys.result.slice(0, -VERSIONS_IN_NEED).forEach((key) => versions.delete(key)),
          );
        },
        // What is written next tells whether it was enough.
        { onDone: () => undefined, onFailure: () => undefined },
      ),
    close: () => db.close(),
  };
}

async function load(db: IDBDatabase) {
  const transaction = db.transaction(stores);
  const [snapshots, entries, page] = await Promise.all([
    resultOf(transaction.objectStore('tabs').getAll() as IDBRequest<TabRecord[]>),
    resultOf(transaction.objectStore('entries').getAll() as IDBRequest<JournalEntry[]>),
    resultOf(transaction.objectStore('page').get('page') as IDBRequest<StoredPage | undefined>),
  ]);
  return { ...foldJournal(snapshots, entries), page: { ...emptyPage, ...page } };
}

function storesOf({ type }: StorageWrite): readonly string[] {
  switch (type) {
    case 'entry':
      return ['entries'];
    case 'page':
      return ['page'];
    case 'version':
      return ['versions'];
    case 'remove':
      return ['tabs', 'entries'];
    case 'tab':
    case 'mark':
      return ['tabs'];
  }
}

function perform(transaction: IDBTransaction, write: StorageWrite): void {
  switch (write.type) {
    case 'entry':
      return void transaction.objectStore('entries').add(write.entry);
    case 'tab':
      return void transaction.objectStore('tabs').put(write.record);
    case 'page':
      return void transaction.objectStore('page').put(write.page, 'page');
    case 'version':
      return void transaction.objectStore('versions').add(write.version);
    case 'remove':
      return remove(transaction, write.id);
    case 'mark':
      return mark(transaction.objectStore('tabs'), write);
  }
}

/** With its changes: a tab of the same name that is opened again begins anew. */
function remove(transaction: IDBTransaction, id: string): void {
  transaction.objectStore('tabs').delete(id);
  const entries = transaction.objectStore('entries');
  const keys = entries.index('tabId').getAllKeys(id);
  keys.addEventListener('success', () => keys.result.forEach((key) => entries.delete(key)));
}

function mark(tabs: IDBObjectStore, { id, remoteId, remote }: StorageWrite & { readonly type: 'mark' }): void {
  const found = tabs.get(id) as IDBRequest<TabRecord | undefined>;
  found.addEventListener('success', () => {
    const record = found.result;
    if (record) tabs.put({ ...record, remote, tab: { ...record.tab, remoteId } });
  });
}

/** One transaction: another window's changes are in it whole or not at all. */
async function compact(db: IDBDatabase, tabId: string, rev: string): Promise<void> {
  const transaction = db.transaction(['tabs', 'entries', 'versions'], 'readwrite');
  const tabs = transaction.objectStore('tabs');
  const entries = transaction.objectStore('entries');
  const index = entries.index('tabId');
  const [snapshot, keys, found] = await Promise.all([
    resultOf(tabs.get(tabId) as IDBRequest<TabRecord | undefined>),
    resultOf(index.getAllKeys(tabId)),
    resultOf(index.getAll(tabId) as IDBRequest<JournalEntry[]>),
  ]);
  if (!snapshot) return keys.forEach((key) => entries.delete(key));
  const { records, lost } = foldJournal([snapshot], found);
  const record = records[0];
  // A window that has not heard of the newest state puts nothing together.
  if (record?.rev !== rev) return;
  tabs.put({ ...record, remote: snapshot.remote, tab: { ...record.tab, remoteId: snapshot.tab.remoteId } });
  keys.forEach((key) => entries.delete(key));
  await trimVersions(transaction.objectStore('versions'), tabId, lost);
}

/** Texts that gave way are stored; beyond the bound the oldest go. */
async function trimVersions(versions: IDBObjectStore, tabId: string, lost: readonly LostText[]): Promise<void> {
  const index = versions.index('tabId');
  const [keys, stored] = await Promise.all([
    resultOf(index.getAllKeys(tabId)),
    resultOf(index.getAll(tabId) as IDBRequest<TextVersion[]>),
  ]);
  for (const { sql, at } of lost)
    if (!stored.some((version) => version.sql === sql)) versions.add({ tabId, sql, at, why: 'elsewhere' });
  keys.slice(0, Math.max(0, keys.length - MAX_VERSIONS)).forEach((key) => versions.delete(key));
}
