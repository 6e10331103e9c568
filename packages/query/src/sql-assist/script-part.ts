import type { Span } from './lexer.ts';
import { fragmentAt, type Script } from './script.ts';
import { endOfTag } from './template-tags.ts';

/** A text that is run of a script, and where it begins in there: places in it are places of the script. */
export type ScriptPart = { readonly sql: string; readonly at: number };

/** A template tag that does something: `{% if … %}`. */
type BlockTag = Span & { readonly word: string; readonly text: string };

/**
 * What is run for one statement of a script. Template tags reach over semicolons: what one statement sets another one
 * prints, and a condition may leave out several. So all tags come along, with what they define; of the other
 * statements nothing is left but blanks, and every place stays where it is.
 */
export function partOf(script: Script, statement: Span, tags = blockTags(script.text)): ScriptPart {
  const { text } = script;
  if (tags.length === 0) return { sql: text.slice(statement.from, statement.to), at: statement.from };
  const { fragment, at } = fragmentAt(script, statement.from);
  const spans = [...tags, ...definitions(tags), { from: at, to: at + fragment.text.length }];
  return trimmed(blankedBut(text, spans));
}

/** The template tags that decide what of a text runs. */
export function blockTags(text: string): readonly BlockTag[] {
  const tags: BlockTag[] = [];
  for (let from = nextTag(text, 0); from !== -1;) {
    const to = endOfTag(text, from);
    if (to !== null && text.startsWith('{%', from)) {
      const tag = text.slice(from, to);
      tags.push({ from, to, text: tag, word: /^\{%[-+]?\s*(\w+)/.exec(tag)?.[1] ?? '' });
    }
    from = nextTag(text, to ?? from + 2);
  }
  return tags;
}

function nextTag(text: string, at: number): number {
  const opening = /\{[{%#]/g;
  opening.lastIndex = at;
  return opening.exec(text)?.index ?? -1;
}

/** From the tag that begins what other statements may use, to the one that ends it. */
function definitions(tags: readonly BlockTag[]): readonly Span[] {
  const spans: Span[] = [];
  const open: BlockTag[] = [];
  for (const tag of tags) {
    if (isDefining(tag)) open.push(tag);
    if (!/^end(macro|set)$/.test(tag.word)) continue;
    const begin = open.pop();
    if (begin) spans.push({ from: begin.from, to: tag.to });
  }
  return spans;
}

function isDefining({ word, text }: BlockTag): boolean {
  return word === 'macro' || (word === 'set' && !text.includes('='));
}

function blankedBut(text: string, spans: readonly Span[]): string {
  const ordered = spans.toSorted((a, b) => a.from - b.from);
  let result = '';
  for (const { from, to } of ordered) {
    if (from > result.length) result += text.slice(result.length, from).replace(/[^\n]/g, ' ');
    result += text.slice(result.length, Math.max(to, result.length));
  }
  return result;
}

function trimmed(text: string): ScriptPart {
  const sql = text.trimEnd();
  const at = sql.length - sql.trimStart().length;
  return { sql: sql.slice(at), at };
}
