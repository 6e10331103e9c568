import { existsSync } from 'node:fs';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import { createSemaphore, gated } from '../admission/semaphore.ts';
import type { EngineContext } from '../drivers/driver.ts';
import { openExtract } from '../drivers/duckdb/duckdb.ts';
import type { Engine } from '../engine.ts';
import type { ProcessHost } from '../process/host.ts';
import { readerOf } from '../verify/readers.ts';
import { withVerification } from '../verify/verify.ts';
import { fileOfExtract } from './folder.ts';

/** One version of the extract of a dataset. */
export type ExtractRef = { readonly datasetId: number; readonly version: number };

type Needs = { readonly folder: string; readonly context: EngineContext };
type Open = ExtractRef & { readonly engine: Engine; readonly host: ProcessHost };
type State = Needs & {
  /** By dataset and version: queries that were planned before a swap are served by what they were planned for. */
  readonly open: Map<string, Open>;
  readonly here: Set<string>;
  closed: boolean;
};

/** Queries of one extract at a time: more only make all of them slower. */
const PLACES = 8;
const MOST_HERE = 10_000;

/** The engines of extracts: one for each dataset, of its newest version that was asked for. */
export function createExtractEngines(needs: Needs) {
  const state: State = { ...needs, open: new Map(), here: new Set(), closed: false };
  return bindAll(state, { engineFor, isHere, forget, close });
}

/** Whether the file of an extract can be seen by this server. */
function isHere(state: State, { datasetId, version }: ExtractRef): boolean {
  const file = fileOfExtract(state.folder, datasetId, version);
  if (state.here.has(file)) return true;
  if (!existsSync(file)) return false;
  if (state.here.size > MOST_HERE) state.here.clear();
  state.here.add(file);
  return true;
}

/** @throws AppError engine_unavailable */
async function engineFor(state: State, { datasetId, version }: ExtractRef): Promise<Engine> {
  const key = `${datasetId} ${version}`;
  const present = state.open.get(key);
  if (present) return present.engine;
  const name = `extract ${datasetId}`;
  if (state.closed) throw new AppError('engine_unavailable', { database: name });
  const { engine, host } = openExtract(name, fileOfExtract(state.folder, datasetId, version), state.context);
  const verified = withVerification(engine, readerOf(engine, { read: refuse, close: async () => undefined }));
  const opened = gated(verified, createSemaphore(PLACES), createSemaphore(PLACES / 2));
  retireOlder(state, datasetId, version);
  state.open.set(key, { datasetId, version, engine: opened, host });
  return opened;
}

/** Their queries run to their end, and late ones are served; what is older than the one before is forgotten. */
function retireOlder(state: State, datasetId: number, version: number): void {
  for (const [key, one] of state.open) {
    if (one.datasetId !== datasetId || one.version >= version) continue;
    one.host.retire();
    if (one.version < version - 1) state.open.delete(key);
  }
}

/** The engine reads every text itself. */
function refuse(): Promise<never> {
  return Promise.reject(new Error('Extracts are read by their own engine.'));
}

/** A dataset has no extract any more. */
function forget(state: State, datasetId: number): void {
  retireOlder(state, datasetId, Number.POSITIVE_INFINITY);
  for (const file of state.here) if (file.includes(`dataset-${datasetId}-`)) state.here.delete(file);
}

async function close(state: State): Promise<void> {
  state.closed = true;
  await Promise.all([...state.open.values()].map(({ host }) => host.close()));
}
