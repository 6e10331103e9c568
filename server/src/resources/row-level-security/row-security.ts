import { LRUCache } from 'lru-cache';
import { AppError } from '@tessera/core/errors/app-error';
import type { Predicate } from '@tessera/query/structured-query';
import { dialectOf } from '@tessera/query/dialects/registry';
import { checkPredicate } from '@tessera/query/sql-safety/predicate';
import type { Actor } from '../../actor.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import type { RowSecurity } from '../../chart-data/restrict.ts';
import type { AppliedRule, RuleStore } from './store.ts';

type Needs = {
  readonly rules: Pick<RuleStore, 'ofDataset'>;
  /** Renders the macros of a clause for this person; clauses of people without macros pass unchanged. */
  readonly render: (actor: Actor, dataset: ResolvedDataset, clause: string, clauses: readonly string[]) => Promise<string>;
  /** How long rules are believed without asking: the bound on how late another server's change is seen. */
  readonly believeMs: number;
};

/** Rules of row-level security as the step of the pipeline that restricts queries; `forget` after a change. */
export function createRowSecurity({ rules, render, believeMs }: Needs): { readonly security: RowSecurity; /** The clauses that bind a person, as they were written. */ readonly clausesOf: (actor: Actor, dataset: ResolvedDataset) => Promise<readonly string[]>; readonly forget: () => void } {
  const known = new LRUCache<number, readonly AppliedRule[]>({ max: 10_000, ttl: believeMs });

  async function rulesOf(datasetId: number): Promise<readonly AppliedRule[]> {
    const kept = known.get(datasetId);
    if (kept) return kept;
    const fresh = await rules.ofDataset(datasetId);
    known.set(datasetId, fresh);
    return fresh;
  }

  return {
    security: async (actor, dataset) => {
      const applied = applicable(await rulesOf(dataset.id), actor);
      if (applied.length === 0) return { kind: 'true' };
      const clauses = applied.map((rule) => rule.clause);
      const rendered = new Map<number, string>();
      for (const rule of applied) rendered.set(rule.id, await checked(render(actor, dataset, rule.clause, clauses), dataset));
      return combine(applied, (rule) => rendered.get(rule.id) ?? '1 = 0');
    },
    clausesOf: async (actor, dataset) => applicable(await rulesOf(dataset.id), actor).map((rule) => rule.clause),
    forget: () => known.clear(),
  };
}

/** Regular rules bind those who are in one of their roles; base rules bind everybody else. */
export function applicable(rules: readonly AppliedRule[], actor: Pick<Actor, 'roleIds'>): readonly AppliedRule[] {
  return rules.filter((rule) => rule.roleIds.some((id) => actor.roleIds.includes(id)) === (rule.filterType === 'Regular'));
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
