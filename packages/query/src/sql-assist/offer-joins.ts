import { isShape, type Catalog, type ColumnEntry, type ForeignKey, type TableEntry, type TableRef } from './catalog.ts';
import type { AssistDialect } from './dialects.ts';
import type { Block, Source } from './model.ts';
import { offerOf, tableSubject, type Offer } from './offers.ts';
import type { Place } from './place.ts';
import { columnsOf, cteOf, sameName, sourceName, tableOf } from './resolve.ts';
import { aliasFor, writeName } from './writing.ts';

/** Columns of two sides that belong together. */
type Pair = { readonly left: readonly string[]; readonly right: readonly string[]; readonly rank: number };
type Side = {
  readonly name: string;
  readonly table: TableRef | null;
  readonly columns: readonly ColumnEntry[];
  readonly keys: readonly ForeignKey[];
};

/** Conditions that join a source to those before it: `a.id = b.a_id`, the likeliest first. */
export function conditionOffers(
  source: Source,
  block: Block,
  catalog: Catalog,
  dialect: AssistDialect,
): readonly Offer[] {
  const own = sideOf(source, block, catalog);
  const before = block.sources.slice(0, block.sources.indexOf(source));
  if (own === null) return [];
  return before.flatMap((each) => {
    const side = sideOf(each, block, catalog);
    if (side === null) return [];
    return pairsOf(own, side).map(({ left, right, rank }) =>
      offerOf({
        label: conditionText(own.name, left, side.name, right, dialect),
        kind: 'join',
        detail: rank >= 300 ? 'foreign key' : null,
        boost: 100 + rank,
      }),
    );
  });
}

function conditionText(
  left: string,
  leftColumns: readonly string[],
  right: string,
  rightColumns: readonly string[],
  dialect: AssistDialect,
): string {
  return leftColumns
    .map((name, at) => `${writeName([left, name], dialect)} = ${writeName([right, rightColumns[at] ?? name], dialect)}`)
    .join(' AND ');
}

/** Columns that both sides have, for USING. */
export function sharedColumns(source: Source, block: Block, catalog: Catalog): readonly ColumnEntry[] {
  const before = block.sources.slice(0, block.sources.indexOf(source));
  const others = before.flatMap((each) => columnsOf(each, block, catalog).columns);
  return columnsOf(source, block, catalog).columns.filter(({ name }) =>
    others.some((other) => sameName(other.name, name)),
  );
}

function sideOf(source: Source, block: Block, catalog: Catalog): Side | null {
  const name = sourceName(source)?.text;
  if (name === undefined) return null;
  const { columns } = columnsOf(source, block, catalog);
  const table = source.path && !cteOf(source, block.query) ? tableOf(source.path.names) : null;
  const shape = table ? catalog.shape(table) : null;
  return { name, table, columns, keys: isShape(shape) ? shape.foreignKeys : [] };
}

/** Foreign keys of either side, then names that tell: `customer_id` with `customers.id`, and the same name in both. */
function pairsOf(own: Side, other: Side): readonly Pair[] {
  const keyed = [
    ...keysTo(own, other).map(({ columns, toColumns }) => ({ left: columns, right: toColumns, rank: 300 })),
    ...keysTo(other, own).map(({ columns, toColumns }) => ({ left: toColumns, right: columns, rank: 300 })),
  ];
  const named = own.columns.flatMap((left) =>
    other.columns.flatMap((right) => {
      const rank = nameRank(left, own, right, other);
      return rank === null ? [] : [{ left: [left.name], right: [right.name], rank }];
    }),
  );
  const isKeyed = ({ left, right }: Pair) => keyed.some((key) => key.left[0] === left[0] && key.right[0] === right[0]);
  return [
    ...keyed,
    ...named
      .filter((pair) => !isKeyed(pair))
      .toSorted((one, two) => two.rank - one.rank)
      .slice(0, 5),
  ];
}

function keysTo(from: Side, to: Side): readonly ForeignKey[] {
  const { table } = to;
  if (table === null) return [];
  return from.keys.filter(({ to: target }) => isTable(target, table));
}

function isTable(one: TableRef, other: TableRef): boolean {
  const isSchema = one.schema === null || other.schema === null || sameName(one.schema, other.schema);
  return sameName(one.name, other.name) && isSchema;
}

function nameRank(left: ColumnEntry, own: Side, right: ColumnEntry, other: Side): number | null {
  if (refersTo(left.name, other, right) || refersTo(right.name, own, left)) return 200;
  if (!sameName(left.name, right.name)) return null;
  if (/(^|_)(id|key|code|uuid|no|number)$/i.test(left.name) && !/^id$/i.test(left.name)) return 150;
  if (/^id$/i.test(left.name)) return 20;
  return left.type !== null && left.type === right.type ? 60 : 40;
}

/** `customer_id` refers to `customers.id`, and to `customer.customer_id` by the other rule. */
function refersTo(name: string, { table, name: alias }: Side, column: ColumnEntry): boolean {
  if (!/^(id|key|code|uuid)$/i.test(column.name)) return false;
  const target = (table?.name ?? alias).toLowerCase();
  const stem = name.toLowerCase().replace(new RegExp(`_?${column.name}$`, 'i'), '');
  return (
    stem !== name.toLowerCase() &&
    stem !== '' &&
    [stem, `${stem}s`, `${stem}es`, stem.replace(/y$/, 'ies')].includes(target)
  );
}

/** Whole joins: tables that keys connect with what is read already, with their condition. */
export function joinOffers({ block, typed }: Place, catalog: Catalog, dialect: AssistDialect): readonly Offer[] {
  if (block === null || typed.quote !== '') return [];
  const sides = block.sources.flatMap((source) =>
    source.from < typed.from ? (sideOf(source, block, catalog) ?? []) : [],
  );
  const taken = sides.map(({ name }) => name);
  const isAliased = block.sources.some(({ alias }) => alias !== null);
  return candidates(sides, catalog).flatMap((entry) => {
    const shape = catalog.shape(entry);
    if (!isShape(shape)) return [];
    const alias =
      isAliased || taken.some((name) => sameName(name, entry.name)) ? aliasFor(entry.name, taken, dialect) : null;
    const own = { name: alias ?? entry.name, table: entry, columns: shape.columns, keys: shape.foreignKeys };
    return sides.flatMap((side) =>
      pairsOf(own, side)
        .filter(({ rank }) => rank >= 150)
        .slice(0, 2)
        .map(({ left, right, rank }) => {
          const table = [tableText(entry, catalog, dialect), ...(alias === null ? [] : [alias])].join(' ');
          const label = `${table} ON ${conditionText(own.name, left, side.name, right, dialect)}`;
          return offerOf({ label, kind: 'join', subject: tableSubject(entry), boost: rank - 100 });
        }),
    );
  });
}

const MAX_CANDIDATES = 60;

/** Tables that keys of what is read lead to, and those beside it, which may lead back. */
function candidates(sides: readonly Side[], catalog: Catalog): readonly TableEntry[] {
  const targets = sides.flatMap(({ keys }) => keys.map(({ to }): TableEntry => ({ ...to, kind: 'table' })));
  const beside = catalog.tables(catalog.schema) ?? [];
  const all = [...targets, ...(beside.length <= MAX_CANDIDATES ? beside : [])];
  const isFirst = (entry: TableEntry, at: number) => all.findIndex((each) => isTable(each, entry)) === at;
  return all.filter(isFirst);
}

/** A table as it is written: without the schema of the tab. */
export function tableText({ schema, name }: TableRef, catalog: Catalog, dialect: AssistDialect): string {
  return schema === null || (catalog.schema !== null && schema === catalog.schema)
    ? writeName([name], dialect)
    : writeName([schema, name], dialect);
}
