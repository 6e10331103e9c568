import { AppError } from '@tessera/core/errors/app-error';
import { groupBy } from '@tessera/core/group-by';
import { message } from '@tessera/core/messages';
import { dialectOf } from '@tessera/query/dialects/registry';
import { boundNames } from '@tessera/query/sql-statements/bound-names';
import { splitStatements, type Statement } from '@tessera/query/sql-statements/split';
import type { Engine, Namespace, TableRef } from '../../engines/engine.ts';
import { unknownReader } from '../../engines/verify/known-readers.ts';
import type { SqlReading } from '../../engines/verify/reading.ts';
import { exactNames, exactPaths, fold, matchPath } from '../../engines/verify/table-places.ts';

type At = { readonly engine: Engine; readonly namespace: Namespace; readonly signal: AbortSignal };

/**
 * A query may name these tables, and nothing else that holds rows. What it names is said by the parser of its database;
 * where that is not certain, it is refused.
 *
 * @throws AppError table_denied, statement_refused
 */
export async function assertReadable(sql: string, granted: readonly TableRef[], at: At): Promise<void> {
  const { engine, namespace } = at;
  const { dialect } = engine;
  const reading = await readingOf(sql, at);
  const strange = unknownReader(reading, dialect);
  if (strange !== null)
    throw new AppError('statement_refused', {
      reason: message('You may use some tables of this database, and it is not known what "%(name)s" reads.', {
        name: strange,
      }),
    });
  const statement = statementOf(sql, dialect);
  const own = dialect === 'sqlite' ? new Set<string>() : boundNames(statement, dialectOf(dialect).grammar);
  const place = { dialect, defaultSchema: namespace.schema ?? engine.defaultSchema };
  const byName = groupBy(granted, ({ table }) => fold(table));
  const isGranted = (path: readonly string[]): boolean =>
    byName.get(fold(path.at(-1) ?? ''))?.some((table) => isTable(path, table, place, at)) === true;
  const denied = pathsOf(reading, dialect).filter(
    (path) => !isGranted(path) && !(path.length === 1 && own.has((path[0] ?? '').toLowerCase())),
  );
  const left = dialect === 'sqlite' ? await notBehindViews(denied, granted, statement, at) : denied;
  if (left.length > 0)
    throw new AppError('table_denied', { tables: [...new Set(left.map((path) => path.join('.')))].sort() });
}

async function readingOf(sql: string, { engine, signal }: At): Promise<SqlReading> {
  const read = await engine.readQuery?.(sql, { signal });
  if (read?.ok !== true || !read.reading.isQuery)
    throw new AppError('statement_refused', {
      reason: message('You may use some tables of this database, and it cannot be read which ones this query names.'),
    });
  return read.reading;
}

/** Each path once, however often it is named. */
function pathsOf(reading: SqlReading, dialect: string): SqlReading['tables'] {
  const paths = [...exactPaths(reading, dialect), ...(reading.types ?? [])];
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
}

/** Certainly this table: in its letters, too, where they distinguish it from others. */
function isTable(
  path: readonly string[],
  table: TableRef,
  place: Parameters<typeof matchPath>[2],
  { engine: { dialect, defaultSchema, defaultCatalog }, namespace }: At,
): boolean {
  const there = { ...table, schema: table.schema || defaultSchema, catalog: table.catalog || (defaultCatalog ?? null) };
  const catalog = namespace.catalog ?? defaultCatalog;
  // Bare names are looked for in one catalog, whichever has a schema of that name.
  if (defaultCatalog !== undefined && path.length < 3 && fold(catalog ?? '') !== fold(there.catalog ?? ''))
    return false;
  if (matchPath(path, there, place) !== 'same') return false;
  // Behind the schema that is looked in first there is another one.
  if (dialect === 'duckdb' && path.length === 1 && place.defaultSchema !== 'main') return false;
  if (!exactNames.has(dialect)) return true;
  const [name, schema] = path.toReversed();
  // A name with a dot in it is no path.
  return name === there.table && (schema ?? place.defaultSchema) === there.schema && path.length <= 2;
}

/**
 * SQLite tells what a query opens, the tables behind a view among them. One that opens by a view that may be read is
 * open; one that the query may name itself is not.
 */
async function notBehindViews(
  denied: SqlReading['tables'],
  granted: readonly TableRef[],
  { tokens }: Statement,
  at: At,
): Promise<SqlReading['tables']> {
  if (denied.length === 0) return denied;
  const { quote } = dialectOf(at.engine.dialect);
  const readings = await Promise.all(granted.map(({ table }) => readingOf(`SELECT * FROM ${quote(table)}`, at)));
  const behind = new Set(readings.flatMap(({ tables }) => tables.map((path) => path.at(-1) ?? '')));
  const named = new Set(tokens.map(({ text }) => text.toLowerCase()));
  return denied.filter((path) => {
    const name = path.at(-1) ?? '';
    return !behind.has(name) || named.has(name);
  });
}

function statementOf(sql: string, dialect: string): Statement {
  const split = splitStatements(sql, dialectOf(dialect).grammar);
  const only = split.ok && split.statements.length === 1 ? split.statements[0] : undefined;
  if (!only) throw new AppError('statement_refused', { reason: message('Only one statement can be read here.') });
  return only;
}
