import type { Catalog, ForeignKeyInfo, TableRef } from '../../engine.ts';
import { functionsFrom } from '../functions.ts';
import { pageOf, textOrNull, textsOf, type Rows } from '../own-query.ts';

/** Names and structure from pg_catalog, in the rights of the connection's role. */
export function postgresqlCatalog(rows: Rows, defaultSchema: string): Catalog {
  return {
    catalogs: async (signal) =>
      (await rows('SELECT current_database() AS name', [], signal)).map((row) => String(row['name'])),
    schemas: async (_catalog, signal) => (await rows(SCHEMAS, [], signal)).map((row) => String(row['name'])),
    tables: async (_catalog, schema, signal) =>
      (await rows(TABLES, [schema ?? defaultSchema], signal)).map((row) => ({
        name: String(row['name']),
        kind: kindOf(row['kind']),
      })),
    everyTable: async (_catalog, page, signal) =>
      (await rows(`${EVERY_TABLE} ${pageOf(page)}`, [], signal)).map((row) => ({
        schema: String(row['schema']),
        name: String(row['name']),
        kind: kindOf(row['kind']),
      })),
    details: (table, signal) => details(rows, { ...table, schema: table.schema ?? defaultSchema }, signal),
    functions: async (signal) => functionsFrom(await rows(FUNCTIONS, [], signal)),
  };
}

const SCHEMAS =
  `SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND ` +
  `has_schema_privilege(oid, 'USAGE') ORDER BY 1`;
const TABLES = `
SELECT c.relname AS name, c.relkind::text AS kind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition AND has_table_privilege(c.oid,
'SELECT') ORDER BY 1`;
const EVERY_TABLE = `
SELECT n.nspname::text AS schema, c.relname::text AS name, c.relkind::text AS kind FROM pg_class c JOIN pg_namespace n
ON n.oid = c.relnamespace WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p',
'f', 'v', 'm') AND NOT c.relispartition AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid,
'SELECT') ORDER BY 1, 2`;
/** A collation that takes different texts for one is reported with the type, so that nobody else compares them. */
const COLLATION =
  "CASE WHEN k.collisdeterministic THEN '' ELSE coalesce(' COLLATE ' || quote_ident(k.collname), '') END";
/** That of columns by the numbers of their relations and their own, as answers have them. */
export const COLLATED = `
SELECT o.at, ${COLLATION} AS suffix FROM unnest($1::oid[], $2::int2[]) WITH ORDINALITY AS o(relation, num, at)
JOIN pg_attribute a ON a.attrelid = o.relation AND a.attnum = o.num JOIN pg_collation k ON k.oid = a.attcollation`;
const COLUMNS = `
SELECT a.attname::text AS name, format_type(a.atttypid, a.atttypmod) || ${COLLATION} AS type, a.attnotnull AS required,
col_description(c.oid, a.attnum) AS comment
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN
pg_collation k ON k.oid = a.attcollation
WHERE n.nspname = $1 AND c.relname = $2 AND a.attnum > 0 AND NOT a.attisdropped AND has_table_privilege(c.oid, 'SELECT')
ORDER BY a.attnum`;
const KEYS = `
SELECT con.contype::text AS type, con.conname::text AS name, rn.nspname::text AS referred_schema, rc.relname::text AS
referred_table,
  (SELECT json_agg(a.attname ORDER BY k.ord)::text FROM unnest(con.conkey) WITH ORDINALITY k(num, ord) JOIN pg_attribute
  a ON a.attrelid = con.conrelid AND a.attnum = k.num) AS columns,
  (SELECT json_agg(a.attname ORDER BY k.ord)::text FROM unnest(con.confkey) WITH ORDINALITY k(num, ord) JOIN
  pg_attribute a ON a.attrelid = con.confrelid AND a.attnum = k.num) AS referred_columns
FROM pg_constraint con JOIN pg_class c ON c.oid = con.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_class rc ON rc.oid = con.confrelid LEFT JOIN pg_namespace rn ON rn.oid = rc.relnamespace
WHERE n.nspname = $1 AND c.relname = $2 AND con.contype IN ('p', 'f') ORDER BY con.conname`;
const INDEXES = `
SELECT i.relname::text AS name, x.indisunique AS is_unique,
  (SELECT json_agg(pg_get_indexdef(x.indexrelid, k::int, true) ORDER BY k)::text FROM generate_series(1, x.indnkeyatts)
  k) AS columns
FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid JOIN pg_namespace n ON
n.oid = c.relnamespace
WHERE n.nspname = $1 AND c.relname = $2 ORDER BY i.relname`;
/** Of several expressions the database tells only all of them together. */
const PARTITIONS = `
SELECT coalesce(a.attname::text, pg_get_expr(p.partexprs, p.partrelid)) AS name
FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid JOIN pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN unnest(p.partattrs::int2[]) WITH ORDINALITY k(num, ord) LEFT JOIN pg_attribute a ON a.attrelid = p.partrelid
AND a.attnum = nullif(k.num, 0)
WHERE n.nspname = $1 AND c.relname = $2 ORDER BY k.ord`;
const COMMENT =
  `SELECT obj_description(c.oid, 'pg_class') AS comment FROM pg_class c JOIN pg_namespace n ON n.oid = ` +
  `c.relnamespace WHERE n.nspname = $1 AND c.relname = $2`;

async function details(rows: Rows, { schema, table }: TableRef, signal: AbortSignal) {
  const of = [schema, table];
  const [columns, keys, indexes, partitions, comments] = await Promise.all([
    rows(COLUMNS, of, signal),
    rows(KEYS, of, signal),
    rows(INDEXES, of, signal),
    rows(PARTITIONS, of, signal),
    rows(COMMENT, of, signal),
  ]);
  return {
    columns: columns.map((row) => ({
      name: String(row['name']),
      type: shortType(String(row['type'])),
      nullable: row['required'] !== true,
      comment: textOrNull(row['comment']),
    })),
    primaryKey: keys.filter((row) => row['type'] === 'p').flatMap((row) => textsOf(row['columns'])),
    foreignKeys: keys
      .filter((row) => row['type'] === 'f')
      .map((row): ForeignKeyInfo => ({
        name: textOrNull(row['name']),
        columns: textsOf(row['columns']),
        referredSchema: textOrNull(row['referred_schema']),
        referredTable: String(row['referred_table']),
        referredColumns: textsOf(row['referred_columns']),
      })),
    indexes: indexes.map((row) => ({
      name: String(row['name']),
      columns: textsOf(row['columns']),
      unique: row['is_unique'] === true,
    })),
    partitionedBy: [...new Set(partitions.map((row) => String(row['name'])))],
    comment: textOrNull(comments[0]?.['comment']),
  };
}

/** The catalogue's long names in the words that users know. */
function shortType(type: string): string {
  return type
    .replace(/^character varying/, 'varchar')
    .replace(/^character\b/, 'char')
    .replace(/^timestamp(\(\d\))? without time zone/, 'timestamp$1')
    .replace(/^timestamp(\(\d\))? with time zone/, 'timestamptz$1')
    .replace(/^time(\(\d\))? without time zone/, 'time$1')
    .toUpperCase();
}

function kindOf(kind: unknown): 'table' | 'view' | 'materialized_view' {
  if (kind === 'v') return 'view';
  return kind === 'm' ? 'materialized_view' : 'table';
}

/** Those of users and the built-in ones that have a name of words; what is for the database itself is left out. */
const FUNCTIONS = `
SELECT p.proname AS name, p.prokind::text AS kind, d.description AS description,
  pg_get_function_result(p.oid) AS returns, p.provariadic <> 0 AS variadic,
  (SELECT json_agg(coalesce(p.proargnames[n], '') ORDER BY n)
    FROM generate_series(1, p.pronargs) AS g(n))::text AS args,
  (SELECT json_agg(format_type(t, NULL) ORDER BY n)
    FROM unnest(p.proargtypes) WITH ORDINALITY AS a(t, n))::text AS types
FROM pg_proc p JOIN pg_namespace s ON s.oid = p.pronamespace
LEFT JOIN pg_description d ON d.objoid = p.oid AND d.classoid = 'pg_proc'::regclass AND d.objsubid = 0
WHERE p.prokind <> 'p' AND s.nspname <> 'information_schema' AND p.proname ~ '^[a-z]'
  AND p.prorettype NOT IN ('internal'::regtype, 'trigger'::regtype, 'event_trigger'::regtype, 'cstring'::regtype)
  AND NOT ('internal'::regtype = ANY (p.proargtypes)) AND NOT ('cstring'::regtype = ANY (p.proargtypes))
ORDER BY p.proname, p.pronargs, p.oid LIMIT 20000`;
