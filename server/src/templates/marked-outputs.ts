import { namesIn, readExpression, type ExpressionToken } from './expression-tokens.ts';
import { segmentsOf, type Segment } from './template-segments.ts';

/** Characters of no language around what expressions print. What users send must not hold them. */
const OPEN = '\u{F0000}';
const CLOSE = '\u{F0001}';
export const marksOfOutputs = /[\u{F0000}\u{F0001}]/u;

/** A stretch of a rendered text that an expression printed. */
export type Output = { readonly begin: number; readonly end: number };

/**
 * The template with marks around all that its expressions print: whatever filters, slices, loops and branches did to a
 * value, its text is between two marks, and what is not is the author's. What authors write in expressions stays
 * theirs: texts that are put together with values or stand between them, and the bodies of macros and blocks that are
 * only printed.
 *
 * @param known  names that templates know without defining them
 * @param trusted  those of them whose values are the author's
 * @returns null for a template whose outputs cannot be followed
 */
export function markOutputs(template: string, known: ReadonlySet<string>, trusted: ReadonlySet<string>): string | null {
  const segments = segmentsOf(template);
  const tags = segments.flatMap((one) => (one.kind === 'text' ? [] : [readExpression(one.inner)]));
  if (marksOfOutputs.test(template) || tags.some((tokens) => tokens === null || tokens.some(isUnfollowed))) return null;
  const own = trustedNames(segments, known, trusted);
  const definitions = definitionsIn(segments);
  let bodies: ReadonlySet<string> = new Set(
    definitions
      .filter(({ name }) => !known.has(name) && definitions.every((one) => one.name !== name || one.isBody))
      .map(({ name }) => name),
  );
  for (;;) {
    const { text, strayed } = write(segments, bodies, own);
    if (strayed.size === 0) return text;
    bodies = new Set([...bodies].filter((name) => !strayed.has(name)));
  }
}

/** The text without its marks, and where they were; `null` where they do not fit together. */
export function readMarks(rendered: string): { readonly text: string; readonly outputs: readonly Output[] } | null {
  const outputs: Output[] = [];
  let text = '';
  let begin: number | null = null;
  for (const piece of rendered.split(/([\u{F0000}\u{F0001}])/u)) {
    if (piece !== OPEN && piece !== CLOSE) text += piece;
    else if ((piece === OPEN) !== (begin === null)) return null;
    else if (begin === null) begin = text.length;
    else {
      if (text.length > begin) outputs.push({ begin, end: text.length });
      begin = null;
    }
  }
  return begin === null ? { text, outputs } : null;
}

/** Blocks that are printed by name, and loops that print themselves. */
function isUnfollowed({ kind, text }: ExpressionToken, at: number, tokens: readonly ExpressionToken[]): boolean {
  return (
    kind === 'name' &&
    tokens[at - 1]?.text !== '.' &&
    (text === 'self' || (text === 'loop' && tokens[at + 1]?.text === '('))
  );
}

type Definition = {
  readonly name: string;
  /** What is printed as it was written, and not computed. */ readonly isBody: boolean;
  /** What it is made of. */ readonly of: readonly ExpressionToken[];
};

/** What the tags of a template give names to. */
function definitionsIn(segments: readonly Segment[]): readonly Definition[] {
  return segments.flatMap((segment): readonly Definition[] => {
    const tokens = segment.kind === 'block' ? (readExpression(segment.inner) ?? []) : [];
    const [head, first] = tokens;
    const rest = tokens.slice(1);
    if (head?.text === 'macro')
      return [
        { name: first?.text ?? '', isBody: true, of: [] },
        ...rest
          .slice(1)
          .filter(({ kind }) => kind === 'name')
          .map(({ text }) => ({ name: text, isBody: false, of: rest })),
      ];
    if (head?.text === 'for') {
      const at = rest.findIndex(({ text, depth }) => text === 'in' && depth === 0);
      return rest
        .slice(0, at)
        .filter(({ kind }) => kind === 'name')
        .map(({ text }) => ({ name: text, isBody: false, of: rest.slice(at + 1) }));
    }
    if (head?.text !== 'set' && head?.text !== 'with')
      return tokens.some(({ text }) => text === 'import')
        ? rest.filter(({ kind }) => kind === 'name').map(({ text }) => ({ name: text, isBody: false, of: rest }))
        : [];
    const set = setOf(segment);
    if (set !== null)
      return [
        { name: set.name, isBody: true, of: set.expression === null ? [] : (readExpression(set.expression) ?? []) },
      ];
    return rest.filter(({ kind }) => kind === 'name').map(({ text }) => ({ name: text, isBody: false, of: rest }));
  });
}

/** `set name`, or `set name = expression`; `null` for any other tag. */
function setOf(segment: Segment): { readonly name: string; readonly expression: string | null } | null {
  const found =
    segment.kind === 'block' ? /^\s*set\s+([\p{L}_][\p{L}\p{N}_]*)\s*(?:=([^]*))?$/u.exec(segment.inner) : null;
  return found ? { name: found[1] ?? '', expression: found[2] ?? null } : null;
}

/** Names of the author's values: those that are given, and those that are made of nothing else. */
function trustedNames(
  segments: readonly Segment[],
  known: ReadonlySet<string>,
  given: ReadonlySet<string>,
): ReadonlySet<string> {
  const definitions = definitionsIn(segments);
  let names = new Set([
    ...given,
    ...definitions.filter(({ name, of }) => of.length > 0 && !known.has(name)).map(({ name }) => name),
  ]);
  for (;;) {
    const bad = definitions.filter(
      ({ name, of }) =>
        names.has(name) && (of.length === 0 || !namesIn(of).every((one) => names.has(one) || one === name)),
    );
    if (bad.length === 0) return names;
    names = new Set([...names].filter((one) => !bad.some(({ name }) => name === one)));
  }
}

/**
 * Write the template anew.
 *
 * @param bodies  macros and blocks that are only printed: what they print is marked inside of them
 * @returns also those of them that are used otherwise
 */
function write(
  segments: readonly Segment[],
  bodies: ReadonlySet<string>,
  own: ReadonlySet<string>,
): { readonly text: string; readonly strayed: ReadonlySet<string> } {
  const strayed = new Set<string>();
  // Whatever is printed inside of a body that is computed with is marked where the result is printed.
  const around: { readonly isFollowed: boolean; readonly end: string }[] = [];
  const isFollowed = () => around.every((one) => one.isFollowed);
  const use = (tokens: readonly ExpressionToken[]) =>
    namesIn(tokens).forEach((name) => (bodies.has(name) ? strayed.add(name) : undefined));
  const printed = (expression: string): string => writeOutput(expression, { bodies, own, use });
  const written = segments.map((segment): string => {
    if (segment.kind === 'text') return segment.text;
    const { text, inner, open, close } = segment;
    const tokens = readExpression(inner) ?? [];
    // Signs that trim meet the text around the tag, and not a mark.
    const trimsBefore = open.length > 2 ? `${open.replace('%', '{')} "" }}` : '';
    const trimsBehind = close.length > 2 ? `{{ "" ${close.replace('%', '}')}` : '';
    const trimmed = (body: string) => `${trimsBefore}${body}${trimsBehind}`;
    if (segment.kind === 'output') {
      if (isFollowed()) return trimmed(printed(inner));
      use(tokens);
      return text;
    }
    const head = tokens[0]?.text ?? '';
    if (/^end(set|macro|filter|call)$/.test(head)) {
      const { end = '' } = around.pop() ?? {};
      return end === '' ? text : `${text}${end}${trimsBehind}`;
    }
    const set = setOf(segment);
    if (set && set.expression !== null && bodies.has(set.name) && isFollowed()) {
      const body = printed(set.expression);
      // One value is a value: whoever compares it is to find it as it is.
      if (body !== marked(set.expression) || own.has(set.name))
        return trimmed(`{% set ${set.name} %}${body}{% endset %}`);
      strayed.add(set.name);
      return text;
    }
    if (set?.expression === null || head === 'macro') {
      const name = set?.name ?? tokens[1]?.text ?? '';
      use(tokens.slice(2));
      around.push({ isFollowed: bodies.has(name), end: '' });
      if (bodies.has(name) && !isFollowed()) strayed.add(name);
      return text;
    }
    use(tokens);
    if (
      head !== 'filter' &&
      head !== 'call' &&
      !(head === 'set' && !tokens.some(({ text: sign, depth }) => sign === '=' && depth === 0))
    )
      return text;
    const isMarked = isFollowed() && head !== 'set';
    around.push({ isFollowed: false, end: isMarked ? CLOSE : '' });
    return isMarked ? `${trimsBefore}${OPEN}${text}` : text;
  });
  return { text: written.join(''), strayed };
}

type Names = {
  readonly bodies: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
  /** Names that stand in something that is computed. */ readonly use: (tokens: readonly ExpressionToken[]) => void;
};

function marked(expression: string): string {
  return `${OPEN}{{ ${expression} }}${CLOSE}`;
}

/** Tags that print what the expression prints, each part of it for itself. */
function writeOutput(expression: string, names: Names): string {
  const tokens = readExpression(expression) ?? [];
  const [first, last] = [tokens[0], tokens.at(-1)];
  const part = (begin: number, end: number) => writeOutput(expression.slice(begin, end), names);
  const plain = `{{ ${expression} }}`;
  if (!first || !last) return plain;
  if (
    first.text === '(' &&
    last.text === ')' &&
    tokens.findIndex(({ text, depth }) => text === ')' && depth === 0) === tokens.length - 1 &&
    !tokens.some(({ text, depth }) => text === ',' && depth === 1)
  )
    return part(first.end, last.start);
  const outer = tokens.filter(({ depth }) => depth === 0);
  const chosen = outer.find(({ kind, text }) => kind === 'name' && text === 'if');
  if (chosen) {
    const other = outer.find(({ text, start }) => text === 'else' && start > chosen.start);
    const condition = expression.slice(chosen.end, other?.start);
    names.use(readExpression(condition) ?? []);
    return (
      `{% if ${condition} %}` +
      `${part(0, chosen.start)}${other ? `{% else %}${part(other.end, expression.length)}` : ''}{% endif %}`
    );
  }
  if (namesIn(tokens).every((name) => names.own.has(name) && !names.bodies.has(name))) return plain;
  const isComputed = outer.some(({ kind, text }) => computing.has(text) && (kind === 'sign' || kind === 'name'));
  const sums = isComputed ? [] : sumsIn(tokens, outer);
  if (sums.length > 0)
    return [
      ...sums.map(({ start }, at) => part(sums[at - 1]?.end ?? 0, start)),
      part(sums.at(-1)?.end ?? 0, expression.length),
    ].join('');
  const joined = isComputed ? null : joinIn(expression, tokens, outer);
  if (joined) {
    names.use(tokens);
    return (
      `{% for joined__ in ${joined.list} %}{% if not loop.first %}{{ ${joined.between} }}{% endif %}` +
      `${marked('joined__')}{% endfor %}`
    );
  }
  const isCall = tokens[1]?.text === '(' && last.text === ')' && outer.length === 3;
  if (first.kind === 'name' && names.bodies.has(first.text) && (tokens.length === 1 || isCall)) {
    names.use(tokens.slice(1));
    return plain;
  }
  names.use(tokens);
  return marked(expression);
}

/** What makes one value of others. */
const computing = new Set([
  '-',
  '*',
  '/',
  '//',
  '%',
  '**',
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  'and',
  'or',
  'not',
  'in',
  'is',
]);

/** Signs that put texts together. */
function sumsIn(tokens: readonly ExpressionToken[], outer: readonly ExpressionToken[]): readonly ExpressionToken[] {
  const signs = outer.filter(({ text }) => text === '~' || text === '+');
  const isText = (at: number) => tokens[at]?.kind === 'text';
  // Numbers are added by the same sign.
  return signs.every(
    ({ text, start }) =>
      text === '~' ||
      isText(tokens.findIndex((one) => one.start === start) - 1) ||
      isText(tokens.findIndex((one) => one.start === start) + 1),
  )
    ? signs
    : [];
}

/** `list | join('…')` and `'…'.join(list)`: what stands between the values is the author's. */
function joinIn(
  expression: string,
  tokens: readonly ExpressionToken[],
  outer: readonly ExpressionToken[],
): { readonly list: string; readonly between: string } | null {
  const last = tokens.at(-1);
  const open = outer.at(-2);
  const [bar, name] = [outer.at(-4), outer.at(-3)];
  if (last?.text !== ')' || open?.text !== '(' || name?.text !== 'join' || !bar) return null;
  const inside = tokens.filter(({ start }) => start > open.start && start < last.start);
  if (bar.text === '|' && inside.length === 1 && inside[0]?.kind === 'text')
    return { list: expression.slice(0, bar.start), between: inside[0].text };
  const [between] = tokens;
  return bar.text === '.' && outer.length === 5 && between?.kind === 'text' && inside.length > 0
    ? { list: expression.slice(open.end, last.start), between: between.text }
    : null;
}
