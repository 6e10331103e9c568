import { LRUCache } from 'lru-cache';
import { AppError } from '@tessera/core/errors/app-error';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Principal } from '../../principal.ts';
import type { Engine, PartitionValue, TableDetails, TableInfo, TableRef } from '../../engines/engine.ts';
import { inTime } from '../../engines/admission/deadline.ts';
import type { EngineRegistry } from '../../engines/registry.ts';
import { mayUseDatabase } from './policy.ts';
import { savedSettings } from './settings.ts';
import type { DatabaseRow, DatabaseStore } from './store.ts';

/** Seconds that names and structure are remembered when the database's settings say nothing. */
const TTL_S = 600;
const TIMEOUT_MS = 60_000;

export type CatalogService = ReturnType<typeof createCatalogService>;
type Needs = { readonly databases: Pick<DatabaseStore, 'find'>; readonly engines: Pick<EngineRegistry, 'engineFor'> };
type Where = { readonly catalog?: string | null | undefined; readonly schema?: string | null | undefined };
type Asked = Where & { readonly force?: boolean | undefined };

/** Names and structure of databases ([7.2]), remembered for a while; `force` asks the database again. */
export function createCatalogService({ databases, engines }: Needs) {
  const cached = new LRUCache<string, Promise<object>>({ max: 2000 });

  /** @throws AppError not_found */
  async function visible(principal: Principal, id: number): Promise<DatabaseRow> {
    const row = await databases.find(id);
    if (!row || !mayUseDatabase(principal, id)) throw new AppError('not_found', {});
    return row;
  }

  /** One question to the database at a time for each key; failures are not remembered. */
  async function remember<T extends object>(
    row: DatabaseRow,
    key: readonly unknown[],
    force: boolean,
    ask: (engine: Engine, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const name = JSON.stringify([row.id, row.version, ...key]);
    const known = force ? undefined : cached.get(name);
    if (known) return known as Promise<T>;
    const asked = engines.engineFor(row.id).then((engine) => inTime(TIMEOUT_MS, (signal) => ask(engine, signal)));
    cached.set(name, asked, {
      ttl: secondsOf(row, key[0] === 'schemas' ? 'schema_cache_timeout' : 'table_cache_timeout') * 1000,
    });
    asked.catch(() => {
      if (cached.peek(name) === asked) cached.delete(name);
    });
    return asked;
  }

  async function details(
    principal: Principal,
    id: number,
    table: string,
    { catalog = null, schema = null, force = false }: Asked,
  ): Promise<{ readonly row: DatabaseRow; readonly ref: TableRef; readonly details: TableDetails }> {
    const row = await visible(principal, id);
    const engine = await engines.engineFor(id);
    const ref = { catalog, schema: schema ?? engine.defaultSchema, table };
    const found = await remember(row, ['details', ref], force, (each, signal) => each.details(ref, signal));
    if (found.columns.length === 0) throw new AppError('not_found', {});
    return { row, ref, details: found };
  }

  return {
    catalogs: async (principal: Principal, id: number, force: boolean): Promise<readonly string[]> =>
      remember(await visible(principal, id), ['catalogs'], force, (engine, signal) => engine.catalogs(signal)),

    schemas: async (
      principal: Principal,
      id: number,
      { catalog = null, force = false }: Asked,
    ): Promise<readonly string[]> => {
      const names = await remember(await visible(principal, id), ['schemas', catalog], force, (engine, signal) =>
        engine.schemas(catalog, signal),
      );
      return [...names].sort((a, b) => (a < b ? -1 : 1));
    },

    tables: async (
      principal: Principal,
      id: number,
      { catalog = null, schema = null, force = false }: Asked,
    ): Promise<readonly TableInfo[]> => {
      const tables = await remember(
        await visible(principal, id),
        ['tables', catalog, schema],
        force,
        (engine, signal) => engine.tables(catalog, schema, signal),
      );
      return [...tables].sort((a, b) => a.name.localeCompare(b.name));
    },

    details,

    /** What else is known of a table. `newest`: the newest partition, where partitions are values of columns. */
    extra: async (
      principal: Principal,
      id: number,
      table: string,
      asked: Asked,
    ): Promise<
      Pick<TableDetails, 'comment' | 'partitionedBy'> & { readonly newest: readonly PartitionValue[] | null }
    > => {
      const {
        row,
        ref,
        details: { comment, partitionedBy },
      } = await details(principal, id, table, asked);
      if (partitionedBy.length === 0) return { comment, partitionedBy, newest: null };
      const { newest } = await remember(row, ['newest', ref], asked.force === true, async (engine, signal) => ({
        newest: (await engine.newestPartition?.(ref, {}, signal)) ?? null,
      }));
      return { comment, partitionedBy, newest };
    },

    /** `SELECT * FROM …` with its columns written out, for a table that exists. */
    selectStar: async (principal: Principal, id: number, table: string, asked: Asked): Promise<string> => {
      const { row, ref, details: found } = await details(principal, id, table, asked);
      return selectStar(
        row.engine,
        ref,
        found.columns.map((column) => column.name),
      );
    },

    functionNames: async (principal: Principal, id: number): Promise<readonly string[]> => {
      const { engine } = await visible(principal, id);
      const { functions } = dialectOf(engine).grammar;
      return [...functions].map((name) => name.toLowerCase()).sort();
    },

    /** Forget what is known of a database. */
    forget: (id: number): void => {
      for (const key of cached.keys()) if (key.startsWith(`[${id},`)) cached.delete(key);
    },
  };
}

/** A query that shows the first rows of a table. */
export function selectStar(
  engine: string,
  { schema, table }: TableRef,
  columns: readonly string[],
  limit = 100,
): string {
  const { quote } = dialectOf(engine);
  const name = [...(schema ? [schema] : []), table].map(quote).join('.');
  const list = columns.length === 0 ? ' *' : `\n  ${columns.map(quote).join(',\n  ')}`;
  return `SELECT${list}\nFROM ${name}\nLIMIT ${limit}`;
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
