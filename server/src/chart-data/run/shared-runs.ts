import type { Table } from '@tessera/core/table';

/** What a run brought: the rows before post-processing. */
export type Run = { readonly table: Table; readonly truncated: boolean };
/** A run with its age. */
export type CachedRun = Run & {
  readonly ranAtMs: number;
  /** How long the run took, in milliseconds. */
  readonly tookMs: number;
};
/** `token` names this very run; empty where nobody else knows it. */
export type NamedRun = CachedRun & { readonly token: string };

/** The cached run that was looked at and will not do; only later ones will. */
export type Known = Pick<NamedRun, 'token' | 'ranAtMs'>;
export const NOTHING_KNOWN: Known = { token: '', ranAtMs: 0 };
/** No cached result will do: it has to be run. */
export const NOTHING_WILL_DO: Known = { token: '', ranAtMs: Number.MAX_SAFE_INTEGER };

export type RunAsk = {
  readonly key: string;
  /** Whether others may be given it later. */
  readonly keep: boolean;
  readonly known: Known;
  /** Aborted when nobody on this server waits any more. */
  readonly signal: AbortSignal;
};

/**
 * What servers of one installation share of their work. One suite holds both implementations: `alone` and
 * sharing/redis-runs.ts.
 */
export type SharedRuns = {
  /** False while there is nobody to share with. */
  readonly isThere: () => boolean;
  /** What is cached for all servers under a key; null for nothing, and for whatever cannot be read. Never rejects. */
  readonly find: (key: string) => Promise<NamedRun | null>;
  /** Run, unless another server does so already: then its answer is waited for. */
  readonly once: (ask: RunAsk, run: (signal: AbortSignal) => Promise<CachedRun>) => Promise<NamedRun>;
  /**
   * Keep a run that was made without a database, for the others; at the age of what it was made of, unless one as late
   * is there. Never rejects.
   */
  readonly keep: (key: string, run: CachedRun) => Promise<void>;
  /** Called when another server has stored a newer run under a key. */
  readonly onRenewed: (listener: (key: string) => void) => void;
};

/** One server by itself. */
export const alone: SharedRuns = {
  isThere: () => false,
  find: async () => null,
  once: async ({ signal }, run) => ({ ...(await run(signal)), token: '' }),
  keep: async () => undefined,
  onRenewed: () => undefined,
};
