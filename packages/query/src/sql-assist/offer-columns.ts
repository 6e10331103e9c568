import { isShape, type Catalog, type ColumnEntry } from './catalog.ts';
import type { AssistDialect } from './dialects.ts';
import type { Block, Item, Name } from './model.ts';
import { offerOf, type Offer } from './offers.ts';
import type { Place } from './place.ts';
import {
  columnsOf,
  outputOf,
  sameName,
  starOf,
  tableOf,
  usingNames,
  visibleCtes,
  visibleSources,
  type Columns,
} from './resolve.ts';
import { isRound, isWord, type Node } from './tree.ts';
import { writeTyped } from './writing.ts';

type Column = { readonly column: ColumnEntry; readonly of: string | null; readonly depth: number };

/** The columns that an expression may name without more words; where two have a name, with the name of their table. */
export function columnOffers({ block, typed }: Place, catalog: Catalog, dialect: AssistDialect): readonly Offer[] {
  if (block === null) return [];
  const all = columnsIn(block, catalog);
  const joined = new Set(
    block.sources.flatMap(({ join }) => (join?.using ? usingNames(join.using).map((name) => name.toLowerCase()) : [])),
  );
  const count = new Map<string, number>();
  for (const { column, depth } of all) {
    const key = `${depth} ${column.name.toLowerCase()}`;
    count.set(key, (count.get(key) ?? 0) + 1);
  }
  const isHidden = ({ column, depth }: Column) =>
    Array.from({ length: depth }, (_, level) => count.has(`${level} ${column.name.toLowerCase()}`)).some(Boolean);
  const isOnly = block.sources.length === 1;
  return all.map((each) => {
    const { column, of, depth } = each;
    const name = column.name.toLowerCase();
    const isShared = (count.get(`${depth} ${name}`) ?? 0) > 1 && !joined.has(name);
    const qualifier = (isShared || isHidden(each)) && of !== null && typed.quote === '' ? of : null;
    return columnOffer(each, { quote: typed.quote, qualifier, dialect, isOnly: isOnly && depth === 0 });
  });
}

function columnsIn(block: Block, catalog: Catalog): readonly Column[] {
  return visibleSources(block).flatMap((each) =>
    columnsOf(each.source, each.block, catalog).columns.map((column) => ({ column, of: each.name, depth: each.depth })),
  );
}

function columnOffer(
  { column, of, depth }: Column,
  how: {
    readonly quote: string;
    readonly qualifier: string | null;
    readonly dialect: AssistDialect;
    /** There is one source: its name says nothing. */
    readonly isOnly?: boolean;
  },
): Offer {
  const written = writeTyped(column.name, how.quote, how.dialect);
  const detail = [column.type?.toLowerCase(), how.isOnly ? null : of]
    .filter((part) => part != null && part !== '')
    .join(' · ');
  return offerOf({
    label: column.name,
    kind: 'column',
    insert: how.qualifier === null ? written : `${writeTyped(how.qualifier, '', how.dialect)}.${written}`,
    detail: detail === '' ? null : detail,
    subject: { kind: 'column', column, of },
    boost: 60 - 10 * depth,
  });
}

/** What may stand behind a dot: the columns of the source that the name before it means. */
export function qualifiedOffers(
  { block, qualifier, typed, query }: Place,
  catalog: Catalog,
  dialect: AssistDialect,
): readonly Offer[] {
  const name = qualifier.at(-1);
  if (!name) return [];
  const of = name.text;
  const { columns, source } = columnsBehind(block, qualifier, catalog);
  const found = columns.map((column) =>
    columnOffer({ column, of: source, depth: 0 }, { quote: typed.quote, qualifier: null, dialect }),
  );
  const cte = found.length > 0 ? undefined : visibleCtes(query).find((each) => sameName(each.name.text, of));
  const ofCte = cte?.query ? outputOf(cte.query, catalog).columns : [];
  return [
    ...found,
    ...ofCte.map((column) => columnOffer({ column, of, depth: 0 }, { quote: typed.quote, qualifier: null, dialect })),
  ];
}

function columnsBehind(
  block: Block | null,
  qualifier: readonly Name[],
  catalog: Catalog,
): Columns & { readonly source: string | null } {
  const name = qualifier.at(-1)?.text ?? '';
  const visible = block ? visibleSources(block).filter((each) => each.name !== null && sameName(each.name, name)) : [];
  const [nearest] = visible;
  if (nearest) {
    const table = nearest.source.path?.names.at(-1)?.text ?? null;
    return { ...columnsOf(nearest.source, nearest.block, catalog), source: table };
  }
  // FROM may not be written yet: the name of a table serves as well.
  const table = tableOf(qualifier);
  const shape = table ? catalog.shape(table) : null;
  return isShape(shape)
    ? { columns: shape.columns, isComplete: true, source: name }
    : { columns: [], isComplete: false, source: null };
}

/** Names of sources, before a dot. */
export function sourceOffers({ block, typed }: Place, dialect: AssistDialect): readonly Offer[] {
  if (block === null || typed.quote !== '') return [];
  return visibleSources(block).flatMap(({ name, depth, source }) => {
    if (name === null) return [];
    const table = source.alias ? (source.path?.names.at(-1)?.text ?? null) : null;
    return offerOf({
      label: name,
      kind: 'alias',
      insert: `${writeTyped(name, '', dialect)}.`,
      detail: table,
      boost: 20 - 10 * depth,
      goesOn: true,
    });
  });
}

/** Names that SELECT gives, where the clause may read them. */
export function resultOffers({ block, clause, typed }: Place, dialect: AssistDialect): readonly Offer[] {
  if (block === null || clause === null) return [];
  const isLater = ['group', 'having', 'order', 'qualify'].includes(clause.kind);
  if (!isLater && !(dialect.aliasesEverywhere && clause.kind === 'where')) return [];
  return block.items.flatMap(({ alias }) =>
    alias === null
      ? []
      : offerOf({
          label: alias.text,
          kind: 'column',
          insert: writeTyped(alias.text, typed.quote, dialect),
          detail: 'SELECT',
          boost: isLater ? 70 : 30,
        }),
  );
}

/** All that GROUP BY needs: what SELECT lists and does not aggregate. */
export function groupingOffers(
  { block, clause, level, typed }: Place,
  catalog: Catalog,
  text: string,
): readonly Offer[] {
  if (clause?.kind !== 'group' || level.index > 0 || level.group || typed.quote !== '' || !block) return [];
  const plain = block.items.filter((item) => item.star === null && !isAggregate(item, catalog));
  const isMixed = plain.length < block.items.length && plain.length > 0;
  if (!isMixed || block.items.some(({ star }) => star !== null)) return [];
  const label = plain.map((item) => valueText(item, text)).join(', ');
  return [offerOf({ label, kind: 'column', detail: 'SELECT', boost: 120 })];
}

function valueText({ nodes, alias, from, to }: Item, text: string): string {
  if (alias === null) return text.slice(from, to);
  const last = nodes.findLast((node) => node.to <= alias.from && !isWord(node, 'AS'));
  return text.slice(from, last?.to ?? to);
}

const aggregates = new Set([
  'COUNT',
  'SUM',
  'AVG',
  'MIN',
  'MAX',
  'STDDEV',
  'VARIANCE',
  'ARRAY_AGG',
  'STRING_AGG',
  'MEDIAN',
  'ANY_VALUE',
]);

function isAggregate({ nodes }: Item, catalog: Catalog): boolean {
  return callsIn(nodes).some(({ name, isWindow }) => !isWindow && isAggregateName(name, catalog));
}

export function isAggregateName(name: string, catalog: Catalog): boolean {
  return aggregates.has(name.toUpperCase()) || catalog.functions.get(name.toLowerCase())?.kind === 'aggregate';
}

function callsIn(nodes: readonly Node[]): readonly { readonly name: string; readonly isWindow: boolean }[] {
  return nodes.flatMap((node, at) => {
    if (node.kind !== 'group') return [];
    const caller = nodes[at - 1];
    const own =
      isRound(node) && caller?.kind === 'word' ? [{ name: caller.text, isWindow: isWord(nodes[at + 1], 'OVER') }] : [];
    return [...own, ...callsIn(node.items)];
  });
}

/** Every column at once, in place of a star. */
export function starOffers(
  { block, clause, level, typed }: Place,
  catalog: Catalog,
  dialect: AssistDialect,
): readonly Offer[] {
  if (block === null || clause?.kind !== 'select' || level.group || typed.quote !== '' || level.index > 0) return [];
  const { columns, isComplete } = starOf(block, [], catalog);
  if (!isComplete || columns.length < 2 || columns.length > 200 || block.sources.length !== 1) return [];
  const label = columns.map(({ name }) => writeTyped(name, '', dialect)).join(', ');
  return [offerOf({ label, kind: 'column', detail: '*', boost: -40 })];
}
