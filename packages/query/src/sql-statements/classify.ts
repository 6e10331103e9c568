import { isCalled } from '../sql-safety/check.ts';
import { isSymbol, wordAt, type SqlGrammar, type Token } from '../sql-safety/tokens.ts';
import type { Statement } from './split.ts';
import { isWritingVerb, writeOf } from './writes.ts';

/** What a statement does, as far as its words tell; a parser of its database looks at it afterwards. */
export type StatementKind =
  | { readonly kind: 'read' }
  /** The plan of a query, which stands behind `prefix`. With `isRun` the database runs the query for it. */
  | { readonly kind: 'explain'; readonly prefix: string; readonly query: string; readonly isRun: boolean }
  /** Tells about tables; `table` is the one whose rows or columns it reads. */
  | { readonly kind: 'show'; readonly table: string | null }
  /** Changes rows, tables, views or what belongs to them. */
  | { readonly kind: 'write'; readonly verb: string }
  /** Changes the session, programs or rights, or reaches out of the database. */
  | { readonly kind: 'command'; readonly verb: string }
  | { readonly kind: 'unknown'; readonly verb: string };

const reads = new Set(['SELECT', 'WITH', 'VALUES', 'FROM', 'TABLE', 'PIVOT', 'UNPIVOT']);
const commands = new Set([
  'SET',
  'RESET',
  'USE',
  'ATTACH',
  'DETACH',
  'COPY',
  'EXPORT',
  'IMPORT',
  'INSTALL',
  'LOAD',
  'PRAGMA',
  'CALL',
  'DO',
  'EXECUTE',
  'PREPARE',
  'DEALLOCATE',
  'BEGIN',
  'START',
  'COMMIT',
  'ROLLBACK',
  'SAVEPOINT',
  'RELEASE',
  'GRANT',
  'REVOKE',
  'DENY',
  'LOCK',
  'UNLOCK',
  'KILL',
  'SYSTEM',
  'SHUTDOWN',
  'HANDLER',
  'VACUUM',
  'CHECKPOINT',
  'LISTEN',
  'NOTIFY',
  'UNLISTEN',
  'DECLARE',
  'FETCH',
  'CLOSE',
  'DISCARD',
  'ABORT',
  'END',
  'MOVE',
  'XA',
  // Of servers, their files, logs and copies; some end a transaction by themselves.
  'FLUSH',
  'PURGE',
  'STOP',
  'RESTART',
  'CHANGE',
  'CLONE',
  'UNINSTALL',
  'BACKUP',
  'RESTORE',
  'BINLOG',
  'REPAIR',
  'CACHE',
  'CLUSTER',
  'REINDEX',
  'REASSIGN',
  'SECURITY',
]);
/** Words inside a query that make it change something. */
const changing = new Set(['INSERT', 'DELETE', 'MERGE', 'INTO', 'RETURNING']);
const shown = new Set(['TABLES', 'SCHEMAS', 'DATABASES', 'CATALOGS', 'COLUMNS', 'VIEWS', 'INDEX', 'INDEXES']);

const others = new Set(['EXPLAIN', 'DESCRIBE', 'DESC', 'SUMMARIZE', 'SHOW', 'ANALYZE', 'WATCH']);

/** Whether statements are known that begin with a word, in capitals. */
export function beginsStatement(word: string): boolean {
  return reads.has(word) || isWritingVerb(word) || commands.has(word) || others.has(word);
}

/** What a statement does. */
export function classify(statement: Statement, grammar: SqlGrammar): StatementKind {
  const { tokens } = statement;
  const verb = verbOf(tokens);
  if (verb === 'EXPLAIN') return explained(statement, grammar);
  if (verb === 'DESCRIBE' || verb === 'DESC' || verb === 'SUMMARIZE') return described(statement, verb);
  if (verb === 'SHOW') return isPlainShow(tokens) ? { kind: 'show', table: null } : { kind: 'unknown', verb };
  if (reads.has(verb)) {
    const change = changeIn(tokens, grammar);
    return change === null ? { kind: 'read' } : writeOf(tokens, change, grammar);
  }
  if (isWritingVerb(verb)) return writeOf(tokens, verb, grammar);
  // The plan of a change that is made for it.
  if (verb === 'ANALYZE' && tokens.some(isChange)) return { kind: 'write', verb };
  return { kind: commands.has(verb) ? 'command' : 'unknown', verb };
}

/** The word that a statement begins with, behind brackets; empty where it is none. */
function verbOf(tokens: readonly Token[]): string {
  const first = tokens.find((token) => !isSymbol(token, '('));
  return first?.kind === 'word' ? first.text : '';
}

/** The first word of a query that changes something; `null` where there is none. */
function changeIn(tokens: readonly Token[], grammar: SqlGrammar): string | null {
  const at = tokens.findIndex((token, index) => {
    if (token.kind !== 'word' || isSymbol(tokens[index - 1], '.') || isCalled(tokens, index, grammar)) return false;
    if (isGivenName(tokens, index) || isNamingOfUnpivot(tokens, index)) return false;
    const before = tokens[index - 1];
    const begins = before === undefined || isSymbol(before, '(') || before.text === 'AS';
    return changing.has(token.text) || (begins && token.text === 'UPDATE');
  });
  return tokens[at]?.text ?? null;
}

/** A name behind AS with what no change has behind its verb: the end, a comma, a bracket, the source of the query. */
function isGivenName(tokens: readonly Token[], index: number): boolean {
  const verb = wordAt(tokens, index) ?? '';
  if (!['INSERT', 'DELETE', 'MERGE'].includes(verb) || wordAt(tokens, index - 1) !== 'AS') return false;
  const next = tokens[index + 1];
  if (next === undefined || isSymbol(next, ',') || isSymbol(next, ')')) return true;
  return verb !== 'DELETE' && wordAt(tokens, index + 1) === 'FROM';
}

/** `UNPIVOT … INTO NAME column VALUE columns` names the columns of its result. */
function isNamingOfUnpivot(tokens: readonly Token[], index: number): boolean {
  if (verbOf(tokens) !== 'UNPIVOT' || wordAt(tokens, index) !== 'INTO') return false;
  return wordAt(tokens, index + 1) === 'NAME' && wordAt(tokens, index + 3) === 'VALUE';
}

function isChange(token: Token): boolean {
  return token.kind === 'word' && isWritingVerb(token.text);
}

/** Words that may stand between EXPLAIN and what it explains. */
const explaining = new Set(
  'ANALYZE VERBOSE EXTENDED QUERY PLAN ESTIMATE PIPELINE SYNTAX AST FORMAT JSON TREE TRADITIONAL LOGICAL'.split(' '),
);

function explained(statement: Statement, grammar: SqlGrammar): StatementKind {
  const { tokens, text, at } = statement;
  const next = behindOptions(tokens);
  const begins = tokens[next];
  const inner = begins && { ...statement, text: text.slice(begins.at - at), at: begins.at, tokens: tokens.slice(next) };
  // Nothing explains an explanation; a text of nothing else would be cut again for each.
  const kind = inner && verbOf(inner.tokens) !== 'EXPLAIN' ? classify(inner, grammar) : undefined;
  if (kind?.kind === 'write') return { kind: 'write', verb: `EXPLAIN ${kind.verb}` };
  if (!inner || kind?.kind !== 'read') return { kind: 'unknown', verb: 'EXPLAIN' };
  return {
    kind: 'explain',
    prefix: text.slice(0, inner.at - at),
    query: inner.text,
    isRun: tokens.slice(1, next).some((token) => token.text === 'ANALYZE'),
  };
}

/** The first token behind EXPLAIN that is none of its options: words, `FORMAT = JSON`, a list in brackets. */
function behindOptions(tokens: readonly Token[]): number {
  let next = 1;
  for (;;) {
    if (explaining.has(wordAt(tokens, next) ?? '') || (next > 1 && isSymbol(tokens[next], '='))) next += 1;
    else if (isSymbol(tokens[next], '(') && isOptions(tokens, next)) {
      while (next < tokens.length && !isSymbol(tokens[next], ')')) next += 1;
      next += 1;
    } else return next;
  }
}

/** A bracket that begins with an option, and not with a query. */
function isOptions(tokens: readonly Token[], open: number): boolean {
  const words = new Set(['TYPE', 'BUFFERS', 'COSTS', 'SETTINGS', 'TIMING', 'SUMMARY', 'WAL', 'GENERIC_PLAN']);
  const first = wordAt(tokens, open + 1) ?? '';
  return explaining.has(first) || words.has(first);
}

/** DESCRIBE and SUMMARIZE of one table by its name. */
function described({ tokens, text, at }: Statement, verb: string): StatementKind {
  const path = tokens.slice(wordAt(tokens, 1) === 'TABLE' ? 2 : 1);
  const isPath =
    path.length % 2 === 1 &&
    path.every((token, index) =>
      index % 2 === 0 ? token.kind === 'word' || token.kind === 'name' : isSymbol(token, '.'),
    );
  const [begin] = path;
  if (!isPath || !begin) return { kind: 'unknown', verb };
  return { kind: 'show', table: text.slice(begin.at - at) };
}

/** SHOW of lists of names, and nothing else behind it than names and texts. */
function isPlainShow(tokens: readonly Token[]): boolean {
  const begin = ['FULL', 'ALL'].includes(wordAt(tokens, 1) ?? '') ? 2 : 1;
  const isCreate = wordAt(tokens, begin) === 'CREATE' && ['TABLE', 'VIEW'].includes(wordAt(tokens, begin + 1) ?? '');
  if (!isCreate && !shown.has(wordAt(tokens, begin) ?? '')) return false;
  return tokens.every((token) => token.kind !== 'symbol' || token.text === '.');
}
