import { parseExactJson } from '@tessera/core/exact-json';
import type { Cell, Table } from '@tessera/core/table';
import { metered } from '../engines/admission/quotas.ts';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import { redactRules, seesRules } from '../chart-data/edge/redact.ts';
import { AppError } from '@tessera/core/errors/app-error';
import type { ResultFiles } from './result-files.ts';
import { columnsOf, kindOfColumn, type ResultColumn, type ResultLine, type ResultRows } from './result-lines.ts';
import type { RunDatabase, RunRequest } from './run-request.ts';
import { planScript, type PlannedScript, type ScriptNeeds } from './run-script.ts';
import { placedInScript } from './script-place.ts';

/** Rows of one statement, part by part; the columns of all parts are the same. */
export type RowsPart = { readonly columns: readonly ResultColumn[]; readonly table: Table };

/** Lines of a stored result, parsed; integers are exact. */
export async function* parsedLines(read: AsyncIterable<Buffer | null>): AsyncGenerator<ResultLine, void> {
  for await (const bytes of read) {
    if (bytes === null) continue;
    for (const text of bytes.toString().split('\n')) if (text !== '') yield parseExactJson(text) as ResultLine;
  }
}

/**
 * The stored rows of one statement, cells whole.
 * @throws AppError results_gone, query_cancelled
 */
export async function* storedRows(
  files: ResultFiles,
  key: string,
  statement: number,
  signal: AbortSignal,
): AsyncGenerator<RowsPart, void> {
  let columns: readonly ResultColumn[] | null = null;
  for await (const line of parsedLines(files.read(key, { signal, isOver: async () => true }))) {
    if ('head' in line) {
      columns = line.head.statement === statement ? line.head.columns : null;
      if (columns) yield { columns, table: tableOf(columns, { rows: 0, columns: [] }) };
    } else if ('rows' in line && columns) yield { columns, table: tableOf(columns, await whole(files, key, line)) };
  }
}

async function whole(files: ResultFiles, key: string, line: ResultRows): Promise<ResultRows> {
  if (!line.cut) return line;
  const columns = line.columns.map((cells) => [...cells]);
  for (const { column, row, at, bytes } of line.cut) {
    const cells = columns[column];
    if (cells) cells[row] = parseExactJson((await files.cell(key, at, bytes)).toString());
  }
  return { rows: line.rows, columns };
}

/** Rows of a line as a table, under unique names. */
export function tableOf(columns: readonly ResultColumn[], { rows, columns: cells }: ResultRows): Table {
  return {
    rowCount: rows,
    columns: new Map(
      columns.map((column, index) => [
        column.name,
        { name: column.name, kind: kindOfColumn(column), values: (cells[index] ?? []) as readonly Cell[] },
      ]),
    ),
  };
}

export type FreshRows = {
  readonly request: RunRequest;
  readonly database: RunDatabase;
  /** Index in the script. */
  readonly statement: number | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What is known for the log, as soon as it is. */
  readonly planned: (planned: PlannedScript) => void;
};

/**
 * The rows of one statement, asked of the database again and stored nowhere. Only what reads is run twice.
 * @throws AppError not_found, statement_refused, and what is wrong with the SQL
 */
export async function* freshRows(needs: ScriptNeeds, run: FreshRows): AsyncGenerator<RowsPart, void> {
  const { request, database, signal, timeoutMs } = run;
  const planned = await planScript(needs, request, database, signal);
  run.planned(planned);
  const at = run.statement ?? planned.plans.findLastIndex(({ way }) => way === 'read');
  const plan = planned.plans[at];
  if (!plan || plan.way !== 'read') throw new AppError('not_found', {});
  const engine = metered(await needs.engines(database), needs.quotas.accountOf(request.principal));
  const fairnessKey = fairnessKeyOf(request.principal);
  const { maxBytes } = needs;
  const hidesRules = planned.holdsRules && !seesRules(request.principal);
  try {
    for await (const batch of engine.stream(plan.query, {
      signal,
      timeoutMs,
      maxBytes,
      fairnessKey,
      maxRows: plan.maxRows,
      namespace: request,
    })) {
      const columns = columnsOf(batch, hidesRules);
      const cells = [...batch.table.columns.values()];
      const named = columns.map(({ name }, index) => [name, { ...cells[index], name }] as const);
      yield { columns, table: { rowCount: batch.table.rowCount, columns: new Map(named) as Table['columns'] } };
    }
  } catch (error) {
    const heard = planned.holdsRules ? redactRules(error, request.principal) : error;
    throw placedInScript(heard, planned.script, plan.sql, plan.at);
  }
}
