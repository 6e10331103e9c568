import type { Span } from './lexer.ts';
import type { Cte, Parsed, Query } from './model.ts';
import { blockAt, parseFragment, queryAt } from './query.ts';
import { sameName, visibleCtes, visibleSources } from './resolve.ts';
import { blockTags, partOf, type ScriptPart } from './script-part.ts';
import { fragmentAt, statementAt, type Script } from './script.ts';
import { isNamed, isSign } from './tree.ts';

/**
 * A query of a statement that can be run alone: the statement itself, a query of WITH with those that it reads, or one
 * in brackets.
 */
export type Step = Span & {
  readonly kind: 'statement' | 'cte' | 'query';
  /** Of a query of WITH, or the alias of one in brackets. */
  readonly name: string | null;
  readonly sql: string;
  /** Which parts of `sql` stand where in the script. */
  readonly parts: readonly { readonly at: number; readonly from: number; readonly length: number }[];
  /** It reads columns of the query around it, and cannot run alone. */
  readonly isCorrelated: boolean;
  /** It only reads; of what changes something there is no preview. */
  readonly isReading: boolean;
};

export type Steps = {
  /** From the statement to the innermost query that the cursor is in. */
  readonly trail: readonly Step[];
  /** All queries of WITH of the statement, in their order, and the statement. */
  readonly all: readonly Step[];
};

/** What of a script can be run at a cursor; `null` where there is no statement. */
export function stepsAt(script: Script, at: number): Steps | null {
  const statement = statementAt(script, at);
  if (!statement) return null;
  const { fragment, at: base } = fragmentAt(script, statement.from);
  const parsed = parseFragment(fragment);
  const tags = blockTags(script.text);
  const whole = statementStep(parsed, statement, partOf(script, statement, tags));
  // Which of its queries there are, template tags decide when it runs.
  if (tags.length > 0) return { trail: [whole], all: [whole] };
  const inside = Math.min(Math.max(at, statement.from), statement.to) - base;
  const trail: Step[] = [whole];
  for (const query of queriesTo(parsed.root, queryAt(parsed.root, inside))) trail.push(stepOf(query, parsed, base));
  const named = parsed.root.ctes.flatMap(({ query }) => (query ? stepOf(query, parsed, base) : []));
  return { trail, all: [...named, whole] };
}

function statementStep({ root }: Parsed, { from, to }: Span, { sql, at }: ScriptPart): Step {
  const kinds = root.blocks.flatMap(({ clauses }) => clauses.map(({ kind }) => kind));
  const isChanging = kinds.some(
    (kind) => kind === 'insert' || kind === 'update' || kind === 'set' || kind === 'returning',
  );
  const [first] = root.blocks;
  const isReading =
    !isChanging && first !== undefined && (first.clauses[0]?.kind !== 'verb' || first.children.length > 0);
  const parts = [{ at: 0, from: at, length: sql.length }];
  return {
    from,
    to,
    kind: 'statement',
    name: null,
    sql,
    parts,
    isCorrelated: false,
    isReading,
  };
}

/** The queries from the outermost to one, without the statement itself. */
function queriesTo(root: Query, innermost: Query): readonly Query[] {
  const path: Query[] = [];
  for (let query: Query | null = innermost; query !== null && query !== root;) {
    path.unshift(query);
    query = query.namedBy ? query.namedBy.query : (query.parent?.query ?? null);
  }
  return path;
}

function stepOf(query: Query, parsed: Parsed, base: number): Step {
  const { namedBy } = query;
  const cte = namedBy?.query.ctes[namedBy.index];
  const needed = neededCtes(query, parsed);
  const draft: Draft = { text: parsed.fragment.text, base, sql: '', parts: [] };
  if (cte) {
    writeWith(draft, [...needed.filter((each) => each !== cte), cte]);
    draft.sql += '\nSELECT * FROM ';
    copy(draft, cte.name);
  } else {
    const own = query.ctes[0];
    writeWith(draft, needed, own !== undefined);
    copy(draft, { from: own && needed.length > 0 ? own.from : startOf(query, parsed), to: endOf(query, parsed) });
  }
  const alias = query.parent?.sources.find((source) => source.query === query)?.alias?.text ?? null;
  return {
    from: base + query.from,
    to: base + query.to,
    kind: cte ? 'cte' : 'query',
    name: cte ? cte.name.text : alias,
    sql: draft.sql,
    parts: draft.parts,
    isCorrelated: isCorrelated(query, parsed),
    isReading: true,
  };
}

/** SQL that is put together, from a text that begins at `base` of the script and from words between. */
type Draft = { readonly text: string; readonly base: number; sql: string; readonly parts: Growing<Step['parts']> };
type Growing<T> = T extends readonly (infer U)[] ? U[] : never;

function copy(draft: Draft, { from, to }: Span): void {
  draft.parts.push({ at: draft.sql.length, from: draft.base + from, length: to - from });
  draft.sql += draft.text.slice(from, to);
}

function writeWith(draft: Draft, ctes: readonly Cte[], goesOn = false): void {
  if (ctes.length === 0) return;
  const isRecursive = ctes.some(({ query }) => query?.namedBy?.query.isRecursive === true);
  draft.sql += isRecursive ? 'WITH RECURSIVE ' : 'WITH ';
  ctes.forEach((cte, at) => {
    if (at > 0) draft.sql += ',\n';
    copy(draft, cte);
  });
  draft.sql += goesOn ? ',\n' : '\n';
}

/** The queries of WITH outside of a query that it reads, and those that they read. */
function neededCtes(query: Query, parsed: Parsed): readonly Cte[] {
  const outside = visibleCtes(query).filter((cte) => !query.ctes.includes(cte));
  const seen = outside.filter((cte, at) => outside.findIndex((each) => sameName(each.name.text, cte.name.text)) === at);
  const needed = new Set<Cte>();
  const take = (span: Span) => {
    const words = namesIn(span, parsed);
    for (const cte of seen)
      if (!needed.has(cte) && cte.to <= query.from && words.has(cte.name.text.toLowerCase())) {
        needed.add(cte);
        take(cte);
      }
  };
  take(query);
  return seen.filter((cte) => needed.has(cte)).toReversed();
}

function namesIn({ from, to }: Span, { fragment }: Parsed): ReadonlySet<string> {
  const inside = fragment.tokens.filter((token) => token.from >= from && token.to <= to && isNamed(token));
  return new Set(inside.map(({ text }) => text.toLowerCase()));
}

function startOf(query: Query, { fragment }: Parsed): number {
  return fragment.tokens.find(({ from }) => from >= query.from)?.from ?? query.from;
}

function endOf(query: Query, { fragment }: Parsed): number {
  return fragment.tokens.findLast(({ to }) => to <= query.to)?.to ?? query.to;
}

/** Whether a name before a dot means what the query around reads. */
function isCorrelated(query: Query, { fragment }: Parsed): boolean {
  const { tokens } = fragment;
  return tokens.some((token, at) => {
    if (token.from < query.from || token.to > query.to || !isNamed(token) || !isSign(tokens[at + 1], '.')) return false;
    if (isSign(tokens[at - 1], '.')) return false;
    const block = blockAt(queryAt(query, token.from), token.from);
    if (!block) return false;
    const named = visibleSources(block).find(({ name }) => name !== null && sameName(name, token.text));
    return named !== undefined && !isWithin(named.block.query, query);
  });
}

function isWithin({ from, to }: Query, outer: Query): boolean {
  return outer.from <= from && to <= outer.to;
}

/** Where a place of the SQL of a step stands in the script; `null` for words that are not of it. */
export function placeInScript({ parts }: Pick<Step, 'parts'>, at: number): number | null {
  const part = parts.find((each) => each.at <= at && at <= each.at + each.length);
  return part ? part.from + at - part.at : null;
}
