import { snippet, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { Suggestion } from './editor-props.ts';
import { isInTag } from './template-tags.ts';

type Place = { readonly from: number; readonly inTag: boolean; readonly quote: string };

/** Where the name begins that is being typed; `null` where none is and nobody asked. */
export function placeOfName(text: string, position: number, isAsked: boolean): Place | null {
  const before = text.slice(0, position);
  const [typed = ''] = /["`]?[\p{L}\p{N}_$]*$/u.exec(before) ?? [];
  if (typed === '' && !isAsked) return null;
  const inTag = isInTag(before);
  const quote = !inTag && /^["`]/.test(typed) ? typed.slice(0, 1) : '';
  return { from: position - typed.length, inTag, quote };
}

/** A name as it has to be written in SQL: in quotes where it would not be read as one word. */
export function writtenName(name: string, engine: string | null, quote = ''): string {
  const isPlain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
  // PostgreSQL reads bare words in small letters.
  const needsCase = engine === 'postgresql' && name !== name.toLowerCase();
  if (isPlain && !needsCase && quote === '') return name;
  const mark = quote || (engine === 'mysql' || engine === 'clickhouse' ? '`' : '"');
  return `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
}

/** What is offered at a place: inside of a tag macros alone, elsewhere names, and macros with their braces. */
export function optionsAt(
  { inTag, quote }: Pick<Place, 'inTag' | 'quote'>,
  suggestions: readonly Suggestion[],
  engine: string | null,
): readonly Completion[] {
  return suggestions.flatMap((suggestion): Completion[] => {
    const { label, kind, detail, insert } = suggestion;
    if (inTag && kind !== 'macro') return [];
    if (quote !== '' && kind !== 'column') return [];
    const look = { label, type: kind, ...(detail === undefined ? {} : { detail }), boost: boosts[kind] };
    if (kind === 'column') {
      const written = insert ?? writtenName(label, engine, quote);
      return [{ ...look, label: quote === '' ? label : written, displayLabel: label, apply: written }];
    }
    if (kind === 'function') return [{ ...look, apply: snippet(`${label}(\${})`) }];
    if (kind === 'macro') {
      const call = (insert ?? label).replaceAll('{', '\\{');
      return [{ ...look, apply: snippet(inTag ? call : `\\{\\{ ${call} \\}\\}`) }];
    }
    return [{ ...look, apply: insert ?? label }];
  });
}

/** Columns first: they are what an expression is about. */
const boosts: Readonly<Record<Suggestion['kind'], number>> = { column: 3, metric: 2, macro: 0, function: -1 };

/** The suggestions as a source of the editor. Inside of a text or a comment nothing is offered, unless it is a tag. */
export function suggestionSource(suggestions: readonly Suggestion[], engine: string | null) {
  return (context: CompletionContext): CompletionResult | null => {
    const place = placeOfName(context.state.doc.toString(), context.pos, context.explicit);
    if (place === null) return null;
    const node = syntaxTree(context.state).resolveInner(context.pos, -1).name;
    if (!place.inTag && (node === 'String' || node.endsWith('Comment')) && place.quote === '') return null;
    return {
      from: place.from,
      options: [...optionsAt(place, suggestions, engine)],
      validFor: place.quote === '' ? /^[\p{L}\p{N}_$]*$/u : /^["`][\p{L}\p{N}_$ ]*$/u,
    };
  };
}
