import { setImmediate } from 'node:timers/promises';
import { AppError } from '@tessera/core/errors/app-error';
import { consolidate, type Consolidated } from '@tessera/query/consolidation/consolidate';
import { dialectOf } from '@tessera/query/dialects/registry';
import { maxRowsOf, type ScanQuery } from './scan-query.ts';

/** Rows of one shared scan at most, by the limits of its queries. */
const MAX_ROWS = 500_000;

/** Batches that a query is tried with. */
const OPEN_BATCHES = 4;

/** Queries of one scan; without a statement of their own they run apart. */
export type ScanBatch = { readonly members: readonly ScanQuery[]; readonly statement: Consolidated | null };

/**
 * Few statements within the bounds of one: each query goes to one of the last packs, or begins another. A crowd may be
 * of hundreds, and every try prints all of a pack: others run in between.
 */
export async function* packBatches(crowd: readonly ScanQuery[]): AsyncGenerator<ScanBatch, void> {
  // Mostly one will do, and putting a statement together takes its time.
  const whole = crowd.length < 2 ? null : consolidated(crowd);
  if (whole) return yield { members: crowd, statement: whole };
  const open: ScanBatch[] = [];
  for (const one of crowd) {
    let joined = false;
    for (const [at, { members: present }] of open.entries()) {
      const members = [...present, one];
      const statement = consolidated(members);
      await setImmediate();
      joined = statement !== null;
      if (!joined) continue;
      open[at] = { members, statement };
      break;
    }
    if (joined) continue;
    open.push(alone(one));
    if (open.length > OPEN_BATCHES) yield* open.splice(0, 1);
  }
  yield* open;
}

function alone(one: ScanQuery): ScanBatch {
  return { members: [one], statement: null };
}

/**
 * One statement for all, if they fit into one. A query that cannot be printed fails when it runs by itself, and only
 * there.
 */
export function consolidated(members: readonly ScanQuery[]): Consolidated | null {
  const [first] = members;
  if (!first || maxRowsOf(members) > MAX_ROWS) return null;
  try {
    return consolidate(
      members.map(({ work }) => work.plan.query),
      dialectOf(first.work.dataset.dialect),
    );
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
