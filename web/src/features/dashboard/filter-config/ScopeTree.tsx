import { chartsInScope, type FilterScope } from '@tessera/core/effective-query/scope';
import { chartIdsOf } from '@tessera/core/layout/charts';
import type { Layout } from '@tessera/core/layout/types';
import { scopeOfCharts } from '@tessera/core/native-filters/config';
import { t, tn } from '@tessera/core/messages';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { useDashboardCharts } from '../dashboard-data.tsx';
import classes from './FilterConfig.module.css';
import { chartsUnder, scopeTree, type ScopeNode } from './scope-nodes.ts';

type ScopeTreeProps = {
  readonly scope: FilterScope;
  readonly layout: Layout;
  readonly onChange: (scope: FilterScope) => void;
  readonly label: string;
  /** A chart that cannot be chosen: it emits the selection. */
  readonly without?: number | null;
};

/** Tabs and charts to choose from; a tab chooses what is in it. */
export function ScopeTree({ scope, layout, onChange, label, without = null }: ScopeTreeProps) {
  const charts = useDashboardCharts();
  const all = chartIdsOf(layout).filter((id) => id !== without);
  const chosen = new Set(chartsInScope(scope, all, layout));
  const nameOf = (id: number) => charts.get(id)?.slice_name ?? String(id);
  const set = (ids: readonly number[], on: boolean) => {
    const next = new Set([...chosen].filter((id) => !ids.includes(id)));
    if (on) for (const id of ids) next.add(id);
    onChange(scopeOfCharts(next, layout, scope, without));
  };
  return (
    <div className={classes['scope']} role="group" aria-label={label}>
      <p className={classes['scopeCount']}>
        {tn('%(chosen)s of %(count)s chart', '%(chosen)s of %(count)s charts', all.length, { chosen: chosen.size })}
      </p>
      <NodeRow node={scopeTree(layout, { nameOf, without })} chosen={chosen} onSet={set} />
      {chosen.size === 0 && (
        <p className={classes['warning']} role="status">
          {t('It acts on nothing.')}
        </p>
      )}
    </div>
  );
}

type NodeRowProps = {
  readonly node: ScopeNode;
  readonly chosen: ReadonlySet<number>;
  readonly onSet: (ids: readonly number[], on: boolean) => void;
};

function NodeRow({ node, chosen, onSet }: NodeRowProps) {
  const ids = chartsUnder(node);
  const count = ids.filter((id) => chosen.has(id)).length;
  return (
    <>
      <Checkbox
        label={node.name}
        checked={ids.length > 0 && count === ids.length}
        indeterminate={count > 0 && count < ids.length}
        disabled={ids.length === 0}
        onChange={(on) => onSet(ids, on)}
      />
      {node.kind === 'tab' && node.children.length > 0 && (
        <ul className={classes['scopeChildren']}>
          {node.children.map((child) => (
            <li key={`${child.kind} ${child.id}`}>
              <NodeRow node={child} chosen={chosen} onSet={onSet} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
