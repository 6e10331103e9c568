import type { TabState, TabUpdate } from '@tessera/server/contract';
import { ApiError, networkError } from '../../../api/api-error.ts';
import { emptyPage, type StoredPage, type TabStorage, type TextVersion } from '../storage/tab-storage.ts';
import { foldJournal, type JournalEntry, type TabRecord } from './journal.ts';
import type { TabChannel, TabMessage } from './tab-channel.ts';
import type { TabServer } from './tab-server.ts';
import { createTabSync, type TabSync } from './tab-sync.ts';
import { createTabsCore, type TabsCore } from './tabs-core.ts';
import { act, onStorageDone, onStorageFailure, openTabs } from './tabs-session.ts';
import { tabOf, type TabChange } from './tabs.ts';

/** A disk that several windows share; it can be full. */
export type Disk = {
  tabs: Map<string, TabRecord>;
  entries: JournalEntry[];
  page: StoredPage;
  versions: TextVersion[];
  isFull: boolean;
};

export const newDisk = (): Disk => ({ tabs: new Map(), entries: [], page: emptyPage, versions: [], isFull: false });

function storageOn(disk: Disk, end: { onDone: () => void; onFailure: (error: unknown) => void }): TabStorage {
  return {
    load: () => Promise.resolve({ ...foldJournal([...disk.tabs.values()], disk.entries), page: disk.page }),
    write: (writes) => {
      if (disk.isFull) return end.onFailure(new DOMException('full', 'QuotaExceededError'));
      for (const write of writes) {
        if (write.type === 'entry') disk.entries.push(write.entry);
        if (write.type === 'tab') disk.tabs.set(write.record.tab.id, write.record);
        if (write.type === 'page') disk.page = write.page;
        if (write.type === 'version') disk.versions.push(write.version);
        if (write.type === 'remove') {
          disk.tabs.delete(write.id);
          disk.entries = disk.entries.filter(({ tabId }) => tabId !== write.id);
        }
        const record = write.type === 'mark' ? disk.tabs.get(write.id) : undefined;
        if (write.type === 'mark' && record)
          disk.tabs.set(write.id, {
            ...record,
            remote: write.remote,
            tab: { ...record.tab, remoteId: write.remoteId },
          });
      }
      end.onDone();
    },
    compact: () => undefined,
    versions: (tabId) => Promise.resolve(disk.versions.filter((version) => version.tabId === tabId)),
    makeRoom: () => undefined,
    close: () => undefined,
  };
}

/** Windows that hear each other when `deliver` is called. */
export function createHub() {
  const windows = new Map<object, (message: TabMessage) => void>();
  let waiting: { readonly from: object; readonly message: TabMessage }[] = [];
  return {
    channel: (): TabChannel => {
      const self = {};
      return {
        post: (message) => void waiting.push({ from: self, message: structuredClone(message) }),
        listen: (hear) => {
          windows.set(self, hear);
          return () => windows.delete(self);
        },
      };
    },
    deliver: () => {
      while (waiting.length > 0) {
        const messages = waiting;
        waiting = [];
        for (const { from, message } of messages) for (const [self, hear] of windows) if (self !== from) hear(message);
      }
    },
  };
}

/** Time that a test moves, and what waits for it. */
export function createClock() {
  let now = 1_000_000;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => now,
    later: (run: () => void, ms: number) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    /** Let time pass, timer by timer. */
    pass: async (ms: number) => {
      const end = now + ms;
      for (;;) {
        const next = timers.toSorted((a, b) => a.at - b.at)[0];
        if (!next || next.at > end) break;
        timers = timers.filter((one) => one !== next);
        now = Math.max(now, next.at);
        next.run();
        await settled();
      }
      now = end;
    },
  };
}

export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** The server as it answers about tabs; `fails` makes every call fail. */
export function createFakeServer() {
  const tabs = new Map<number, TabState>();
  const calls: string[] = [];
  const state = {
    fails: null as ApiError | null,
    refusesQueries: false,
    nextId: 1,
    active: null as number | null,
    described: {},
  };
  const answer = (call: string): Promise<void> => {
    calls.push(call);
    return state.fails === null ? Promise.resolve() : Promise.reject(state.fails);
  };
  const found = (id: number): TabState => {
    const tab = tabs.get(id);
    if (!tab) throw new ApiError({ status: 404, message: 'Not found' });
    return tab;
  };
  const change = (id: number, update: TabUpdate): void => {
    const { label, sql, base_revision: _, extra_json: extra, ...rest } = update;
    const tab = found(id);
    tabs.set(id, {
      ...tab,
      label: label ?? tab.label,
      sql: sql ?? tab.sql,
      database_id: rest.database_id ?? null,
      extra_json: typeof extra === 'object' && extra !== null ? { ...extra } : {},
      revision: tab.revision + 1,
    });
  };
  const parts = { tabs, calls, state, answer, found, change };
  return { server: answering(parts), ...parts };
}

type ServerParts = {
  readonly tabs: Map<number, TabState>;
  readonly calls: string[];
  readonly state: {
    fails: ApiError | null;
    refusesQueries: boolean;
    nextId: number;
    active: number | null;
    described: object;
  };
  readonly answer: (call: string) => Promise<void>;
  readonly found: (id: number) => TabState;
  readonly change: (id: number, update: TabUpdate) => void;
};

function answering({ tabs, state, answer, found, change }: ServerParts): TabServer {
  return {
    list: async () => {
      await answer('list');
      return { tabs: [...tabs.values()], active: state.active === null ? null : (tabs.get(state.active) ?? null) };
    },
    read: async (id) => {
      await answer(`read ${id}`);
      return found(id);
    },
    create: async ({ id: clientId, name, sql, ...editor }) => {
      await answer(`create ${name}`);
      const known = [...tabs.values()].find((tab) => tab.client_id === clientId);
      const id = known?.id ?? state.nextId++;
      if (!known) {
        const { version, updatedAt, extras } = editor;
        tabs.set(id, {
          ...blank,
          id,
          client_id: String(clientId),
          label: name ?? '',
          sql: sql ?? '',
          extra_json: { version, updatedAt, extras },
        });
        state.active = id;
      }
      return { id, revision: 1 };
    },
    update: async (id, update) => {
      await answer(`update ${id} ${update.sql}`);
      if (state.refusesQueries && update.latest_query_id) throw new ApiError({ status: 400, message: 'unknown query' });
      if (found(id).revision !== update.base_revision) return null;
      change(id, update);
      return found(id).revision;
    },
    remove: async (id) => {
      await answer(`remove ${id}`);
      found(id);
      tabs.delete(id);
    },
    activate: async (id) => {
      await answer(`activate ${id}`);
      state.active = id;
    },
    migrateQuery: (id, queryId) => answer(`migrate ${queryId} to ${id}`),
    createTable: async ({ name, queryEditorId, ...described }) => {
      await answer(`table ${name} in ${queryEditorId}`);
      state.described = described;
      return state.nextId++;
    },
    expandTable: (id, expanded) => answer(`${expanded ? 'expand' : 'collapse'} ${id}`),
    removeTable: (id) => answer(`remove table ${id}`),
  };
}

export const blank: TabState = {
  id: 0,
  user_id: 1,
  label: '',
  active: true,
  database_id: null,
  catalog: null,
  schema: null,
  sql: null,
  query_limit: null,
  latest_query: null,
  saved_query: null,
  autorun: false,
  template_params: null,
  hide_left_bar: false,
  extra_json: {},
  table_schemas: [],
  client_id: null,
  revision: 1,
  changed_on: '2026-01-01T00:00:00.000Z',
};

export const refusal = new ApiError({ status: 500, message: 'broken' });
export const unreachable = networkError();

export type Window = {
  readonly core: TabsCore;
  readonly sync: TabSync;
  readonly warnings: string[];
  readonly logged: string[];
  readonly isOnline: { value: boolean };
  readonly close: () => void;
  readonly add: (id: string, change?: TabChange) => void;
  readonly edit: (id: string, change: TabChange) => void;
  readonly sql: (id: string) => string | undefined;
};

type Parts = {
  readonly disk?: Disk;
  readonly hub?: ReturnType<typeof createHub>;
  readonly clock?: ReturnType<typeof createClock>;
  readonly remote?: ReturnType<typeof createFakeServer>;
  readonly name?: string;
};

/** A window of the editor on a disk, beside other windows, at a server. */
export async function openWindow({
  disk = newDisk(),
  hub = createHub(),
  clock = createClock(),
  remote = createFakeServer(),
  name = 'a',
}: Parts = {}): Promise<Window> {
  const warnings: string[] = [];
  const logged: string[] = [];
  const isOnline = { value: true };
  const core = createTabsCore(
    {
      windowName: name,
      now: clock.now,
      later: clock.later,
      channel: hub.channel(),
      warnOfStorage: () => void warnings.push('storage'),
    },
    storageOn(disk, {
      onDone: () => onStorageDone(core),
      onFailure: (error) => onStorageFailure(core, error),
    }),
  );
  const leave = await openTabs(core);
  const sync = createTabSync(core, {
    server: remote.server,
    later: clock.later,
    now: clock.now,
    isReachable: () => isOnline.value,
    describe: ({ name: table }) => ({ selectStar: `SELECT * FROM ${table}` }),
    log: (text) => void logged.push(text),
    warn: (text) => void warnings.push(text),
  });
  core.onChange = sync.wake;
  return {
    core,
    sync,
    warnings,
    logged,
    isOnline,
    close: () => {
      sync.stop();
      leave();
    },
    add: (id, change = {}) =>
      act(core, { type: 'add', tab: tabOf(core.view, { id, maxRow: 100_000, dbId: 1, ...change }, clock.now()) }),
    edit: (id, change) => act(core, { type: 'edit', id, change: { ...change, updatedAt: clock.now() } }),
    sql: (id) => core.view.tabs.find((tab) => tab.id === id)?.sql,
  };
}
