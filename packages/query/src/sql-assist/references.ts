import type { Block, Clause, Parsed, Path, Query } from './model.ts';
import { readPath } from './names.ts';
import { beforeOperand, joinWords, reserved, valueWords } from './reserved.ts';
import { holdsQuery, isNamed, isRound, isSign, isWord, type Group, type Node } from './tree.ts';

/** A name that a value is read by: `a` or `t.a`. */
export type Reference = { readonly path: Path; readonly block: Block; readonly clause: Clause };

/** Words of the grammar that stand among values and are no names, whatever a table calls its columns. */
const grammarWords = new Set(
  `
    AT TIME ZONE NULLS FIRST LAST ROWS RANGE GROUPS UNBOUNDED PRECEDING FOLLOWING CURRENT ROW ESCAPE FILTER
    WITHIN IGNORE RESPECT SEPARATOR DIV MOD XOR RLIKE REGEXP SOUNDS BINARY SYMMETRIC OVERLAPS ISNULL NOTNULL
    GLOB MATCH BOTH LEADING TRAILING PLACING ORDINALITY EXCLUDE EXCEPT REPLACE RENAME SIMILAR RECURSIVE
    ROLLUP CUBE GROUPING SETS OTHERS TIES NO SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR SECONDS MINUTES
    HOURS DAYS WEEKS MONTHS YEARS MICROSECOND MILLISECOND EPOCH DOW DOY ISODOW DECADE CENTURY DATE TIMESTAMP
    DATETIME TIMESTAMPTZ INTERVAL ROWID CTID OID _ROWID_ XMIN TABLEOID ARRAY STRUCT MAP LAMBDA COLUMNS STEP
    FILL PERCENT DUAL LEVEL SYSDATE SYSTIMESTAMP
  `
    .trim()
    .split(/\s+/),
);

const expressions = new Set(['select', 'where', 'group', 'having', 'qualify', 'order', 'returning']);

/** Names that columns are read by, where their place leaves no doubt; what could be something else is left out. */
export function referencesOf(query: Query, parsed: Parsed): readonly Reference[] {
  const free = freeNames(parsed.nodes);
  return blocksIn(query).flatMap((block) =>
    block.clauses.flatMap((clause) => {
      const isShared = clause.kind === 'order' && block.query.blocks.length > 1;
      const nodes = expressions.has(clause.kind) && !isShared ? clause.nodes : conditionsIn(block, clause);
      const skipped = new Set(block.items.flatMap(({ alias }) => (alias ? [alias.from] : [])));
      return pathsIn(nodes, null, parsed.fragment.text, skipped)
        .filter(({ names: [first] }) => first !== undefined && !free.has(first.text.toLowerCase()))
        .map((path) => ({ path, block, clause }));
    }),
  );
}

/** Every block of a query, and of those within it. */
export function blocksIn(query: Query): readonly Block[] {
  return [
    ...query.ctes.flatMap((cte) => (cte.query ? blocksIn(cte.query) : [])),
    ...query.blocks.flatMap((block) => [block, ...block.children.flatMap(blocksIn)]),
  ];
}

/** Conditions of joins. */
function conditionsIn({ sources }: Block, { kind, nodes }: Clause): readonly Node[] {
  if (kind !== 'from') return [];
  return nodes.filter((node) =>
    sources.some(({ join }) => join?.on && join.on.from <= node.from && node.to <= join.on.to),
  );
}

/** Arguments of lambdas, and names that AS gives within expressions: they may be read anywhere. */
function freeNames(nodes: readonly Node[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (level: readonly Node[]) => {
    level.forEach((node, at) => {
      const next = level[at + 1];
      const isArrow = isSign(next, '-') && isSign(level[at + 2], '>');
      if (isNamed(node) && (isArrow || isWord(level[at - 1], 'AS', 'LAMBDA'))) found.add(node.text.toLowerCase());
      if (node.kind !== 'group') return;
      if (isArrow) node.items.filter(isNamed).forEach(({ text }) => found.add(text.toLowerCase()));
      visit(node.items);
    });
  };
  visit(nodes);
  return found;
}

function pathsIn(
  nodes: readonly Node[],
  group: Group | null,
  text: string,
  skipped: ReadonlySet<number>,
): readonly Path[] {
  const found: Path[] = [];
  let at = 0;
  while (at < nodes.length) {
    const node = nodes[at];
    if (node?.kind === 'group') {
      if (!(isRound(node) && holdsQuery(node)) && !namesOnly(nodes[at - 1]))
        found.push(...pathsIn(node.items, node, text, skipped));
      at += 1;
      continue;
    }
    if (isSign(node, '::') || isWord(node, 'AS', 'COLLATE', 'OVER')) {
      at = behindType(nodes, at + 1);
      continue;
    }
    const read = readPath(nodes, at, text);
    if (!read) {
      at += 1;
      continue;
    }
    const next = nodes[at + read.length];
    if (isReference(nodes, at, next, group) && !read.path.isOpen && !skipped.has(read.path.from)) found.push(read.path);
    at += read.length;
  }
  return found;
}

/** Lists of names that are no values: `* EXCLUDE (a)`, `USING (a)`. */
function namesOnly(caller: Node | undefined): boolean {
  return isWord(caller, 'EXCLUDE', 'EXCEPT', 'REPLACE', 'RENAME', 'USING');
}

function behindType(nodes: readonly Node[], begin: number): number {
  let at = begin;
  while (nodes[at]?.kind === 'word' && !reserved.has(textOf(nodes[at]))) at += 1;
  return Math.max(at, begin + (isNamed(nodes[begin]) ? 1 : 0));
}

function textOf(node: Node | undefined): string {
  return node?.kind === 'word' ? node.text : '';
}

function isReference(nodes: readonly Node[], at: number, next: Node | undefined, group: Group | null): boolean {
  const node = nodes[at];
  const before = nodes[at - 1];
  if (!node) return false;
  if (node.kind === 'word') {
    const { text } = node;
    if (reserved.has(text) || valueWords.has(text) || beforeOperand.has(text) || joinWords.has(text)) return false;
    if (grammarWords.has(text)) return false;
  }
  // A call, a typed text, a parameter, an argument by its name, a key of a struct, a part of a template.
  if (isRound(next) || next?.kind === 'string' || isSign(before, ':', '@', '$', '?')) return false;
  if ((isSign(next, '=') && isSign(nodes[at + 2], '>')) || (isSign(next, ':') && isSign(nodes[at + 2], '=')))
    return false;
  if (isSign(next, ':') || group?.open.text === '{') return false;
  if (next?.kind === 'template' && next.from === node.to) return false;
  if (before?.kind === 'template' && before.to === node.from) return false;
  // A name behind a value is another name for it.
  return before === undefined || before.kind === 'symbol' || (before.kind === 'word' && !isValueWord(before));
}

function isValueWord(node: Node): boolean {
  return (
    node.kind === 'word' && (valueWords.has(node.text) || !(reserved.has(node.text) || beforeOperand.has(node.text)))
  );
}
