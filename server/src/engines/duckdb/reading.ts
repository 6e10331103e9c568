import { placeByCharacters } from '../error-places.ts';
import type { SqlRead } from '../reading/reading.ts';
import { isNode, textAt, walk } from '../reading/trees.ts';
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
  if (tree.kind === 'unreadable') return { ok: false, why: 'syntax', reason: tree.reason, ...(tree.at !== null && { place: placeByCharacters(sql, tree.at) }) };
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
      tables.push(['catalog_name', 'schema_name', 'table_name'].map((key) => (textAt(node, key) ?? '').toLowerCase()).filter((name) => name !== ''));
    } else if (isNode(node['from_table']) && !harmless.has(textAt(node['from_table'], 'type') ?? '')) {
      tables.push([(textAt(node['from_table'], 'type') ?? '').toLowerCase()]);
    }
    const name = textAt(node, 'function_name')?.toLowerCase();
    if (name !== undefined && node['is_operator'] !== true && !ofTables.has(node) && !syntax.has(name)) functions.add(name);
  });
  const [first] = statements;
  const only = statements.length === 1 && isNode(first) ? first['node'] : undefined;
  return { ok: true, reading: { isQuery: only !== undefined, isValue: !isManifold && isNode(only) && isBare(only), functions: [...functions], tableFunctions: [...tableFunctions], tables } };
}

function isBare(select: Readonly<Record<string, unknown>>): boolean {
  const items = select['select_list'];
  const [item] = Array.isArray(items) ? (items as readonly unknown[]) : [];
  const from = select['from_table'];
  const isEmpty = (key: string) => select[key] === null || (Array.isArray(select[key]) && select[key].length === 0);
  return textAt(select, 'type') === 'SELECT_NODE' && Array.isArray(items) && items.length === 1 && isNode(item) && textAt(item, 'alias') === ''
    && isNode(from) && from['type'] === 'EMPTY' && ['modifiers', 'where_clause', 'group_expressions', 'group_sets', 'having', 'qualify', 'sample'].every(isEmpty)
    && select['aggregate_handling'] === 'STANDARD_HANDLING' && isNode(select['cte_map']) && Array.isArray(select['cte_map']['map']) && select['cte_map']['map'].length === 0;
}
