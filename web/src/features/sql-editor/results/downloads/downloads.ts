import { t } from '@tessera/core/messages';
import { create } from 'zustand';
import { isAbort } from '../../../../api/api-error.ts';
import { exportAllRows, exportResult, type ExportOf } from '../../../../api/sql-lab.ts';
import { saveFile } from '../../../../ui/common/save-file.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { toast } from '../../../../ui/feedback/toast-store.ts';
import { readToBlob } from './read-to-blob.ts';

export type Download = ExportOf & {
  readonly id: number;
  /** Past the limit of the editor. */
  readonly isAll: boolean;
  readonly bytes: number;
  /** Null where nobody knows. */
  readonly expectedBytes: number | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
};

/** Files on their way, whatever tab is open. */
export const useDownloads = create<readonly Download[]>(() => []);

const stops = new Map<number, AbortController>();
let last = 0;

/** Have the rows of a result as a file; it is saved when it is whole. */
export async function startDownload(of: ExportOf, name: string, isAll: boolean): Promise<void> {
  const id = (last += 1);
  const stop = new AbortController();
  stops.set(id, stop);
  const begun: Download = { ...of, id, isAll, bytes: 0, expectedBytes: null, startedAt: Date.now() };
  useDownloads.setState((all) => [...all, begun], true);
  try {
    const answer = await (isAll ? exportAllRows : exportResult)(of, stop.signal);
    const length = Number(answer.headers.get('content-length'));
    if (length > 0) change(id, { expectedBytes: length });
    saveFile(await readToBlob(answer, (bytes) => change(id, { bytes })), name, of.format);
  } catch (error) {
    if (!isAbort(error)) toast.danger(t('The file was not saved: %s', describeError(error).title));
  } finally {
    stops.delete(id);
    useDownloads.setState((all) => all.filter((one) => one.id !== id), true);
  }
}

export function stopDownload(id: number): void {
  stops.get(id)?.abort();
}

function change(id: number, to: Partial<Download>): void {
  useDownloads.setState((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)), true);
}
