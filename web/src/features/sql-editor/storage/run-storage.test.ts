import { appendRows, createGrowingTable, stateOf } from '@tessera/core/growing-table';
import type { Cell } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { beginRun } from '../runs/step-run.ts';
import type { Run } from '../runs/run.ts';
import { agedRun, storedOf, kilobytesOf, MAX_AGE_MS, MAX_KB } from './run-storage.ts';

function runOf(cells: readonly Cell[]): Run {
  const growing = createGrowingTable([{ name: 'a', kind: 'string' }]);
  const table = cells.length === 0 ? stateOf(growing) : appendRows(growing, [cells]);
  const result = { statement: 0, sql: '', columns: [], growing, table, cut: [], tail: null, isDone: true };
  return { ...beginRun('q', { sql: '', at: 0 }, { isAsync: false }, 0), results: [result], isComplete: true };
}

test('[9.0-32] each character counts as 2 bytes, and a kB has 1024 of them', () => {
  expect(kilobytesOf(runOf(['x'.repeat(512)]))).toBe(1);
  expect(kilobytesOf(runOf(['ab', 'c', 1234, null, true, 12n, [1, 2n]]))).toBe(
    ((2 + 1 + 4 + 4 + 4 + 2 + 7) * 2) / 1024,
  );
});

test('[9.0-32] results larger than 5120 kB are not stored; the run itself is', () => {
  const fits = runOf(['x'.repeat(MAX_KB * 512)]);
  expect(storedOf(fits)).toBe(fits);
  expect(storedOf(runOf(['x'.repeat(MAX_KB * 512), 'y']))).toMatchObject({ results: [], isComplete: false });
});

test('[9.0-32] results are dropped when they are older than a day', () => {
  const run = runOf(['a']);
  expect(MAX_AGE_MS).toBe(86_400_000);
  expect(agedRun({ run, at: 0 }, 86_400_000)).toBe(run);
  expect(agedRun({ run, at: 0 }, 86_400_001)).toMatchObject({ results: [], isComplete: false });
});
