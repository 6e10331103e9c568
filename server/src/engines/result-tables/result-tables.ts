import { stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import { createSemaphore, gated } from '../admission/semaphore.ts';
import type { EngineContext } from '../drivers/driver.ts';
import { openTables } from '../drivers/duckdb/duckdb.ts';
import type { Engine } from '../engine.ts';
import type { ProcessHost } from '../process/host.ts';
import type { TypedColumn } from '../values/exact-type.ts';
import { readerOf } from '../verify/readers.ts';
import { withVerification } from '../verify/verify.ts';
import { tableColumnNames } from './column-names.ts';
import { makeResultTable } from './make-result-table.ts';

/** The rows of one statement of a result, and the name that queries give them. */
export type ResultTableRef = {
  readonly name: string;
  readonly key: string;
  readonly statement: number;
  readonly columns: readonly TypedColumn[];
};
export type ResultTables = ReturnType<typeof createResultTables>;

type Needs = {
  /** Of the results: their tables lie beside them. */
  readonly folder: string;
  readonly context: EngineContext;
};
type Places = ReturnType<typeof createSemaphore>;
type Open = { readonly engine: Engine; readonly host: ProcessHost };
type State = Needs & {
  readonly open: LRUCache<string, Open>;
  readonly making: Map<string, Promise<void>>;
  /** Tables that are made at a time, each in a process. */
  readonly makers: Places;
  /** Queries of all sets together: another name of a result is another set, with another process. */
  readonly places: Places;
  readonly streams: Places;
};

/** Sets of results that are open at a time, each in a process of its own. */
const MOST_OPEN = 6;
const PLACES = MOST_OPEN;
const STREAMS = PLACES / 2;
const MAKERS = 2;
const TEMPORARY_MB = 2048;

/**
 * Results of the SQL editor as tables of the embedded engine. The table of a result is made when somebody asks for it
 * first; whoever asks next finds it. Who may is for the caller to say.
 */
export function createResultTables(needs: Needs) {
  const open = new LRUCache<string, Open>({ max: MOST_OPEN, dispose: ({ host }) => host.retire() });
  const state: State = {
    ...needs,
    open,
    making: new Map(),
    makers: createSemaphore(MAKERS),
    places: createSemaphore(PLACES, PLACES - 1),
    streams: createSemaphore(STREAMS, STREAMS - 1),
  };
  return bindAll(state, { engineFor, close });
}

/**
 * An engine with these results as tables, closed to files and the network.
 * @param fairnessKey  Who asks: tables are made for users in turn
 * @throws AppError results_gone, storage_full, engine_memory
 */
async function engineFor(state: State, refs: readonly ResultTableRef[], fairnessKey: string): Promise<Engine> {
  await Promise.all(refs.map((ref) => ensure(state, ref, fairnessKey)));
  const open = (): Engine => opened(state, refs).engine;
  // What waits has no process yet: it would be there long after it was pushed out by the sets of others.
  return gated(
    {
      ...verifiedTables(state, refs).engine,
      run: (query, options) => open().run(query, options),
      stream: (query, options) => open().stream(query, options),
      describe: (...asked) => open().describe(...asked),
    },
    state.places,
    state.streams,
  );
}

/** Its process starts with the first question. */
function opened(state: State, refs: readonly ResultTableRef[]): Open {
  const key = JSON.stringify(refs.map(({ name, key, statement }) => [name, key, statement]));
  const known = state.open.get(key);
  if (known) return known;
  const made = verifiedTables(state, refs);
  state.open.set(key, made);
  return made;
}

function verifiedTables(state: State, refs: readonly ResultTableRef[]): Open {
  const tables = refs.map((ref) => ({ name: ref.name, file: fileOf(state, ref) }));
  const { engine, host } = openTables('results', tables, state.context);
  return { engine: withVerification(engine, readerOf(engine, { read: refuse, close: async () => undefined })), host };
}

/** The engine reads every text itself. */
function refuse(): Promise<never> {
  return Promise.reject(new Error('Results are read by their own engine.'));
}

/** The table of a result, made where it is not there. */
async function ensure(state: State, ref: ResultTableRef, fairnessKey: string): Promise<void> {
  const target = fileOf(state, ref);
  if ((await stat(target).catch(() => null)) !== null) return;
  const running =
    state.making.get(target) ?? makeInTurn(state, ref, target, fairnessKey).finally(() => state.making.delete(target));
  state.making.set(target, running);
  return running;
}

/** Others may wait for the same table: it is made even if who asked first has left. */
async function makeInTurn(state: State, ref: ResultTableRef, target: string, fairnessKey: string): Promise<void> {
  const leave = await state.makers.enter(fairnessKey, new AbortController().signal);
  try {
    await make(state, ref, target);
  } finally {
    leave();
  }
}

async function make({ folder, context }: State, { key, statement, columns }: ResultTableRef, target: string) {
  if (columns.length === 0) throw new AppError('results_gone', {});
  const names = tableColumnNames(columns.map(({ name }) => name));
  // It begins with the name of its result, and is removed with it whatever happens.
  const part = join(folder, `${key}-${randomUUID()}`);
  await makeResultTable(
    {
      lines: join(folder, `${key}.ndjson`),
      cells: join(folder, `${key}.cells`),
      statement,
      columns: columns.map((column, index) => ({ ...column, name: names[index] ?? column.name })),
      target: `${part}.duckdb`,
      spill: `${part}.spill`,
      memoryMb: context.memoryMb,
      temporaryMb: TEMPORARY_MB,
    },
    target,
    context.processFolder,
  );
}

function fileOf({ folder }: State, { key, statement }: ResultTableRef): string {
  return join(folder, `${key}-${statement}.duckdb`);
}

async function close(state: State): Promise<void> {
  const hosts = [...state.open.values()].map(({ host }) => host);
  await Promise.all(hosts.map((host) => host.close()));
}
