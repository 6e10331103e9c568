import { AppError } from '@tessera/core/errors/app-error';
import { atInstantRange, hasOffsets, planOffsets } from '../plan/offsets/compare.ts';
import type { Chunks } from '../values/chunks.ts';
import type { Prepare } from '../prepare.ts';
import { printStatements, redact, seesRules } from './redact.ts';
import type { QueryRequest } from '../request.ts';
import type { TimeReader } from '../resolve/resolve.ts';
import { shapeColumns, shapeGrains, shapeQuery } from '../format/shape.ts';

/** Answers that need no rows: columns, grains, the statements. `null` for every other result type. */
export function describe(asked: QueryRequest, prepare: Prepare, readTime: TimeReader): Promise<Chunks> | Chunks | null {
  if (asked.type === 'columns') return shapeColumns(asked.dataset);
  if (asked.type === 'timegrains') return shapeGrains(asked.dataset);
  return asked.type === 'query' ? describeQuery(asked, prepare, readTime) : null;
}

/** The statements of a query, or what is wrong with it. */
async function describeQuery(asked: QueryRequest, prepare: Prepare, readTime: TimeReader): Promise<Chunks> {
  const { dataset, request } = asked;
  try {
    const query = atInstantRange(asked.query, dataset, readTime);
    const prepareOne = (one: typeof query) => prepare(asked, one);
    const own = await prepareOne(query);
    const others = hasOffsets(query) ? await planOffsets(query, own, { dataset, readTime, prepare: prepareOne }) : [];
    return shapeQuery({
      query: printStatements([own.plan, ...others], seesRules(request.principal) ? 'shown' : 'hidden'),
    });
  } catch (error) {
    // It leaves within an answer, and so past the redaction of errors.
    const told = redact(error, request.principal, asked.progress);
    if (told instanceof AppError && told.status === 400) return shapeQuery({ error: told.message });
    throw error;
  }
}
