import { t } from '@tessera/core/messages';
import type { AssistDialect } from './dialects.ts';
import type { Fault } from './faults-model.ts';
import type { Block, Clause, ClauseKind, Parsed } from './model.ts';
import { blocksIn } from './references.ts';
import { isSign, isWord, type Node } from './tree.ts';

/** Clauses in their order; those of the same place may stand either way. */
const places: Readonly<Partial<Record<ClauseKind, number>>> = {
  select: 1,
  from: 2,
  where: 3,
  group: 4,
  having: 5,
  window: 6,
  qualify: 6,
  order: 7,
  limit: 8,
  offset: 8,
};
const words: Readonly<Partial<Record<ClauseKind, string>>> = {
  select: 'SELECT',
  from: 'FROM',
  where: 'WHERE',
  group: 'GROUP BY',
  having: 'HAVING',
  window: 'WINDOW',
  qualify: 'QUALIFY',
  order: 'ORDER BY',
  limit: 'LIMIT',
  offset: 'OFFSET',
};

/** Clauses that stand in the wrong order, twice, or with nothing in them. */
export function orderFaults(parsed: Parsed, dialect: AssistDialect): readonly Fault[] {
  return blocksIn(parsed.root).flatMap((block) => {
    if (!block.clauses.some(({ kind }) => kind === 'select')) return [];
    return [
      ...wrongOrder(block, dialect),
      ...emptyClauses(block),
      ...lastCommas(block, dialect),
      ...comparedNulls(block),
    ];
  });
}

function wrongOrder({ clauses }: Block, dialect: AssistDialect): readonly Fault[] {
  const faults: Fault[] = [];
  let last: { readonly place: number; readonly kind: ClauseKind } = { place: 0, kind: 'verb' };
  for (const clause of clauses) {
    const place = placeOf(clause, clauses, dialect);
    if (place === null) continue;
    const word = words[clause.kind] ?? '';
    const isTwice = place === last.place && clause.kind === last.kind && mayNotRepeat(clause, dialect);
    if (isTwice) faults.push(faultAt(clause, t('%s stands here a second time.', word)));
    else if (place < last.place)
      faults.push(
        faultAt(clause, t('%(clause)s goes before %(other)s.', { clause: word, other: words[last.kind] ?? '' })),
      );
    if (place >= last.place) last = { place, kind: clause.kind };
  }
  return faults;
}

function placeOf({ kind }: Clause, clauses: readonly Clause[], dialect: AssistDialect): number | null {
  const [first] = clauses.filter((each) => each.kind === 'from' || each.kind === 'select');
  if (kind === 'select' && first?.kind === 'from' && dialect.startsWithFrom) return null;
  return places[kind] ?? null;
}

/** ClickHouse has PREWHERE before WHERE, and LIMIT BY before LIMIT. */
function mayNotRepeat({ kind }: Clause, { grammar }: AssistDialect): boolean {
  return grammar.name !== 'clickhouse' || (kind !== 'where' && kind !== 'limit');
}

function faultAt({ from, body }: Clause, message: string): Fault {
  return { from, to: body, severity: 'error', message, mends: [] };
}

/** A clause without anything, where another one follows: what is still being written is left alone. */
function emptyClauses({ clauses }: Block): readonly Fault[] {
  return clauses.slice(0, -1).flatMap((clause) => {
    const word = words[clause.kind];
    if (word === undefined || clause.kind === 'select' || clause.nodes.length > 0) return [];
    return faultAt(clause, t('Nothing stands behind %s.', word));
  });
}

/** Databases that take a comma at the end of a list. */
const takesLastComma = new Set(['duckdb', 'clickhouse']);

function lastCommas({ clauses }: Block, { grammar }: AssistDialect): readonly Fault[] {
  if (takesLastComma.has(grammar.name)) return [];
  return clauses.slice(0, -1).flatMap(({ kind, nodes }): readonly Fault[] => {
    const last = nodes.at(-1);
    if (!['select', 'group', 'order'].includes(kind) || !last || !isSign(last, ',')) return [];
    const { from, to } = last;
    const mends = [{ label: t('Remove it'), from, to, insert: '' }];
    return [
      { from, to, severity: 'error', message: t('The list goes on behind this comma, and nothing follows.'), mends },
    ];
  });
}

/** `= NULL` is true for no row. */
function comparedNulls({ clauses }: Block): readonly Fault[] {
  return clauses.flatMap(({ kind, nodes }) => (kind === 'where' || kind === 'having' ? nullsIn(nodes) : []));
}

function nullsIn(nodes: readonly Node[]): readonly Fault[] {
  return nodes.flatMap((node, at): readonly Fault[] => {
    if (node.kind === 'group') return nullsIn(node.items);
    const sign = nodes[at - 1];
    const before = nodes[at - 2];
    if (!isWord(node, 'NULL') || !isSign(sign, '=', '>') || !sign) return [];
    const isUnequal = isSign(sign, '>') ? isSign(before, '<') : isSign(before, '!');
    if (isSign(sign, '>') && !isUnequal) return [];
    const from = isUnequal ? (before?.from ?? sign.from) : sign.from;
    const insert = isUnequal ? 'IS NOT NULL' : 'IS NULL';
    return [
      {
        from,
        to: node.to,
        severity: 'warning',
        message: t('No value is equal to NULL: this is never true.'),
        mends: [{ label: t('Write %s', insert), from, to: node.to, insert }],
      },
    ];
  });
}
