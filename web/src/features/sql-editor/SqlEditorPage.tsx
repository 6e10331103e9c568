import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useEffect, useRef } from 'react';
import { usableDatabases } from '../../api/databases.ts';
import { limits } from '../../api/limits.ts';
import { me } from '../../api/me.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useDocumentTitle } from '../../ui/layout/Page.tsx';
import { SqlWorkspace } from './SqlWorkspace.tsx';
import classes from './SqlEditor.module.css';
import { TabBar } from './tabs/TabBar.tsx';
import { activeTab, tabOf } from './tabs/tabs.ts';
import { actOnTabs, beginTabs, useTabs } from './tabs/tabs-store.ts';

/** `/sqllab/`: the tabs of a user, each with its text, its database and what came of it. */
export function SqlEditorPage() {
  const userId = useQuery(me).data?.id;
  const tab = useTabs(activeTab);
  const databases = useQuery(usableDatabases);
  const first = databases.data?.[0]?.id ?? null;
  useDocumentTitle(tab?.name ?? t('SQL'));
  useEffect(() => {
    if (userId !== undefined) beginTabs(userId);
  }, [userId]);
  const isSettled = useFirstTab(databases.isPending ? undefined : first);
  return (
    <div className={classes['page']}>
      <h1 className="ts-visually-hidden">{t('SQL')}</h1>
      <TabBar onNew={() => addTab(tab?.dbId ?? first)} />
      {tab !== null && <SqlWorkspace tab={tab} />}
      {tab === null && (isSettled ? <NoTab onNew={() => addTab(first)} /> : <Skeleton height="100%" />)}
    </div>
  );
}

/** Who has no tab begins with one; who closes the last one is not given another. */
function useFirstTab(database: number | null | undefined): boolean {
  const isSettled = useTabs((state) => state.isReady && (state.tabs.length > 0 || state.isSettled));
  const hasTabs = useTabs(({ tabs }) => tabs.length > 0);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !isSettled || database === undefined) return;
    begun.current = true;
    if (!hasTabs) addTab(database);
  }, [isSettled, hasTabs, database]);
  return isSettled;
}

function NoTab({ onNew }: { readonly onNew: () => void }) {
  return (
    <div className={classes['nothing']}>
      <EmptyState
        title={t('No query is open.')}
        action={
          <Button variant="primary" icon={<IconPlus size={16} stroke={1.5} />} onClick={onNew}>
            {t('New query')}
          </Button>
        }
      />
    </div>
  );
}

function addTab(dbId: number | null): void {
  const tab = tabOf(useTabs.getState(), { id: crypto.randomUUID(), maxRow: limits.maxRows, dbId }, Date.now());
  actOnTabs({ type: 'add', tab });
}
