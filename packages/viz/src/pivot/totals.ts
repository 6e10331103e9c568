import { addsUp, addsUpOverTime } from '@tessera/core/additivity';
import { columnLabel, type Metric, metricLabel } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import { cellAt, type Cell, type Table } from '@tessera/core/table';
import type { ChartContext, QueryResult, RowFacts } from '../define.ts';
import { additivityOf } from '../layer/additivity.ts';
import { isCut } from '../layer/limit.ts';
import { pivotFraction, sumsUp } from './aggregates.ts';
import type { PivotForm } from './form.ts';
import { ALL, cellName, keyAt, type Key, TOTAL } from './keys.ts';
import type { Totals } from './pivot.ts';

/** How many dimensions of the rows and of the columns a total keeps. */
export type Level = { readonly rows: number; readonly columns: number };

/** More groupings than this are not asked for one chart: its totals are left out. */
const MAX_LEVELS = 24;

/**
 * The groupings of all totals that a pivot table shows, the cells themselves left out; none where there are too many.
 */
export function totalLevels(form: PivotForm): readonly Level[] {
  return levelsOf(form, form.totalRow, form.totalColumn);
}

/** The same with those that shares are of. */
function levelsWithWholes(form: PivotForm): readonly Level[] {
  const of = pivotFraction(form.aggregate)?.of;
  return levelsOf(
    form,
    form.totalRow || of === 'total' || of === 'columns',
    form.totalColumn || of === 'total' || of === 'rows',
  );
}

function levelsOf(form: PivotForm, hasTotalRow: boolean, hasTotalColumn: boolean): readonly Level[] {
  const rows = storedOf(form.rows.length, form.rowSubtotals !== 'none', hasTotalRow);
  const columns = storedOf(form.columns.length, form.columnSubtotals !== 'none', hasTotalColumn);
  const levels = rows
    .flatMap((row) => columns.map((column): Level => ({ rows: row, columns: column })))
    .filter((level) => level.rows < form.rows.length || level.columns < form.columns.length);
  return levels.length > MAX_LEVELS ? [] : levels;
}

function storedOf(count: number, hasSubtotals: boolean, hasTotal: boolean): readonly number[] {
  const between = hasSubtotals ? Array.from({ length: Math.max(0, count - 1) }, (_, at) => at + 1) : [];
  return [count, ...between, ...(hasTotal && count > 0 ? [0] : [])];
}

/** The names of the dimensions that a level keeps. */
function namesOf(form: PivotForm, level: Level): readonly string[] {
  return [...new Set([...form.columns.slice(0, level.columns), ...form.rows.slice(0, level.rows)])];
}

/** Whether any total has to be asked of the database: one is shown that sums what does not add up, or may not. */
function asksTotals(form: PivotForm, metrics: readonly Metric[]): boolean {
  return sumsUp(form.aggregate) && metrics.some((metric) => additivityOf(metric, {}) !== 'additive');
}

/** The queries of all totals that the database is asked for, given the one of the cells. */
export function totalQueries(cells: QueryObject, form: PivotForm, metrics: readonly Metric[]): readonly QueryObject[] {
  if (!asksTotals(form, metrics)) return [];
  return queriesOf(cells, form, totalLevels(form));
}

/**
 * The queries of all totals of a pivot table whose cells the row limit cut: those of additive metrics too, as all
 * totals are of the same rows. None where totals do not sum up the cells.
 */
export function totalQueriesOfCut(cells: QueryObject, form: PivotForm): readonly QueryObject[] {
  return sumsUp(form.aggregate) ? queriesOf(cells, form, levelsWithWholes(form)) : [];
}

function queriesOf(cells: QueryObject, form: PivotForm, levels: readonly Level[]): readonly QueryObject[] {
  return levels.map((level) => {
    const names = new Set(namesOf(form, level));
    return { ...cells, columns: (cells.columns ?? []).filter((column) => names.has(columnLabel(column))) };
  });
}

/** The totals that came with a result. The answers are distinguished by their dimensions. */
export function readTotals(
  results: readonly (Pick<QueryResult, 'table'> & Partial<RowFacts>)[],
  form: PivotForm,
  metrics: readonly Metric[],
  context: Pick<ChartContext, 'additivity'>,
): Totals {
  const [cells, ...answers] = results;
  const hasTime = [...form.rows, ...form.columns].some((name) => cells?.table.columns.get(name)?.kind === 'temporal');
  const kinds = new Map(metrics.map((metric) => [metricLabel(metric), additivityOf(metric, context)]));
  const found = new Map<string, { readonly table: Table; readonly row: number }>();
  const levels = levelsWithWholes(form);
  let known = 0;
  for (const level of levels) {
    const answer = answers.find(({ table }) => isOfLevel(table, form, level));
    if (!answer) continue;
    known += 1;
    addLevel(found, answer.table, form, level);
  }
  const { sqlRowCount = 0, rowLimit = null } = cells ?? {};
  return {
    // Sums of the cells that are left would stand beside totals of all rows.
    areOfAll: known > 0 && known === levels.length && isCut({ sqlRowCount, rowLimit }, {}),
    addsUp: (metric) => (hasTime ? addsUpOverTime : addsUp)(kinds.get(metric)),
    asked: (metric, row, column): Cell | undefined => {
      const place = found.get(cellName(row, column));
      const values = place?.table.columns.get(metric);
      return place && values ? cellAt(values, place.row) : undefined;
    },
  };
}

function isOfLevel(table: Table, form: PivotForm, level: Level): boolean {
  const metrics = new Set(form.metrics);
  const own = [...table.columns.keys()].filter((name) => !metrics.has(name));
  const names = namesOf(form, level);
  return own.length === names.length && names.every((name) => own.includes(name));
}

function addLevel(
  found: Map<string, { readonly table: Table; readonly row: number }>,
  table: Table,
  form: PivotForm,
  level: Level,
): void {
  const columnsOf = (names: readonly string[]) => names.flatMap((name) => table.columns.get(name) ?? []);
  const rows = columnsOf(form.rows.slice(0, level.rows));
  const columns = columnsOf(form.columns.slice(0, level.columns));
  for (let row = 0; row < table.rowCount; row += 1)
    found.set(
      cellName(
        closed(keyAt(rows, row), level.rows, form.rows.length),
        closed(keyAt(columns, row), level.columns, form.columns.length),
      ),
      { table, row },
    );
}

/** A key of a total: what is left out stands for all values. */
function closed(key: Key, kept: number, count: number): Key {
  if (kept === count) return key;
  return kept === 0 ? TOTAL : [...key, ALL];
}
