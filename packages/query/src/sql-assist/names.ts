import type { Lexeme } from './lexer.ts';
import type { Item, Name, Path } from './model.ts';
import { reserved, valueWords } from './reserved.ts';
import { isNamed, isSign, isWord, type Node } from './tree.ts';

export function nameOf(token: Lexeme, text: string): Name {
  const isQuoted = token.kind === 'name';
  return { text: isQuoted ? token.text : text.slice(token.from, token.to), isQuoted, from: token.from, to: token.to };
}

/** The name with dots that begins there, and how many nodes it takes; `null` where none begins. */
export function readPath(
  nodes: readonly Node[],
  at: number,
  text: string,
): { readonly path: Path; readonly length: number } | null {
  const first = nodes[at];
  if (!isNamed(first)) return null;
  const names = [nameOf(first, text)];
  let length = 1;
  let to = first.to;
  let isOpen = false;
  while (isSign(nodes[at + length], '.')) {
    const dot = nodes[at + length];
    const next = nodes[at + length + 1];
    to = dot?.to ?? to;
    // A clause on the next line is no name behind a dot that waits for one.
    const isNext = isNamed(next) && (next.from === to || next.kind === 'name' || !reserved.has(next.text));
    if (!isNext) return { path: { names, from: first.from, to, isOpen: true }, length: length + 1 };
    names.push(nameOf(next, text));
    to = next.to;
    length += 2;
    isOpen = false;
  }
  return { path: { names, from: first.from, to, isOpen }, length };
}

export function splitAtCommas(nodes: readonly Node[]): readonly (readonly Node[])[] {
  const parts: Node[][] = [[]];
  for (const node of nodes) {
    if (isSign(node, ',')) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts.filter((part) => part.length > 0);
}

const quantifiers = new Set(['DISTINCT', 'ALL', 'TOP']);

/** The list of a SELECT. */
export function readItems(nodes: readonly Node[], text: string): readonly Item[] {
  let begin = 0;
  while (isWord(nodes[begin], ...quantifiers)) {
    begin += 1;
    // DISTINCT ON (…), TOP 10
    if (isWord(nodes[begin], 'ON')) begin += 2;
    else if (isWord(nodes[begin - 1], 'TOP')) begin += 1;
  }
  return splitAtCommas(nodes.slice(begin)).flatMap((part) => readItem(part, text) ?? []);
}

function readItem(part: readonly Node[], text: string): Item | null {
  const [first] = part;
  const last = part.at(-1);
  if (!first || !last) return null;
  const span = { from: first.from, to: last.to, nodes: part };
  const path = readPath(part, 0, text);
  if (isSign(first, '*')) return { ...span, alias: null, path: null, star: [] };
  if (path?.path.isOpen && isSign(part[path.length], '*'))
    return { ...span, alias: null, path: null, star: path.path.names };
  const alias = aliasOf(part, text);
  const isPath = path !== null && path.length === part.length && !path.path.isOpen;
  return { ...span, alias, path: isPath || isNamedPath(path, part, alias) ? (path?.path ?? null) : null, star: null };
}

/** `a.b AS c`, `a.b c` */
function isNamedPath(path: ReturnType<typeof readPath>, part: readonly Node[], alias: Name | null): boolean {
  const rest = path === null ? [] : part.slice(path.length);
  return alias !== null && (rest.length === 1 || (rest.length === 2 && isWord(rest[0], 'AS')));
}

/** The name behind AS, or behind a value. */
function aliasOf(part: readonly Node[], text: string): Name | null {
  const last = part.at(-1);
  const before = part.at(-2);
  if (part.length < 2 || !isNamed(last)) return null;
  if (isWord(before, 'AS')) return nameOf(last, text);
  if (last.kind === 'word' && (reserved.has(last.text) || valueWords.has(last.text))) return null;
  const isBehindValue =
    before?.kind === 'word'
      ? !reserved.has(before.text) || valueWords.has(before.text)
      : before !== undefined && before.kind !== 'symbol';
  return isBehindValue ? nameOf(last, text) : null;
}
