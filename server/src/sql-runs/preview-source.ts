import { dialectOf } from '@tessera/query/dialects/registry';
import { printQuery } from '@tessera/query/compile/source';
import { isSymbol } from '@tessera/query/sql-safety/tokens';
import { boundNames } from '@tessera/query/sql-statements/bound-names';
import { splitStatements } from '@tessera/query/sql-statements/split';
import { withLimit } from '@tessera/query/sql-statements/limit';
import type { CompiledQuery, Source } from '@tessera/query/structured-query';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import { inTime, untilAborted } from '../engines/admission/deadline.ts';
import type { Engine, TableRef } from '../engines/engine.ts';
import type { ResultTables } from '../engines/result-tables/result-tables.ts';
import { unknownReader } from '../engines/verify/known-readers.ts';
import { renameTable } from '../engines/verify/table-names.ts';
import { planOwnQuery } from './own-query.ts';
import { limitStatement } from './plan.ts';
import type { Decision, PolicyNeeds, ScriptStatement } from './policy/policy.ts';
import { SAMPLE_BYTES, SAMPLE_ROWS, type PreviewSamples } from './preview-samples.ts';
import { kindOfColumn } from './result-lines.ts';
import type { RunDatabase, RunRequest } from './run-request.ts';

export type PreviewNeeds = {
  readonly policy: PolicyNeeds;
  readonly samples: PreviewSamples;
  readonly tables: Pick<ResultTables, 'engineFor'>;
  /** A query over the first rows of these tables, so many of each. @throws AppError where it cannot be made */
  readonly bound: (
    sql: string,
    tables: readonly TableRef[],
    rows: number,
    asked: { readonly engine: Engine; readonly signal: AbortSignal },
  ) => Promise<Source>;
};

/** What a preview runs, and where. */
export type PreviewQuery = {
  readonly engine: Engine;
  readonly query: CompiledQuery;
  /** It reads so many rows of each table at most; `null`: all of them. */
  readonly tableRows: number | null;
};

export type PreviewCase = {
  readonly request: RunRequest;
  readonly database: RunDatabase;
  /** Metered, of the database. */
  readonly engine: Engine;
  readonly read: ScriptStatement;
  readonly decision: Decision;
  readonly signal: AbortSignal;
};

/** Somebody types: what is not there by then is of no use. */
export const PREVIEW_MS = 2000;
/** Databases whose SQL the embedded engine reads as they do, but for what is left out below. */
const alike: ReadonlySet<string> = new Set(['postgresql', 'trino']);
/** Rows of each table where the preview runs in the database itself. */
const BOUND_ROWS = 100_000;
const MOST_TABLES = 5;
/** A table that answers no sooner has no sample. */
const SAMPLE_MS = 30_000;

/** The tables that a query names, as its database writes them; `null` where that is not certain. */
export async function tablesNamed({
  engine,
  read,
  signal,
}: PreviewCase): Promise<readonly (readonly string[])[] | null> {
  const { statement } = read;
  const answer = await engine.readQuery?.(statement.text, { signal });
  if (answer?.ok !== true || !answer.reading.isQuery || unknownReader(answer.reading, engine.dialect) !== null)
    return null;
  const { tables, exactTables } = answer.reading;
  const own = boundNames(statement, dialectOf(engine.dialect).grammar);
  const named = (exactTables ?? tables).filter((path) => path.length > 1 || !own.has((path[0] ?? '').toLowerCase()));
  const paths = [...new Map(named.map((path) => [JSON.stringify(path), path])).values()];
  return paths.length === 0 || paths.length > MOST_TABLES || paths.some((path) => path.length > 3) ? null : paths;
}

/** The query in the embedded engine, over the rows of its tables that are stored; `null` where it cannot be. */
export async function overStoredRows(
  needs: PreviewNeeds,
  one: PreviewCase,
  paths: readonly (readonly string[])[],
): Promise<PreviewQuery | null> {
  const { engine, read, request, signal } = one;
  // Integers are divided in another way there.
  if (!alike.has(engine.dialect) || read.statement.tokens.some((token) => isSymbol(token, '/'))) return null;
  const { quote, grammar } = dialectOf(engine.dialect);
  let { text } = read.statement;
  const selects: string[] = [];
  for (const [index, path] of paths.entries()) {
    const renamed = renameTable(text, [path], path.at(-1) ?? '', nameOf(index), engine.dialect);
    if (renamed.count === 0) return null;
    text = renamed.sql;
    selects.push(`SELECT * FROM ${path.map(quote).join('.')}`);
  }
  const samples = await inTime(
    PREVIEW_MS,
    (until) => Promise.all(selects.map((select) => untilAborted(sampleOf(needs, one, select), until))),
    signal,
  );
  const refs = samples.map(({ key, columns }, index) => ({
    name: nameOf(index),
    key,
    statement: 0,
    columns: columns.map((column) => ({ name: column.name, type: column.type, kind: kindOfColumn(column) })),
  }));
  const split = splitStatements(text, grammar);
  const [statement] = split.ok ? split.statements : [];
  if (!statement) return null;
  return {
    engine: await untilAborted(needs.tables.engineFor(refs, fairnessKeyOf(request.principal)), signal),
    query: {
      text: withLimit(statement, request.rowLimit + 1, grammar),
      parameters: [],
      written: [{ kind: 'query', sql: statement.text }],
    },
    tableRows: samples.some(({ isCut }) => isCut) ? SAMPLE_ROWS : null,
  };
}

const nameOf = (index: number): string => `sample_${index + 1}__`;

/** The first rows of a table that its reader may see. Decided about as a query of its own. */
async function sampleOf({ policy, samples }: PreviewNeeds, one: PreviewCase, select: string) {
  const { request, database, engine, signal } = one;
  const { query, maxRows } = await planOwnQuery(policy, select, { request, database, engine, signal }, SAMPLE_ROWS);
  const { principal, catalog, schema } = request;
  // Rules that bind are in the text.
  const name = JSON.stringify([principal.userId, database.id, database.version, catalog, schema, query.text]);
  return samples.find(name, () =>
    engine.stream(query, {
      signal: AbortSignal.timeout(SAMPLE_MS),
      timeoutMs: SAMPLE_MS,
      maxRows,
      maxBytes: SAMPLE_BYTES,
      namespace: request,
      fairnessKey: `preview ${principal.userId}`,
    }),
  );
}

/** The query in its database, over the first rows of its tables; `null` where it cannot be. */
export async function overFirstRows(
  needs: PreviewNeeds,
  one: PreviewCase,
  paths: readonly (readonly string[])[],
): Promise<PreviewQuery | null> {
  const { engine, read, request, decision, signal } = one;
  // The rows that rules leave are few, or not the first.
  if (decision.holdsRules) return null;
  const tables = paths.map(([...path]): TableRef => {
    const [table = '', schema = request.schema, catalog = null] = path.toReversed();
    return { catalog, schema, table };
  });
  const source = await needs.bound(read.statement.text, tables, BOUND_ROWS, { engine, signal }).catch(() => null);
  if (source?.kind !== 'sql' || (source.restricted ?? []).length < tables.length) return null;
  const dialect = dialectOf(engine.dialect);
  const { text, written } = printQuery(source, dialect);
  const { query } = limitStatement(read, { ...decision, text, written }, dialect, request.rowLimit);
  return { engine, query, tableRows: BOUND_ROWS };
}
