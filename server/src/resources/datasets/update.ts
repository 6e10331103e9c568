import { setImmediate as yieldToPage } from 'node:timers/promises';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../../principal.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { assertVersion, changed, deleted } from '../../metadata/audit.ts';
import { chooseOwners } from '../owners/choose-owners.ts';
import { changedMainTime, changesTemplate, flagsOf, isElsewhere, mainTime, placeOf, plainOf } from './changes.ts';
import { assertParams, assertZone } from './checks.ts';
import { withKnownTypes } from './known-types.ts';
import { sentColumns, sentMetrics, syncedColumns, type CheckExpression } from './lists.ts';
import type { DatasetItem, DatasetPut } from './schema.ts';
import { draftOf, resolve } from './resolved.ts';
import { assertExpression, type Source } from './source.ts';
import type { DatasetLists, FullDataset } from './store.ts';
import { compareColumns, type ColumnChanges } from './sync.ts';
import type { Needs } from './needs.ts';
import { shown, loaded, editable } from './read.ts';
import { sourceOf, sourceRef } from './source-columns.ts';
import { databaseFor, assertFree, assertOwners } from './create.ts';

function checkOf(needs: Needs, principal: Principal, dataset: ResolvedDataset, engine: string): CheckExpression {
  return async (owner, expression) => {
    // Thousands may be saved at once; others run in between.
    await yieldToPage();
    try {
      await needs.withSource(principal, dataset, expression, async (sql) => assertExpression(engine, sql));
    } catch (error) {
      // Of many expressions in one save, the one to blame is named.
      throw isAppError(error, 'invalid_sql_clause')
        ? new AppError('invalid_sql_clause', { reason: `${error.params.reason} (${owner})` }, { cause: error })
        : error;
    }
  };
}

/**
 * Change a dataset. Whoever changes what it reads needs the rights of whoever makes one.
 * @throws AppError stale_version, edit_denied, forbidden, rejected_fields
 */
export async function updateDataset(
  needs: Needs,
  principal: Principal,
  id: number,
  body: DatasetPut,
  ifMatch: string | undefined,
): Promise<DatasetItem> {
  const full = await editable(needs, principal, id);
  assertVersion('dataset', full.row, ifMatch);
  const next = placeOf(full.row, body);
  const moved = isElsewhere(full.row, next);
  const database = await assertMayChange(needs, principal, full, body, { next, moved });
  const draft = draftOf({ ...full, row: { ...full.row, ...next }, database }, body);
  const source = moved
    ? await sourceOf(needs, principal, draft, sourceRef({ row: { ...full.row, ...next }, database }))
    : null;
  const lists = await changedLists(needs, principal, { full, body, draft, engine: database.engine, source });
  const saved = await needs.datasets.update(
    id,
    {
      ...changed(principal, needs.now()),
      ...next,
      ...plainOf(body),
      ...flagsOf(body),
      ...changedMainTime(full, body, lists.columns, moved),
    },
    lists,
    full.row.version,
  );
  if (!saved) throw new AppError('stale_version', { object: 'dataset', version: full.row.version + 1 });
  return shown(needs, principal, await loaded(needs, id));
}

/**
 * What a change of a dataset asks of the principal and of what was sent.
 * @returns the database that the dataset is on afterwards
 */
async function assertMayChange(
  needs: Needs,
  principal: Principal,
  full: FullDataset,
  body: DatasetPut,
  { next, moved }: { readonly next: ReturnType<typeof placeOf>; readonly moved: boolean },
): Promise<FullDataset['database']> {
  // Rules go along with their dataset: whom they bind does not take them off a table.
  if (moved && full.row.sql === null && (await needs.rowRules.clausesOf(principal, resolve(full, ''))).length > 0)
    throw new AppError('forbidden', {});
  const database =
    moved || changesTemplate(full.row, next.sql, body)
      ? await databaseFor(needs, principal, next.database_id)
      : full.database;
  if (moved) await assertFree(needs, next.database_id, next, full.row.id);
  const added = (body.owners ?? []).filter((owner) => !full.owners.some((present) => present.id === owner));
  await assertOwners(needs, added);
  assertZone(body.time_zone);
  assertParams(body.template_params);
  return database;
}

/** Columns, metrics and owners as a change leaves them; those that stay as they are are not there. */
async function changedLists(
  needs: Needs,
  principal: Principal,
  {
    full,
    body,
    draft,
    engine,
    source,
  }: {
    readonly full: FullDataset;
    readonly body: DatasetPut;
    readonly draft: ResolvedDataset;
    readonly engine: string;
    readonly source: Source | null;
  },
): Promise<DatasetLists> {
  const check = checkOf(needs, principal, draft, engine);
  if (body.fetch_values_predicate?.trim()) await check('fetch_values_predicate', body.fetch_values_predicate);
  const listed = body.columns
    ? await sentColumns(check, body.columns, full.columns, draft.dialect)
    : source
      ? syncedColumns(full.columns, source.columns)
      : null;
  const columns = listed && (await withKnownTypes(needs, principal, draft, listed, full.columns));
  const metrics = body.metrics ? await sentMetrics(check, body.metrics, full.metrics) : null;
  const present = full.owners.map((owner) => owner.id);
  return {
    ...(columns ? { columns } : {}),
    ...(metrics ? { metrics } : {}),
    ...(body.owners ? { owners: chooseOwners(principal, body.owners, present) } : {}),
  };
}

/** Bring the columns up to date with the source, keeping what users wrote. @returns what was different */
export async function refresh(needs: Needs, principal: Principal, id: number): Promise<ColumnChanges> {
  const full = await editable(needs, principal, id);
  const dataset = resolve(full, '');
  const source = await sourceOf(needs, principal, dataset, sourceRef(full));
  const changes = compareColumns(full.columns, source.columns);
  const columns = await withKnownTypes(needs, principal, dataset, syncedColumns(full.columns, source.columns));
  await needs.datasets.update(
    id,
    { ...changed(principal, needs.now()), main_dttm_col: mainTime(full.row.main_dttm_col ?? undefined, columns) },
    { columns },
    null,
  );
  return changes;
}

/** Take one column or metric away. @throws AppError not_found, edit_denied */
export async function removePart(
  needs: Needs,
  principal: Principal,
  id: number,
  part: 'columns' | 'metrics',
  partId: number,
): Promise<void> {
  const full = await editable(needs, principal, id);
  if (!full[part].some((row) => row.id === partId)) throw new AppError('not_found', {});
  const lists =
    part === 'columns'
      ? { columns: full.columns.filter((row) => row.id !== partId) }
      : { metrics: full.metrics.filter((row) => row.id !== partId) };
  await needs.datasets.update(id, changed(principal, needs.now()), withoutKeys(lists), null);
}

/**
 * Put datasets into the trash, all or none. Charts on them stay and say that their dataset is gone.
 * @throws
 * AppError not_found, edit_denied
 */
export async function remove(needs: Needs, principal: Principal, ids: readonly number[]): Promise<number> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) throw new AppError('not_found', {});
  for (const id of unique) await editable(needs, principal, id);
  await needs.datasets.trash(unique, deleted(principal, needs.now()));
  return unique.length;
}

/** Rows as lists to save: their place is given by the order. */
function withoutKeys(lists: { readonly columns?: FullDataset['columns']; readonly metrics?: FullDataset['metrics'] }) {
  return {
    ...(lists.columns
      ? { columns: lists.columns.map(({ uuid: _, dataset_id: __, position: ___, ...column }) => column) }
      : {}),
    ...(lists.metrics
      ? { metrics: lists.metrics.map(({ uuid: _, dataset_id: __, position: ___, ...metric }) => metric) }
      : {}),
  };
}
