import { setImmediate } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { columnKinds, tableOf, type Cell, type Column, type ColumnKind, type Table } from '@tessera/core/table';
import type { CachedRun } from '../chart-data/run/shared-runs.ts';

/** Another form, another number: what another version wrote is a miss. */
const FORM = 1;
/** Cells that are written or read before it yields to others on the event loop. */
const SLICE = 20_000;

type Head = {
  readonly form: number;
  readonly ranAtMs: number;
  readonly tookMs: number;
  readonly truncated: boolean;
  readonly rowCount: number;
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
};

/** A run's rows as bytes: a head, then each column in slices. */
export async function writeRun({ table, truncated, ranAtMs, tookMs }: CachedRun): Promise<Buffer> {
  const columns = [...table.columns.values()];
  const head: Head = {
    form: FORM,
    ranAtMs,
    tookMs,
    truncated,
    rowCount: table.rowCount,
    columns: columns.map(({ name, kind }) => ({ name, kind })),
  };
  const parts: Buffer[] = [];
  const put = (value: unknown): void => {
    const bytes = serialize(value);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    parts.push(length, bytes);
  };
  put(head);
  for (const { values } of columns) {
    for (let at = 0; at < values.length; at += SLICE) {
      put(values.slice(at, at + SLICE));
      await setImmediate();
    }
  }
  return Buffer.concat(parts);
}

/** Null for bytes that are no run, or one of another form. */
export async function readRun(bytes: Buffer): Promise<CachedRun | null> {
  try {
    let at = 0;
    const take = (): unknown => {
      const length = bytes.readUInt32LE(at);
      const from = at + 4;
      at = from + length;
      return deserialize(bytes.subarray(from, at));
    };
    const head = take();
    if (!isHead(head)) return null;
    const columns: Column[] = [];
    for (const { name, kind } of head.columns) {
      const slices: unknown[] = [];
      for (let row = 0; row < head.rowCount; row += SLICE) {
        slices.push(take());
        await setImmediate();
      }
      const values = joined(slices);
      if (values.length !== head.rowCount) return null;
      columns.push({ name, kind, values });
    }
    const table: Table = columns.length === 0 ? { rowCount: head.rowCount, columns: new Map() } : tableOf(columns);
    return { table, truncated: head.truncated, ranAtMs: head.ranAtMs, tookMs: head.tookMs };
  } catch {
    return null;
  }
}

/** @throws TypeError on slices of another kind */
function joined(slices: readonly unknown[]): Column['values'] {
  const lists = slices.map((slice) => {
    if (slice instanceof Float64Array || Array.isArray(slice)) return slice as Float64Array | readonly Cell[];
    throw new TypeError('no cells');
  });
  if (lists.length > 0 && lists.every((list) => list instanceof Float64Array)) {
    const values = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0));
    let at = 0;
    for (const list of lists) {
      values.set(list, at);
      at += list.length;
    }
    return values;
  }
  return lists.flatMap((list) => [...list]);
}

function isHead(value: unknown): value is Head {
  if (typeof value !== 'object' || value === null || !('form' in value) || value.form !== FORM) return false;
  return (
    'columns' in value &&
    Array.isArray(value.columns) &&
    value.columns.every(
      (column: unknown) =>
        typeof column === 'object' &&
        column !== null &&
        'kind' in column &&
        columnKinds.some((kind) => kind === column.kind),
    )
  );
}
