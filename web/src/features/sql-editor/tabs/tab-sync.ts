import { ApiError } from '../../../api/api-error.ts';
import { editorNumbers } from '../editor-numbers.ts';
import { updateOf } from './remote-tab.ts';
import type { Sync, SyncIo } from './sync-core.ts';
import { lookAtServer } from './take-state.ts';
import { activeTab } from './tabs.ts';
import { recordOf, type TabsCore } from './tabs-core.ts';
import { tellServer } from './tell-server.ts';

export type TabSync = {
  /** Something changed: the server is notified in time. */
  readonly wake: () => void;
  /** Look what the server has, and tell it what it lacks: at first, and after a while away. */
  readonly catchUp: () => Promise<void>;
  /** The page ends: what can still be sent is. */
  readonly leave: () => void;
  readonly stop: () => void;
};

const PAUSED_MS = 60_000;
/** What could not be notified is not tried again at once. */
const AGAIN_MS = 1000;
/** What a page that ends may still send. */
const LAST_CHARACTERS = 28_000;

/** Tells the server of the tabs of this window ([4.10-01] to [4.10-03]). */
export function createTabSync(core: TabsCore, io: SyncIo): TabSync {
  const sync: Sync = {
    core,
    io,
    cancel: null,
    running: Promise.resolve(),
    isStopped: false,
    pausedUntil: 0,
    activated: null,
    expanded: new Map(),
    refused: new Map(),
    told: new Set(),
  };
  return {
    wake: () => wakeAfter(sync, untilDue(sync)),
    catchUp: () =>
      run(sync, async () => {
        await lookAtServer(sync);
        await tellServer(sync);
      }),
    leave: () => leave(sync),
    stop: () => {
      sync.isStopped = true;
      sync.cancel?.();
    },
  };
}

function wakeAfter(sync: Sync, ms: number): void {
  if (sync.isStopped) return;
  sync.cancel?.();
  sync.cancel = sync.io.later(() => void run(sync, () => tellServer(sync)), ms);
}

/** Until the first tab is due; what is not a tab can wait as long as one that was just written. */
function untilDue({ core, io, refused }: Sync): number {
  const due = [...core.held].flatMap(([id, { dirty }]) =>
    dirty === null ? [] : Math.max(dirty.dueAt, refused.get(id) ?? 0),
  );
  return Math.min(editorNumbers.syncMs, ...due.map((at) => Math.max(0, at - io.now())));
}

/** One at a time; what changes meanwhile is in the next. */
function run(sync: Sync, work: () => Promise<void>): Promise<void> {
  sync.running = sync.running.then(() => attempt(sync, work));
  return sync.running;
}

async function attempt(sync: Sync, work: () => Promise<void>): Promise<void> {
  const { io } = sync;
  try {
    if (!sync.isStopped && io.isReachable() && io.now() >= sync.pausedUntil) await work();
  } catch (error) {
    // Nobody answered: the next run tells. Whoever does not sign in again is not asked every few seconds.
    if (error instanceof ApiError && error.status === 401) sync.pausedUntil = io.now() + PAUSED_MS;
  }
  if (isBehind(sync)) wakeAfter(sync, Math.max(untilDue(sync), AGAIN_MS));
}

/** Whether something is still to be notified. */
function isBehind({ core, activated }: Sync): boolean {
  const { view, held, destroyed, destroyedTables } = core;
  const active = activeTab(view)?.remoteId ?? null;
  return (
    destroyed.length + destroyedTables.length > 0 ||
    [...held.values()].some(({ dirty }) => dirty !== null) ||
    view.tables.some(({ remoteId }) => remoteId === null) ||
    (active !== null && active !== activated)
  );
}

/** What was written last is sent on its way, if it is short enough for that; the browser has it anyway. */
function leave({ core, io }: Sync): void {
  for (const tab of core.view.tabs) {
    const dirty = core.held.get(tab.id)?.dirty ?? null;
    if (dirty === null || tab.remoteId === null || tab.sql.length > LAST_CHARACTERS) continue;
    io.server.update(tab.remoteId, updateOf(recordOf(core, tab)), true).catch(() => undefined);
  }
}
