import { isShape, type Catalog, type ColumnEntry, type ShapeAnswer, type TableRef } from './catalog.ts';
import { outputType } from './expression-type.ts';
import type { Block, Cte, Item, Name, Query, Source } from './model.ts';
import { isRound, isWord, type Group } from './tree.ts';

/** Columns of something that is read. */
export type Columns = {
  readonly columns: readonly ColumnEntry[];
  /** There are no others. */
  readonly isComplete: boolean;
};

/** A source as a place in the text sees it. */
export type Visible = {
  readonly source: Source;
  /** What its columns are named by. */
  readonly name: string | null;
  /** 0 for what the block reads itself, 1 for the block around it. */
  readonly depth: number;
  readonly block: Block;
};

const nothing: Columns = { columns: [], isComplete: false };
/** Queries that read one another in a circle, and chains that nobody writes. */
const MAX_DEPTH = 40;

export function sameName(left: string, right: string): boolean {
  return left === right || left.toLowerCase() === right.toLowerCase();
}

/** What a source goes by: its alias, or the name of its table. */
export function sourceName({ alias, path, isCall }: Source): Name | null {
  if (alias) return alias;
  return path && !isCall && !path.isOpen ? (path.names.at(-1) ?? null) : null;
}

/** The sources that an expression of a block may name, the nearest first. */
export function visibleSources(block: Block, depth = 0): readonly Visible[] {
  const own = block.sources.map((source) => ({ source, name: sourceName(source)?.text ?? null, depth, block }));
  const { query } = block;
  const around = query.parent;
  if (around === null || query.role === 'cte' || depth > MAX_DEPTH) return own;
  if (query.role === 'value') return [...own, ...visibleSources(around, depth + 1)];
  const at = around.sources.findIndex((source) => source.query === query);
  if (at === -1 || around.sources[at]?.isLateral !== true) return own;
  return [...own, ...visibleSources({ ...around, sources: around.sources.slice(0, at) }, depth + 1)];
}

/** The queries of WITH that may be read in a query, the nearest first. */
export function visibleCtes(query: Query): readonly Cte[] {
  const found: Cte[] = [];
  let at: Query | null = query;
  let limit = at.ctes.length;
  for (let depth = 0; at !== null && depth < MAX_DEPTH; depth += 1) {
    found.push(...at.ctes.slice(0, limit).toReversed());
    const { namedBy, parent }: Query = at;
    at = namedBy ? namedBy.query : (parent?.query ?? null);
    limit = namedBy ? namedBy.index + (namedBy.query.isRecursive ? 1 : 0) : (at?.ctes.length ?? 0);
  }
  return found;
}

/** The query of WITH that a source reads; `null` for a table. */
export function cteOf({ path, isCall }: Source, query: Query): Cte | null {
  const [name] = path?.names ?? [];
  if (!path || isCall || path.names.length !== 1 || !name) return null;
  return visibleCtes(query).find((cte) => cte.query !== null && sameName(cte.name.text, name.text)) ?? null;
}

/** The table that a path of names means. */
export function tableOf(names: readonly Name[]): TableRef | null {
  const name = names.at(-1);
  if (!name || names.length > 3) return null;
  return { catalog: names.at(-3)?.text ?? null, schema: names.at(-2)?.text ?? null, name: name.text };
}

function shapeOf(source: Source, block: Block, catalog: Catalog): ShapeAnswer {
  if (!source.path || source.path.isOpen || source.isCall || cteOf(source, block.query)) return null;
  const table = tableOf(source.path.names);
  return table ? catalog.shape(table) : null;
}

/** The columns of a source, with the names that its alias gives them. */
export function columnsOf(source: Source, block: Block, catalog: Catalog, depth = 0): Columns {
  const read = columnsRead(source, block, catalog, depth);
  if (source.columns.length === 0) return read;
  return renamed(read, source.columns);
}

function columnsRead(source: Source, block: Block, catalog: Catalog, depth: number): Columns {
  if (depth > MAX_DEPTH) return nothing;
  if (source.query) return outputOf(source.query, catalog, depth + 1);
  const cte = cteOf(source, block.query);
  if (cte?.query) return renamed(outputOf(cte.query, catalog, depth + 1), cte.columns);
  const shape = shapeOf(source, block, catalog);
  return isShape(shape) ? { columns: shape.columns, isComplete: true } : nothing;
}

function renamed({ columns, isComplete }: Columns, names: readonly Name[]): Columns {
  if (names.length === 0) return { columns, isComplete };
  return {
    columns: [
      ...names.map(({ text }, at): ColumnEntry => ({
        ...(columns[at] ?? { type: null, comment: null, isKey: false }),
        name: text,
      })),
      ...columns.slice(names.length),
    ],
    isComplete: isComplete || columns.length === 0,
  };
}

/** The columns of the result of a query, as far as they have names. */
export function outputOf(query: Query, catalog: Catalog, depth = 0): Columns {
  if (depth > MAX_DEPTH) return nothing;
  const block = query.blocks.find(
    ({ items, sources, children }) => items.length + sources.length + children.length > 0,
  );
  if (!block) return nothing;
  // Brackets around the whole query.
  const [inner] = block.children;
  if (block.items.length === 0 && block.sources.length === 0)
    return inner ? outputOf(inner, catalog, depth + 1) : nothing;
  if (!block.clauses.some(({ kind }) => kind === 'select'))
    return block.clauses.some(({ kind }) => kind === 'from') ? starOf(block, [], catalog, depth) : nothing;
  const parts = block.items.map((item) => itemColumns(item, block, catalog, depth));
  return { columns: parts.flatMap(({ columns }) => columns), isComplete: parts.every(({ isComplete }) => isComplete) };
}

function itemColumns(item: Item, block: Block, catalog: Catalog, depth: number): Columns {
  if (item.star) return withoutLeftOut(starOf(block, item.star, catalog, depth), item);
  const name = item.alias?.text ?? item.path?.names.at(-1)?.text ?? null;
  // Of an expression without a name the database makes one up, or a name that nobody types.
  if (name === null) return { columns: [], isComplete: item.nodes.length > 0 };
  const column = item.path ? findColumn(item.path.names, block, catalog, depth + 1) : null;
  const plain = { name, type: column ? column.type : outputType(item), comment: null, isKey: false };
  return { columns: [column ? { ...column, name } : plain], isComplete: true };
}

/** `*` and `t.*` */
export function starOf(block: Block, qualifier: readonly Name[], catalog: Catalog, depth = 0): Columns {
  const name = qualifier.at(-1)?.text;
  const read = block.sources.filter((source) => {
    const own = sourceName(source)?.text;
    return name === undefined || (own !== undefined && sameName(own, name));
  });
  const parts = read.map((source) => columnsOf(source, block, catalog, depth + 1));
  return {
    columns: parts.flatMap(({ columns }) => columns),
    isComplete: read.length > 0 && parts.every(({ isComplete }) => isComplete),
  };
}

/** `* EXCLUDE (a, b)` and `* EXCEPT (a)`. */
function withoutLeftOut({ columns, isComplete }: Columns, { nodes }: Item): Columns {
  const at = nodes.findIndex((node) => isWord(node, 'EXCLUDE', 'EXCEPT'));
  const behind = nodes[at + 1];
  const list = at === -1 || behind === undefined ? [] : isRound(behind) ? behind.items : [behind];
  const names = list.flatMap((node) => (node.kind === 'word' || node.kind === 'name' ? node.text : []));
  const isRenamed = nodes.some((node) => isWord(node, 'RENAME'));
  return {
    columns: columns.filter(({ name }) => !names.some((left) => sameName(left, name))),
    isComplete: isComplete && !isRenamed,
  };
}

/** The column that names with dots mean in a block; `null` where it is not known, or where two have the name. */
export function findColumn(
  names: readonly Name[],
  block: Block,
  catalog: Catalog,
  depth = 0,
): (ColumnEntry & { readonly from: Visible }) | null {
  const name = names.at(-1)?.text;
  const qualifier = names.at(-2)?.text;
  if (name === undefined || depth > MAX_DEPTH) return null;
  const visible = visibleSources(block).filter(
    (each) => qualifier === undefined || (each.name !== null && sameName(each.name, qualifier)),
  );
  for (const level of new Set(visible.map((each) => each.depth))) {
    const found = visible
      .filter((each) => each.depth === level)
      .flatMap((each) =>
        columnsOf(each.source, each.block, catalog, depth + 1)
          .columns.filter((column) => sameName(column.name, name))
          .map((column) => ({ ...column, from: each })),
      );
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null;
  }
  return null;
}

/** Columns that USING joins: they have one name for both sides. */
export function usingNames(group: Group): readonly string[] {
  return group.items.flatMap((node) => (node.kind === 'word' || node.kind === 'name' ? node.text : []));
}
