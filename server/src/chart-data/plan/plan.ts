import { createHash } from 'node:crypto';
import { stableJson } from '@tessera/core/stable-json';
import { compile, readable, type CompiledSelect } from '@tessera/query/compile/compile';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { NotOver } from '@tessera/query/extract/over-extract';
import { sourceIdentity, type StructuredQuery } from '@tessera/query/structured-query';
import type { ResolvedDataset } from '../dataset.ts';
import { isRestricted } from '../resolve/restrict.ts';

export type Plan = {
  readonly query: StructuredQuery;
  /** The dataset as the place has it where the query is asked: its source, or its extract. */
  readonly dataset: ResolvedDataset;
  /** Why a dataset with an extract is asked at its source. */
  readonly notOver: NotOver | null;
  /**
   * Identifies the work: the restricted query, the dataset as it is now, its zone. Never anything that a client chose.
   */
  readonly key: string;
  /** The dataset as templates made it for whoever asks: answers of one version are none of another. */
  readonly versionKey: string;
  /** SQL and parameters; printed when somebody needs them. */
  readonly compiled: () => CompiledSelect;
  /** Templates put clauses of row-level rules into the texts of the query. */
  readonly textHoldsRules: boolean;
  /**
   * The same with its values in place, for users to read; comments in the place of row-level rules unless they are
   * shown. It is never run.
   */
  readonly readableSql: (rules: 'shown' | 'hidden') => string;
};

/**
 * Where a rule stands in a text is not known once a template has put it there, and it may stand around tables: the
 * whole text stays hidden.
 */
const HIDDEN_TEXT = '/* This statement is not shown: row-level rules stand in its text. */';

/** Integers travel as bigint; a text of the same digits is another value. */
const integerKey = (value: bigint): string => `{"integer":"${value}"}`;

/** @param temporal  Result columns that are read as instants: the same rows in another form are another result. */
export function plan(
  query: StructuredQuery,
  dataset: ResolvedDataset,
  temporal: ReadonlySet<string>,
  { textHoldsRules = false, notOver = null }: Partial<Pick<Plan, 'textHoldsRules' | 'notOver'>> = {},
): Plan {
  const dialect = dialectOf(dataset.dialect);
  const identity = { ...query, source: sourceIdentity(query.source) };
  const key = createHash('sha256')
    .update(
      stableJson(
        {
          dataset: dataset.versionKey,
          database: dataset.databaseId,
          zone: dataset.timeZone,
          temporal: [...temporal],
          query: identity,
        },
        integerKey,
      ),
    )
    .digest('hex');
  return {
    query,
    dataset,
    notOver,
    key,
    versionKey: dataset.versionKey,
    compiled: () => compile(query, dialect),
    textHoldsRules,
    readableSql: (rules) =>
      rules === 'hidden' && (textHoldsRules || holdsInSource(query)) ? HIDDEN_TEXT : readable(query, dialect, rules),
  };
}

/** The rows of its tables are restricted inside of the source. */
function holdsInSource({ source }: StructuredQuery): boolean {
  return isRestricted({ security: { kind: 'true' }, source });
}
