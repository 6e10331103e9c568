import { LRUCache } from 'lru-cache';
import { parseExactJson } from '@tessera/core/exact-json';
import type { ResultFiles } from './result-files.ts';
import type { ResultColumn, ResultHead, ResultTail } from './result-lines.ts';

/** What is cached of one statement of a run. */
export type CachedStatement = {
  readonly statement: number;
  readonly columns: readonly ResultColumn[];
  readonly rows: number;
  /** There were more rows than were read. */
  readonly isCut: boolean;
};
export type CachedResults = ReturnType<typeof createCachedResults>;

const ENTRIES = 300;

/** What the results of runs that are over hold, without their rows. */
export function createCachedResults(files: Pick<ResultFiles, 'read' | 'has'>) {
  const known = new LRUCache<string, readonly CachedStatement[]>({ max: ENTRIES });
  return {
    /** The statements with rows, in their order. @throws AppError results_gone, query_cancelled */
    statements: async (key: string, signal: AbortSignal): Promise<readonly CachedStatement[]> => {
      const before = (await files.has(key)) ? known.get(key) : undefined;
      if (before) return before;
      const found = await readStatements(files.read(key, { signal, isOver: async () => true }));
      known.set(key, found);
      return found;
    },
  };
}

/** Of lines with rows nothing is parsed. */
async function readStatements(read: AsyncIterable<Buffer | null>): Promise<readonly CachedStatement[]> {
  const found = new Map<number, CachedStatement>();
  for await (const bytes of read) {
    if (bytes === null) continue;
    for (let at = 0; at < bytes.length;) {
      const feed = bytes.indexOf(0x0a, at);
      const end = feed < 0 ? bytes.length : feed;
      const line = bytes.subarray(at, end);
      at = end + 1;
      if (line.subarray(0, 8).equals(HEAD)) {
        const { head } = parseExactJson(line.toString()) as { readonly head: ResultHead };
        found.set(head.statement, { statement: head.statement, columns: head.columns, rows: 0, isCut: true });
      } else if (line.subarray(0, 8).equals(TAIL)) {
        const { tail } = parseExactJson(line.toString()) as { readonly tail: ResultTail };
        const begun = found.get(tail.statement);
        if (begun) found.set(tail.statement, { ...begun, rows: tail.rows, isCut: tail.isCut });
      }
    }
  }
  return [...found.values()].filter(({ columns }) => columns.length > 0);
}

const HEAD = Buffer.from('{"head":');
const TAIL = Buffer.from('{"tail":');
