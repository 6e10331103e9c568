import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { isDatasetKind } from '../../chart-data/dataset-kind.ts';
import type { Principal } from '../../principal.ts';
import { mayReadDataset } from '../access/policy.ts';
import { asId } from '../item-shapes.ts';
import type { QueryStore } from '../queries/store.ts';
import type { SavedQueryService } from '../saved-queries/service.ts';
import type { Subject } from './service.ts';

type Needs = {
  readonly datasets: (id: number) => Promise<ResolvedDataset | null>;
  readonly queries: Pick<QueryStore, 'find'>;
  readonly savedQueries: Pick<SavedQueryService, 'sees' | 'visible'>;
};

/** Where the SQL about a datasource runs, `{id}__{type}` ([3.1-02]); null for one that the principal does not see. */
export function createSubjectOf({ datasets, queries, savedQueries }: Needs) {
  return async (principal: Principal, datasourceKey: string): Promise<Subject | null> => {
    const [idText = '', type = 'table'] = datasourceKey.split('__');
    const id = asId(idText);
    if (id === null) return null;
    const kind = type.toLowerCase();
    if (kind === 'query') {
      const query = await queries.find({ id });
      return query && query.user_id === principal.userId ? subjectOfQuery(query, query.tab_name) : null;
    }
    if (kind === 'saved_query') {
      const query = (await savedQueries.sees(principal, id)) ? await savedQueries.visible(principal, id) : null;
      return query && subjectOfQuery(query, query.label);
    }
    const dataset = isDatasetKind(kind) ? await datasets(id) : null;
    if (!dataset || !mayReadDataset(principal, dataset)) return null;
    const { source, databaseId, name } = dataset;
    const place = source.kind === 'table' ? source : { catalog: null, schema: null };
    return { databaseId, name, catalog: place.catalog, schema: place.schema };
  };
}

function subjectOfQuery(
  query: { readonly database_id: number; readonly catalog: string | null; readonly schema: string | null },
  name: string | null,
): Subject {
  return { databaseId: query.database_id, name: name ?? '', catalog: query.catalog, schema: query.schema };
}
