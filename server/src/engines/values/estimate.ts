import type { Table } from '@tessera/core/table';
import type { CostEstimate } from '../engine.ts';

export const ESTIMATE = { timeoutMs: 10_000, maxRows: 10_000 } as const;
const unknown: CostEstimate = { rowsRead: null, bytesRead: null, rowsReturned: null, cost: null };

/** PostgreSQL, `EXPLAIN (FORMAT JSON)`: what the planner expects to return, and its cost. */
export function postgresqlEstimate(plan: Table): CostEstimate {
  const root = at(at(firstJson(plan), 0), 'Plan');
  return { ...unknown, rowsReturned: numberOf(at(root, 'Plan Rows')), cost: numberOf(at(root, 'Total Cost')) };
}

/**
 * MySQL and MariaDB, `EXPLAIN FORMAT=JSON`: rows of the tables as the optimizer expects to examine them, and the cost
 * where it tells.
 */
export function mysqlEstimate(plan: Table): CostEstimate {
  const block = at(firstJson(plan), 'query_block');
  const rows = tablesIn(block).flatMap(
    (table) => numberOf(at(table, 'rows_examined_per_scan')) ?? numberOf(at(table, 'rows')) ?? [],
  );
  return {
    ...unknown,
    rowsRead: rows.length === 0 ? null : sum(rows),
    cost: numberOf(at(at(block, 'cost_info'), 'query_cost')) ?? numberOf(at(block, 'cost')),
  };
}

/** Trino, `EXPLAIN (TYPE IO, FORMAT JSON)`: what it knows of the tables that are read, and of the whole. */
export function trinoEstimate(plan: Table): CostEstimate {
  const io = firstJson(plan);
  const inputs = at(io, 'inputTableColumnInfos');
  const estimates = (Array.isArray(inputs) ? inputs : []).map((input) => at(input, 'estimate'));
  const all = (name: string) => {
    const known = estimates.flatMap((one) => numberOf(at(one, name)) ?? []);
    // A table without statistics leaves the sum unknown.
    return known.length === 0 || known.length < estimates.length ? null : sum(known);
  };
  return {
    rowsRead: all('outputRowCount'),
    bytesRead: all('outputSizeInBytes'),
    rowsReturned: numberOf(at(at(io, 'estimate'), 'outputRowCount')),
    cost: numberOf(at(at(io, 'estimate'), 'cpuCost')),
  };
}

/** ClickHouse, `EXPLAIN ESTIMATE`: rows in the marks that are left of each table. */
export function clickhouseEstimate(plan: Table): CostEstimate {
  const rows = [...(plan.columns.get('rows')?.values ?? [])].flatMap((value) => numberOf(value) ?? []);
  return { ...unknown, rowsRead: rows.length === 0 ? null : sum(rows) };
}

function firstJson(plan: Table): unknown {
  const [column] = plan.columns.values();
  const text = Array.from(column?.values ?? [], (value) => (typeof value === 'string' ? value : '')).join('\n');
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function at(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string | number, unknown>>)[key]
    : undefined;
}

/** Everything under a key `table`, at any depth: joins, unions and sub-queries nest as they like. */
function tablesIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [...(key === 'table' ? [part] : []), ...tablesIn(part)]);
}

/** Numbers come as such or as text; "NaN" is what Trino does not know. */
function numberOf(value: unknown): number | null {
  const number =
    typeof value === 'number' || typeof value === 'bigint' || (typeof value === 'string' && value.trim() !== '')
      ? Number(value)
      : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
