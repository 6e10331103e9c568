import { hrefOf } from '@tessera/core/pages';
import type { PastQuery } from '../../../api/past-queries.ts';

/** Leads to the editor, which runs a query again. No address does that: a link that somebody sends runs nothing. */
export function runAgain({ database, catalog, schema, sql, tab_name: name }: PastQuery) {
  return {
    to: hrefOf('sqlLab'),
    state: { requestedQuery: { dbId: database.id, catalog, schema, sql, name, autorun: true } },
  };
}
