import { t } from '@tessera/core/messages';
import { noteWants, type Catalog, type Want } from './catalog.ts';
import { explanationOf, readDatabaseError, type DatabaseError } from './database-errors.ts';
import type { Fault, Mend } from './faults-model.ts';
import { faultsOf } from './faults.ts';
import type { Lexeme, Span } from './lexer.ts';
import { nearestNames } from './match.ts';
import type { Block } from './model.ts';
import { blockAt, parseFragment, queryAt } from './query.ts';
import { columnsOf, visibleCtes, visibleSources } from './resolve.ts';
import { fragmentAt, type Script } from './script.ts';
import { isNamed, isSign } from './tree.ts';
import { writeName } from './writing.ts';

/** An error of a database, where it is, in plain words, and what would mend it. */
export type Explained = Span & {
  /** The database says where it is, or names what stands there; else it is somewhere in the statement. */
  readonly isPlaced: boolean;
  readonly explanation: string | null;
  readonly mends: readonly Mend[];
  readonly wants: readonly Want[];
};

/**
 * Say what an error of a database means for a script.
 *
 * @param message  as the database said it
 * @param place    where it is, as far as the database says; `statement` is what ran
 */
export function explainError(
  script: Script,
  message: string,
  place: { readonly at: number | null; readonly statement: Span },
  known: Catalog,
): Explained {
  const { catalog, wants } = noteWants(known);
  const error = readDatabaseError(message);
  const token = tokenOf(script, error, place);
  const span = token ?? spanOf(script, place);
  const mends = token ? mendsAt(script, token, error, catalog) : [];
  // What the text itself shows to be wrong there: an open bracket, a clause in the wrong place.
  const own = error.kind === 'syntax' || mends.length === 0 ? faultsBefore(script, span, place.statement, catalog) : [];
  return {
    ...span,
    isPlaced: place.at !== null || token !== null,
    explanation: explanationOf(error),
    mends: [...mends, ...own.flatMap((fault) => fault.mends)].slice(0, 6),
    wants,
  };
}

/** The token that an error is about: the one at its place, or the only one of its name. */
function tokenOf(
  script: Script,
  error: DatabaseError,
  { at, statement }: { readonly at: number | null; readonly statement: Span },
): Lexeme | null {
  const { fragment, at: base } = fragmentAt(script, at ?? statement.from);
  const placed = fragment.tokens.map((token) => ({ ...token, from: token.from + base, to: token.to + base }));
  const wanted = error.name?.split('.').at(-1)?.toLowerCase() ?? null;
  const isIt = (token: Lexeme) => wanted !== null && isNamed(token) && token.text.toLowerCase() === wanted;
  if (at !== null) {
    const here = placed.findIndex((token) => token.from <= at && at < token.to);
    const near = placed.slice(Math.max(0, here), here + 5).find(isIt);
    return near ?? (isNamed(placed[here]) ? (placed[here] ?? null) : null);
  }
  const all = placed.filter(isIt);
  return all.length > 0 && (all.length === 1 || error.kind !== 'syntax') ? (all[0] ?? null) : null;
}

/** The word at a place, or the first one of the statement. */
function spanOf(script: Script, { at, statement }: { readonly at: number | null; readonly statement: Span }): Span {
  const { fragment, at: base } = fragmentAt(script, at ?? statement.from);
  const token = fragment.tokens.find(({ to }) => to + base > (at ?? statement.from)) ?? fragment.tokens.at(-1);
  return token ? { from: token.from + base, to: token.to + base } : statement;
}

function mendsAt(script: Script, token: Lexeme, error: DatabaseError, catalog: Catalog): readonly Mend[] {
  const { fragment, at: base } = fragmentAt(script, token.from);
  const parsed = parseFragment(fragment);
  const block = blockAt(queryAt(parsed.root, token.from - base), token.from - base);
  const own = error.candidates.map((name) => name.split('.').at(-1) ?? name);
  const replace = (names: readonly string[]): readonly Mend[] =>
    [...new Set(names)].slice(0, 4).map((name) => {
      const insert = writeName([name], script.dialect);
      return { label: insert, from: token.from, to: token.to, insert };
    });
  switch (error.kind) {
    case 'column':
      return replace([
        ...nearestNames(token.text, columnNames(block, catalog, qualifierOf(fragment.tokens, token.from - base))),
        ...own,
      ]);
    case 'table':
      return replace([...nearestNames(token.text, tableNames(block, catalog)), ...own]);
    case 'schema':
      return replace(nearestNames(token.text, catalog.schemas));
    case 'function':
      return replace([...nearestNames(token.text, [...catalog.functions.keys()]), ...own]);
    case 'ambiguous':
      return block ? qualified(block, token, catalog, script) : [];
    case 'grouping':
      return block ? grouped(block, token, base, script) : [];
    case 'syntax':
    case 'type':
    case 'other':
      return [];
  }
}

function qualifierOf(tokens: readonly Lexeme[], from: number): string | null {
  const at = tokens.findIndex((token) => token.from === from);
  return isSign(tokens[at - 1], '.') ? (tokens[at - 2]?.text ?? null) : null;
}

function columnNames(block: Block | null, catalog: Catalog, qualifier: string | null): readonly string[] {
  if (!block) return [];
  return visibleSources(block)
    .filter(({ name }) => qualifier === null || name?.toLowerCase() === qualifier.toLowerCase())
    .flatMap((each) => columnsOf(each.source, each.block, catalog).columns.map(({ name }) => name));
}

function tableNames(block: Block | null, catalog: Catalog): readonly string[] {
  const ctes = block ? visibleCtes(block.query).map(({ name }) => name.text) : [];
  return [...ctes, ...(catalog.tables(catalog.schema) ?? []).map(({ name }) => name)];
}

function qualified(
  block: Block,
  { text, from, to }: Lexeme,
  catalog: Catalog,
  { dialect, text: sql }: Script,
): readonly Mend[] {
  const column = sql.slice(from, to);
  return visibleSources(block).flatMap((each): readonly Mend[] => {
    const { columns } = columnsOf(each.source, each.block, catalog);
    if (each.name === null || !columns.some(({ name }) => name.toLowerCase() === text.toLowerCase())) return [];
    const insert = `${writeName([each.name], dialect)}.${column}`;
    return [{ label: insert, from, to, insert }];
  });
}

/** Into GROUP BY, or into an aggregate. */
function grouped(block: Block, { from, to }: Lexeme, base: number, { text, dialect }: Script): readonly Mend[] {
  const column = text.slice(from, to);
  const clause = block.clauses.find(({ kind }) => kind === 'group');
  const last = clause?.nodes.at(-1)?.to;
  const any = dialect.grammar.name === 'sqlite' ? 'max' : dialect.grammar.name === 'clickhouse' ? 'any' : 'any_value';
  const into =
    last === undefined
      ? []
      : [{ label: t('Add %s to GROUP BY', column), from: base + last, to: base + last, insert: `, ${column}` }];
  return [...into, { label: `${any}(${column})`, from, to, insert: `${any}(${column})` }];
}

function faultsBefore(script: Script, span: Span, statement: Span, catalog: Catalog): readonly Fault[] {
  return faultsOf(script, catalog, statement).faults.filter(
    ({ from, to, severity }) =>
      from >= statement.from - 1 && from <= span.to && to <= statement.to + 1 && severity === 'error',
  );
}
