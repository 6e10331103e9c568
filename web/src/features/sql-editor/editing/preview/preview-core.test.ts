import { emptyTable } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { createPreview, type PreviewRows, type PreviewState } from './preview-core.ts';

function setUp() {
  const asked: {
    sql: string;
    signal: AbortSignal;
    answer: (rows: PreviewRows) => void;
    fail: (error: Error) => void;
  }[] = [];
  const waiting: (() => void)[] = [];
  const states: PreviewState[] = [];
  const preview = createPreview({
    ask: (sql, signal) => new Promise((answer, fail) => asked.push({ sql, signal, answer, fail })),
    later: (run) => {
      waiting.push(run);
      return () => waiting.splice(waiting.indexOf(run), 1);
    },
    explain: (error) => (error as Error).message,
    onChange: (state) => states.push(state),
  });
  const pause = () => waiting.splice(0).forEach((run) => run());
  return { preview, asked, states, pause };
}

const rows = (durationMs: number): PreviewRows => {
  return { columns: [], table: emptyTable, isSample: false, tableRows: null, durationMs };
};
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('each text ends the question before it, and only the latest answer is shown', async () => {
  const { preview, asked, states, pause } = setUp();
  preview.show('SELECT 1');
  pause();
  preview.show('SELECT 12');
  preview.show('SELECT 123');
  pause();
  expect(asked.map(({ sql, signal }) => [sql, signal.aborted])).toEqual([
    ['SELECT 1', true],
    ['SELECT 123', false],
  ]);
  asked[1]?.answer(rows(2));
  asked[0]?.answer(rows(1));
  await settled();
  expect(states.at(-1)).toEqual({ rows: rows(2), problem: null, isAsking: false });
});

test('a wrong statement leaves the last rows, with the reason; a right one takes the reason away', async () => {
  const { preview, asked, states, pause } = setUp();
  preview.show('SELECT 1');
  pause();
  asked[0]?.answer(rows(1));
  await settled();
  preview.show('SELECT x');
  pause();
  asked[1]?.fail(new Error('no column x'));
  await settled();
  expect(states.at(-1)).toEqual({ rows: rows(1), problem: 'no column x', isAsking: false });
  preview.refuse('Only queries are previewed.');
  expect(states.at(-1)).toMatchObject({ rows: rows(1), problem: 'Only queries are previewed.' });
  preview.show('SELECT 2');
  pause();
  asked[2]?.answer(rows(3));
  await settled();
  expect(states.at(-1)).toEqual({ rows: rows(3), problem: null, isAsking: false });
});
