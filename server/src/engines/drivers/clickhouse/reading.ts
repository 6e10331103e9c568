import { clickhouseGrammar } from '@tessera/query/sql-safety/grammars';
import { isSymbol, type Token } from '@tessera/query/sql-safety/tokens';
import { splitStatements, type Statement } from '@tessera/query/sql-statements/split';
import type { SqlRead, SqlReading } from '../../verify/reading.ts';

type Node = { readonly text: string; readonly depth: number; readonly children: Node[] };

/** Operators and syntax, which the parser writes as functions that users cannot all call by name. */
const syntax =
  /^(in|notin|globalin|globalnotin|inignoreset|lambda|exists|cast|_cast|casewithexpression|isdistinctfrom|isnotdistinctfrom|tointerval\w+|tuple|array|map|regexp|trim(left|right|both)|concat|plus|minus|multiply|divide|modulo|intdiv|negate|and|or|not|xor|equals|notequals|less|greater|lessorequals|greaterorequals|like|notlike|ilike|notilike|match|isnull|isnotnull|if|multiif|tupleelement|arrayelement|todate|todatetime|toyear|toquarter|tomonth|toweek|todayofmonth|todayofweek|todayofyear|tohour|tominute|tosecond|adddate|dateadd|datesub|datediff|position|substring|singlevalueornull)$/;
const many =
  /^(Asterisk|QualifiedAsterisk|Columns\w*Matcher|QualifiedColumns\w*Matcher|ColumnsTransformer\w*|QueryParameter)\b/;
const told = /^(current|session)_user$/;
/** A node that is called something else than its text; names stand at the end. */
const named = / \(alias .+\)( \(children \d+\))?$/;

/**
 * @param lines  rows of EXPLAIN AST: one node each, as deep as it is indented
 * @param sql  what was explained
 */
export function readClickhouse(lines: readonly string[], sql: string): SqlRead {
  const pathsOf = pathsIn(sql);
  const roots = treeOf(lines);
  const [root] = roots;
  const functions = new Set<string>();
  const tableFunctions = new Set<string>();
  const tables: string[][] = [];
  const columns: string[][] = [];
  let isManifold = false;
  let isReading =
    roots.length === 1 && root !== undefined && kindOf(root) === 'SelectWithUnionQuery' && root.children.length === 1;
  const visit = (node: Node, around: Node | null, above: Node | null, bound: readonly string[]): void => {
    const kind = kindOf(node);
    const isCount = kind === 'Asterisk' && above !== null && /^Function count\b/i.test(above.text);
    if ((many.test(node.text) && !isCount) || named.test(node.text)) isManifold = true;
    if (kind === 'TableIdentifier') tables.push(...pathsOf(node));
    if (kind === 'Set' || /(Insert|Create|Alter|Drop|System|Delete|Update)\w*Query/.test(kind)) isReading = false;
    // Without brackets it is a name to the parser, and tells who is signed in all the same.
    if (kind === 'Identifier' && told.test(pathOf(node).join('.'))) functions.add(pathOf(node).join('.'));
    if (kind === 'Function') {
      const name = (node.text.split(' ')[1] ?? '').toLowerCase();
      if (around !== null && kindOf(around) === 'TableExpression') tableFunctions.add(name);
      // The kind of a table is no call.
      else if (!syntax.test(name) && !isKindOfTable(node, around)) functions.add(name);
      // A name alone behind IN is a table.
      if (/^(global)?(not)?in$/.test(name))
        for (const list of node.children)
          tables.push(
            ...list.children
              .slice(1)
              .filter((one) => kindOf(one) === 'Identifier')
              .flatMap(pathsOf),
          );
    }
    const own = /^Function lambda\b/i.test(node.text) ? [...bound, ...parametersOf(node)] : bound;
    if (kind === 'Identifier' && !own.includes(writtenOf(node))) columns.push(writtenOf(node).split('.'));
    for (const child of node.children) visit(child, node, around, own);
  };
  for (const node of roots) visit(node, null, null, []);
  const reading: SqlReading = {
    isQuery: isReading,
    isWrite: roots.length === 1 && root !== undefined && isWrite(root),
    isValue: isReading && !isManifold && root !== undefined && isBare(root),
    functions: [...functions],
    tableFunctions: [...tableFunctions],
    tables: tables.map((path) => path.map((part) => part.toLowerCase())),
    exactTables: tables,
    columns,
  };
  return { ok: true, reading };
}

/** What ALTER may do to a table of its own; the others take parts of it elsewhere. */
const altering =
  /^AlterCommand ((ADD|DROP|MODIFY|COMMENT|RENAME|CLEAR)_COLUMN|DELETE|UPDATE|(ADD|DROP|MATERIALIZE)_INDEX|DROP_PARTITION|MODIFY_(ORDER_BY|COMMENT|TTL|QUERY)|REMOVE_TTL)\b/;

function isKindOfTable(node: Node, around: Node | null): boolean {
  return around !== null && around.text.startsWith('Storage definition') && around.children[0] === node;
}

/** A change of rows, tables or views; of databases, dictionaries and the like none. */
function isWrite(root: Node): boolean {
  const kinds = root.children.map((child) => child.text);
  switch (kindOf(root)) {
    case 'InsertQuery':
      return root.children.every((child) => kindOf(child) !== 'Function');
    case 'CreateQuery':
      return kinds.length > 1 && !kinds.some((text) => text.startsWith('Dictionary'));
    case 'DropQuery':
    case 'TruncateQuery':
      return /^\w+ \S* \S+ \(/.test(root.text);
    case 'AlterQuery':
      return (root.children[0]?.children ?? []).every(({ text }) => altering.test(text));
    default:
      return /^(DeleteQuery|UpdateQuery|Rename|OptimizeQuery)$/.test(kindOf(root));
  }
}

/** One SELECT of one item, and nothing beside it. */
function isBare(root: Node): boolean {
  const only = (node: Node | undefined, kind: string) =>
    node && kindOf(node) === kind && node.children.length === 1 ? node.children[0] : undefined;
  return (
    only(only(only(only(root, 'SelectWithUnionQuery'), 'ExpressionList'), 'SelectQuery'), 'ExpressionList') !==
    undefined
  );
}

function kindOf(node: Node): string {
  return /^\w*/.exec(node.text)?.[0] ?? '';
}

function pathOf(node: Node): string[] {
  return exactOf(node).map((part) => part.toLowerCase());
}

function exactOf(node: Node): string[] {
  return writtenOf(node).split('.');
}

/**
 * The paths of a name: the parser joins the parts of a path by dots and leaves the quotes out, so that `a.b` is a table
 * of a schema or one with a dot in its name. What the text writes tells; where it writes both, or hides it by escapes,
 * it is both.
 */
function pathsIn(sql: string): (node: Node) => readonly string[][] {
  const split = splitStatements(sql, clickhouseGrammar);
  const statements = split.ok ? split.statements : [];
  const isDoubtful = statements.some((statement) =>
    statement.tokens.some((token) => token.kind === 'name' && /[.\\]/.test(rawOf(statement, token))),
  );
  if (!isDoubtful) return (node) => [exactOf(node)];
  const written = new Map<string, Map<string, string[]>>();
  for (const path of statements.flatMap(chainsOf)) {
    const joined = path.join('.');
    written.set(joined, (written.get(joined) ?? new Map<string, string[]>()).set(JSON.stringify(path), path));
  }
  return (node) => [...(written.get(writtenOf(node))?.values() ?? [exactOf(node), [writtenOf(node)]])];
}

/** Names and words with nothing but dots between them. */
function chainsOf(statement: Statement): readonly string[][] {
  const { tokens } = statement;
  const chains: string[][] = [];
  for (const [index, token] of tokens.entries()) {
    if (!isPart(token)) continue;
    const part = token.kind === 'name' ? token.text : rawOf(statement, token);
    const last = chains.at(-1);
    if (last && isSymbol(tokens[index - 1], '.') && isPart(tokens[index - 2])) last.push(part);
    else chains.push([part]);
  }
  return chains;
}

/** As it is written, quotes and all. */
function rawOf({ text, at }: Statement, token: Token): string {
  const from = token.at - at;
  return text.slice(from, from + token.end - token.start);
}

function isPart(token: Token | undefined): boolean {
  return token?.kind === 'name' || token?.kind === 'word';
}

function writtenOf({ text }: Node): string {
  return text.replace(named, '').replace(/^\w+ /, '');
}

/** What a lambda calls its values: its first argument, alone or as a tuple. */
function parametersOf(lambda: Node): readonly string[] {
  const [first] = lambda.children[0]?.children ?? [];
  if (!first) return [];
  const names = kindOf(first) === 'Identifier' ? [first] : (first.children[0]?.children ?? []);
  return names.filter((node) => kindOf(node) === 'Identifier').map(writtenOf);
}

function treeOf(lines: readonly string[]): readonly Node[] {
  const roots: Node[] = [];
  const open: Node[] = [];
  for (const line of lines) {
    const text = line.trimStart();
    if (text === '') continue;
    const node: Node = { text, depth: line.length - text.length, children: [] };
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= node.depth) open.pop();
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}
