import { isSymbol, wordAt, type SqlSyntax, type Token } from '../sql-safety/tokens.ts';

/** Statements that change rows, whatever follows. */
const ofRows = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'REPLACE', 'UPSERT', 'TRUNCATE']);
/** Statements about an object, whose kind is named. */
const ofObjects = new Set(['CREATE', 'ALTER', 'DROP', 'RENAME', 'COMMENT', 'OPTIMIZE', 'REFRESH']);
const objects = new Set(['TABLE', 'VIEW', 'INDEX', 'SEQUENCE', 'SCHEMA', 'TYPE', 'COLUMN']);
/** Words that may stand before the kind of an object. */
const qualifying = new Set(['OR', 'REPLACE', 'MATERIALIZED', 'UNIQUE', 'UNLOGGED', 'RECURSIVE', 'FULLTEXT', 'ON']);
/** Databases in which a schema is a database of its own. */
const withoutSchemas = new Set(['mysql', 'clickhouse']);

/** Whether statements that begin with this word change something. */
export function isWritingVerb(verb: string): boolean {
  return ofRows.has(verb) || ofObjects.has(verb);
}

/**
 * What a statement that changes something is: a change of rows, tables, views and what belongs to them, or one that
 * goes further, to programs, rights, other databases and files.
 *
 * @param change  the word that makes it change something
 */
export function writeOf(
  tokens: readonly Token[],
  change: string,
  { name }: SqlSyntax,
): { readonly kind: 'write' | 'command'; readonly verb: string } {
  if (change === 'INTO') return intoOf(tokens);
  const first = wordAt(tokens, 0);
  if (first === null || !ofObjects.has(first)) {
    const isElsewhere =
      wordAt(tokens, 1) === 'INTO' && (isWord(tokens[2], 'FUNCTION') || isWord(tokens[3], 'FUNCTION'));
    return { kind: isElsewhere ? 'command' : 'write', verb: isElsewhere ? 'INSERT INTO FUNCTION' : change };
  }
  let at = 1;
  while (qualifying.has(wordAt(tokens, at) ?? '')) at += 1;
  const object = wordAt(tokens, at) ?? '';
  const isOpen = objects.has(object) && !(object === 'SCHEMA' && withoutSchemas.has(name));
  return isOpen ? { kind: 'write', verb: change } : { kind: 'command', verb: `${change} ${object}`.trim() };
}

/** SELECT … INTO makes a table; files and tables of the session alone are something else. */
function intoOf(tokens: readonly Token[]): { readonly kind: 'write' | 'command'; readonly verb: string } {
  const at = tokens.findIndex((token, index) => isWord(token, 'INTO') && !isSymbol(tokens[index - 1], '.'));
  const target = wordAt(tokens, at + 1) ?? '';
  return ['OUTFILE', 'DUMPFILE', 'TEMP', 'TEMPORARY', 'LOCAL', 'GLOBAL'].includes(target)
    ? { kind: 'command', verb: `INTO ${target}` }
    : { kind: 'write', verb: 'INTO' };
}

function isWord(token: Token | undefined, text: string): boolean {
  return token?.kind === 'word' && token.text === text;
}
