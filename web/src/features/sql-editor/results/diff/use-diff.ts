import type { Table } from '@tessera/core/table';
import { useEffect, useState } from 'react';
import { yieldToPage } from '../../../../ui/data-grid/yield-to-page.ts';
import type { DiffAnswer, DiffRequest, Side } from './diff-messages.ts';
import type { TableDiff } from './diff-tables.ts';

/** Cells that go to the worker at once: more would hold up a frame. */
const CELLS_PER_PART = 25_000;

/** Counts the questions, so that an answer that comes late is known. */
let asked = 0;

/** The comparison of two results, made in a worker; null until it is there. @param key null: one is guessed */
export function useDiff(before: Table, after: Table, key: readonly string[] | null): TableDiff | null {
  const worker = useWorker(before, after);
  const [made, setMade] = useState<{ readonly by: Worker; readonly diff: TableDiff } | null>(null);
  useEffect(() => {
    if (worker === null) return;
    const number = (asked += 1);
    const onAnswer = ({ data }: MessageEvent<DiffAnswer>) => {
      if (data.number === number) setMade({ by: worker, diff: data.diff });
    };
    worker.addEventListener('message', onAnswer);
    send(worker, { kind: 'compare', number, key });
    return () => worker.removeEventListener('message', onAnswer);
  }, [worker, key]);
  return made !== null && made.by === worker ? made.diff : null;
}

/** A worker that has both tables. */
function useWorker(before: Table, after: Table): Worker | null {
  const [ready, setReady] = useState<Worker | null>(null);
  useEffect(() => {
    const worker = new Worker(new URL('diff-worker.ts', import.meta.url), { type: 'module' });
    const stop = new AbortController();
    const sendBoth = async () => {
      await sendTable(worker, 'before', before, stop.signal);
      await sendTable(worker, 'after', after, stop.signal);
      if (!stop.signal.aborted) setReady(worker);
    };
    void sendBoth();
    return () => {
      stop.abort();
      worker.terminate();
      setReady(null);
    };
  }, [before, after]);
  return ready;
}

async function sendTable(worker: Worker, side: Side, { rowCount, columns }: Table, signal: AbortSignal): Promise<void> {
  send(worker, { kind: 'table', side, rowCount });
  for (const { name, kind, values } of columns.values()) {
    if (signal.aborted) return;
    if (values instanceof Float64Array) {
      const cells = values.slice(0, rowCount);
      send(worker, { kind: 'cells', side, name, columnKind: kind, cells }, [cells.buffer]);
      continue;
    }
    for (let from = 0; from === 0 || from < rowCount; from += CELLS_PER_PART) {
      if (signal.aborted) return;
      const cells = values.slice(from, Math.min(rowCount, from + CELLS_PER_PART));
      send(worker, { kind: 'cells', side, name, columnKind: kind, cells });
      await yieldToPage();
    }
  }
}

function send(worker: Worker, request: DiffRequest, transfer: readonly Transferable[] = []): void {
  worker.postMessage(request, [...transfer]);
}
