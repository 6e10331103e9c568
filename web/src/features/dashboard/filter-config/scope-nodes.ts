import { componentOf, GRID_ID, ROOT_ID, type Layout } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';

/** A place in the tree of what filters reach: a tab, or a chart. */
export type ScopeNode =
  | { readonly kind: 'chart'; readonly id: number; readonly name: string }
  | { readonly kind: 'tab'; readonly id: string; readonly name: string; readonly children: readonly ScopeNode[] };

type Naming = {
  readonly nameOf: (id: number) => string;
  /** A chart that cannot be chosen: it emits the selection. */
  readonly without: number | null;
};

/** All charts of a dashboard, below the tabs that they stand in. */
export function scopeTree(layout: Layout, naming: Naming): ScopeNode {
  return { kind: 'tab', id: ROOT_ID, name: t('All charts'), children: nodesOf(ROOT_ID, layout, naming, new Set()) };
}

export function chartsUnder(node: ScopeNode): readonly number[] {
  return node.kind === 'chart' ? [node.id] : [...new Set(node.children.flatMap(chartsUnder))];
}

/** What stands below a component: rows and columns are seen through. */
function nodesOf(id: string, layout: Layout, naming: Naming, seen: ReadonlySet<string>): readonly ScopeNode[] {
  if (seen.has(id)) return [];
  const within = new Set([...seen, id]);
  return (componentOf(layout, id)?.children ?? []).flatMap((childId): readonly ScopeNode[] => {
    const child = componentOf(layout, childId);
    if (!child || (childId === GRID_ID && child.children.length === 0)) return [];
    if (child.type === 'CHART') {
      const chartId = child.meta.chartId;
      return chartId === undefined || chartId === naming.without
        ? []
        : [{ kind: 'chart', id: chartId, name: child.meta.sliceNameOverride ?? naming.nameOf(chartId) }];
    }
    const children = nodesOf(childId, layout, naming, within);
    return child.type === 'TAB'
      ? [{ kind: 'tab', id: childId, name: child.meta.text ?? t('Tab title'), children }]
      : children;
  });
}
