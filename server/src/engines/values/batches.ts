import type { Cell, ColumnKind } from '@tessera/core/table';
import type { Batch } from '../engine.ts';
import { columnBuilder, resultNames, unpack } from './columns.ts';

const BATCH_ROWS = 5_000;
/** A batch of long texts is closed earlier. */
const BATCH_CHARACTERS = 4_000_000;

/** How one column of a result is called, what it holds and how its values become cells. */
export type ColumnReader = {
  readonly name: string;
  readonly type: string;
  readonly kind: ColumnKind;
  readonly parse: (value: unknown) => Cell;
};

/**
 * Batches from rows. Rows beyond `maxRows` are not read further: the source is left early, which is what cancels it.
 *
 * @param rows  Parts of rows as they come from the database; `columns` is asked when the first chunk is there.
 */
export async function* batchesOf(
  rows: AsyncIterable<readonly (readonly unknown[])[]>,
  columns: () => readonly ColumnReader[],
  maxRows: number,
): AsyncGenerator<Batch, void> {
  let builders: Builders | null = null;
  let held: Batch | null = null;
  let total = 0;
  let truncated = false;
  chunks: for await (const chunk of rows) {
    builders ??= buildersOf(columns());
    for (const row of chunk) {
      if (total >= maxRows) {
        truncated = true;
        break chunks;
      }
      builders.push(row);
      total += 1;
      if (!builders.isFull()) continue;
      if (held) yield held;
      held = builders.take();
    }
  }
  builders ??= buildersOf(columns());
  const rest = builders.take();
  if (held && rest.table.rowCount > 0) yield held;
  yield { ...(held && rest.table.rowCount === 0 ? held : rest), truncated, isLast: true };
}

type Builders = {
  readonly push: (row: readonly unknown[]) => void;
  readonly isFull: () => boolean;
  readonly take: () => Batch;
};

function buildersOf(readers: readonly ColumnReader[]): Builders {
  const names = resultNames(readers.map((reader) => reader.name));
  const columns = readers.map((reader, index) => ({
    parse: reader.parse,
    builder: columnBuilder(names[index] ?? reader.name, reader.kind, reader.type),
  }));
  let rowCount = 0;
  return {
    push: (row) => {
      rowCount += 1;
      for (const [index, { parse, builder }] of columns.entries()) {
        const value = row[index];
        builder.push(value === null || value === undefined ? null : parse(value));
      }
    },
    isFull: () => rowCount >= BATCH_ROWS || columns.some(({ builder }) => builder.characters() > BATCH_CHARACTERS),
    take: () => {
      const parts = columns.map(({ builder }) => builder.take());
      const batch = {
        table: { rowCount, columns: new Map(parts.map((part) => [part.name, unpack(part)])) },
        types: Object.fromEntries(parts.map((part) => [part.name, part.type])),
        truncated: false,
        isLast: false,
      };
      rowCount = 0;
      return batch;
    },
  };
}
