import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Table } from '@tessera/core/table';
import { codeOf } from '../../testing/code-of.ts';
import { builtServer } from '../../testing/processes/built-server.ts';
import { mayMount, mountSmallDisk } from '../../testing/processes/small-disk.ts';
import { runExtract, type ExtractWish } from './run-extract.ts';

const columns = [
  { name: 'id', type: 'BIGINT' },
  { name: 'word', type: 'VARCHAR' },
];

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-extracts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function wishOf(folder: string, read: Extract<ExtractWish['from'], { kind: 'rows' }>['read']): ExtractWish {
  return {
    runId: 'run',
    folder,
    target: join(folder, 'dataset-1-1.duckdb'),
    table: 'events',
    grownFrom: null,
    watermark: null,
    from: { kind: 'rows', columns, read },
    bounds: { fileBytes: 1e9, memoryMb: 128 },
  };
}

function table(rows: number, from = 0): Table {
  return {
    rowCount: rows,
    columns: new Map([
      ['id', { name: 'id', kind: 'numeric', values: Float64Array.from({ length: rows }, (_, at) => from + at) }],
      [
        'word',
        {
          name: 'word',
          kind: 'string',
          values: Array.from({ length: rows }, (_, at) => `${from + at} ${Math.sqrt(from + at)} ${Math.sin(at)}`),
        },
      ],
    ]),
  };
}

const watch = (signal = new AbortController().signal) => ({ signal, progress: () => undefined });

test('a stop ends the reading of the source, and leaves nothing behind', async () => {
  const folder = folderOfTest();
  const stop = new AbortController();
  let isEnded = false;
  const made = runExtract(
    wishOf(folder, async function* (_, signal) {
      try {
        yield table(100);
        setTimeout(() => stop.abort(), 0);
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        signal.throwIfAborted();
      } finally {
        isEnded = true;
      }
    }),
    builtServer,
    watch(stop.signal),
  );
  expect([await codeOf(made), isEnded, readdirSync(folder), readdirSync(join(folder, '.making'))]).toEqual([
    'query_cancelled',
    true,
    ['.making'],
    [],
  ]);
});

test('[F14] a process that is killed while it writes is notified, and what it wrote goes', async () => {
  const folder = folderOfTest();
  writeFileSync(join(folder, 'extract-process.mjs'), `process.kill(process.pid, 'SIGKILL');`);
  const made = runExtract(
    wishOf(folder, async function* () {}),
    folder,
    watch(),
  );
  await expect(made).rejects.toThrow('The extract could not be made: its process was ended');
  expect(readdirSync(join(folder, '.making'))).toEqual([]);
});

test('a value that its column cannot hold is notified with its column', async () => {
  const wrong: Table = {
    rowCount: 1,
    columns: new Map([
      ['id', { name: 'id', kind: 'numeric', values: ['twelve'] }],
      ['word', { name: 'word', kind: 'string', values: ['x'] }],
    ]),
  };
  const made = runExtract(
    wishOf(folderOfTest(), async function* () {
      yield wrong;
    }),
    builtServer,
    watch(),
  );
  await expect(made).rejects.toThrow('twelve in the column id is no BIGINT');
});

test.skipIf(process.env['CI'] !== 'true' && !mayMount())(
  '[F46] a disk that is full is told, and is as it was before',
  async () => {
    const disk = mountSmallDisk(4);
    onTestFinished(disk.unmount);
    const made = runExtract(
      wishOf(disk.folder, async function* () {
        for (let from = 0; from < 600_000; from += 10_000) yield table(10_000, from);
      }),
      builtServer,
      watch(),
    );
    expect(await codeOf(made)).toBe('extract_no_space');
    expect([readdirSync(disk.folder), readdirSync(join(disk.folder, '.making'))]).toEqual([['.making'], []]);
  },
);
