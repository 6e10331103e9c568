import { dialectOf } from '@tessera/query/dialects/registry';
import { compile } from '@tessera/query/compile/compile';
import { isRowStable } from '@tessera/query/extract/row-stable';
import { checkExpression } from '@tessera/query/sql-safety/check';
import { checkPredicate } from '@tessera/query/sql-safety/predicate';
import type { Dialect } from '@tessera/query/dialect';
import type { Dimension, Expression, Predicate, StructuredQuery } from '@tessera/query/structured-query';
import { createHash } from 'node:crypto';
import { columnExpression, findColumn } from '../../chart-data/resolve/expressions.ts';
import type { DatasetColumn, ResolvedDataset } from '../../chart-data/dataset.ts';
import type { ColumnInfo, Engine } from '../../engines/engine.ts';
import type { ExtractColumn, Mark } from '../../engines/extracts/protocol.ts';
import type { ExtractSource } from '../../engines/extracts/run-extract.ts';
import type { StoredShape } from './shape.ts';

type Asked = {
  /** With its query rendered. */
  readonly dataset: ResolvedDataset;
  readonly engine: Engine;
  /** Clauses of row-level rules that may bind somebody, as they were written. */
  readonly clauses: readonly string[];
  readonly watermark: string | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

/** What the source has now, and how it is read. */
export type ReadSource = {
  readonly from: Extract<ExtractSource, { readonly kind: 'rows' }>;
  readonly shape: Pick<StoredShape, 'made' | 'rules' | 'leftOut'>;
};

/** One reads for all. */
const FAIRNESS_KEY = 'extracts';

/** The rows of a dataset from wherever it is, with what the source itself makes of texts in its own SQL beside them. */
export async function rowsOfSource({
  dataset,
  engine,
  clauses,
  watermark,
  timeoutMs,
  signal,
}: Asked): Promise<ReadSource> {
  const dialect = dialectOf(dataset.dialect);
  const typed = (await columnsOf(dataset, engine, signal)).map(({ name, type }) => ({
    name,
    sourceType: type,
    type: dialect.extractType?.(type) ?? null,
  }));
  const kept = typed.flatMap(({ type, ...column }) => (type === null ? [] : [{ ...column, type }]));
  // The engine reads texts of its own dialect as they stand.
  const isOwn = dataset.dialect === 'duckdb';
  const made = isOwn ? [] : madeColumns(dataset, dialect);
  const rules = isOwn ? [] : ruledColumns(clauses, dialect);
  const dimensions: readonly Dimension[] = [
    ...kept.map(({ name, sourceType }) => ({
      label: name,
      expression: { kind: 'column', name, type: sourceType } satisfies Expression,
    })),
    ...made.map(({ column, sql }) => ({ label: column, expression: { kind: 'sql', sql, type: null } as const })),
    ...rules.map(({ column, clause }) => ({
      label: column,
      expression: { kind: 'sql', sql: ruleText(clause), type: null } as const,
    })),
  ];
  const columns: readonly ExtractColumn[] = [
    ...kept.map(({ name, type }) => ({ name, type })),
    ...made.map(({ column, type }) => ({ name: column, type })),
    ...rules.map(({ column }) => ({ name: column, type: 'TINYINT' })),
  ];
  const read = async function* (mark: Mark | null, stop: AbortSignal) {
    const query = rawQuery(
      dataset,
      dimensions,
      watermark === null || mark === null ? null : newer(dataset, watermark, mark),
    );
    const options = { signal: stop, timeoutMs, maxRows: Number.MAX_SAFE_INTEGER, fairnessKey: FAIRNESS_KEY };
    for await (const { table } of engine.stream(compile(query, dialect), options)) yield table;
  };
  return {
    from: { kind: 'rows', columns, read },
    shape: { made, rules, leftOut: typed.filter(({ type }) => type === null).map(({ name }) => name) },
  };
}

async function columnsOf(
  dataset: ResolvedDataset,
  engine: Engine,
  signal: AbortSignal,
): Promise<readonly ColumnInfo[]> {
  const { source } = dataset;
  if (source.kind === 'sql') return engine.describe(source.sql, signal);
  const { columns } = await engine.details({ ...source, schema: source.schema ?? engine.defaultSchema }, signal);
  return columns;
}

/** Calculated columns that say the same of a row at any time. */
function madeColumns(dataset: ResolvedDataset, dialect: Dialect): StoredShape['made'] {
  return dataset.columns.flatMap((column) => {
    const { expression: sql } = column;
    if (sql === null || sql.trim() === '' || !isKeepable(sql, dialect)) return [];
    return [{ sql, column: nameFor('made', sql), type: typeOfMade(column, dialect) }];
  });
}

function typeOfMade({ type, kind }: DatasetColumn, dialect: Dialect): string {
  const known = type === null ? null : (dialect.extractType?.(type) ?? null);
  if (known !== null) return known;
  return { numeric: 'DOUBLE', temporal: 'TIMESTAMP', boolean: 'BOOLEAN', string: 'VARCHAR' }[kind];
}

function ruledColumns(clauses: readonly string[], dialect: Dialect): StoredShape['rules'] {
  return [...new Set(clauses)].flatMap((written) => {
    const clause = checkedClause(written, dialect);
    return clause !== null && isKeepable(ruleText(clause), dialect)
      ? [{ clause, column: nameFor('rule', clause) }]
      : [];
  });
}

/** 1 for the rows that a rule leaves. */
function ruleText(clause: string): string {
  return `CASE WHEN (${clause}) THEN 1 ELSE 0 END`;
}

/** Whether what a text says of a row now is what it says later, and may be asked as an expression. */
function isKeepable(sql: string, dialect: Dialect): boolean {
  if (!isRowStable(sql, dialect.grammar)) return false;
  try {
    checkExpression(sql, dialect.grammar);
    return true;
  } catch {
    return false;
  }
}

/** As it stands in the predicate of a query. */
function checkedClause(clause: string, dialect: Dialect): string | null {
  try {
    return checkPredicate(clause, dialect.grammar);
  } catch {
    return null;
  }
}

/** A name that no column of a source has. */
function nameFor(what: string, text: string): string {
  return `${what} ${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
}

function newer(dataset: ResolvedDataset, watermark: string, mark: Mark): Predicate | null {
  const column = findColumn(dataset, watermark);
  if (!column) return null;
  const left = columnExpression(column);
  const none: Predicate = { kind: 'null', left, negated: false };
  const columnType = column.timeFormat ?? column.type;
  const later: Predicate =
    mark.kind === 'time'
      ? { kind: 'time_range', left, since: mark.epochMs, until: null, columnType }
      : { kind: 'compare', op: '>=', left, right: { kind: 'value', value: numberOf(mark.value) } };
  return { kind: 'or', of: [none, later] };
}

function numberOf(text: string): bigint | number | string {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  return text.length > 15 ? text : Number(text);
}

function rawQuery(
  dataset: ResolvedDataset,
  dimensions: readonly Dimension[],
  where: Predicate | null,
): StructuredQuery {
  const always: Predicate = { kind: 'true' };
  return {
    source: dataset.source,
    dimensions,
    measures: null,
    where: where ?? always,
    having: always,
    security: always,
    orderBy: [],
    seriesLimit: null,
    limit: null,
    offset: 0,
    rowCountOnly: false,
  };
}
