import { mysqlGrammar } from '@tessera/query/sql-safety/grammars';
import { isSymbol, tokenize } from '@tessera/query/sql-safety/tokens';
import { MySqlLexer } from 'dt-sql-parser/dist/lib/mysql/MySqlLexer.js';
import { MySqlParser } from 'dt-sql-parser/dist/lib/mysql/MySqlParser.js';
import { callOf, exactPartsOf, parse, partsOf, visit, type Branch } from '../../verify/grammar.ts';
import type { SqlRead } from '../../verify/reading.ts';
import { lowered } from '../../verify/statement-text.ts';

const grammar = { lexer: MySqlLexer, parser: MySqlParser };
/** Words before a bracket that are no functions. */
const syntax = new Set([
  'exists',
  'in',
  'over',
  'and',
  'or',
  'not',
  'xor',
  'values',
  'value',
  'row',
  'select',
  'all',
  'any',
  'some',
  'interval',
  'decimal',
  'varchar',
  'char',
  'binary',
  'using',
  'as',
  'on',
  'case',
  'when',
  'distinct',
  'partition',
  'lateral',
  'json_table',
]);
const closedRules = new Set(['lockClause', 'intoClause']);
const manifoldRules = new Set(['tableAllColumns', 'pureAllColumns', 'mysqlVariable', 'variableExpr', 'userVariables']);
/** Words that are free for names in the database, but not in this grammar. */
const freeWords = new Set(
  (
    'ACTIVE ALWAYS AUTHENTICATION CASCADE CHALLENGE_RESPONSE CLONE COMPONENT FACTOR FINISH GENERATE GENERATED ' +
    'GEOMETRY HISTOGRAM INACTIVE INITIAL INITIATE LOCKED NETWORK_NAMESPACE OFF OLD OPTION PERSIST PERSIST_ONLY ' +
    'REFERENCE REGISTRATION REPLICA REPLICAS RESOURCE RESTART RETAIN SKIP STORED STREAM SYSTEM THREAD_PRIORITY ' +
    'TREE TYPE UNREGISTER USER VCPU'
  ).split(' '),
);
/** So are these, of which the grammar knows a few dozen. */
const freeWord = /^(SOURCE|MASTER)_\w+$/;
const typedTexts = new Set(['DATE', 'TIME', 'TIMESTAMP']);
/** Types of CAST that the grammar does not know, and some that it reads alike. */
const castTypes: Readonly<Record<string, string>> = {
  VARCHAR: 'CHAR',
  INT: 'SIGNED',
  INTEGER: 'SIGNED',
  DOUBLE: 'DECIMAL',
  FLOAT: 'DECIMAL',
  REAL: 'DECIMAL',
  YEAR: 'SIGNED',
};

/** Functions that are called without brackets, and are reserved words. */
const clock =
  /^(current_date|current_time|current_timestamp|localtime|localtimestamp|utc_date|utc_time|utc_timestamp)$/i;

/**
 * The unit that a function takes first, which the grammar takes for a column; the database takes nothing else there.
 */
function unitOf(branch: Branch): Branch | null {
  if (!/^timestamp(diff|add)$/.test(callOf(branch) ?? '')) return null;
  let inner: Branch | undefined = branch.children.find(({ rule }) => rule === 'functionArgs')?.children[0];
  while (inner && inner.rule !== 'columnNamePath') inner = inner.children.length === 1 ? inner.children[0] : undefined;
  return inner ?? null;
}

/** Read a text of MySQL or MariaDB by a grammar of MySQL. */
export function readMysql(sql: string): SqlRead {
  const parsed = parse(inGrammar(sql), grammar);
  if (!parsed.ok) return parsed;
  const functions = new Set<string>();
  const tableFunctions = new Set<string>();
  const tables: string[][] = [];
  const columns: string[][] = [];
  const units = new Set<Branch>();
  const statements: Branch[] = [];
  let isReading = true;
  let isManifold = false;
  visit(parsed.tree, (branch) => {
    if (branch.rule === 'sqlStatement') statements.push(branch);
    if (
      branch.rule.endsWith('Statement') &&
      /^(insert|update|delete|replace|load|call|do|handler|import|set|execute|prepare|singleDelete|multipleDelete|singleUpdate|multipleUpdate)/i.test(
        branch.rule,
      )
    )
      isReading = false;
    if (closedRules.has(branch.rule)) isReading = false;
    if (manifoldRules.has(branch.rule)) isManifold = true;
    if (branch.rule === 'tableName') tables.push(exactPartsOf(branch.text));
    const unit = unitOf(branch);
    if (unit) units.add(unit);
    if (
      (branch.rule === 'columnNamePath' || branch.rule === 'columnName') &&
      !units.has(branch) &&
      !clock.test(branch.text)
    )
      columns.push(partsOf(branch.text));
    // The grammar takes a quoted name that stands alone for a text.
    if (branch.rule === 'stringLiteral')
      columns.push(...branch.children.filter(({ text }) => text.startsWith('`')).map(({ text }) => partsOf(text)));
    if (branch.rule === 'jsonTable') tableFunctions.add('json_table');
    // It tells who is signed in, with brackets and without.
    if (branch.rule === '' && /^current_(user|role)$/i.test(branch.text)) functions.add(branch.text.toLowerCase());
    const call = callOf(branch);
    if (call !== null && !syntax.has(call)) functions.add(call);
  });
  const [only] = statements;
  // The grammar takes named queries before one that writes for a statement of their own.
  const changes = statements.filter((each) => statements.length === 1 || kindOf(each) !== 'withStatement');
  const isQuery = isReading && statements.length === 1 && only !== undefined && isSelect(only);
  return {
    ok: true,
    reading: {
      isQuery,
      isWrite: changes.length === 1 && changes.every((each) => writing.test(kindOf(each))),
      isValue: isQuery && !isManifold && isBare(only),
      functions: [...functions],
      tableFunctions: [...tableFunctions],
      tables: tables.map((path) => path.map(lowered)),
      exactTables: tables,
      columns,
    },
  };
}

/**
 * The same text where the grammar has gaps: names that it takes for words are quoted, as are those behind a dot, and
 * texts lose their type.
 */
function inGrammar(sql: string): string {
  const read = tokenize(sql, { ...mysqlGrammar, refused: new Set() });
  if (!read.ok) return sql;
  let text = '';
  for (const [index, token] of read.tokens.entries()) {
    const before = read.tokens[index - 1];
    const after = read.tokens[index + 1];
    const written = read.text.slice(token.start, token.end);
    const isFree = freeWords.has(token.text) || freeWord.test(token.text) || isSymbol(before, '.');
    const isName = token.kind === 'word' && isFree && after?.text !== '(';
    const isType = token.kind === 'word' && typedTexts.has(token.text) && after?.kind === 'string';
    const type =
      before?.kind === 'word' && before.text === 'AS' && token.kind === 'word' ? castTypes[token.text] : undefined;
    const printed = isName ? `\`${written}\`` : isType ? '' : (type ?? written);
    text += `${read.text.slice(before?.end ?? 0, token.start)}${printed}`;
  }
  return text;
}

/** Statements that change rows, tables and views. */
const writing =
  /^(insertStatement|replaceStatement|updateStatement|deleteStatement|createTable|createView|createIndex|alterTable|alterView|dropTable|dropView|dropIndex|renameTable|truncateTable)$/;

function kindOf(statement: Branch): string {
  return statement.children[0]?.children[0]?.rule ?? '';
}

function isSelect(statement: Branch): boolean {
  const data = statement.children[0];
  return (
    data?.rule === 'dmlStatement' &&
    [
      'selectStatement',
      'withStatement',
      'valuesStatement',
      'tableStatement',
      'parenthesizedQuery',
      'interSectStatement',
      'setOperations',
    ].includes(data.children[0]?.rule ?? '')
  );
}

/** Down to `SELECT item`, with nothing beside it on the way. */
function isBare(statement: Branch): boolean {
  let branch: Branch | undefined = statement;
  while (branch && branch.rule !== 'querySpecification')
    branch = branch.children.length === 1 ? branch.children[0] : undefined;
  // The grammar lets FROM be written or not: an empty clause has no children.
  const [select, list, ...more] = (branch?.children ?? []).filter((child) => child.text !== '');
  if (
    select?.text.toUpperCase() !== 'SELECT' ||
    list?.rule !== 'selectElements' ||
    more.length > 0 ||
    list.children.length !== 1
  )
    return false;
  let item: Branch | undefined = list.children[0];
  while (item && ['selectElement', 'selectLiteralColumnName', 'selectExpressionColumnName'].includes(item.rule))
    item = item.children.length === 1 ? item.children[0] : undefined;
  return item !== undefined;
}
