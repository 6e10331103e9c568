import { message } from '@tessera/core/messages';
import { join } from 'node:path';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../bind-all.ts';
import { guarded } from './admission/circuit-breaker.ts';
import type { Connection, EngineContext } from './drivers/driver.ts';
import { driverOf } from './drivers/drivers.ts';
import type { Engine } from './engine.ts';
import { createSemaphore, gated, type Semaphore, type QueueView } from './admission/semaphore.ts';
import { createSqlParsers } from './verify/parsers.ts';
import { withVerification } from './verify/verify.ts';
import { readerOf } from './verify/readers.ts';
import { createRunning, watchedBy, type Running, type RunningQuery } from './admission/running.ts';

/** What is saved of a database, secrets opened. */
export type SavedConnection = {
  readonly engine: string;
  readonly connection: Connection;
  /** Engines of an older version are closed. */
  readonly version: number;
  /** Queries at a time. */
  readonly concurrency: number;
  /** Somebody may change something in it. */
  readonly mayWrite: boolean;
};

/** `own`: what this server runs there for the requesting user. */
export type DatabaseQueue = QueueView & { readonly databaseId: number; readonly own: readonly RunningQuery[] };

export type EngineRegistry = {
  /**
   * The engine of a database, opened at its first use and retained until the database changes.
   *
   * @param version The database's, where the caller has just read it: an engine that is open at it needs no further
   * read.
   * @throws AppError not_found, invalid_object
   */
  readonly engineFor: (databaseId: number, version?: number) => Promise<Engine>;
  /** A query will come: what it would wait for begins now, as far as it can. What is wrong is reported by the query. */
  readonly wake: (databaseId: number) => void;
  /** Close the engine of a database that was changed or deleted. */
  readonly forget: (databaseId: number) => Promise<void>;
  /** Who runs and waits at each open database, with the places of one user's queries in the queue. */
  readonly queues: (fairnessKey: string) => Promise<readonly DatabaseQueue[]>;
  /** The place of one request among those who wait for a busy database, from 1; `null` where it does not wait. */
  readonly placeOf: (databaseId: number, fairnessKey: string, ask: string) => Promise<number | null>;
  /** The sums of this server, for its gauges. */
  readonly counts: () => { readonly running: number; readonly waiting: number };
  /** An engine that nobody else shares, for connection tests. The caller closes it. @throws AppError invalid_object */
  readonly openOnce: (engine: string, connection: Connection) => Engine;
  readonly close: () => Promise<void>;
};

type Needs = {
  readonly load: (databaseId: number) => Promise<SavedConnection | null>;
  readonly context: EngineContext;
  /** So many queries at a time on a database; by default those of this server. */ readonly semaphoreOf?: (
    databaseId: number,
    places: number,
  ) => Semaphore;
};
type Open = {
  readonly version: number;
  readonly engine: Engine;
  readonly semaphore: Semaphore;
  /** Of those that go on at the pace of their reader. */
  readonly streams: Semaphore;
  readonly running: Running;
};

type RegistryState = {
  readonly load: (databaseId: number) => Promise<SavedConnection | null>;
  readonly context: EngineContext;
  readonly semaphoreOf: (databaseId: number, places: number) => Semaphore;
  readonly open: Map<number, Open>;
  readonly parsers: ReturnType<typeof createSqlParsers>;
  closed: boolean;
};

/** Engines by database id. */
export function createEngineRegistry({
  load,
  context,
  semaphoreOf = (_, places) => createSemaphore(places),
}: Needs): EngineRegistry {
  const registry: RegistryState = {
    load,
    context,
    semaphoreOf,
    open: new Map<number, Open>(),
    parsers: createSqlParsers(join(context.processFolder, 'sql-parser-worker.mjs')),
    closed: false,
  };
  return bindAll(registry, { engineFor, wake, forget, queues, placeOf, counts, openOnce: openOnceLifted, close });
}

function openOnce(registry: RegistryState, engine: string, connection: Connection, databaseId?: number): Engine {
  const driver = driverOf(engine);
  if (!driver)
    throw new AppError('invalid_object', { reason: message('There is no engine "%(engine)s".', { engine }) });
  const opened = driver.open(
    connection,
    databaseId === undefined ? registry.context : { ...registry.context, databaseId },
  );
  return withVerification(opened, readerOf(opened, registry.parsers));
}

async function engineFor(registry: RegistryState, databaseId: number, version?: number): Promise<Engine> {
  const known = registry.open.get(databaseId);
  if (known !== undefined && known.version === version) return known.engine;
  const saved = await registry.load(databaseId);
  if (!saved) throw new AppError('not_found', {});
  if (registry.closed) throw new AppError('engine_unavailable', { database: saved.connection.name });
  // Nothing waits between here and the entry in the map: two callers never open two instances of one file.
  const current = registry.open.get(databaseId);
  if (current?.version === saved.version) return current.engine;
  const opened = allowed(openOnce(registry, saved.engine, saved.connection, databaseId), saved);
  // Files are read by processes of our own, which are watched in another way.
  const watched =
    driverOf(saved.engine)?.uri === 'server'
      ? guarded(opened, { name: saved.connection.name, now: () => performance.now() })
      : opened;
  const places = Math.min(saved.concurrency, opened.places ?? saved.concurrency);
  const semaphore = registry.semaphoreOf(databaseId, places);
  const running = createRunning(() => performance.now());
  // They may go on for hours: nobody has the last of their places as well, and they leave one to everybody else.
  const long = Math.max(1, Math.min(Math.floor(saved.concurrency / 2), places - 1));
  const streams = createSemaphore(long, long - 1);
  const engine = gated(watchedBy(watched, running), semaphore, streams);
  registry.open.set(databaseId, { version: saved.version, engine, semaphore, streams, running });
  if (current) void current.engine.close();
  return engine;
}

/** Where nothing may be written, there is no way to. */
function allowed({ write, ...engine }: Engine, { mayWrite }: SavedConnection): Engine {
  return mayWrite && write ? { ...engine, write } : engine;
}

function wake(registry: RegistryState, databaseId: number): void {
  engineFor(registry, databaseId)
    .then((engine) => engine.wake?.())
    .catch(() => undefined);
}

async function forget(registry: RegistryState, databaseId: number): Promise<void> {
  const current = registry.open.get(databaseId);
  registry.open.delete(databaseId);
  await current?.engine.close();
}

async function close(registry: RegistryState): Promise<void> {
  registry.closed = true;
  const engines = [...registry.open.values()];
  registry.open.clear();
  await Promise.all([registry.parsers.close(), ...engines.map(({ engine }) => engine.close())]);
}

function queues(registry: RegistryState, fairnessKey: string) {
  return Promise.all(
    [...registry.open].map(async ([databaseId, { semaphore, running }]) => ({
      databaseId,
      ...(await semaphore.look(fairnessKey)),
      own: running.of(fairnessKey),
    })),
  );
}

async function placeOf(
  registry: RegistryState,
  databaseId: number,
  fairnessKey: string,
  ask: string,
): Promise<number | null> {
  const open = registry.open.get(databaseId);
  if (!open) return null;
  for (const semaphore of [open.streams, open.semaphore]) {
    const { waits } = await semaphore.look(fairnessKey);
    const own = waits.find(({ asks }) => asks.includes(ask));
    if (own) return own.place;
  }
  return null;
}

function counts(registry: RegistryState) {
  return [...registry.open.values()].reduce(
    (sum, { semaphore }) => ({
      running: sum.running + semaphore.running(),
      waiting: sum.waiting + semaphore.waiting(),
    }),
    { running: 0, waiting: 0 },
  );
}

function openOnceLifted(registry: RegistryState, engine: string, connection: Connection) {
  return openOnce(registry, engine, connection);
}
