import { placeByCharacters } from '../../errors/error-positions.ts';
import type { SqlRead } from '../../verify/reading.ts';
import { isNode, isParameter, textAt, walk } from '../../verify/trees.ts';
import { treeOf } from './tree.ts';

/** What no single value is made of: all columns, parameters, positions. */
const manifold = new Set(['STAR', 'PARAMETER', 'POSITIONAL_REFERENCE', 'DEFAULT']);
/** Places in FROM that hold nothing of the database by themselves. */
const harmless = new Set(['EMPTY', 'JOIN', 'SUBQUERY', 'EXPRESSION_LIST', 'BASE_TABLE', 'TABLE_FUNCTION']);
/** How the parser writes `= ANY (list)`, as a query over a function, and LIKE with ESCAPE. */
const syntax = new Set(['unnest', 'like_escape', 'not_like_escape', 'ilike_escape', 'not_ilike_escape']);

/**
 * @param serialized  answer of json_serialize_sql for the statement `sql`
 */
export function readDuckdb(serialized: string, sql: string): SqlRead {
  const tree = treeOf(serialized);
  if (tree.kind === 'unreadable')
    return {
      ok: false,
      why: 'syntax',
      reason: tree.reason,
      ...(tree.at !== null && { place: placeByCharacters(sql, tree.at) }),
    };
  const statements = tree.kind === 'select' ? tree.statements : [];
  const functions = new Set<string>();
  const tableFunctions = new Set<string>();
  const tables: string[][] = [];
  const ofTables = new Set<unknown>();
  let isManifold = false;
  walk(statements, (node) => {
    const type = textAt(node, 'type');
    if (manifold.has(textAt(node, 'class') ?? '')) isManifold = true;
    if (type === 'TABLE_FUNCTION' && isNode(node['function'])) {
      ofTables.add(node['function']);
      tableFunctions.add((textAt(node['function'], 'function_name') ?? '').toLowerCase());
    } else if (type === 'BASE_TABLE') {
      tables.push(
        ['catalog_name', 'schema_name', 'table_name']
          .map((key) => (textAt(node, key) ?? '').toLowerCase())
          .filter((name) => name !== ''),
      );
    } else if (isNode(node['from_table']) && !harmless.has(textAt(node['from_table'], 'type') ?? '')) {
      tables.push([(textAt(node['from_table'], 'type') ?? '').toLowerCase()]);
    }
    const name = textAt(node, 'function_name')?.toLowerCase();
    if (name !== undefined && node['is_operator'] !== true && !ofTables.has(node) && !syntax.has(name))
      functions.add(name);
  });
  const [first] = statements;
  const only = statements.length === 1 && isNode(first) ? first['node'] : undefined;
  return {
    ok: true,
    reading: {
      isQuery: only !== undefined,
      isValue: !isManifold && isNode(only) && isBare(only),
      functions: [...functions],
      tableFunctions: [...tableFunctions],
      tables,
      columns: columnsOf(statements, !/main/i.test(sql)),
    },
  };
}

/** Functions whose second argument is a lambda; elsewhere an arrow takes something out of a document. */
const takesLambda = /^(list|array)_(transform|apply|filter|reduce)$|^(apply|filter|reduce)$/;

/** Functions that are called without brackets. */
const clock = /^(current_date|current_time|current_timestamp|localtime|localtimestamp)$/i;

/**
 * Paths of columns; the parameters of a lambda are none.
 * @param isOwn nobody wrote `main`: the parser did, for syntax
 * that it makes functions of
 */
function columnsOf(statements: unknown, isOwn: boolean): readonly (readonly string[])[] {
  const found: string[][] = [];
  const pending: { readonly value: unknown; readonly bound: readonly string[]; readonly isLambda: boolean }[] = [
    { value: statements, bound: [], isLambda: false },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, bound, isLambda } = next;
    if (Array.isArray(value))
      for (const item of value as readonly unknown[]) pending.push({ value: item, bound, isLambda: false });
    if (!isNode(value)) continue;
    const path =
      value['class'] === 'COLUMN_REF' && Array.isArray(value['column_names'])
        ? value['column_names'].map(String)
        : null;
    if (path !== null && !isParameter(path, bound) && !clock.test(path.join('.'))) found.push(path);
    // A function behind a value, `value.function()`, is parsed as one of a schema.
    const before =
      value['class'] === 'FUNCTION'
        ? [textAt(value, 'catalog') ?? '', textAt(value, 'schema') ?? ''].filter((part) => part !== '')
        : [];
    if (before.length > 0 && !isParameter(before, bound) && !(isOwn && before.join('.') === 'main')) found.push(before);
    const own =
      isLambda && value['class'] === 'LAMBDA'
        ? [...bound, ...columnsOf(value['lhs'], true).map((name) => name[0] ?? '')]
        : bound;
    const lambda =
      value['class'] === 'FUNCTION' &&
      takesLambda.test((textAt(value, 'function_name') ?? '').toLowerCase()) &&
      Array.isArray(value['children'])
        ? (value['children'] as readonly unknown[])[1]
        : undefined;
    for (const inner of Object.values(value)) {
      if (Array.isArray(inner))
        for (const item of inner as readonly unknown[])
          pending.push({ value: item, bound: own, isLambda: item === lambda && lambda !== undefined });
      else if (typeof inner === 'object') pending.push({ value: inner, bound: own, isLambda: false });
    }
  }
  return found;
}

function isBare(select: Readonly<Record<string, unknown>>): boolean {
  const items = select['select_list'];
  const [item] = Array.isArray(items) ? (items as readonly unknown[]) : [];
  const from = select['from_table'];
  const isEmpty = (key: string) => select[key] === null || (Array.isArray(select[key]) && select[key].length === 0);
  return (
    textAt(select, 'type') === 'SELECT_NODE' &&
    Array.isArray(items) &&
    items.length === 1 &&
    isNode(item) &&
    textAt(item, 'alias') === '' &&
    isNode(from) &&
    from['type'] === 'EMPTY' &&
    ['modifiers', 'where_clause', 'group_expressions', 'group_sets', 'having', 'qualify', 'sample'].every(isEmpty) &&
    select['aggregate_handling'] === 'STANDARD_HANDLING' &&
    isNode(select['cte_map']) &&
    Array.isArray(select['cte_map']['map']) &&
    select['cte_map']['map'].length === 0
  );
}
