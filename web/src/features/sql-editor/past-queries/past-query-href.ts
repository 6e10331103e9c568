import { hrefOf } from '@tessera/core/pages';
import type { PastQuery } from '../../../api/past-queries.ts';

/** Where the editor opens a query that ran, or runs it again. */
export function pastQueryHref({ id }: Pick<PastQuery, 'id'>, isRun: boolean): string {
  return hrefOf('sqlLab', {}, { queryId: id, ...(isRun && { autorun: 'true' }) });
}
