import { appendCells, type DiffAnswer, type DiffRequest, type SentTable } from './diff-messages.ts';
import { diffTables, guessKey } from './diff-tables.ts';

/** The two results, as far as they have come. */
const tables: { before: SentTable | null; after: SentTable | null } = { before: null, after: null };

addEventListener('message', ({ data }: MessageEvent<DiffRequest>) => {
  if (data.kind === 'table') tables[data.side] = { rowCount: data.rowCount, columns: new Map() };
  if (data.kind === 'cells') appendCells(tables[data.side], data);
  if (data.kind !== 'compare') return;
  const { before, after } = tables;
  if (before === null || after === null) return;
  const diff = diffTables(before, after, data.key ?? guessKey(before, after));
  const answer: DiffAnswer = { number: data.number, diff };
  postMessage(answer);
});
