import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { bindAll } from '../bind-all.ts';
import type { Batch } from '../engines/engine.ts';
import type { ResultFiles } from './result-files.ts';
import { columnsOf, rowsLines, type ResultColumn } from './result-lines.ts';

/** Rows of a table that are stored for previews. */
export const SAMPLE_ROWS = 10_000;
export const SAMPLE_BYTES = 16 * 1024 * 1024;
const MOST = 200;
const AGE_MS = 15 * 60_000;

export type Sample = {
  /** Of its stored rows. */
  readonly key: string;
  readonly columns: readonly ResultColumn[];
  /** The table has more rows. */
  readonly isCut: boolean;
};
export type PreviewSamples = ReturnType<typeof createPreviewSamples>;

type Needs = { readonly files: Pick<ResultFiles, 'create' | 'remove' | 'has'> };
type State = Needs & { readonly known: LRUCache<string, Promise<Sample>> };

/**
 * The first rows of tables, stored for a while beside the results of queries, bounded and swept as they are: who types
 * asks the database for them once, and not with each key.
 */
export function createPreviewSamples(needs: Needs) {
  const known = new LRUCache<string, Promise<Sample>>({
    max: MOST,
    ttl: AGE_MS,
    dispose: (sample) => void sample.then(({ key }) => needs.files.remove(key)).catch(() => undefined),
  });
  return bindAll({ ...needs, known } satisfies State, { find });
}

/**
 * @param name  Who asks for what, with the rows that their rules leave
 * @param read  Ask the database. It goes on when whoever asked first has typed on.
 */
async function find(state: State, name: string, read: () => AsyncIterable<Batch>): Promise<Sample> {
  const known = state.known.get(name);
  if (known) {
    const sample = await known;
    if (await state.files.has(sample.key)) return sample;
  }
  // Two who come at once share one reading.
  const again = state.known.get(name);
  if (again !== undefined && again !== known) return again;
  const reading = keep(state, read());
  state.known.set(name, reading);
  reading.catch(() => {
    if (state.known.peek(name) === reading) state.known.delete(name);
  });
  return reading;
}

/** @throws AppError storage_full, and what the database says */
async function keep({ files }: State, batches: AsyncIterable<Batch>): Promise<Sample> {
  const key = randomUUID();
  const writer = await files.create(key);
  let columns: readonly ResultColumn[] | null = null;
  let isCut = false;
  try {
    for await (const batch of batches) {
      if (columns === null) {
        columns = columnsOf(batch, false);
        await writer.write(JSON.stringify({ head: { statement: 0, sql: '', columns } }));
      }
      for await (const line of rowsLines(batch, false, writer.putAside)) await writer.write(line);
      isCut ||= batch.truncated;
    }
    return { key, columns: columns ?? [], isCut };
  } catch (error) {
    await files.remove(key);
    throw error;
  } finally {
    await writer.close();
  }
}
