import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ListedTable, TableDetail } from '../../../../api/catalog.ts';
import type { CatalogSource } from '../../../../ui/code-editor/sql/sql-context.ts';
import {
  catalogOf,
  createCatalogCore,
  learnShape,
  learnTables,
  loadFunctions,
  loadSchemas,
  loadWants,
  setExtras,
  type CatalogCore,
  type Extras,
} from './catalog-core.ts';
import { catalogCalls, entryOf, shapeOfDetail } from './catalog-calls.ts';

/** Catalogues of this page by what they are about: another tab of the same database knows what the first one asked. */
const cores = new Map<string, CatalogCore>();
const MAX_CORES = 12;

/** Where bare names are looked for. */
export type CatalogPlace = {
  readonly dbId: number | null;
  readonly catalog: string | null;
  readonly schema: string | null;
};

/** What the editor of a tab knows of its database. */
export function useCatalog({ dbId, catalog, schema }: CatalogPlace, extras: Extras): CatalogSource {
  const queries = useQueryClient();
  const core = useMemo(() => coreOf(queries, { dbId, catalog, schema }), [queries, dbId, catalog, schema]);
  useEffect(() => setExtras(core, extras), [core, extras]);
  return useMemo(
    () => ({
      current: () => catalogOf(core),
      load: (wants) => loadWants(core, wants),
      subscribe: (listener) => {
        core.listeners.add(listener);
        return () => core.listeners.delete(listener);
      },
    }),
    [core],
  );
}

function coreOf(queries: QueryClient, { dbId, catalog, schema }: CatalogPlace): CatalogCore {
  const key = JSON.stringify([dbId, catalog, schema]);
  const core = cores.get(key) ?? createCore(queries, { dbId, catalog, schema });
  cores.delete(key);
  cores.set(key, core);
  for (const old of [...cores.keys()].slice(0, Math.max(0, cores.size - MAX_CORES))) cores.delete(old);
  return core;
}

function createCore(queries: QueryClient, { dbId, catalog, schema }: CatalogPlace): CatalogCore {
  const core = createCatalogCore(dbId === null ? noDatabase : catalogCalls(queries, dbId, catalog), schema);
  if (dbId !== null) learnFromPage(core, queries, { dbId, catalog });
  void loadSchemas(core);
  void loadFunctions(core);
  return core;
}

/** What other parts of the page learn of the database, a refresh of the schema bar above all, is known here at once. */
function learnFromPage(
  core: CatalogCore,
  queries: QueryClient,
  { dbId, catalog }: Pick<CatalogPlace, 'catalog'> & { readonly dbId: number },
): void {
  const about = JSON.stringify(['database', dbId, 'catalog', catalog]);
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const [database, id, word, name, kind, schema, table] = event.query.queryKey as readonly unknown[];
    if (JSON.stringify([database, id, word, name]) !== about || typeof schema !== 'string') return;
    const data: unknown = event.query.state.data;
    if (kind === 'tables') learnTables(core, schema, (data as readonly ListedTable[]).map(entryOf));
    if (kind === 'table' && typeof table === 'string')
      learnShape(core, { catalog: null, schema, name: table }, shapeOfDetail(data as TableDetail));
  });
}

const noDatabase: CatalogCore['calls'] = {
  now: () => 0,
  schemas: () => Promise.resolve([]),
  tables: () => Promise.resolve([]),
  search: () => Promise.resolve([]),
  shapes: (tables) => Promise.resolve(tables.map(() => null)),
  functions: () => Promise.resolve(new Map()),
};
