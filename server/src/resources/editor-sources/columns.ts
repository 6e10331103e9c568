import { printSource } from '@tessera/query/compile/source';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { redactRules, seesRules, tellsRules } from '../../chart-data/edge/redact.ts';
import type { EngineReader } from '../../chart-data/run/run.ts';
import type { Principal } from '../../principal.ts';
import { columnsOf, type ResultColumn } from '../../sql-runs/result-lines.ts';
import type { RowRules } from '../row-level-security/row-security.ts';

type Needs = {
  readonly engines: EngineReader;
  readonly restrictSource: RowRules['restrictSource'];
  /** Templates become SQL. */
  readonly render: (
    principal: Principal,
    dataset: ResolvedDataset,
    sql: string,
  ) => Promise<{ readonly text: string; readonly holdsRules: boolean }>;
};

const TIMEOUT_MS = 30_000;

/**
 * Columns of a query, which is asked for none of its rows. A database may make names of columns from rows, so that it
 * is asked under the rules of its reader.
 */
export function createColumnReader({ engines, restrictSource, render }: Needs) {
  return async (
    principal: Principal,
    draft: ResolvedDataset,
    sql: string,
    signal: AbortSignal,
  ): Promise<readonly ResultColumn[]> => {
    const { text: rendered, holdsRules } = await render(principal, draft, sql);
    const written = { ...draft, source: { kind: 'sql' as const, sql: rendered } };
    const source = await restrictSource(principal, written, signal, draft.namespace?.schema);
    const isBound = holdsRules || (source.kind === 'sql' && source.restricted !== undefined);
    const from = printSource(source, dialectOf(draft.dialect));
    const engine = await engines(draft);
    const query = { text: `SELECT * FROM ${from.text} LIMIT 0`, parameters: [], written: from.written };
    try {
      const result = await engine.run(query, { signal, timeoutMs: TIMEOUT_MS, maxRows: 1 });
      const columns = columnsOf({ ...result, isLast: true }, false);
      // No chart could name such a column otherwise than by its text.
      return isBound && !seesRules(principal) ? columns.filter(({ name }) => !tellsRules(name)) : columns;
    } catch (error) {
      throw isBound ? redactRules(error, principal) : error;
    }
  };
}
