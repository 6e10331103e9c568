import { readLayout } from '@tessera/core/layout/stored';
import { componentOf, ROOT_ID, type Layout } from '@tessera/core/layout/types';
import type { Principal } from '../../principal.ts';
import type { Needs } from './needs.ts';
import { visible } from './read.ts';
import type { DashboardTab, DashboardTabs } from './schema.ts';

/** The tabs of a dashboard, as a tree and by id. @throws AppError not_found */
export async function tabs(needs: Needs, principal: Principal, key: string): Promise<DashboardTabs> {
  const { position_json: stored } = await visible(needs, principal, key);
  const layout = readLayout(stored);
  const all = Object.values(layout).filter(({ type }) => type === 'TAB');
  return {
    all_tabs: Object.fromEntries(all.map(({ id }) => [id, titleOf(layout, id)])),
    tab_tree: tabsBelow(layout, ROOT_ID, []),
  };
}

/** Rows and columns between two tabs are seen through. */
function tabsBelow(layout: Layout, id: string, parents: readonly string[]): DashboardTab[] {
  return (componentOf(layout, id)?.children ?? []).flatMap((child): DashboardTab[] => {
    if (componentOf(layout, child)?.type !== 'TAB') return tabsBelow(layout, child, parents);
    const children = tabsBelow(layout, child, [...parents, child]);
    return [{ title: titleOf(layout, child), value: child, parents: [...parents], children }];
  });
}

function titleOf(layout: Layout, id: string): string {
  const { text, defaultText } = componentOf(layout, id)?.meta ?? {};
  if (text !== undefined && text !== '') return text;
  return typeof defaultText === 'string' ? defaultText : '';
}
