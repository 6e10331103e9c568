import { t } from '@tessera/core/messages';
import type { ResultSource } from '../../../../api/sql-lab.ts';
import { useRuns } from '../../runs/runs-store.ts';
import type { Run, StatementResult } from '../../runs/run.ts';
import { useTabs } from '../../tabs/tabs-store.ts';
import { usePreviousRun } from '../previous-runs.ts';
import type { ResultOf } from '../result-of.ts';

/** A result that can stand beside the one that is shown. */
export type OtherResult = {
  readonly id: string;
  readonly label: string;
  readonly result: StatementResult;
  readonly source: Omit<ResultSource, 'name'>;
};

/** Where a result is stored; null for one that the server does not have. */
export function sourceOf({ query }: Run, { statement }: StatementResult): Omit<ResultSource, 'name'> | null {
  return query.resultsKey === null ? null : { key: query.resultsKey, statement };
}

/** Results that can be joined: of other statements, of the run before, and what was run last in other tabs. */
export function useOtherResults({ tab, run, result }: ResultOf): readonly OtherResult[] {
  const previous = usePreviousRun(tab.id);
  const runs = useRuns();
  const tabs = useTabs(({ tabs: all }) => all);
  const own = entriesOf(run, (statement) => t('Result %s', statement + 1));
  const before = previous === null || previous === run ? [] : entriesOf(previous, () => t('The run before'));
  const others = tabs
    .filter(({ id }) => id !== tab.id)
    .flatMap(({ id, name }) => {
      const other = runs[id];
      return other === undefined ? [] : entriesOf(other, (statement) => nameOf(name, statement, other));
    });
  const mine = sourceOf(run, result);
  return [...own, ...before, ...others].filter(
    ({ source }) => source.key !== mine?.key || source.statement !== mine.statement,
  );
}

function entriesOf(run: Run, label: (statement: number) => string): readonly OtherResult[] {
  return run.results.flatMap((result) => {
    const source = sourceOf(run, result);
    if (source === null || result.columns.length === 0) return [];
    return [{ id: `${source.key} ${source.statement}`, label: label(result.statement), result, source }];
  });
}

function nameOf(tabName: string, statement: number, { results }: Run): string {
  return results.length > 1 ? t('%(tab)s, result %(number)s', { tab: tabName, number: statement + 1 }) : tabName;
}
