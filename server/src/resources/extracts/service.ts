import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { bindAll } from '../../bind-all.ts';
import type { DatasetReader } from '../../chart-data/access/authorise.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { extractFiles, sweepMaking } from '../../engines/extracts/folder.ts';
import type { ExtractRef } from '../../engines/extracts/engines.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Principal } from '../../principal.ts';
import { mayReadDataset } from '../access/policy.ts';
import { mayEditDataset } from '../datasets/policy.ts';
import { assertPossible, assertWatermark } from './blocked.ts';
import { EXTRACT, type ExtractOrder } from './make.ts';
import { presentExtract } from './present.ts';
import { assertSchedule, nextRun, readSchedule } from './schedule.ts';
import type { ExtractItem, ExtractPut } from './schema.ts';
import { signatureOf } from './shape.ts';
import type { ExtractRow, ExtractStore } from './store.ts';

export type ExtractService = ReturnType<typeof createExtractService>;

export type Needs = {
  readonly store: ExtractStore;
  readonly datasets: DatasetReader;
  readonly jobs: Pick<Jobs, 'submit' | 'find' | 'cancel'>;
  /** In whose name extracts are refreshed whose author is gone; null where there is nobody. */
  readonly anyAdmin: () => Promise<number | null>;
  readonly isHere: (extract: ExtractRef) => boolean;
  /** A dataset is read at its source again. */
  readonly onForget: (datasetId: number) => void;
  readonly folder: string;
  readonly now: () => Date;
};

/** A file that nobody refers to stays for so long, for queries that were planned on it. */
const GRACE_MS = 10 * 60_000;
/** What is being made is touched more often than this. */
const UNTOUCHED_MS = 3_600_000;

/** Accelerated datasets: their settings, their refreshes, and their files. Every method throws AppError. */
export function createExtractService(needs: Needs) {
  return bindAll(needs, { read, accelerate, stop, refresh, cancel, runDue, sweep });
}

/** @throws AppError not_found */
async function visible(needs: Needs, principal: Principal, id: number): Promise<ResolvedDataset> {
  const dataset = await needs.datasets(id);
  if (!dataset || !mayReadDataset(principal, dataset)) throw new AppError('not_found', {});
  return dataset;
}

/** @throws AppError not_found, edit_denied */
async function editable(needs: Needs, principal: Principal, id: number): Promise<ResolvedDataset> {
  const dataset = await visible(needs, principal, id);
  if (!mayEditDataset(principal, dataset)) throw new AppError('edit_denied', { object: 'dataset' });
  return dataset;
}

async function read(needs: Needs, principal: Principal, id: number): Promise<ExtractItem> {
  return shown(needs, await visible(needs, principal, id));
}

async function shown(needs: Needs, dataset: ResolvedDataset): Promise<ExtractItem> {
  const row = await needs.store.find(dataset.id);
  const job = row?.job_id ? await needs.jobs.find(row.job_id) : undefined;
  return presentExtract(dataset, row, job?.state ?? null, { isHere: needs.isHere, now: needs.now() });
}

/** Accelerate a dataset, or change how; the first extract begins at once. */
async function accelerate(needs: Needs, principal: Principal, id: number, body: ExtractPut): Promise<ExtractItem> {
  const dataset = await editable(needs, principal, id);
  assertPossible(dataset);
  assertWatermark(dataset, body.watermark);
  const now = needs.now();
  assertSchedule(body.schedule, now);
  const before = await needs.store.find(id);
  await needs.store.save(id, {
    watermark: body.watermark,
    schedule: JSON.stringify(body.schedule),
    user_id: principal.userId,
    next_on: nextRun(body.schedule, now)?.toISOString() ?? null,
  });
  if (before === null) await begin(needs, dataset, false);
  return shown(needs, dataset);
}

async function stop(needs: Needs, principal: Principal, id: number): Promise<void> {
  const dataset = await editable(needs, principal, id);
  const row = await needs.store.find(id);
  if (!row) throw new AppError('not_accelerated', {});
  await cancelJob(needs, row);
  await forget(needs, [dataset.id]);
}

/** @throws AppError not_accelerated, extract_running, extract_impossible */
async function refresh(needs: Needs, principal: Principal, id: number, all: boolean): Promise<ExtractItem> {
  const dataset = await editable(needs, principal, id);
  if (!(await needs.store.find(id))) throw new AppError('not_accelerated', {});
  assertPossible(dataset);
  if (!(await begin(needs, dataset, all))) throw new AppError('extract_running', {});
  return shown(needs, dataset);
}

async function cancel(needs: Needs, principal: Principal, id: number): Promise<ExtractItem> {
  const dataset = await editable(needs, principal, id);
  const row = await needs.store.find(id);
  if (!row) throw new AppError('not_accelerated', {});
  await cancelJob(needs, row);
  return shown(needs, dataset);
}

async function cancelJob(needs: Needs, { job_id: jobId }: ExtractRow): Promise<void> {
  const job = jobId === null ? undefined : await needs.jobs.find(jobId);
  if (job) await needs.jobs.cancel(job.id, job.user_id);
}

/** Queue one refresh, unless one is under way. @returns false where it is */
async function begin(needs: Needs, dataset: ResolvedDataset, all: boolean): Promise<boolean> {
  const row = await needs.store.find(dataset.id);
  const userId = row?.user_id ?? dataset.ownerIds[0] ?? (await needs.anyAdmin());
  if (!row || userId === null) return false;
  const now = needs.now();
  const runId = randomUUID();
  const next = nextRun(readSchedule(row.schedule), now)?.toISOString() ?? null;
  const isTaken = !(await needs.store.claim(dataset.id, { runId, now, next, tried: signatureOf(dataset) }));
  if (isTaken) return false;
  const order: ExtractOrder = { datasetId: dataset.id, runId, all };
  const jobId = await needs.jobs.submit({
    kind: EXTRACT,
    payload: printExactJson(order),
    user_id: userId,
    channel: `extract-${dataset.id}`,
  });
  await needs.store.note(dataset.id, runId, { job_id: jobId });
  return true;
}

/** Begin the refreshes whose time has come, and those of datasets that have become others since. */
async function runDue(needs: Needs): Promise<void> {
  const now = needs.now().toISOString();
  for (const row of await needs.store.all()) {
    const dataset = await needs.datasets(row.dataset_id);
    if (!dataset) continue;
    const signature = signatureOf(dataset);
    const isDue = row.next_on !== null && row.next_on <= now;
    const hasChanged = row.signature !== signature && row.tried !== signature;
    if (isDue || hasChanged) await begin(needs, dataset, false);
  }
}

async function forget(needs: Needs, datasetIds: readonly number[]): Promise<void> {
  await needs.store.remove(datasetIds);
  for (const id of datasetIds) needs.onForget(id);
  for (const { file, datasetId } of await extractFiles(needs.folder))
    if (datasetIds.includes(datasetId)) await rm(file, { force: true });
}

/** Take away what is of no use to anybody. @param all nobody else is at it */
async function sweep(needs: Needs, all: boolean): Promise<void> {
  const orphans = await needs.store.orphans();
  if (orphans.length > 0) await forget(needs, orphans);
  const nowMs = needs.now().getTime();
  await sweepMaking(needs.folder, all ? null : UNTOUCHED_MS, nowMs);
  const versions = new Map((await needs.store.all()).map((row) => [row.dataset_id, row.version]));
  for (const { file, datasetId, version, changedMs } of await extractFiles(needs.folder)) {
    if (version === versions.get(datasetId)) continue;
    if (all || nowMs - changedMs > GRACE_MS) await rm(file, { force: true });
  }
}
