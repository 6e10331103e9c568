import { setImmediate as nextTick } from 'node:timers/promises';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { isSourceError, placed } from '@tessera/core/errors/source-error';
import { printSource } from '@tessera/query/compile/source';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Principal } from '../../principal.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { redactRules, seesRules } from '../../chart-data/edge/redact.ts';
import type { EngineRegistry } from '../../engines/registry.ts';
import { assertVersion, changed, created, deleted } from '../../metadata/audit.ts';
import { mayReadDataset } from '../access/policy.ts';
import { mayUseDatabase } from '../databases/policy.ts';
import type { DatabaseRow, DatabaseStore, RelatedObjects } from '../databases/store.ts';
import { chooseOwners } from '../owners/choose-owners.ts';
import type { RowRules } from '../row-level-security/row-security.ts';
import { changesTemplate, flagsOf, mainTime, placeOf, plainOf } from './changes.ts';
import { assertParams, assertZone } from './checks.ts';
import { countMetric, newColumns, sentColumns, sentMetrics, syncedColumns, type CheckExpression } from './lists.ts';
import { factsOf, mayDefineSource, mayEditDataset, seesSqlOf } from './policy.ts';
import { presentDataset } from './present.ts';
import type { DatasetItem, DatasetPost, DatasetPut, Duplicate, GetOrCreate } from './schema.ts';
import { resolve, unsavedDataset } from './resolved.ts';
import { assertExpression, readSource, type Source, type SourceRef } from './source.ts';
import type { DatasetRow, DatasetStore, FullDataset } from './store.ts';
import { compareColumns, type ColumnChanges } from './sync.ts';
import type { WithSource } from './templates.ts';

export type DatasetService = ReturnType<typeof createDatasetService>;
type Needs = {
  readonly datasets: DatasetStore;
  readonly databases: DatabaseStore;
  readonly engines: EngineRegistry;
  readonly withSource: WithSource;
  readonly rowRules: Pick<RowRules, 'restrictSource' | 'clausesOf'>;
  readonly now: () => Date;
};

/** Datasets: who may see, define and change them. Every method throws AppError; an unseen dataset is `not_found`. */
export function createDatasetService({ datasets, databases, engines, withSource, rowRules, now }: Needs) {
  const present = (principal: Principal, full: FullDataset): DatasetItem =>
    presentDataset(full, now().getTime(), seesSqlOf(principal, factsOf(full)));

  /** @throws AppError not_found */
  async function visible(principal: Principal, idOrUuid: number | string): Promise<FullDataset> {
    const row = await datasets.find(idOrUuid);
    const [full] = row ? await datasets.complete([row]) : [];
    if (!full || !mayReadDataset(principal, factsOf(full))) throw new AppError('not_found', {});
    return full;
  }

  /** @throws AppError not_found, edit_denied */
  async function editable(principal: Principal, id: number): Promise<FullDataset> {
    const full = await visible(principal, id);
    if (!mayEditDataset(principal, factsOf(full))) throw new AppError('edit_denied', { object: 'dataset' });
    return full;
  }

  /**
   * The database that a dataset is to be made on. One that the person may not use is told like one that is not there.
   */
  async function databaseFor(principal: Principal, id: number): Promise<DatabaseRow> {
    const row = await databases.find(id);
    if (!row || !mayUseDatabase(principal, id))
      throw new AppError('rejected_fields', { fields: { database: ['Database does not exist'] } });
    if (!mayDefineSource(principal, id)) throw new AppError('forbidden', {});
    return row;
  }

  async function assertFree(
    databaseId: number,
    row: Pick<DatasetRow, 'catalog' | 'schema' | 'table_name'>,
    except: number | null,
  ): Promise<void> {
    const taken = await datasets.findAt({ databaseId, catalog: row.catalog, schema: row.schema, name: row.table_name });
    if (taken && taken.id !== except) throw alreadyThere(row.table_name);
  }

  async function insert(...[row, lists]: Parameters<DatasetStore['insert']>): Promise<number> {
    const id = await datasets.insert(row, lists);
    if (id === null) throw alreadyThere(row.table_name);
    return id;
  }

  async function assertOwners(ids: readonly number[]): Promise<void> {
    const known = await datasets.activeUsers(ids);
    if (ids.some((id) => !known.has(id)))
      throw new AppError('rejected_fields', { fields: { owners: ['Owners are invalid'] } });
  }

  /** Columns of the source now. Templates in its query are rendered as the person who asks. */
  async function sourceOf(principal: Principal, dataset: ResolvedDataset, ref: SourceRef): Promise<Source> {
    return ref.sql === null
      ? readSource(engines, ref)
      : withSource(principal, dataset, ref.sql, (sql) =>
          readRestricted(principal, dataset, { ...ref, sql }, ref.sql !== sql),
        );
  }

  /** Columns of a query, as whoever asks may run it: a database may make names of columns from rows. */
  async function readRestricted(
    principal: Principal,
    dataset: ResolvedDataset,
    ref: SourceRef & { readonly sql: string },
    isRendered: boolean,
  ): Promise<Source> {
    const source = await rowRules.restrictSource(
      principal,
      { ...dataset, databaseId: ref.databaseId, source: { kind: 'sql', sql: ref.sql } },
      new AbortController().signal,
    );
    const holdsRules = source.kind === 'sql' && source.restricted !== undefined;
    const sql = holdsRules ? `SELECT * FROM ${printSource(source, dialectOf(dataset.dialect)).text}` : ref.sql;
    try {
      return await readSource(engines, { ...ref, sql });
    } catch (error) {
      // A place in what was made of the query is none in the query.
      const there = isSourceError(error) && (isRendered || holdsRules) ? placed(error, null) : error;
      throw holdsRules ? redactRules(there, principal) : there;
    }
  }

  function checkOf(principal: Principal, dataset: ResolvedDataset, engine: string): CheckExpression {
    return async (owner, expression) => {
      // Thousands may be saved at once; others are served in between.
      await nextTick();
      try {
        await withSource(principal, dataset, expression, async (sql) => assertExpression(engine, sql));
      } catch (error) {
        // Of many expressions in one save, the one to blame is named.
        throw isAppError(error, 'invalid_sql_clause')
          ? new AppError('invalid_sql_clause', { reason: `${error.params.reason} (${owner})` }, { cause: error })
          : error;
      }
    };
  }

  async function create(principal: Principal, body: DatasetPost): Promise<DatasetItem> {
    const database = await databaseFor(principal, body.database);
    const sql = body.sql?.trim() ? body.sql : null;
    const schema = body.schema || ((await engines.engineFor(database.id)).defaultSchema ?? null);
    const place = { catalog: body.catalog || null, schema, table_name: body.table_name };
    await assertFree(database.id, place, null);
    await assertOwners(body.owners ?? []);
    assertParams(body.template_params);
    const draft = unsavedDataset(database, {
      table_name: body.table_name,
      sql,
      template_params: body.template_params ?? null,
    });
    const source = await sourceOf(principal, draft, {
      databaseId: database.id,
      engine: database.engine,
      catalog: place.catalog,
      schema,
      table: body.table_name,
      sql,
    });
    const columns = newColumns(source.columns);
    const id = await insert(
      {
        ...created(principal, now(), body.uuid),
        ...place,
        database_id: database.id,
        sql,
        description: body.description ?? source.comment,
        main_dttm_col: mainTime(body.main_dttm_col, columns),
        template_params: body.template_params ?? null,
        external_url: body.external_url ?? null,
        ...flagsOf(body),
      },
      { columns, metrics: [countMetric()], owners: chooseOwners(principal, body.owners, null) },
    );
    return present(principal, await loaded(id));
  }

  async function loaded(id: number): Promise<FullDataset> {
    const row = await datasets.find(id);
    const [full] = row ? await datasets.complete([row]) : [];
    if (!full) throw new AppError('not_found', {});
    return full;
  }

  return {
    read: async (principal: Principal, idOrUuid: number | string): Promise<DatasetItem> =>
      present(principal, await visible(principal, idOrUuid)),

    /**
     * The same with its texts as templates make them for the reader, to those who may see SQL.
     * @throws AppError
     * not_found, template_…
     */
    readRendered: async (principal: Principal, idOrUuid: number | string): Promise<DatasetItem> => {
      const full = await visible(principal, idOrUuid);
      const item = present(principal, full);
      const seesSql = seesSqlOf(principal, factsOf(full));
      const dataset = resolve(full, '');
      const rendered = (text: string | null): Promise<string | null> =>
        text === null || !seesSql
          ? Promise.resolve(null)
          : withSource(principal, dataset, text, async (sql, holdsRules) =>
              holdsRules && !seesRules(principal) ? null : sql,
            );
      const withRendered = <T extends { readonly expression: string | null }>(parts: readonly T[]) =>
        Promise.all(parts.map(async (part) => ({ ...part, rendered_expression: await rendered(part.expression) })));
      return {
        ...item,
        rendered_sql: await rendered(item.sql),
        columns: await withRendered(item.columns),
        metrics: await withRendered(item.metrics),
      };
    },

    /**
     * Make a dataset on a table or on a query.
     * @throws AppError rejected_fields, invalid_sql_clause, statement_refused,
     * statement_writes, source_…, template_…
     */
    create,

    /** The dataset on a table; made when there is none. Its id. */
    getOrCreate: async (principal: Principal, { database_id, table_name, ...body }: GetOrCreate): Promise<number> => {
      const database = await databaseFor(principal, database_id);
      const schema = body.schema || ((await engines.engineFor(database.id)).defaultSchema ?? null);
      const present = await datasets.findAt({
        databaseId: database.id,
        catalog: body.catalog || null,
        schema,
        name: table_name,
      });
      if (present) return present.id;
      return (await create(principal, { ...body, schema, database: database_id, table_name })).id;
    },

    /**
     * Change a dataset. Whoever changes what it reads needs the rights of whoever makes one.
     * @throws AppError
     * stale_version, edit_denied, forbidden, rejected_fields
     */
    update: async (
      principal: Principal,
      id: number,
      body: DatasetPut,
      ifMatch: string | undefined,
    ): Promise<DatasetItem> => {
      const full = await editable(principal, id);
      assertVersion('dataset', full.row, ifMatch);
      const next = placeOf(full.row, body);
      const moved =
        next.database_id !== full.row.database_id ||
        next.sql !== full.row.sql ||
        next.table_name !== full.row.table_name ||
        next.schema !== full.row.schema ||
        next.catalog !== full.row.catalog;
      // Rules go along with their dataset: whom they bind does not take them off a table.
      if (moved && full.row.sql === null && (await rowRules.clausesOf(principal, resolve(full, ''))).length > 0)
        throw new AppError('forbidden', {});
      const database =
        moved || changesTemplate(full.row, next.sql, body)
          ? await databaseFor(principal, next.database_id)
          : full.database;
      if (moved) await assertFree(next.database_id, next, id);
      await assertOwners((body.owners ?? []).filter((owner) => !full.owners.some((present) => present.id === owner)));
      assertZone(body.time_zone);
      assertParams(body.template_params);
      const draft = resolve(
        {
          ...full,
          row: {
            ...full.row,
            ...next,
            ...(body.template_params === undefined ? {} : { template_params: body.template_params }),
          },
          database: { ...full.database, ...database },
        },
        '',
      );
      const source: Source | null = moved
        ? await sourceOf(principal, draft, {
            databaseId: next.database_id,
            engine: database.engine,
            catalog: next.catalog,
            schema: next.schema,
            table: next.table_name,
            sql: next.sql,
          })
        : null;
      const check = checkOf(principal, draft, database.engine);
      if (body.fetch_values_predicate?.trim()) await check('fetch_values_predicate', body.fetch_values_predicate);
      const columns = body.columns
        ? await sentColumns(check, body.columns, full.columns)
        : source
          ? syncedColumns(full.columns, source.columns)
          : null;
      const metrics = body.metrics ? await sentMetrics(check, body.metrics, full.metrics) : null;
      const saved = await datasets.update(
        id,
        {
          ...changed(principal, now()),
          ...next,
          ...plainOf(body),
          ...flagsOf(body),
          ...(columns || body.main_dttm_col !== undefined
            ? {
                main_dttm_col: mainTime(
                  body.main_dttm_col === undefined
                    ? (full.row.main_dttm_col ?? (moved ? undefined : null))
                    : body.main_dttm_col,
                  columns ?? full.columns,
                ),
              }
            : {}),
        },
        {
          ...(columns ? { columns } : {}),
          ...(metrics ? { metrics } : {}),
          ...(body.owners
            ? {
                owners: chooseOwners(
                  principal,
                  body.owners,
                  full.owners.map((owner) => owner.id),
                ),
              }
            : {}),
        },
        full.row.version,
      );
      if (!saved) throw new AppError('stale_version', { object: 'dataset', version: full.row.version + 1 });
      return present(principal, await loaded(id));
    },

    /** Bring the columns up to date with the source, keeping what people wrote. @returns what was different */
    refresh: async (principal: Principal, id: number): Promise<ColumnChanges> => {
      const full = await editable(principal, id);
      const source = await sourceOf(principal, resolve(full, ''), sourceRef(full));
      const changes = compareColumns(full.columns, source.columns);
      const columns = syncedColumns(full.columns, source.columns);
      await datasets.update(
        id,
        { ...changed(principal, now()), main_dttm_col: mainTime(full.row.main_dttm_col ?? undefined, columns) },
        { columns },
        null,
      );
      return changes;
    },

    /** Columns as the source has them now, and how that differs, without saving anything. */
    external: async (principal: Principal, id: number): Promise<Source & { readonly changes: ColumnChanges }> => {
      const full = await visible(principal, id);
      const source = await sourceOf(principal, resolve(full, ''), sourceRef(full));
      return { ...source, changes: compareColumns(full.columns, source.columns) };
    },

    /**
     * A copy of a virtual dataset with its columns and metrics; its query is checked like a new one.
     * @throws AppError
     * not_found, forbidden, invalid_object
     */
    duplicate: async (principal: Principal, body: Duplicate): Promise<DatasetItem> => {
      const full = await visible(principal, body.base_model_id);
      if (full.row.sql === null)
        throw new AppError('invalid_object', {
          reason: 'Only virtual datasets can be duplicated: a physical one is its table.',
        });
      // The copy is the person's own, and its owner reads its SQL.
      if (!seesSqlOf(principal, factsOf(full))) throw new AppError('forbidden', {});
      await databaseFor(principal, full.row.database_id);
      await assertFree(full.row.database_id, { ...full.row, table_name: body.table_name }, null);
      await sourceOf(principal, resolve(full, ''), sourceRef(full));
      const { id: _, uuid: __, version: ___, ...row } = full.row;
      const id = await insert(
        {
          ...row,
          ...created(principal, now()),
          table_name: body.table_name,
          external_url: body.external_url ?? null,
          is_managed_externally: body.is_managed_externally ? 1 : 0,
        },
        {
          columns: full.columns.map(
            ({ id: ____, uuid: _____, dataset_id: ______, position: _______, ...column }) => column,
          ),
          metrics: full.metrics.map(
            ({ id: ____, uuid: _____, dataset_id: ______, position: _______, ...metric }) => metric,
          ),
          owners: chooseOwners(principal, undefined, null),
        },
      );
      return present(principal, await loaded(id));
    },

    /** Take one column or metric away. @throws AppError not_found, edit_denied */
    removePart: async (
      principal: Principal,
      id: number,
      part: 'columns' | 'metrics',
      partId: number,
    ): Promise<void> => {
      const full = await editable(principal, id);
      if (!full[part].some((row) => row.id === partId)) throw new AppError('not_found', {});
      const lists =
        part === 'columns'
          ? { columns: full.columns.filter((row) => row.id !== partId) }
          : { metrics: full.metrics.filter((row) => row.id !== partId) };
      await datasets.update(id, changed(principal, now()), withoutKeys(lists), null);
    },

    /**
     * Put datasets into the trash, all or none. Charts on them stay and say that their dataset is gone.
     * @throws
     * AppError not_found, edit_denied
     */
    remove: async (principal: Principal, ids: readonly number[]): Promise<number> => {
      const unique = [...new Set(ids)];
      if (unique.length === 0) throw new AppError('not_found', {});
      for (const id of unique) await editable(principal, id);
      await datasets.trash(unique, deleted(principal, now()));
      return unique.length;
    },

    /** Charts and dashboards that use the dataset. */
    related: async (principal: Principal, id: number): Promise<Pick<RelatedObjects, 'charts' | 'dashboards'>> =>
      datasets.related(principal, (await visible(principal, id)).row.id),
  };
}

function alreadyThere(name: string): AppError<'rejected_fields'> {
  return new AppError('rejected_fields', { fields: { table: [`Dataset ${name} already exists`] } });
}

function sourceRef({ row, database }: FullDataset) {
  return {
    databaseId: row.database_id,
    engine: database.engine,
    catalog: row.catalog,
    schema: row.schema,
    table: row.table_name,
    sql: row.sql,
  };
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
