import { ApiError } from '../../../api/api-error.ts';
import { SAVE_FAILED, troubleText, type SyncTrouble } from './sync-words.ts';
import type { EditorTable } from './tables.ts';
import type { TabServer } from './tab-server.ts';
import type { TabsCore } from './tabs-core.ts';

export type SyncIo = {
  readonly server: TabServer;
  readonly later: (run: () => void, ms: number) => () => void;
  readonly now: () => number;
  /** Whether it is worth asking: there is a network, and the server answered last. */
  readonly isReachable: () => boolean;
  /** What is known of a table: columns, keys, indexes, the statement that selects from it ([3.13-05]). */
  readonly describe: (table: EditorTable) => object;
  /** For whoever looks for the reason; nobody is disturbed. */
  readonly log: (text: string, error: unknown) => void;
  readonly warn: (text: string) => void;
};

/** What a window knows of telling the server. */
export type Sync = {
  readonly core: TabsCore;
  readonly io: SyncIo;
  cancel: (() => void) | null;
  running: Promise<void>;
  isStopped: boolean;
  /** Nobody answered the question to sign in again: it is not asked anew before. */
  pausedUntil: number;
  /** The active tab as the server was notified last. */
  activated: number | null;
  /** Whether columns of a table are shown, as the server has it. */
  readonly expanded: Map<string, boolean>;
  /** By tab or table, until when a refused one is left alone. */
  readonly refused: Map<string, number>;
  /** What was said and has not been mended. */
  readonly told: Set<SyncTrouble>;
};

/** A refused change is tried again so much later; the server may take it then. */
export const REFUSED_MS = 30_000;

export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The server answered, and not what was hoped for. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && ![0, 401, 502, 503, 504].includes(error.status);
}

/**
 * Whether a call went through. What the server refuses is logged and passed over ([8.5-09]).
 * @throws what nobody answered
 */
export async function isDone({ io }: Sync, call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    io.log(SAVE_FAILED, error);
    return false;
  }
}

/** What is gone already need not be removed. */
export async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Say it once, until it has been mended. */
export function warnOnce({ told, io }: Sync, trouble: SyncTrouble): void {
  if (told.has(trouble)) return;
  told.add(trouble);
  io.warn(troubleText(trouble));
}
