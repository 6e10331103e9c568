import { message, sayInEnglish, type Words } from '@tessera/core/messages';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import type { ExtractRef } from '../../engines/extracts/engines.ts';
import type { JobState } from '../../metadata/tables.ts';
import { blockedBy } from './blocked.ts';
import { readSchedule } from './schedule.ts';
import type { ExtractItem } from './schema.ts';
import { signatureOf, type StoredShape } from './shape.ts';
import type { ExtractRow } from './store.ts';

type Around = { readonly isHere: (extract: ExtractRef) => boolean; readonly now: Date };

/** What is notified of the acceleration of a dataset. @param job state of the job of its refresh; null for none */
export function presentExtract(
  dataset: ResolvedDataset,
  row: ExtractRow | null,
  job: JobState | null,
  around: Around,
): ExtractItem {
  return {
    dataset_id: dataset.id,
    is_accelerated: row !== null,
    blocked: said(blockedBy(dataset)),
    schedule: row && readSchedule(row.schedule),
    watermark: row?.watermark ?? null,
    watermark_choices: dataset.columns
      .filter(({ expression, kind }) => expression === null && (kind === 'temporal' || kind === 'numeric'))
      .map(({ name }) => name),
    next_on: row?.next_on ?? null,
    extract: row && madeOf(dataset, row, around),
    refresh: row && refreshOf(row, job, around.now),
    failure: row && failureOf(row),
  };
}

function said(words: Words | null): ExtractItem['blocked'] {
  return words === null ? null : { message: sayInEnglish(words), words };
}

function madeOf(dataset: ResolvedDataset, row: ExtractRow, { isHere }: Around): ExtractItem['extract'] {
  if (row.version === 0 || row.read_on === null || row.shape === null) return null;
  const { leftOut } = JSON.parse(row.shape) as StoredShape;
  return {
    version: row.version,
    rows: row.row_count ?? 0,
    bytes: row.bytes ?? 0,
    read_on: row.read_on,
    took_ms: Math.round(row.took_ms ?? 0),
    reached: row.reached,
    left_out: [...leftOut],
    unused: said(unusedBecause(dataset, row, isHere({ datasetId: dataset.id, version: row.version }))),
  };
}

function unusedBecause(dataset: ResolvedDataset, row: ExtractRow, isHere: boolean): Words | null {
  if (row.signature !== signatureOf(dataset))
    return message('The dataset has changed since; its source is read until the next refresh.');
  return isHere ? null : message('Its file is not on this server, which reads the source.');
}

function refreshOf(row: ExtractRow, job: JobState | null, now: Date): ExtractItem['refresh'] {
  if ((job !== 'queued' && job !== 'running') || row.began_on === null) return null;
  const { rows = null, share = null } = JSON.parse(row.progress ?? '{}') as {
    readonly rows?: number | null;
    readonly share?: number | null;
  };
  // A copy tells its share; rows that are sent are compared with those of the last time.
  const guessed = rows !== null && row.row_count !== null && row.row_count > 0 && row.watermark === null;
  return {
    state: job,
    began_on: row.began_on,
    elapsed_ms: Math.max(0, now.getTime() - Date.parse(row.began_on)),
    rows,
    share: share ?? (guessed ? Math.min(0.99, rows / (row.row_count ?? 1)) : null),
  };
}

function failureOf({ failure, failed_on: failedOn }: ExtractRow): ExtractItem['failure'] {
  if (failure === null || failedOn === null) return null;
  const [first] = JSON.parse(failure) as readonly {
    readonly message?: string;
    readonly extra?: { readonly words?: unknown };
  }[];
  return { message: first?.message ?? '', words: first?.extra?.words, failed_on: failedOn };
}
