import { LRUCache } from 'lru-cache';
import { groupBy } from '@tessera/core/group-by';
import { AppError } from '@tessera/core/errors/app-error';
import type { Predicate, Source } from '@tessera/query/structured-query';
import { dialectOf } from '@tessera/query/dialects/registry';
import { checkPredicate } from '@tessera/query/sql-safety/predicate';
import { bindAll } from '../../bind-all.ts';
import type { Principal, GuestClause } from '../../principal.ts';
import type { DatasetReader } from '../../chart-data/access/authorise.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import type { Restriction, RowSecurity } from '../../chart-data/resolve/restrict.ts';
import type { EngineReader } from '../../chart-data/run/run.ts';
import { refuseStatistics, restrictQuery, type RuledTable } from './restrict-query.ts';
import type { AppliedRule, RuleStore, TableRule } from './store.ts';
import { fold, isSamePlace, keyOf } from '../../engines/verify/table-places.ts';

type Needs = {
  readonly rules: Pick<RuleStore, 'ofDataset' | 'ofTables'>;
  readonly datasets: DatasetReader;
  /** Renders the macros of a clause for this user; clauses of users without macros pass unchanged. */
  readonly render: (
    principal: Principal,
    dataset: ResolvedDataset,
    clause: string,
    clauses: readonly string[],
  ) => Promise<string>;
  readonly engines: EngineReader;
  /** How long rules are believed without asking: the bound on how late another server's change is seen. */
  readonly believeMs: number;
};

export type RowRules = {
  readonly security: RowSecurity;
  /**
   * What a dataset reads, with the rows of its tables that a user may see.
   * @throws AppError rules_unheld,
   * row_rule_broken
   */
  readonly restrictSource: RestrictSource;
  /** Does a rule of some table of a database bind a user? */
  readonly bindsAt: (principal: Principal, databaseId: number) => Promise<boolean>;
  /** The clauses that bind a user on a dataset itself, as they were written. */
  readonly clausesOf: (principal: Principal, dataset: ResolvedDataset) => Promise<readonly string[]>;
  /** Forget what is cached of rules. */
  readonly forget: () => void;
};

/** @param schema  where the query looks for bare names, where that is not the usual place */
export type RestrictSource = (
  principal: Principal,
  dataset: ResolvedDataset,
  signal: AbortSignal,
  schema?: string | null,
) => Promise<Source>;

type Context = Needs & {
  readonly ofDatasets: LRUCache<number, readonly AppliedRule[]>;
  readonly ofDatabases: LRUCache<number, readonly TableRule[]>;
};

/**
 * Rules of row-level security as the step of the pipeline that restricts queries; `forget` after a change.
 *
 * A rule is about the table of its dataset: it holds for every dataset on that table, and where the query of a virtual
 * dataset names it.
 */
export function createRowSecurity(needs: Needs): RowRules {
  const context: Context = {
    ...needs,
    ofDatasets: new LRUCache<number, readonly AppliedRule[]>({ max: 10_000, ttl: needs.believeMs }),
    ofDatabases: new LRUCache<number, readonly TableRule[]>({ max: 1_000, ttl: needs.believeMs }),
  };
  return bindAll(context, { restrictSource, bindsAt, security, clausesOf, forget });
}

async function rulesOf(context: Context, datasetId: number): Promise<readonly AppliedRule[]> {
  const kept = context.ofDatasets.get(datasetId) ?? (await context.rules.ofDataset(datasetId));
  context.ofDatasets.set(datasetId, kept);
  return kept;
}

/** Rules of tables of a database that bind a user. */
async function boundTables(context: Context, principal: Principal, databaseId: number): Promise<readonly TableRule[]> {
  const kept = context.ofDatabases.get(databaseId) ?? (await context.rules.ofTables(databaseId));
  context.ofDatabases.set(databaseId, kept);
  return [
    ...kept.filter(({ rule }) => applicable([rule], principal).length > 0),
    ...(await guestTables(context, principal, databaseId)),
  ];
}

/** Like a rule, a clause of a guest is about the table of its dataset, wherever that table is read. */
async function guestTables(context: Context, principal: Principal, databaseId: number): Promise<readonly TableRule[]> {
  if (principal.kind !== 'guest') return [];
  const found = await Promise.all(
    principal.clauses.map(async (clause, at): Promise<readonly TableRule[]> => {
      const dataset = clause.datasetId === null ? null : await context.datasets(clause.datasetId);
      if (dataset?.databaseId !== databaseId || dataset.source.kind !== 'table') return [];
      const { catalog, schema, table } = dataset.source;
      return [{ table: { catalog, schema, table }, rule: guestRule(clause, at) }];
    }),
  );
  return found.flat();
}

async function predicateOf(
  context: Context,
  principal: Principal,
  dataset: ResolvedDataset,
  applied: readonly AppliedRule[],
): Promise<Predicate> {
  const clauses = applied.map((rule) => rule.clause);
  const rendered = new Map<number, string>();
  for (const rule of applied)
    rendered.set(rule.id, await checked(context.render(principal, dataset, rule.clause, clauses), dataset));
  return combine(applied, (rule) => rendered.get(rule.id) ?? '1 = 0');
}

/** Those of the dataset, and those of other datasets on its table. */
async function ofDataset(
  context: Context,
  principal: Principal,
  dataset: ResolvedDataset,
): Promise<readonly AppliedRule[]> {
  const own = [...applicable(await rulesOf(context, dataset.id), principal), ...guestRules(principal, dataset.id)];
  const { source } = dataset;
  if (source.kind !== 'table') return own;
  const named = (await boundTables(context, principal, dataset.databaseId)).filter(
    ({ table, rule }) => fold(table.table) === fold(source.table) && !own.some(({ id }) => id === rule.id),
  );
  if (named.length === 0) return own;
  const engine = await context.engines(dataset);
  return distinct([...own, ...named.filter(({ table }) => isSamePlace(source, table, engine)).map(({ rule }) => rule)]);
}

async function restrictSource(
  context: Context,
  principal: Principal,
  dataset: ResolvedDataset,
  signal: AbortSignal,
  schema: string | null = null,
): Promise<Source> {
  const { source } = dataset;
  const bound = source.kind === 'sql' ? await boundTables(context, principal, dataset.databaseId) : [];
  if (source.kind !== 'sql' || bound.length === 0) return source;
  const engine = await context.engines(dataset);
  const places = groupBy(bound, ({ table }) =>
    JSON.stringify([
      table.catalog ?? '',
      ...[table.schema || (engine.defaultSchema ?? ''), table.table].map((name) => keyOf(name, engine.dialect)),
    ]),
  );
  const tables = [...places.values()].flatMap((group): RuledTable[] =>
    group.slice(0, 1).map(({ table }) => ({
      // The usual place is that of the connection, wherever the query looks.
      table: { ...table, schema: table.schema || engine.defaultSchema },
      rules: () => predicateOf(context, principal, dataset, distinct(group.map(({ rule }) => rule))),
    })),
  );
  const there = { ...engine, defaultSchema: schema || engine.defaultSchema };
  await refuseStatistics(source.sql, there, signal);
  return restrictQuery(source, tables, there, signal);
}

async function bindsAt(context: Context, principal: Principal, databaseId: number): Promise<boolean> {
  return (await boundTables(context, principal, databaseId)).length > 0;
}

async function security(
  context: Context,
  principal: Principal,
  dataset: ResolvedDataset,
  signal: AbortSignal,
): Promise<Restriction> {
  const applied = await ofDataset(context, principal, dataset);
  const source = await restrictSource(context, principal, dataset, signal, dataset.namespace?.schema);
  return {
    security: applied.length === 0 ? { kind: 'true' } : await predicateOf(context, principal, dataset, applied),
    source,
  };
}

async function clausesOf(context: Context, principal: Principal, dataset: ResolvedDataset) {
  return (await ofDataset(context, principal, dataset)).map((rule) => rule.clause);
}

function forget(context: Context) {
  context.ofDatasets.clear();
  context.ofDatabases.clear();
}

function distinct(rules: readonly AppliedRule[]): readonly AppliedRule[] {
  return [...new Map(rules.map((rule) => [rule.id, rule])).values()];
}

/** The clauses of a guest that name this dataset, and those that name none. */
function guestRules(principal: Principal, datasetId: number): readonly AppliedRule[] {
  if (principal.kind !== 'guest') return [];
  return principal.clauses.flatMap((clause, at) =>
    clause.datasetId === null || clause.datasetId === datasetId ? [guestRule(clause, at)] : [],
  );
}

/** Binds whoever brings it; numbered below the rules of the product. */
function guestRule({ clause }: GuestClause, at: number): AppliedRule {
  return { id: -1 - at, filterType: 'Base', groupKey: null, clause, roleIds: [] };
}

/** Regular rules bind those who are in one of their roles; base rules bind everybody else. */
export function applicable(
  rules: readonly AppliedRule[],
  principal: Pick<Principal, 'roleIds'>,
): readonly AppliedRule[] {
  return rules.filter(
    (rule) => rule.roleIds.some((id) => principal.roleIds.includes(id)) === (rule.filterType === 'Regular'),
  );
}

/** Rules of one group are alternatives; everything else must hold together. */
export function combine(rules: readonly AppliedRule[], clauseOf: (rule: AppliedRule) => string): Predicate {
  const groups = new Map<string, Predicate[]>();
  for (const rule of rules) {
    const key = rule.groupKey === null ? `rule ${rule.id}` : `group ${rule.groupKey}`;
    groups.set(key, [...(groups.get(key) ?? []), { kind: 'sql', sql: clauseOf(rule), isRule: true }]);
  }
  return { kind: 'and', of: [...groups.values()].map((of): Predicate => ({ kind: 'or', of })) };
}

/** What a macro put into the clause may not change its shape. @throws AppError */
async function checked(clause: Promise<string>, dataset: ResolvedDataset): Promise<string> {
  try {
    return checkPredicate(await clause, dialectOf(dataset.dialect).grammar);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The clause is not for the eyes of whom it limits, and what is wrong with it quotes it.
    throw new AppError('row_rule_broken', { dataset: dataset.name }, { cause: error });
  }
}
