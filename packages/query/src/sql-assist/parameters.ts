import type { Span } from './lexer.ts';
import { endOfTag } from './template-tags.ts';

export type ParameterType = 'text' | 'number' | 'date' | 'list' | 'boolean';

/** A name that a template asks and that somebody has to give a value. */
export type Parameter = {
  readonly name: string;
  /** Guessed from where it stands and what it is called. */
  readonly type: ParameterType;
  /** What the template takes without a value: the text of `default(…)`. */
  readonly fallback: string | null;
  readonly isRequired: boolean;
  readonly places: readonly Span[];
};

type Use = Span & {
  readonly name: string;
  readonly filters: readonly string[];
  readonly fallback: string | null;
  readonly isTested: boolean;
  readonly isLooped: boolean;
  readonly before: string;
  readonly after: string;
};

const TAG = /\{[{%]/g;
/** Words of templates that are no names. */
const words = new Set(
  `
    and or not in is if else elif endif for endfor set endset true false none True False None loop defined
    undefined filter endfilter raw endraw block endblock macro endmacro call endcall with endwith do import
    from include as
  `
    .trim()
    .split(/\s+/),
);

/**
 * The parameters of a script, in the order in which they come: names in its template tags that are neither macros nor
 * set by the template itself.
 *
 * @param given  names that have a value without being asked for: macros, and what the editor gives
 */
export function parametersOf(text: string, given: ReadonlySet<string>): readonly Parameter[] {
  const set = new Set<string>(given);
  const uses: Use[] = [];
  for (const { from, to, inner, isBlock } of tagsOf(text)) {
    const own = isBlock ? namesSet(inner) : [];
    for (const use of usesIn(text, from, to, inner, isBlock))
      if (!set.has(use.name) && !own.includes(use.name)) uses.push(use);
    for (const name of own) set.add(name);
  }
  const names = [...new Set(uses.map(({ name }) => name))];
  const byName = names.map((name) => ({ name, all: uses.filter((use) => use.name === name) }));
  return byName.map(({ name, all }) => ({
    name,
    type: typeOf(name, all),
    fallback: all.find(({ fallback }) => fallback !== null)?.fallback ?? null,
    isRequired: all.some(({ fallback, isTested }) => fallback === null && !isTested),
    places: all.map(({ from, to }) => ({ from, to })),
  }));
}

type Tag = Span & { readonly inner: string; readonly isBlock: boolean };

function tagsOf(text: string): readonly Tag[] {
  const tags: Tag[] = [];
  let end = 0;
  let isRaw = false;
  for (const found of text.matchAll(TAG)) {
    const from = found.index;
    if (from < end) continue;
    const to = endOfTag(text, from);
    if (to === null) continue;
    end = to;
    const inner = text.slice(from + 2, to - 2).replace(/^[-+]|[-+]$/g, ' ');
    const isBlock = found[0] === '{%';
    if (isBlock && /^\s*(raw|endraw)\s*$/.test(inner)) isRaw = !isRaw;
    else if (!isRaw) tags.push({ from, to, inner, isBlock });
  }
  return withoutComments(text, tags);
}

/** Tags in comments of templates say nothing. */
function withoutComments(text: string, tags: readonly Tag[]): readonly Tag[] {
  const comments = Array.from(
    text.matchAll(/\{#[\s\S]*?#\}/g),
    ({ index, 0: all }) => [index, index + all.length] as const,
  );
  return tags.filter(({ from }) => !comments.some(([begin, end]) => begin < from && from < end));
}

/** `{% set a = … %}`, `{% for a, b in … %}` */
function namesSet(inner: string): readonly string[] {
  const found = /^\s*(?:set\s+([\w\s,]+?)\s*(?:=|$)|for\s+([\w\s,]+?)\s+in\b)/.exec(inner);
  return (found?.[1] ?? found?.[2] ?? '').split(',').map((name) => name.trim());
}

const token = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[\p{L}_][\p{L}\p{N}_]*|\d[\d.]*|\S/gu;

function usesIn(text: string, from: number, to: number, inner: string, isBlock: boolean): readonly Use[] {
  const found = [...inner.matchAll(token)];
  const uses: Use[] = [];
  found.forEach(({ 0: name, index }, at) => {
    const before = found[at - 1]?.[0];
    const next = found[at + 1]?.[0];
    const isName = /^[\p{L}_]/u.test(name) && !words.has(name);
    // Members, filters, tests, calls and named arguments are no parameters.
    const isOther = before === '.' || before === '|' || before === 'is' || next === '(';
    const isNamed = next === '=' && found[at + 2]?.[0] !== '=';
    if (!isName || isOther || isNamed || (before === 'not' && found[at - 2]?.[0] === 'is')) return;
    const rest = inner.slice(index + name.length);
    uses.push({
      name,
      from,
      to,
      filters: [...rest.matchAll(/\|\s*(\w+)/g)].map((filter) => filter[1] ?? ''),
      fallback: fallbackIn(rest),
      isTested: isBlock && /^\s*(el)?if\b/.test(inner),
      isLooped: isBlock && before === 'in',
      before: text.slice(Math.max(0, from - 80), from),
      after: text.slice(to, to + 40),
    });
  });
  return uses;
}

function fallbackIn(rest: string): string | null {
  const found = /^\s*\|\s*(?:default|d)\s*\(\s*(?:'([^']*)'|"([^"]*)"|([^,)]+))/.exec(rest);
  return found ? (found[1] ?? found[2] ?? found[3] ?? '').trim() : null;
}

const named: readonly (readonly [RegExp, ParameterType])[] = [
  [/(^|_)(date|day|since|until|start|end|begin|from|to|month|ts|at|dttm|datetime)(_|$)/i, 'date'],
  [/(^|_)(ids|list|names|values|codes|countries|keys)$/i, 'list'],
  [/^(is|has|with|show|include|only|use|enable)_|(^|_)flag$/i, 'boolean'],
  [
    /(^|_)(n|num|number|count|limit|top|max|min|year|days|hours|rows|size|threshold|offset|percent|pct|id|age)$/i,
    'number',
  ],
];

/** What a parameter is likely to be: how it is used says more than what it is called. */
function typeOf(name: string, uses: readonly Use[]): ParameterType {
  const called = guess(name);
  if (uses.some(isListUse)) return 'list';
  const printed = uses.filter(({ isTested }) => !isTested);
  if (printed.length === 0) return called ?? 'boolean';
  const isBehind = (pattern: RegExp) => printed.some(({ before }) => pattern.test(before));
  if (isBehind(/\b(LIMIT|OFFSET|TOP)\s*$/i)) return 'number';
  if (isBehind(/\b(DATE|TIMESTAMP|DATETIME)\s*'$/i)) return 'date';
  const byFallback = fallbackType(uses.find(({ fallback }) => fallback !== null)?.fallback ?? null);
  if (byFallback !== null) return byFallback;
  const isQuoted = printed.some(({ before, after }) => /'[^']*$/.test(lineOf(before)) && /^[^']*'/.test(after));
  if (isQuoted) return called === 'date' ? 'date' : 'text';
  // A date stands in quotes.
  return called === null || called === 'date' ? 'number' : called;
}

function isListUse({ isLooped, filters, before }: Use): boolean {
  return isLooped || filters.includes('where_in') || filters.includes('join') || /\bIN\s*\(?\s*$/i.test(before);
}

function guess(name: string): ParameterType | null {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  return named.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

function lineOf(before: string): string {
  return before.slice(before.lastIndexOf('\n') + 1);
}

function fallbackType(fallback: string | null): ParameterType | null {
  if (fallback === null || fallback === '') return null;
  if (/^\d{4}-\d{2}-\d{2}/.test(fallback)) return 'date';
  if (/^-?\d+(\.\d+)?$/.test(fallback)) return 'number';
  if (/^(true|false)$/i.test(fallback)) return 'boolean';
  if (fallback.startsWith('[')) return 'list';
  return null;
}
