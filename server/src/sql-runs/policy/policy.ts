import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { printQuery } from '@tessera/query/compile/source';
import type { Dialect } from '@tessera/query/dialect';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { StatementKind } from '@tessera/query/sql-statements/classify';
import type { Statement } from '@tessera/query/sql-statements/split';
import type { Source, WrittenSql } from '@tessera/query/structured-query';
import { tellsRules } from '../../chart-data/edge/redact.ts';
import type { Engine, Filling, Namespace, TableRef } from '../../engines/engine.ts';
import type { CreateAs, RunDatabase, Runner } from '../run-request.ts';
import { assertCreatable, createAs } from './create-as.ts';
import { assertReadable } from './readable.ts';

/** One statement, and what it does. */
export type ScriptStatement = {
  readonly statement: Statement;
  readonly kind: StatementKind;
};

/** How an allowed statement is run. */
export type StatementWay =
  /** A query, in the read-only mode of the database. */
  | 'read'
  /** What stands in the place of a query that is read: SHOW, DESCRIBE, EXPLAIN. */
  | 'describe'
  /** It changes something, in a transaction of its own. */
  | 'write';

/** What a statement may do, and the text that does it. */
export type Decision = {
  readonly way: StatementWay;
  readonly text: string;
  /** What users wrote of the text. */
  readonly written: readonly WrittenSql[];
  /** Clauses of row-level rules stand in the text. */
  readonly holdsRules: boolean;
  /** The table or view that it makes. */
  readonly created: Created | null;
  /** The table is made of a query that may change nothing itself. */
  readonly filling: Filling | null;
};
export type Created = { readonly method: CreateAs['method']; readonly schema: string | null; readonly name: string };

export type PolicyNeeds = {
  /** The tables of a database that somebody may read; `null`: all of them. */
  readonly tablesFor: (principal: Runner, database: RunDatabase) => Promise<readonly TableRef[] | null>;
  /** Does a row-level rule of some table of the database bind somebody? */
  readonly isBound: (principal: Runner, database: RunDatabase) => Promise<boolean>;
  /** A query over the rows that rules leave. @throws AppError rules_unheld, row_rule_broken */
  readonly restrict: (asked: Restrictable, signal: AbortSignal) => Promise<Source>;
  /** Such queries run; otherwise who is bound by rules of a table does not read it here. */
  readonly showsRestricted: boolean;
};
export type Restrictable = {
  readonly principal: Runner;
  readonly database: RunDatabase;
  readonly sql: string;
  readonly schema: string | null;
};

/** Whose script it is, and where. */
export type PolicyRequest = Namespace & { readonly principal: Runner; readonly createAs: CreateAs | null };

type Case = {
  readonly needs: PolicyNeeds;
  readonly request: PolicyRequest;
  readonly database: RunDatabase;
  readonly engine: Engine;
  readonly dialect: Dialect;
  readonly signal: AbortSignal;
  /** The only tables that the principal may read; `null`: any. */
  readonly tables: readonly TableRef[] | null;
  readonly isBound: boolean;
  /** Templates have brought clauses of rules into the script, which the principal may not read. */
  readonly hidesRules: boolean;
};

/**
 * What the statements of a script may do for their principal at their database: the one place that decides. All of them
 * are decided about before the first one runs.
 *
 * - Who may use some tables of a database alone reads these, by queries that are known to read nothing else.
 * - Who is bound by row-level rules reads the rows that they leave, or not at all, and changes nothing.
 * - What changes something needs a database that allows it.
 * - What nobody can classify is for those who may run anything, and reads only.
 * - What a database stores or tells of a text is not asked of one that holds hidden rules.
 *
 * @throws AppError table_denied, rules_unheld, statement_refused, statement_writes, ctas_invalid, cvas_invalid,
 * invalid_fields
 */
export async function decideScript(
  needs: PolicyNeeds,
  script: readonly ScriptStatement[],
  asked: {
    readonly request: PolicyRequest;
    readonly database: RunDatabase;
    readonly engine: Engine;
    readonly signal: AbortSignal;
    readonly hidesRules?: boolean;
  },
): Promise<readonly Decision[]> {
  const { request, database } = asked;
  const [tables, isBound] = await Promise.all([
    needs.tablesFor(request.principal, database),
    needs.isBound(request.principal, database),
  ]);
  const { hidesRules = false } = asked;
  const one: Case = { ...asked, needs, dialect: dialectOf(database.dialect), tables, isBound, hidesRules };
  if (request.createAs) assertCreatable(request.createAs, script, database, { isLimited: tables !== null });
  const decisions: Decision[] = [];
  for (const [index, read] of script.entries()) {
    const creates = request.createAs !== null && index === script.length - 1;
    decisions.push(creates ? await creating(one, read, request.createAs) : await decide(one, read));
  }
  return decisions;
}

async function decide(one: Case, { statement, kind }: ScriptStatement): Promise<Decision> {
  switch (kind.kind) {
    case 'read':
      return reading(one, statement.text);
    case 'explain':
      return explaining(one, statement, kind);
    case 'show':
      return showing(one, statement, kind.table);
    case 'write':
      return writing(one, statement, kind.verb);
    case 'command':
      throw refused(message('%(verb)s is refused: it changes the session or rights, or leaves the database.', kind));
    case 'unknown':
      if (!mayRunAnything(one))
        throw refused(
          kind.verb === ''
            ? message('This is no statement that can be run here.')
            : message('%(verb)s is no statement that can be run here.', kind),
        );
      return plain('describe', statement.text, [{ kind: 'about', sql: statement.text }]);
  }
}

/** Nobody can tell what such a statement reads. */
function mayRunAnything({ request: { principal }, tables, isBound, hidesRules }: Case): boolean {
  return tables === null && !isBound && !hidesRules && (principal.isAdmin || principal.databaseIds === 'all');
}

/** A query, over the rows that its principal may see. */
async function reading(one: Case, sql: string): Promise<Decision> {
  await assertMayRead(one, sql);
  const source = await restricted(one, sql);
  if (source.kind !== 'sql' || (source.restricted ?? []).length === 0)
    return { ...plain('read', sql, [{ kind: 'query', sql }]), holdsRules: one.hidesRules };
  const { text, written } = printQuery(source, one.dialect);
  return { ...plain('read', text, written), holdsRules: true };
}

/** @throws AppError table_denied, statement_refused */
async function assertMayRead({ tables, engine, request, signal }: Case, sql: string): Promise<void> {
  if (tables !== null) await assertReadable(sql, tables, { engine, namespace: request, signal });
}

/** @throws AppError rules_unheld */
async function restricted({ needs, request, database, isBound, signal }: Case, sql: string): Promise<Source> {
  if (!isBound) return { kind: 'sql', sql };
  const { principal, schema } = request;
  const source = await needs.restrict({ principal, database, sql, schema }, signal);
  const [first] = source.kind === 'sql' ? (source.restricted ?? []) : [];
  if (first && !needs.showsRestricted)
    throw new AppError('rules_unheld', {
      reason: message('it reads "%(table)s", and tables with such rules are not shown in the SQL editor', {
        table: first.table.table,
      }),
    });
  return source;
}

/** A plan tells of values and counts of rows that rules hide. */
async function explaining(
  one: Case,
  statement: Statement,
  { query }: Extract<StatementKind, { readonly kind: 'explain' }>,
): Promise<Decision> {
  const { holdsRules } = await reading(one, query);
  if (holdsRules)
    throw new AppError('rules_unheld', { reason: message('its plan tells of rows that are hidden from you') });
  return plain('describe', statement.text, [{ kind: 'query', sql: query }]);
}

/** What tells of one table is as the table itself; what lists them is for those who may use all. */
async function showing(one: Case, statement: Statement, table: string | null): Promise<Decision> {
  const query = table === null ? null : `SELECT * FROM ${table}`;
  if (query === null) {
    if (one.tables !== null) throw refused(message('You may use some tables of this database, and not list them all.'));
    return plain('describe', statement.text, [{ kind: 'about', sql: statement.text }]);
  }
  await assertMayRead(one, query);
  if (statement.tokens[0]?.text === 'SUMMARIZE' && (await reading(one, query)).holdsRules)
    throw new AppError('rules_unheld', { reason: message('its summary tells of rows that are hidden from you') });
  return plain('describe', statement.text, [{ kind: 'query', sql: query }]);
}

/** A statement that changes something. */
function writing(one: Case, { text: sql }: Statement, verb: string): Decision {
  if (!one.database.allowsDml)
    throw new AppError('statement_writes', {
      reason: message('%(verb)s is refused: this database is open for reading only.', { verb }),
    });
  if (one.engine.write === undefined)
    throw new AppError('statement_writes', { reason: message('Nothing can be written to this database.') });
  if (one.tables !== null)
    throw new AppError('statement_writes', {
      reason: message('%(verb)s is refused: you may read some tables of this database, and change none.', { verb }),
    });
  if (one.isBound)
    throw new AppError('statement_writes', {
      reason: message('%(verb)s is refused: row-level rules of this database apply to you.', { verb }),
    });
  if (one.hidesRules)
    throw new AppError('rules_unheld', { reason: message('what it changes would hold the rules themselves') });
  return plain('write', sql, [{ kind: 'statement', sql, ...(mayRunAnything(one) && { mayBeUnread: true }) }]);
}

/** The last query of a script as a table or a view. */
async function creating(one: Case, { statement }: ScriptStatement, asked: CreateAs | null): Promise<Decision> {
  if (asked === null) return reading(one, statement.text);
  const read = await reading(one, statement.text);
  // Whoever reads the view would read the rule.
  if (read.holdsRules && asked.method === 'VIEW')
    throw new AppError('rules_unheld', { reason: message('a view would hold the rules themselves') });
  if (read.holdsRules) await assertNamed(one, read);
  const { database, dialect, request } = one;
  const { text, path, created } = createAs(asked, read.text, { database, dialect, namespace: request });
  const filling = asked.method === 'TABLE' && !database.allowsDml ? { table: path, query: read.text } : null;
  return { ...read, way: 'write', text, created, filling };
}

const NAMES_MS = 30_000;

/** A table of a query without names for its columns would tell the rules by them. @throws AppError rules_unheld */
async function assertNamed({ engine, request, signal }: Case, { text, written }: Decision): Promise<void> {
  const query = { text: `SELECT * FROM (${text}) AS named LIMIT 0`, parameters: [], written };
  const { table } = await engine.run(query, { signal, timeoutMs: NAMES_MS, maxRows: 1, namespace: request });
  if ([...table.columns.values()].some(({ name }) => tellsRules(name)))
    throw new AppError('rules_unheld', { reason: message('a column of the table would have no name of its own') });
}

function plain(way: StatementWay, text: string, written: readonly WrittenSql[]): Decision {
  return { way, text, written, holdsRules: false, created: null, filling: null };
}

function refused(reason: ReturnType<typeof message>): AppError<'statement_refused'> {
  return new AppError('statement_refused', { reason });
}
