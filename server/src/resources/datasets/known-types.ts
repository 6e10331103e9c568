import { cellAt, columnKinds, type Column, type Table } from '@tessera/core/table';
import { hasMarks } from '@tessera/core/template-marks';
import { compile } from '@tessera/query/compile/compile';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Expression, Predicate, Source } from '@tessera/query/structured-query';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { inTime } from '../../engines/admission/deadline.ts';
import { inNamespace } from '../../engines/namespace.ts';
import type { Principal } from '../../principal.ts';
import type { Needs } from './needs.ts';
import type { ColumnRow, NewColumn } from './store.ts';

/** All questions of one save together: nobody waits longer for what may stay unknown. */
const TIMEOUT_MS = 5_000;
/** Rows by which values tell a type, where expressions have none. */
const SAMPLED_ROWS = 200;
/** Columns that are asked about one by one where not all can be asked about at once. */
const MAX_ALONE = 20;
const MAX_BYTES = 10_000_000;
/** Longest type that is saved. */
const TYPE_LENGTH = 250;

const always: Predicate = { kind: 'true' };

/**
 * The columns with the types that the database finds for those of which none is written: calculated ones, and what a
 * SQLite file declares no type of. Whatever cannot be found out stays without one; a type that is written stays, unless
 * its expression is another one and nobody can say any more whether the type was found for the one before.
 *
 * @param saved  what the columns were: the type that was found for an expression goes when the expression does
 */
export async function withKnownTypes(
  needs: Needs,
  principal: Principal,
  dataset: ResolvedDataset,
  columns: readonly NewColumn[],
  saved: readonly ColumnRow[] = [],
): Promise<readonly NewColumn[]> {
  const unknown = columns.filter(({ type }) => isBlank(type));
  const before = new Map(columns.flatMap((column) => rewritten(column, saved)));
  const asked = [...unknown, ...[...before].flat()].filter(({ expression }) => !hasMarks(expression ?? ''));
  if (asked.length === 0) return columns;
  const found = await typesOf(needs, principal, dataset, asked).catch(() => new Map<NewColumn, string>());
  return columns.map((column) => {
    const old = before.get(column);
    const former = old && found.get(old);
    // What the old expression does not have was written by somebody.
    if (former !== undefined && former !== old?.type) return column;
    const type = found.get(column);
    return old || type !== undefined ? typed(column, type ?? null, dataset) : column;
  });
}

/** A column whose expression is another one than before, and its type the same. */
function rewritten(column: NewColumn, saved: readonly ColumnRow[]): readonly (readonly [NewColumn, ColumnRow])[] {
  const old = isBlank(column.type) ? undefined : saved.find(({ id }) => id === column.id);
  if (!old?.expression || !column.expression || old.expression === column.expression) return [];
  return old.type === column.type ? [[column, old]] : [];
}

function typed(column: NewColumn, type: string | null, { dialect }: ResolvedDataset): NewColumn {
  const { kindOf } = dialectOf(dialect);
  const kind = type === null ? null : kindOf(type);
  const wasTime = !isBlank(column.type) && kindOf(column.type ?? null) === 'temporal';
  // The first values tell what a column is shown as. What it is compared with is for the type of each of its values to
  // say, but for times, whose text depends on it.
  const isOfValues = isSampledBy(dialect) && kind !== 'temporal';
  return {
    ...column,
    type: isOfValues ? (isBlank(column.type) ? (column.type ?? null) : null) : type,
    type_generic: kind === null ? null : columnKinds.indexOf(kind),
    is_dttm: kind === 'temporal' ? 1 : wasTime ? 0 : column.is_dttm,
  };
}

/** Whether values have types and expressions none. */
function isSampledBy(dialect: string): boolean {
  return dialectOf(dialect).compareUntyped !== undefined;
}

/** Whether a type says nothing. */
export function isBlank(type: string | null | undefined): boolean {
  return (type ?? '').trim() === '';
}

async function typesOf(
  needs: Needs,
  principal: Principal,
  dataset: ResolvedDataset,
  columns: readonly NewColumn[],
): Promise<ReadonlyMap<NewColumn, string>> {
  const found = new Map<NewColumn, string>();
  await inTime(TIMEOUT_MS, (signal) =>
    withSourceOf(needs, principal, dataset, signal, async (source, rules) => {
      const ask = (some: readonly NewColumn[]) => asked(needs, dataset, { source, rules, columns: some }, signal);
      const together = await ask(columns).catch(() => null);
      if (together) return together.forEach((type, at) => note(found, columns[at], type));
      // One that the database refuses does not hide the types of the others.
      for (const column of columns.slice(0, MAX_ALONE))
        note(found, column, (await ask([column]).catch(() => []))[0] ?? '');
    }),
  ).catch(() => undefined);
  return found;
}

function note(found: Map<NewColumn, string>, column: NewColumn | undefined, type: string): void {
  if (column && !isBlank(type) && type.length <= TYPE_LENGTH) found.set(column, type);
}

/** What the dataset reads, its templates rendered, in the rows that the principal may see. */
async function withSourceOf(
  needs: Needs,
  principal: Principal,
  dataset: ResolvedDataset,
  signal: AbortSignal,
  then: (source: Source, rules: Predicate) => Promise<void>,
): Promise<void> {
  const { source } = dataset;
  if (source.kind === 'table') {
    const clauses = await needs.rowRules.clausesOf(principal, dataset);
    // Values of rows that rules hide say nothing here.
    return then(source, clauses.length === 0 ? always : { kind: 'or', of: [] });
  }
  await needs.withSource(principal, dataset, source.sql, async (sql) =>
    then(
      await needs.rowRules.restrictSource(
        principal,
        { ...dataset, source: { kind: 'sql', sql } },
        signal,
        dataset.namespace?.schema,
      ),
      always,
    ),
  );
}

async function asked(
  needs: Needs,
  dataset: ResolvedDataset,
  {
    source,
    rules,
    columns,
  }: { readonly source: Source; readonly rules: Predicate; readonly columns: readonly NewColumn[] },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const dialect = dialectOf(dataset.dialect);
  const isSampled = isSampledBy(dataset.dialect);
  const query = compile(
    {
      source,
      dimensions: columns.map((column, at) => ({ label: `type_${at}`, expression: expressionOf(column) })),
      measures: null,
      where: always,
      having: always,
      security: rules,
      orderBy: [],
      seriesLimit: null,
      limit: isSampled ? SAMPLED_ROWS : 0,
      offset: 0,
      rowCountOnly: false,
    },
    dialect,
  );
  const engine = await needs.engines.engineFor(dataset.databaseId);
  const { table, types } = await inNamespace(engine, dataset.namespace ?? { catalog: null, schema: null }).run(query, {
    signal,
    timeoutMs: TIMEOUT_MS,
    maxRows: SAMPLED_ROWS,
    maxBytes: MAX_BYTES,
  });
  return [...table.columns].map(([name, column]) => types[name] || (isSampled ? typeOfValues(column, table) : ''));
}

function expressionOf({ column_name: name, expression }: NewColumn): Expression {
  return expression?.trim() ? { kind: 'sql', sql: expression, type: null } : { kind: 'column', name, type: null };
}

/** The type that the values of a SQLite file tell; empty where they tell none, or several. */
function typeOfValues(column: Column, { rowCount }: Table): string {
  const names = new Set<string>();
  for (let row = 0; row < rowCount; row += 1) {
    const cell = cellAt(column, row);
    if (typeof cell === 'number' || typeof cell === 'bigint') names.add('NUMERIC');
    else if (typeof cell === 'string') names.add(day.test(cell) ? 'DATE' : moment.test(cell) ? 'DATETIME' : 'TEXT');
    else if (cell !== null) return '';
  }
  const [only = '', ...others] = names;
  if (others.length === 0) return only;
  return names.has('NUMERIC') ? '' : names.has('TEXT') ? 'TEXT' : 'DATETIME';
}

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const moment = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;
