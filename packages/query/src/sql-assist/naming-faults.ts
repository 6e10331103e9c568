import { listText, t } from '@tessera/core/messages';
import type { Catalog } from './catalog.ts';
import type { AssistDialect } from './dialects.ts';
import type { Fault, Mend } from './faults-model.ts';
import { nearestNames } from './match.ts';
import type { Block, Name, Parsed, Path, Source } from './model.ts';
import { tableText } from './offer-joins.ts';
import { blocksIn, referencesOf } from './references.ts';
import {
  columnsOf,
  cteOf,
  sameName,
  tableOf,
  usingNames,
  visibleCtes,
  visibleSources,
  type Visible,
} from './resolve.ts';
import { isWord } from './tree.ts';
import { writeName } from './writing.ts';

/**
 * Names that nothing has, among tables and columns that are all known. They are warnings: what a statement makes first,
 * or what the cache of names does not know yet, may be there.
 */
export function namingFaults(parsed: Parsed, catalog: Catalog, dialect: AssistDialect): readonly Fault[] {
  const blocks = blocksIn(parsed.root);
  const tables = blocks.flatMap((block) =>
    block.sources.flatMap((source) => tableFault(source, block, catalog, dialect) ?? []),
  );
  const columns = referencesOf(parsed.root, parsed)
    .filter(({ block }) => !isReshaped(block))
    .flatMap(({ path, block }) => columnFault(path, block, catalog, dialect) ?? []);
  return [...tables, ...columns];
}

/** PIVOT and its like give other columns than their tables have. */
function isReshaped({ clauses }: Block): boolean {
  return clauses.some(
    ({ nodes, kind }) => kind === 'from' && nodes.some((node) => isWord(node, 'PIVOT', 'UNPIVOT', 'MATCH_RECOGNIZE')),
  );
}

function warning(
  { from, to }: { readonly from: number; readonly to: number },
  message: string,
  mends: readonly Mend[],
): Fault {
  return { from, to, severity: 'warning', message, mends };
}

function tableFault(source: Source, block: Block, catalog: Catalog, dialect: AssistDialect): Fault | null {
  const { path, isCall } = source;
  if (!path || path.isOpen || isCall || cteOf(source, block.query)) return null;
  const table = tableOf(path.names);
  if (!table || catalog.shape(table) !== 'absent') return null;
  const entries = catalog.tables(table.schema ?? catalog.schema) ?? [];
  const ctes = table.schema === null ? visibleCtes(block.query).map(({ name }) => name.text) : [];
  const near = nearestNames(table.name, [...ctes, ...entries.map(({ name }) => name)]);
  const mends = near.map((name): Mend => {
    const entry = entries.find((each) => each.name === name);
    const insert = entry
      ? table.schema === null
        ? tableText(entry, catalog, dialect)
        : writeName([table.schema, name], dialect)
      : writeName([name], dialect);
    return { label: insert, from: path.from, to: path.to, insert };
  });
  return warning(path, t('There is no table "%s" here.', path.names.map(({ text }) => text).join('.')), mends);
}

function columnFault(path: Path, block: Block, catalog: Catalog, dialect: AssistDialect): Fault | null {
  const visible = visibleSources(block);
  const [first, second] = path.names;
  if (!first || visible.length === 0) return null;
  const named = visible.filter(({ name }) => name !== null && sameName(name, first.text));
  if (second) return qualifiedFault(path, [first, second], named, { visible, catalog, dialect });
  if (named.length > 0) return null;
  return plainFault(first, { visible, catalog, dialect, block });
}

type Known = { readonly visible: readonly Visible[]; readonly catalog: Catalog; readonly dialect: AssistDialect };

function columnsIn(visible: readonly Visible[], catalog: Catalog) {
  return visible.map((each) => ({ ...columnsOf(each.source, each.block, catalog), of: each }));
}

function qualifiedFault(
  path: Path,
  [first, second]: readonly [Name, Name],
  named: readonly Visible[],
  known: Known,
): Fault | null {
  const { visible, catalog, dialect } = known;
  const [nearest] = named;
  const all = columnsIn(visible, catalog);
  if (!nearest) {
    // A schema, or a column with members.
    const isOther = catalog.schemas.some((each) => sameName(each, first.text)) || path.names.length > 2;
    const isColumn = all.some(
      ({ columns, isComplete }) => !isComplete || columns.some(({ name }) => sameName(name, first.text)),
    );
    if (isOther || isColumn || visible.some(({ name }) => name === null)) return null;
    const names = visible.flatMap(({ name, source }) => [
      name ?? '',
      ...(source.path ? [source.path.names.at(-1)?.text ?? ''] : []),
    ]);
    const near = nearestNames(first.text, names).map(
      (name) =>
        visible.find((each) => each.name === name || each.source.path?.names.at(-1)?.text === name)?.name ?? name,
    );
    const mends = [...new Set(near)].map((name) => mendName(first, name, dialect));
    return warning(first, t('The query reads nothing that is called "%s".', first.text), mends);
  }
  const { columns, isComplete } = columnsOf(nearest.source, nearest.block, catalog);
  if (!isComplete || columns.some(({ name }) => sameName(name, second.text)) || isPseudo(second.text)) return null;
  const mends = nearestNames(
    second.text,
    columns.map(({ name }) => name),
  ).map((name) => mendName(second, name, dialect));
  return warning(
    second,
    t('There is no column "%(column)s" in %(table)s.', { column: second.text, table: sourceText(nearest) }),
    mends,
  );
}

function plainFault(name: Name, { visible, catalog, dialect, block }: Known & { readonly block: Block }): Fault | null {
  const all = columnsIn(visible, catalog);
  const having = all.filter(({ columns }) => columns.some((column) => sameName(column.name, name.text)));
  const nearest = Math.min(...having.map(({ of }) => of.depth));
  const own = having.filter(({ of }) => of.depth === nearest);
  if (own.length > 1)
    return isMerged(name, block)
      ? null
      : ambiguous(
          name,
          own.map(({ of }) => of),
          dialect,
        );
  const isAlias = block.items.some(({ alias }) => alias && sameName(alias.text, name.text));
  // A name in quotes that nothing has is a text for SQLite.
  const isText = name.isQuoted && dialect.grammar.name === 'sqlite';
  if (own.length === 1 || isAlias || isText || isPseudo(name.text) || all.some(({ isComplete }) => !isComplete))
    return null;
  const near = nearestNames(
    name.text,
    all.flatMap(({ columns }) => columns.map((column) => column.name)),
  );
  const tables = [...new Set(all.map(({ of }) => sourceText(of)))];
  return warning(
    name,
    t('There is no column "%(column)s" in %(table)s.', { column: name.text, table: listText(tables) }),
    near.map((each) => mendName(name, each, dialect)),
  );
}

/** Whether USING or NATURAL makes one column of both. */
function isMerged(name: Name, { sources, clauses }: Block): boolean {
  const using = sources.flatMap(({ join }) => (join?.using ? usingNames(join.using) : []));
  return (
    using.some((each) => sameName(each, name.text)) ||
    clauses.some(({ kind, nodes }) => kind === 'from' && nodes.some((node) => isWord(node, 'NATURAL')))
  );
}

function ambiguous(name: Name, having: readonly Visible[], dialect: AssistDialect): Fault {
  const mends = having.flatMap((each): readonly Mend[] => {
    if (each.name === null) return [];
    const insert = writeName([each.name, name.text], dialect);
    return [{ label: insert, from: name.from, to: name.to, insert }];
  });
  return warning(
    name,
    t('"%(column)s" is a column of %(tables)s.', { column: name.text, tables: listText(having.map(sourceText)) }),
    mends,
  );
}

function mendName({ from, to }: Name, name: string, dialect: AssistDialect): Mend {
  const insert = writeName([name], dialect);
  return { label: insert, from, to, insert };
}

function sourceText({ name, source }: Visible): string {
  return source.path?.names.at(-1)?.text ?? name ?? t('a query');
}

/** Columns that tables have without listing them. */
function isPseudo(name: string): boolean {
  return /^(_.*|rowid|ctid|oid|xmin|xmax|cmin|cmax|tableoid|filename|file_row_number)$/i.test(name);
}
