import type { SqlRead } from '../../verify/reading.ts';
import { isNode, textAt, walk } from '../../verify/trees.ts';

/** All that `SELECT value` has in the tree. */
const bare = new Set(['targetList', 'limitOption', 'op']);
/** Words that stand for a value of the clock; the others tell of who is signed in and where. */
const clock = /^SVFOP_(CURRENT_|LOCAL)(DATE|TIME|TIMESTAMP|TIME_N|TIMESTAMP_N)$|^SVFOP_LOCALTIME(STAMP)?(_N)?$/;
/** How the parser writes SIMILAR TO and ESCAPE. */
const syntax = new Set(['similar_to_escape', 'like_escape']);
/** Types that look objects up by their names. */
const objectType = /^reg\w+$/;
/** Types of values; each table is a type, too, and so is whatever users make. */
const valueType =
  /^_?(bool|boolean|bit|varbit|bytea|char|bpchar|varchar|text|citext|name|int[248]?|integer|smallint|bigint|serial|float[48]|numeric|decimal|money|oid|date|time|timetz|timestamp|timestamptz|interval|jsonb?|jsonpath|uuid|xml|inet|cidr|macaddr8?|point|line|lseg|box|path|polygon|circle|tsvector|tsquery|(int[48]|num|ts|tstz|date)(multi)?range|hstore|ltree|geometry|geography|vector|record)$/;

/**
 * @param tree  what the parser of PostgreSQL makes of a text
 */
export function readPostgresql(tree: unknown): SqlRead {
  const statements = isNode(tree) && Array.isArray(tree['stmts']) ? (tree['stmts'] as readonly unknown[]) : [];
  const functions = new Set<string>();
  const tableFunctions = new Set<string>();
  const exactTables: string[][] = [];
  const types: string[][] = [];
  const columns: string[][] = [];
  let isReading = statements.length === 1;
  const only = innerOf(statements[0]);
  let isWriting = statements.length === 1 && only !== null && isChange(only);
  let isManifold = false;
  walk(statements, (node, key) => {
    if (key.endsWith('Stmt') && key !== 'SelectStmt') isReading = false;
    if (/^[A-Z]\w*Stmt$/.test(key) && !within.has(key)) isWriting = false;
    if (key === 'RangeVar' && node['relpersistence'] === 't') isWriting = false;
    if (key === 'lockingClause' || key === 'intoClause') isReading = false;
    if (key === 'A_Star' || key === 'ParamRef') isManifold = true;
    if (key === 'ColumnRef') columns.push(partsOf(node['fields']));
    if (key === 'RangeVar')
      exactTables.push(
        ['catalogname', 'schemaname', 'relname'].map((part) => textAt(node, part) ?? '').filter((part) => part !== ''),
      );
    if (key === 'RangeFunction')
      walk(
        node['functions'],
        (inner, kind) => void (kind === 'FuncCall' && tableFunctions.add(nameOf(inner['funcname']))),
      );
    // Syntax of its own, such as EXTRACT and AT TIME ZONE, is written as a function of the database.
    if (key === 'FuncCall' && node['funcformat'] !== 'COERCE_SQL_SYNTAX' && !syntax.has(nameOf(node['funcname'])))
      functions.add(nameOf(node['funcname']));
    if (key === 'SQLValueFunction' && !clock.test(textAt(node, 'op') ?? ''))
      functions.add((textAt(node, 'op') ?? '').replace('SVFOP_', '').toLowerCase());
    // `(value).name` calls a function where the value has no such field.
    if (key === 'A_Indirection') for (const name of partsOf(node['indirection'])) functions.add(name.toLowerCase());
    if (key === 'XmlExpr' || key === 'XmlSerialize') functions.add('xml');
    const type = key === 'typeName' ? nameOf(node['names']).split('.').at(-1) : undefined;
    if (type !== undefined && objectType.test(type)) functions.add(type);
    else if (type !== undefined && !valueType.test(type)) types.push(partsOf(node['names']));
  });
  return {
    ok: true,
    reading: {
      isQuery: isReading && selectOf(statements[0]) !== null,
      isWrite: isWriting,
      isValue: !isManifold && isBare(statements[0]),
      functions: [...functions],
      tableFunctions: [...tableFunctions],
      tables: exactTables.map((path) => path.map((part) => part.toLowerCase())),
      exactTables,
      types,
      columns,
    },
  };
}

/** Statements that change rows, tables, views and what belongs to them. */
const changing = new Set([
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
  'CreateStmt',
  'CreateTableAsStmt',
  'ViewStmt',
  'IndexStmt',
  'AlterTableStmt',
  'TruncateStmt',
  'RefreshMatViewStmt',
  'CreateSeqStmt',
  'AlterSeqStmt',
  'CreateSchemaStmt',
  'CreateEnumStmt',
]);
/** These are about an object of some kind. */
const objects: Readonly<Record<string, string>> = {
  DropStmt: 'removeType',
  RenameStmt: 'renameType',
  CommentStmt: 'objtype',
  AlterTableStmt: 'objtype',
};
const object = /^OBJECT_(TABLE|VIEW|MATVIEW|INDEX|SEQUENCE|SCHEMA|TYPE|COLUMN|TABCONSTRAINT)$/;
/** What may stand inside of one of them. */
const within = new Set([...changing, ...Object.keys(objects), 'SelectStmt']);

/** What a statement is, by the name of its node. */
function innerOf(
  statement: unknown,
): { readonly key: string; readonly node: Readonly<Record<string, unknown>> } | null {
  const inner = isNode(statement) ? statement['stmt'] : undefined;
  const [entry] = isNode(inner) ? Object.entries(inner) : [];
  return entry && isNode(entry[1]) ? { key: entry[0], node: entry[1] } : null;
}

function isChange({ key, node }: NonNullable<ReturnType<typeof innerOf>>): boolean {
  const kind = objects[key];
  if (kind !== undefined && !object.test(textAt(node, kind) ?? '')) return false;
  if (key === 'SelectStmt') return isNode(node['intoClause']) || changesWithin(node);
  return changing.has(key) || kind !== undefined;
}

/** A query whose named queries change something. */
function changesWithin(select: unknown): boolean {
  let found = false;
  walk(select, (_, key) => void (found ||= /^(Insert|Update|Delete|Merge)Stmt$/.test(key)));
  return found;
}

function selectOf(statement: unknown): Readonly<Record<string, unknown>> | null {
  const inner = isNode(statement) ? statement['stmt'] : undefined;
  return isNode(inner) && isNode(inner['SelectStmt']) ? inner['SelectStmt'] : null;
}

function isBare(statement: unknown): boolean {
  const select = selectOf(statement);
  if (
    select === null ||
    !Object.keys(select).every((key) => bare.has(key)) ||
    select['limitOption'] !== 'LIMIT_OPTION_DEFAULT' ||
    select['op'] !== 'SETOP_NONE'
  )
    return false;
  const items = select['targetList'];
  const [item] = Array.isArray(items) && items.length === 1 ? (items as readonly unknown[]) : [];
  return (
    isNode(item) &&
    isNode(item['ResTarget']) &&
    item['ResTarget']['name'] === undefined &&
    item['ResTarget']['val'] !== undefined
  );
}

/** Functions of the database itself without their schema; those of users' own schemas with it. */
function nameOf(path: unknown): string {
  const parts = partsOf(path).map((part) => part.toLowerCase());
  return (parts[0] === 'pg_catalog' ? parts.slice(1) : parts).join('.');
}

/** The names of a path; a star is none. */
function partsOf(path: unknown): string[] {
  return Array.isArray(path)
    ? path.flatMap((part: unknown) =>
        isNode(part) && isNode(part['String']) ? [textAt(part['String'], 'sval') ?? ''] : [],
      )
    : [];
}
