import { TrinoSqlLexer } from 'dt-sql-parser/dist/lib/trino/TrinoSqlLexer.js';
import { TrinoSqlParser } from 'dt-sql-parser/dist/lib/trino/TrinoSqlParser.js';
import { callOf, parse, partsOf, visit, type Branch } from '../../verify/grammar.ts';
import type { SqlRead } from '../../verify/reading.ts';
import { isParameter } from '../../verify/trees.ts';

const grammar = { lexer: TrinoSqlLexer, parser: TrinoSqlParser };
/** Words before a bracket that are no functions. */
const syntax = new Set([
  'exists',
  'in',
  'cast',
  'row',
  'over',
  'filter',
  'array',
  'and',
  'or',
  'not',
  'values',
  'table',
  'lateral',
  'unnest',
  'select',
  'all',
  'any',
  'some',
  'interval',
  'decimal',
  'varchar',
  'char',
  'timestamp',
  'time',
  'varbinary',
  'map',
  'grouping',
  'rollup',
  'cube',
]);
/** Values that tell of who is signed in and where. */
const told = /^current_(user|catalog|schema|path|role)$/i;

/** Read a text of Trino by its grammar. */
export function readTrino(sql: string): SqlRead {
  const parsed = parse(sql, grammar);
  if (!parsed.ok) return parsed;
  const { tree } = parsed;
  const functions = new Set<string>();
  const tableFunctions = new Set<string>();
  const tables: string[][] = [];
  let isManifold = false;
  visit(tree, (branch) => {
    if (branch.rule === 'tableFunctionCall') tableFunctions.add(partsOf(branch.children[0]?.text ?? '').at(-1) ?? '');
    // What stands in brackets is a query, whose tables are visited by themselves.
    if ((branch.rule === 'tableOrViewName' || branch.rule === 'relationSourceTable') && !branch.text.startsWith('('))
      tables.push(partsOf(branch.text));
    // TABLE name is a query of its own.
    if (branch.rule === 'queryPrimary' && branch.children[0]?.text.toUpperCase() === 'TABLE')
      tables.push(partsOf(branch.children[1]?.text ?? ''));
    if (branch.rule === 'selectAllWithoutTable' || branch.rule === 'tableAllColumns') isManifold = true;
    if (branch.rule === 'primaryExpression' && branch.children.length === 1 && told.test(branch.text))
      functions.add(branch.text.toLowerCase());
    if (branch.rule === 'primaryExpression' && branch.text === '?') isManifold = true;
    const call = branch.rule === 'tableFunctionCall' ? null : callOf(branch);
    if (call !== null && !syntax.has(call)) functions.add(call);
  });
  const statement = onlyStatement(tree);
  return {
    ok: true,
    reading: {
      isQuery: statement?.children[0]?.rule === 'rootQuery' && statement.children[0].children[0]?.rule === 'query',
      isWrite: statement !== null && isWrite(statement),
      isValue: !isManifold && statement !== null && isBare(statement),
      functions: [...functions],
      tableFunctions: [...tableFunctions],
      tables,
      columns: columnsOf(tree),
    },
  };
}

/** The first words of statements that change rows, tables and views. */
const writing =
  /^(INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|TRUNCATE TABLE|(CREATE|DROP|ALTER|COMMENT ON|CREATE OR REPLACE|REFRESH) ?(MATERIALIZED )?(TABLE|VIEW|SCHEMA|COLUMN))\b/;

function isWrite({ children }: Branch): boolean {
  const words = children.map(({ rule, text }) => (rule === '' ? text.toUpperCase() : '.'));
  const [first = ''] = words.join(' ').split(' .');
  // Procedures of tables may do anything.
  return writing.test(first) && !words.includes('EXECUTE') && !words.includes('AUTHORIZATION');
}

/** Paths of columns; the parameters of a lambda are none. */
function columnsOf(tree: Branch): readonly (readonly string[])[] {
  const found: string[][] = [];
  const pending: { readonly branch: Branch; readonly bound: readonly string[] }[] = [{ branch: tree, bound: [] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { branch, bound } = next;
    const path = branch.rule === 'columnName' || branch.rule === 'columnRef' ? partsOf(branch.text) : null;
    if (path !== null && !isParameter(path, bound)) found.push(path);
    const arrow =
      branch.rule === 'primaryExpression'
        ? branch.children.findIndex(({ rule, text }) => rule === '' && text === '->')
        : -1;
    const own =
      arrow < 0
        ? bound
        : [
            ...bound,
            ...branch.children
              .slice(0, arrow)
              .filter(({ rule }) => rule === 'identifier')
              .map(({ text }) => partsOf(text)[0] ?? ''),
          ];
    for (const child of branch.children) pending.push({ branch: child, bound: own });
  }
  return found;
}

function onlyStatement(tree: Branch): Branch | null {
  const found: Branch[] = [];
  visit(tree, (branch) => {
    if (branch.rule === 'statement') found.push(branch);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Down to `SELECT item`, with nothing beside it on the way. */
function isBare(statement: Branch): boolean {
  let branch: Branch | undefined = statement;
  while (branch && branch.rule !== 'querySpecification')
    branch = branch.children.length === 1 ? branch.children[0] : undefined;
  const [select, list, ...more] = branch?.children ?? [];
  const [item] = list?.children ?? [];
  // One column item without a name for it.
  return (
    select?.text.toUpperCase() === 'SELECT' &&
    list !== undefined &&
    more.length === 0 &&
    (list.rule === 'selectList' ? list.children.length === 1 && isUnnamed(item) : isUnnamed(list))
  );
}

function isUnnamed(item: Branch | undefined): boolean {
  let branch = item;
  while (
    branch &&
    ['selectList', 'selectItem', 'selectLiteralColumnName', 'selectExpressionColumnName'].includes(branch.rule)
  ) {
    if (branch.children.length !== 1) return false;
    branch = branch.children[0];
  }
  return branch !== undefined;
}
