import { on } from 'node:events';
import { constants, setPriority } from 'node:os';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { emptyTable, tableOf, type Column, type Table } from '@tessera/core/table';
import { joinColumns, unpack } from '../../engines/values/columns.ts';
import { packError } from '../../engines/process/thread-error.ts';
import { finish, type FinishOrder } from './post-process.ts';
import type { TablePart, TableReply, TableTask } from './worker-pool.ts';

// When all cores are busy the server's own thread comes first. On Linux this is of the calling thread alone.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/** What a thread of the pool does with one table. */
export async function finishTable({ parts, rowCounts, order, additivities }: TableTask) {
  const [table = emptyTable, ...tables] = await receive(parts, rowCounts);
  // On its way here a record gets back what it was made without: a column may be called like a method of objects.
  const verbose = Object.assign<Record<string, string>, FinishOrder['verbose']>(Object.create(null), order.verbose);
  const beside = additivities && { tables, additivities };
  const reply = answer(() => finish(table, { ...order, verbose, ...(beside && { beside }) }));
  if (reply.type !== 'done') return reply;
  const memory = [...reply.finished.body, ...reply.finished.index].flatMap(ownMemory);
  return move({ [valueSymbol]: reply, [transferableSymbol]: memory });
}

async function receive(parts: TableTask['parts'], rowCounts: readonly number[]): Promise<readonly Table[]> {
  const tables: Table[] = [];
  let columns = new Map<string, Column[]>();
  for await (const [part] of on(parts, 'message') as AsyncIterable<[TablePart]>) {
    if (part !== null) {
      columns.set(part.name, [...(columns.get(part.name) ?? []), unpack(part)]);
      continue;
    }
    const rowCount = rowCounts[tables.length] ?? 0;
    tables.push(
      columns.size === 0 ? { rowCount, columns: new Map() } : tableOf([...columns.values()].map(joinColumns)),
    );
    if (tables.length === rowCounts.length) break;
    columns = new Map();
  }
  parts.close();
  return tables;
}

/** A buffer with memory of its own is handed over instead of copied; small ones share theirs. */
function ownMemory({ buffer }: Buffer): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize ? [buffer] : [];
}

function answer(run: () => ReturnType<typeof finish>): TableReply {
  try {
    return { type: 'done', finished: run() };
  } catch (error) {
    return packError(error);
  }
}
