import { createHash } from 'node:crypto';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { driverOf } from '../../engines/drivers/drivers.ts';
import type { Principal } from '../../principal.ts';
import { assertParams } from './checks.ts';
import { databaseFor } from './create.ts';
import type { Needs } from './needs.ts';
import { unsavedDataset } from './resolved.ts';
import type { DatasetPreview } from './schema.ts';
import { sourceOf } from './source-columns.ts';

/**
 * A query that is no dataset yet, with its columns, for whoever may make a dataset of it; what is wrong with it is
 * reported as at its creation.
 * @throws AppError rejected_fields, forbidden, invalid_sql_clause, statement_refused, statement_writes, source_…
 */
export async function unsaved(needs: Needs, principal: Principal, body: DatasetPreview): Promise<ResolvedDataset> {
  const { sql, catalog, schema, template_params: params } = body;
  const database = await databaseFor(needs, principal, body.database);
  assertParams(params);
  const draft = unsavedDataset(database, { table_name: '', sql, template_params: params ?? null });
  const source = await sourceOf(needs, principal, draft, {
    databaseId: database.id,
    engine: database.engine,
    catalog: catalog || null,
    schema: schema || ((await needs.engines.engineFor(database.id)).defaultSchema ?? null),
    table: '',
    sql,
  });
  const { kindOf } = dialectOf(driverOf(database.engine)?.dialect ?? database.engine);
  return {
    ...draft,
    versionKey: createHash('sha256')
      .update(JSON.stringify([database.id, database.version, body]))
      .digest('hex'),
    columns: source.columns.map(({ column_name: name, type, is_dttm: isTemporal }) => ({
      name,
      verboseName: null,
      type,
      kind: kindOf(type),
      isTemporal,
      expression: null,
      timeFormat: null,
    })),
  };
}
