import { printExactJson } from '@tessera/core/exact-json';
import { columnLabel, metricLabel, type Metric } from '@tessera/core/form-data';
import { sayInEnglish, type Words } from '@tessera/core/messages';
import type { QueryContext, QueryFilter, QueryObject } from '@tessera/core/query-object';
import type { NotOver } from '@tessera/query/extract/over-extract';
import type { CostEstimate } from '../../engines/engine.ts';
import type { ResolvedDataset } from '../dataset.ts';
import type { Chunks } from '../values/chunks.ts';
import { notOverWords } from '../extract/not-over.ts';
import type { Plan } from '../plan/plan.ts';
import type { View } from './redact.ts';

/** Where a filter comes from. */
export type FilterOrigin = 'chart' | 'dashboard' | 'cross_filter' | 'security' | 'template';

export type ExplainedFilter = {
  readonly origin: FilterOrigin;
  /** `null` for a clause in SQL. */
  readonly column: string | null;
  readonly operator: string | null;
  readonly value: unknown;
  readonly sql: string | null;
};

/** What is answered: why one query of a chart has its numbers. SQL is null for those who may not see it. */
export type Explanation = {
  readonly dataset: { readonly id: number; readonly name: string };
  readonly statements: readonly {
    readonly database: string;
    readonly dialect: string;
    /** The time offset whose rows it brings; null for the query itself. */
    readonly compares_with: string | null;
    readonly sql: string | null;
    readonly estimate: ExplainedEstimate | null;
  }[];
  readonly metrics: readonly { readonly name: string; readonly sql: string | null }[];
  readonly filters: readonly ExplainedFilter[];
  readonly rejected_filters: readonly { readonly column: string; readonly reason: string }[];
  readonly row_level_security: boolean;
  /** The copy of the dataset in the embedded engine; null for a dataset without one. */
  readonly extract: {
    /** Whether it was asked; else the source was, for the reason. */
    readonly is_read: boolean;
    /** When the source was read for it. */
    readonly read_at: string;
    readonly reason: string | null;
    readonly words?: Words;
  } | null;
  readonly cache: {
    readonly key: string;
    readonly is_cached: boolean;
    readonly queried_at: string;
    readonly age_seconds: number;
    readonly timeout_seconds: number;
  };
  readonly rows: { readonly read: number; readonly answered: number; readonly is_cut: boolean };
  /** Milliseconds. */
  readonly time_ms: { readonly plan: number; readonly database: number; readonly post_processing: number };
};

/** What the database expects of a statement; null for what it does not say. */
export type ExplainedEstimate = {
  readonly rows_read: number | null;
  readonly bytes_read: number | null;
  readonly rows_returned: number | null;
  readonly cost: number | null;
};

export type ExplainFacts = {
  readonly dataset: ResolvedDataset;
  readonly context: QueryContext;
  readonly query: QueryObject;
  /** The query's own plan, then those of other times. */
  readonly plans: readonly Plan[];
  /** What the database expects each of them to cost; `null` where it estimates nothing. */
  readonly estimates: readonly (CostEstimate | null)[];
  /** Columns whose filters a template took over. */
  readonly takenOver: readonly string[];
  readonly rejected: readonly { readonly column: string; readonly reason: string }[];
  /** What the one who asks may see. */
  readonly view: View;
  /** Clauses that bind the user on this dataset. */
  readonly rules: readonly string[];
  readonly cache: {
    readonly key: string;
    readonly isCached: boolean;
    readonly ranAtMs: number;
    readonly nowMs: number;
    readonly timeoutSeconds: number;
  };
  readonly extract: { readonly isRead: boolean; readonly readMs: number; readonly notOver: NotOver | null } | null;
  readonly rows: { readonly read: number; readonly answered: number; readonly isCut: boolean };
  /** Milliseconds by stage. That of the database is of the run which brought the rows, also when they were cached. */
  readonly stages: { readonly plan: number; readonly database: number; readonly postProcessing: number };
};

/**
 * "Why this number?" (result type `explain`): the statements, the filters by origin, the age, the rows and the time of
 * an answer. SQL is for those who may see it, the clauses of rules for those who may read rules; everybody gets
 * that rules apply.
 */
export function explain(facts: ExplainFacts): Chunks {
  const { dataset, plans, view, rules, cache, rows, stages } = facts;
  return [
    Buffer.from(
      printExactJson({
        dataset: { id: dataset.id, name: dataset.name },
        statements: plans.map((plan, index) => ({
          database: dataset.databaseName,
          dialect: plan.dataset.dialect,
          compares_with: index === 0 ? null : (facts.query.time_offsets?.[index - 1] ?? null),
          sql: view.sql ? plan.readableSql(view.rules) : null,
          estimate: estimateOf(facts.estimates[index] ?? null),
        })),
        metrics: (facts.query.metrics ?? []).map((metric) => ({
          name: metricLabel(metric),
          sql: view.sql ? sqlOf(metric, dataset) : null,
        })),
        filters: [
          ...askedFilters(facts),
          ...rules.map((sql): ExplainedFilter => ({
            origin: 'security',
            column: null,
            operator: null,
            value: null,
            sql: view.rules === 'shown' ? sql : null,
          })),
        ],
        rejected_filters: facts.rejected,
        row_level_security: rules.length > 0,
        extract: explainedExtract(facts.extract),
        cache: {
          key: cache.key,
          is_cached: cache.isCached,
          queried_at: new Date(cache.ranAtMs).toISOString(),
          age_seconds: Math.max(0, Math.round((cache.nowMs - cache.ranAtMs) / 1000)),
          timeout_seconds: cache.timeoutSeconds,
        },
        rows: { read: rows.read, answered: rows.answered, is_cut: rows.isCut },
        time_ms: { plan: stages.plan, database: stages.database, post_processing: stages.postProcessing },
      } satisfies Explanation),
    ),
  ];
}

function explainedExtract(extract: ExplainFacts['extract']): Explanation['extract'] {
  if (extract === null) return null;
  const words = extract.notOver && notOverWords(extract.notOver);
  return {
    is_read: extract.isRead,
    read_at: new Date(extract.readMs).toISOString(),
    reason: words && sayInEnglish(words),
    ...(words && { words }),
  };
}

function estimateOf(estimate: CostEstimate | null): ExplainedEstimate | null {
  return (
    estimate && {
      rows_read: estimate.rowsRead,
      bytes_read: estimate.bytesRead,
      rows_returned: estimate.rowsReturned,
      cost: estimate.cost,
    }
  );
}

/** What a metric computes: the expression that the dataset keeps for its name, or the one that the chart has. */
function sqlOf(metric: Metric | { readonly label: string }, dataset: ResolvedDataset): string | null {
  if (typeof metric !== 'string' && 'expressionType' in metric)
    return metric.expressionType === 'SQL' ? (metric.sqlExpression ?? null) : metricLabel({ ...metric, label: '' });
  const name = metricLabel(metric);
  return dataset.metrics.find((one) => one.name === name)?.expression ?? null;
}

function askedFilters({ query, context, takenOver, view }: ExplainFacts): readonly ExplainedFilter[] {
  const lent = lentFilters(context.form_data ?? {});
  const simple = (query.filters ?? []).map((filter): ExplainedFilter => {
    const column = columnLabel(filter.col);
    const origin = takenOver.includes(column)
      ? 'template'
      : (lent.find((one) => one.matches(filter))?.origin ?? (filter.isExtra ? 'dashboard' : 'chart'));
    return { origin, column, operator: filter.op, value: filter.val ?? null, sql: null };
  });
  const time: ExplainedFilter[] =
    query.time_range && query.time_range !== 'No filter'
      ? [
          {
            origin: lent.some((one) => one.isTime) ? 'dashboard' : 'chart',
            column: query.granularity ?? query.granularity_sqla ?? null,
            operator: 'TEMPORAL_RANGE',
            value: query.time_range,
            sql: null,
          },
        ]
      : [];
  const clauses = [query.extras?.where, query.where, query.extras?.having, query.having].flatMap(
    (sql): ExplainedFilter[] =>
      sql ? [{ origin: 'chart', column: null, operator: null, value: null, sql: view.sql ? sql : null }] : [],
  );
  return [...time, ...simple, ...clauses];
}

type Lent = {
  readonly origin: FilterOrigin;
  readonly isTime: boolean;
  readonly matches: (filter: QueryFilter) => boolean;
};

/**
 * What a dashboard lent the chart: `extra_form_data` and `extra_filters`; `cross_filters` names those that a click
 * made.
 */
function lentFilters(form: Readonly<Record<string, unknown>>): readonly Lent[] {
  const extra = form['extra_form_data'];
  const { filters, time_range: range } = isRecord(extra) ? extra : {};
  const read = (list: unknown, origin: FilterOrigin): Lent[] =>
    (Array.isArray(list) ? list : []).filter(isRecord).map((one) => ({
      origin,
      isTime: false,
      matches: (filter) =>
        columnLabel(filter.col) === columnText(one['col']) &&
        printExactJson(filter.val ?? null) === printExactJson(one['val'] ?? null),
    }));
  const time: Lent[] =
    typeof range === 'string'
      ? [
          {
            origin: 'dashboard',
            isTime: true,
            matches: (filter) => filter.op.toUpperCase() === 'TEMPORAL_RANGE' && filter.val === range,
          },
        ]
      : [];
  return [
    ...read(form['cross_filters'], 'cross_filter'),
    ...read(filters, 'dashboard'),
    ...read(form['extra_filters'], 'dashboard'),
    ...time,
  ];
}

function columnText(column: unknown): string | null {
  if (typeof column === 'string') return column;
  if (!isRecord(column)) return null;
  const text = column['label'] ?? column['sqlExpression'];
  return typeof text === 'string' ? text : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
