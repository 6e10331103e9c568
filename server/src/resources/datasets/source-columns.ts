import { AppError } from '@tessera/core/errors/app-error';
import { isSourceError, placed } from '@tessera/core/errors/source-error';
import { repeatedNames } from '@tessera/core/unique-names';
import { printSource } from '@tessera/query/compile/source';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Principal } from '../../principal.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { redactRules, seesRules, tellsRules } from '../../chart-data/edge/redact.ts';
import { readSource, type Source, type SourceRef } from './source.ts';
import type { FullDataset } from './store.ts';
import type { Needs } from './needs.ts';

/**
 * Columns of the source now. Templates in its query are rendered as the requesting user.
 * @throws AppError duplicate_labels, and what keeps the source from being read
 */
export async function sourceOf(
  needs: Needs,
  principal: Principal,
  dataset: ResolvedDataset,
  ref: SourceRef,
): Promise<Source> {
  const source =
    ref.sql === null
      ? await readSource(needs.engines, ref)
      : await needs.withSource(principal, dataset, ref.sql, (sql, holdsRules) =>
          readRestricted(needs, principal, dataset, { ...ref, sql }, { isRendered: ref.sql !== sql, holdsRules }),
        );
  assertDistinct(source);
  return source;
}

/** Nothing could ever ask for one of two columns of one name. */
function assertDistinct({ columns }: Source): void {
  const twice = repeatedNames(columns.map(({ column_name: name }) => name));
  if (twice.length > 0) throw new AppError('duplicate_labels', { labels: twice });
}

/** Columns of a query, as whoever asks may run it: a database may make names of columns from rows. */
async function readRestricted(
  needs: Needs,
  principal: Principal,
  dataset: ResolvedDataset,
  ref: SourceRef & { readonly sql: string },
  rendered: { readonly isRendered: boolean; readonly holdsRules: boolean },
): Promise<Source> {
  const source = await needs.rowRules.restrictSource(
    principal,
    { ...dataset, databaseId: ref.databaseId, source: { kind: 'sql', sql: ref.sql } },
    new AbortController().signal,
    ref.schema,
  );
  const holdsRules = source.kind === 'sql' && source.restricted !== undefined;
  const sql = holdsRules ? `SELECT * FROM ${printSource(source, dialectOf(dataset.dialect)).text}` : ref.sql;
  try {
    const read = await readSource(needs.engines, { ...ref, sql });
    if (!(holdsRules || rendered.holdsRules) || seesRules(principal)) return read;
    return { ...read, columns: read.columns.filter(({ column_name: name }) => !tellsRules(name)) };
  } catch (error) {
    // A place in what was made of the query is none in the query.
    const there = isSourceError(error) && (rendered.isRendered || holdsRules) ? placed(error, null) : error;
    throw holdsRules ? redactRules(there, principal) : there;
  }
}

export function sourceRef({ row, database }: Pick<FullDataset, 'row' | 'database'>) {
  return {
    databaseId: row.database_id,
    engine: database.engine,
    catalog: row.catalog,
    schema: row.schema,
    table: row.table_name,
    sql: row.sql,
  };
}
