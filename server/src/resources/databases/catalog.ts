import { LRUCache } from 'lru-cache';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { dialectOf } from '@tessera/query/dialects/registry';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import type { Engine, PartitionValue, TableDetails, TableInfo, TableRef, FunctionInfo } from '../../engines/engine.ts';
import { inTime } from '../../engines/admission/deadline.ts';
import type { EngineRegistry } from '../../engines/registry.ts';
import { createNameIndex, searchNames, type FoundNames, type NameIndex } from './name-index.ts';
import { createNameIndexes, type NameIndexes } from './name-indexes.ts';
import { isOutside, withinReach, type Reach } from '../access/reach.ts';
import { savedSettings } from './settings.ts';
import type { DatabaseRow, DatabaseStore } from './store.ts';
import { selectStar } from '../select-star.ts';

/** Seconds that names and structure are cached when the database's settings say nothing. */
const TTL_S = 600;
const TIMEOUT_MS = 60_000;

export type CatalogService = ReturnType<typeof createCatalogService>;
type Needs = {
  readonly databases: Pick<DatabaseStore, 'find' | 'reach'>;
  readonly engines: Pick<EngineRegistry, 'engineFor'>;
  readonly now: () => number;
};
type Where = { readonly catalog?: string | null | undefined; readonly schema?: string | null | undefined };
type Asked = Where & { readonly force?: boolean | undefined };

type Context = Needs & {
  readonly cached: LRUCache<string, Promise<object>>;
  readonly indexes: NameIndexes;
};

/** Names and structure of databases ([7.2]), cached for a while; `force` asks the database again. */
export function createCatalogService(needs: Needs) {
  const context: Context = {
    ...needs,
    cached: new LRUCache<string, Promise<object>>({ max: 2000 }),
    indexes: createNameIndexes(needs.now),
  };
  return bindAll(context, {
    catalogs,
    schemas,
    tables,
    details,
    detailsOfMany,
    search,
    extra,
    selectStar: selectStarOfTable,
    functions,
    forget,
  });
}

type Seen = { readonly row: DatabaseRow; readonly reach: Reach };

/** @throws AppError not_found */
async function visible(context: Context, principal: Principal, id: number): Promise<Seen> {
  const row = await context.databases.find(id);
  const reach = row && (await context.databases.reach(principal, id));
  if (!row || isOutside(reach)) throw new AppError('not_found', {});
  return { row, reach };
}

/** One question to the database at a time for each key; failures are not cached. */
async function remember<T extends object>(
  context: Context,
  row: DatabaseRow,
  key: readonly unknown[],
  force: boolean,
  ask: (engine: Engine, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const name = JSON.stringify([row.id, row.version, ...key]);
  const known = force ? undefined : context.cached.get(name);
  if (known) return known as Promise<T>;
  const asked = context.engines.engineFor(row.id).then((engine) => inTime(TIMEOUT_MS, (signal) => ask(engine, signal)));
  context.cached.set(name, asked, {
    ttl: secondsOf(row, key[0] === 'schemas' ? 'schema_cache_timeout' : 'table_cache_timeout') * 1000,
  });
  asked.catch(() => {
    if (context.cached.peek(name) === asked) context.cached.delete(name);
  });
  return asked;
}

async function details(
  context: Context,
  principal: Principal,
  id: number,
  table: string,
  { catalog = null, schema = null, force = false }: Asked,
): Promise<{ readonly row: DatabaseRow; readonly ref: TableRef; readonly details: TableDetails }> {
  const { row, reach } = await visible(context, principal, id);
  const engine = await context.engines.engineFor(id);
  const ref = { catalog, schema: schema ?? engine.defaultSchema, table };
  if (!withinReach(reach, catalog, engine).has(ref.schema, table)) throw new AppError('not_found', {});
  const found = await remember(context, row, ['details', ref], force, (each, signal) => each.details(ref, signal));
  if (found.columns.length === 0) throw new AppError('not_found', {});
  return { row, ref, details: found };
}

/** Tables over all schemas whose names fit a text, from cached names. */
async function search(
  context: Context,
  principal: Principal,
  id: number,
  { catalog = null, force = false, ...asked }: Asked & { readonly text: string; readonly limit: number },
): Promise<FoundNames> {
  const { row, reach } = await visible(context, principal, id);
  const index =
    reach === null
      ? await context.indexes.find({
          key: JSON.stringify([row.id, row.version, catalog]),
          ttlMs: secondsOf(row, 'table_cache_timeout') * 1000,
          catalog,
          force,
          engine: () => context.engines.engineFor(row.id),
        })
      : await indexInReach(context, principal, id, { catalog, force });
  return searchNames(index, { text: asked.text, schema: asked.schema ?? null, limit: asked.limit });
}

/** The names of the few tables that somebody may read. */
async function indexInReach(context: Context, principal: Principal, id: number, where: Asked): Promise<NameIndex> {
  const index = createNameIndex();
  for (const schema of await schemas(context, principal, id, where)) {
    const found = await tables(context, principal, id, { ...where, schema });
    index.add(found.map((table) => ({ ...table, schema })));
  }
  return index.build();
}

/** Questions about tables that are asked of a database at a time. */
const AT_A_TIME = 5;

/** Structure of several tables, each with its place in the list; those that are not there are left out. */
async function detailsOfMany(
  context: Context,
  principal: Principal,
  id: number,
  tables: readonly (Where & { readonly name: string })[],
): Promise<readonly { readonly at: number; readonly ref: TableRef; readonly details: TableDetails }[]> {
  await visible(context, principal, id);
  const found: { readonly at: number; readonly ref: TableRef; readonly details: TableDetails }[] = [];
  const left = tables.map((table, at) => ({ ...table, at }));
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { at, name, ...where } = next;
      try {
        const { ref, details: known } = await details(context, principal, id, name, where);
        found.push({ at, ref, details: known });
      } catch (error) {
        if (!isAppError(error, 'not_found')) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return found.toSorted((one, other) => one.at - other.at);
}

async function catalogs(
  context: Context,
  principal: Principal,
  id: number,
  force: boolean,
): Promise<readonly string[]> {
  const { row, reach } = await visible(context, principal, id);
  const names = await remember(context, row, ['catalogs'], force, (engine, signal) => engine.catalogs(signal));
  // Those of a dataset that names none are in the catalog of the connection, which may be any.
  if (reach === null || reach.some((table) => table.catalog === null)) return names;
  return names.filter((name) => reach.some((table) => table.catalog === name));
}

async function schemas(
  context: Context,
  principal: Principal,
  id: number,
  { catalog = null, force = false }: Asked,
): Promise<readonly string[]> {
  const { row, reach } = await visible(context, principal, id);
  const own = reach && withinReach(reach, catalog, await context.engines.engineFor(id)).schemas;
  const names =
    own ??
    (await remember(context, row, ['schemas', catalog], force, (engine, signal) => engine.schemas(catalog, signal)));
  return [...names].sort((a, b) => (a < b ? -1 : 1));
}

async function tables(
  context: Context,
  principal: Principal,
  id: number,
  { catalog = null, schema = null, force = false }: Asked,
): Promise<readonly TableInfo[]> {
  const { row, reach } = await visible(context, principal, id);
  const tables = await remember(context, row, ['tables', catalog, schema], force, (engine, signal) =>
    engine.tables(catalog, schema, signal),
  );
  const sorted = [...tables].sort((a, b) => a.name.localeCompare(b.name));
  if (reach === null) return sorted;
  const engine = await context.engines.engineFor(id);
  const { has } = withinReach(reach, catalog, engine);
  return sorted.filter(({ name }) => has(schema ?? engine.defaultSchema, name));
}

/** What else is known of a table. `newest`: the newest partition, where partitions are values of columns. */
async function extra(
  context: Context,
  principal: Principal,
  id: number,
  table: string,
  asked: Asked,
): Promise<Pick<TableDetails, 'comment' | 'partitionedBy'> & { readonly newest: readonly PartitionValue[] | null }> {
  const {
    row,
    ref,
    details: { comment, partitionedBy },
  } = await details(context, principal, id, table, asked);
  if (partitionedBy.length === 0) return { comment, partitionedBy, newest: null };
  const { newest } = await remember(context, row, ['newest', ref], asked.force === true, async (engine, signal) => ({
    newest: (await engine.newestPartition?.(ref, {}, signal)) ?? null,
  }));
  return { comment, partitionedBy, newest };
}

/** `SELECT * FROM …` with its columns written out, for a table that exists. */
async function selectStarOfTable(
  context: Context,
  principal: Principal,
  id: number,
  table: string,
  asked: Asked,
): Promise<string> {
  const { row, ref, details: found } = await details(context, principal, id, table, asked);
  return selectStar(
    row.engine,
    ref,
    found.columns.map((column) => column.name),
  );
}

/** Names that expressions may call, and what the database says of its functions, as far as it says anything. */
async function functions(
  context: Context,
  principal: Principal,
  id: number,
): Promise<{ readonly names: readonly string[]; readonly functions: readonly FunctionInfo[] }> {
  const { row } = await visible(context, principal, id);
  const names = [...dialectOf(row.engine).grammar.functions].map((name) => name.toLowerCase()).sort();
  const found = await remember(context, row, ['functions'], false, async (engine, signal) => ({
    functions: (await engine.functions?.(signal)) ?? [],
  })).catch((error: unknown) => {
    // A database that is away keeps nobody from the names.
    if (error instanceof AppError) return { functions: [] };
    throw error;
  });
  return { names, functions: found.functions };
}

/** Forget what is known of a database. */
function forget(context: Context, id: number): void {
  for (const key of context.cached.keys()) if (key.startsWith(`[${id},`)) context.cached.delete(key);
  context.indexes.forget(`[${id},`);
}

function secondsOf(row: DatabaseRow, name: string): number {
  const timeouts = savedSettings(row.extra)['metadata_cache_timeout'];
  const value: unknown =
    typeof timeouts === 'object' && timeouts !== null && name in timeouts
      ? (timeouts as Record<string, unknown>)[name]
      : null;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 86_400
    ? Math.max(1, value)
    : TTL_S;
}
