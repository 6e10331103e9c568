import { isShape, noteWants, type Catalog, type Want } from './catalog.ts';
import { keywordHelp } from './keywords.ts';
import type { Lexeme, Span } from './lexer.ts';
import type { Block, Name, Parsed, Query } from './model.ts';
import { nameOf } from './names.ts';
import type { Subject } from './offers.ts';
import { tagAt } from './place.ts';
import { blockAt, parseFragment, queryAt } from './query.ts';
import {
  cteOf,
  columnsOf,
  findColumn,
  outputOf,
  sameName,
  starOf,
  tableOf,
  visibleCtes,
  visibleSources,
} from './resolve.ts';
import { fragmentAt, type Script } from './script.ts';
import { isNamed, isSign } from './tree.ts';

/** What the pointer is over. */
export type Hovered = Span & {
  /** `null` while it is not known: it is among what is wanted. */
  readonly subject: Subject | null;
  readonly wants: readonly Want[];
};

type Asking = {
  readonly parsed: Parsed;
  readonly tokens: readonly Lexeme[];
  readonly index: number;
  readonly query: Query;
  readonly block: Block | null;
  readonly catalog: Catalog;
};

/** What a name, a word or a star at a place stands for; `null` where nothing is known of it. */
export function subjectAt(script: Script, at: number, known: Catalog): Hovered | null {
  const { fragment, at: base } = fragmentAt(script, at);
  const parsed = parseFragment(fragment);
  const place = at - base;
  const { catalog, wants } = noteWants(known);
  if (tagAt(parsed, place)) return inTag(fragment.text, place, base, catalog);
  const { tokens } = fragment;
  const index = tokens.findIndex(({ from, to }) => from <= place && place < to);
  const token = tokens[index];
  if (!token || (!isNamed(token) && !isSign(token, '*'))) return null;
  const query = queryAt(parsed.root, token.from);
  const asking = { parsed, tokens, index, query, block: blockAt(query, token.from), catalog };
  const subject = isSign(token, '*') ? ofStar(asking) : ofName(asking, token);
  return subject || wants.length > 0 ? { from: base + token.from, to: base + token.to, subject, wants } : null;
}

function inTag(text: string, place: number, base: number, catalog: Catalog): Hovered | null {
  const head = /[\p{L}_][\p{L}\p{N}_]*$/u.exec(text.slice(0, place))?.[0] ?? '';
  const tail = /^[\p{L}\p{N}_]*/u.exec(text.slice(place))?.[0] ?? '';
  const name = head + tail;
  const span = { from: base + place - head.length, to: base + place + tail.length };
  const macro = catalog.macros.find((each) => each.name === name);
  if (macro) return { ...span, subject: { kind: 'macro', macro }, wants: [] };
  const value = catalog.parameters.get(name);
  return value === undefined ? null : { ...span, subject: { kind: 'parameter', name, value }, wants: [] };
}

function ofName(asking: Asking, token: Lexeme): Subject | null {
  const { tokens, index, block, query, catalog, parsed } = asking;
  const names = pathTo(tokens, index, parsed.fragment.text);
  const isCall = isSign(tokens[index + 1], '(');
  const isQualifier = isSign(tokens[index + 1], '.');
  return (
    ofDefinition(asking, token) ??
    ofSource(asking, token) ??
    (isCall && names.length === 1 ? ofCall(token, catalog) : null) ??
    (isQualifier ? ofQualifier(names, block, query, catalog) : null) ??
    (block && !isCall ? ofColumn(names, block, catalog) : null) ??
    (names.length === 1 ? ofWord(token, tokens[index + 1]) : null)
  );
}

/** The names with dots up to a token. */
function pathTo(tokens: readonly Lexeme[], index: number, text: string): readonly Name[] {
  const names: Name[] = [];
  for (let at = index; ; at -= 2) {
    const token = tokens[at];
    if (!isNamed(token)) break;
    names.unshift(nameOf(token, text));
    if (!isSign(tokens[at - 1], '.')) break;
  }
  return names;
}

/** The name of a query of WITH, and one that SELECT gives. */
function ofDefinition({ query, block, catalog }: Asking, token: Lexeme): Subject | null {
  const cte = query.ctes.find(({ name }) => name.from === token.from);
  if (cte?.query) return querySubject(cte.name.text, cte.query, cte.columns, catalog);
  const item = block?.items.find(({ alias }) => alias?.from === token.from);
  const name = item?.alias?.text;
  if (name === undefined) return null;
  const column = outputOf({ ...query, blocks: block ? [block] : [] }, catalog).columns.find(
    (each) => each.name === name,
  );
  return column ? { kind: 'column', column, of: null } : null;
}

function querySubject(name: string, query: Query, names: readonly Name[], catalog: Catalog): Subject {
  const { columns, isComplete } = outputOf(query, catalog);
  const named = columns.map((column, at) => ({ ...column, name: names[at]?.text ?? column.name }));
  return { kind: 'query', name, columns: named, isComplete };
}

/** A table or a query in FROM, and its alias. */
function ofSource({ block, catalog }: Asking, token: Lexeme): Subject | null {
  const source = block?.sources.find(({ from, to }) => from <= token.from && token.to <= to);
  if (!block || !source) return null;
  const { path, alias, query, isCall } = source;
  const isName = path?.names.at(-1)?.from === token.from;
  if (isCall || !(isName || alias?.from === token.from)) return null;
  const cte = cteOf(source, block.query);
  if (cte?.query) return querySubject(cte.name.text, cte.query, cte.columns, catalog);
  if (query && alias) return querySubject(alias.text, query, source.columns, catalog);
  const table = path ? tableOf(path.names) : null;
  return table ? known(table, catalog) : null;
}

function known(table: NonNullable<ReturnType<typeof tableOf>>, catalog: Catalog): Subject | null {
  const shape = catalog.shape(table);
  return isShape(shape) ? { kind: 'table', table } : null;
}

function ofCall({ text }: Lexeme, { functions }: Catalog): Subject | null {
  const entry = functions.get(text.toLowerCase());
  return entry ? { kind: 'function', function: entry } : null;
}

/** What stands before a dot. */
function ofQualifier(names: readonly Name[], block: Block | null, query: Query, catalog: Catalog): Subject | null {
  const name = names.at(-1)?.text ?? '';
  const visible =
    block && names.length === 1
      ? visibleSources(block).find((each) => each.name !== null && sameName(each.name, name))
      : null;
  if (!visible) {
    const cte = visibleCtes(query).find((each) => sameName(each.name.text, name));
    if (cte?.query) return querySubject(name, cte.query, cte.columns, catalog);
    const table = tableOf(names);
    return table ? known(table, catalog) : null;
  }
  const { source } = visible;
  const cte = cteOf(source, visible.block.query);
  const table = source.path && !cte ? tableOf(source.path.names) : null;
  if (table) return known(table, catalog);
  return { kind: 'query', name, ...columnsOf(source, visible.block, catalog) };
}

function ofColumn(names: readonly Name[], block: Block, catalog: Catalog): Subject | null {
  const found = findColumn(names, block, catalog);
  if (found) {
    const { from, ...column } = found;
    const table = from.source.path?.names.map(({ text }) => text).join('.');
    return { kind: 'column', column, of: table ?? from.name };
  }
  const [name] = names;
  const item =
    names.length === 1 && name ? block.items.find(({ alias }) => alias && sameName(alias.text, name.text)) : undefined;
  if (!item?.alias) return null;
  const column = outputOf({ ...block.query, blocks: [block] }, catalog).columns.find((each) =>
    sameName(each.name, item.alias?.text ?? ''),
  );
  return column ? { kind: 'column', column, of: null } : null;
}

function ofWord({ kind, text }: Lexeme, next: Lexeme | undefined): Subject | null {
  if (kind !== 'word') return null;
  const two = next?.kind === 'word' ? `${text} ${next.text}` : text;
  const word = [two, text, `${text} BY`, `${text} INTO`].find((each) => keywordHelp(each) !== null);
  return word === undefined ? null : { kind: 'keyword', word };
}

/** What a star stands for. */
function ofStar({ block, tokens, index, parsed, catalog }: Asking): Subject | null {
  const star = tokens[index];
  const item = block?.items.find(
    (each) => each.star !== null && each.from <= (star?.from ?? 0) && (star?.to ?? 0) <= each.to,
  );
  if (!block || !item?.star) return null;
  const { columns, isComplete } = starOf(block, item.star, catalog);
  return columns.length === 0
    ? null
    : { kind: 'query', name: parsed.fragment.text.slice(item.from, star?.to), columns, isComplete };
}
