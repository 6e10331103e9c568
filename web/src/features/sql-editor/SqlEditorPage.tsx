import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useEffect } from 'react';
import { usableDatabases } from '../../api/databases.ts';
import { limits } from '../../api/limits.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useDocumentTitle } from '../../ui/layout/Page.tsx';
import { SqlWorkspace } from './SqlWorkspace.tsx';
import classes from './SqlEditor.module.css';
import { TabBar } from './tabs/TabBar.tsx';
import { activeTab, tabOf } from './tabs/tabs.ts';
import { actOnTabs, useTabs } from './tabs/tabs-store.ts';

/** `/sqllab/`: the tabs of a user, each with its text, its database and what came of it. */
export function SqlEditorPage() {
  const tab = useTabs(activeTab);
  const hasTabs = useTabs(({ tabs }) => tabs.length > 0);
  const databases = useQuery(usableDatabases);
  const first = databases.data?.[0]?.id ?? null;
  useDocumentTitle(tab?.name ?? t('SQL'));
  useEffect(() => {
    if (!hasTabs && databases.data) addTab(first);
  }, [hasTabs, databases.data, first]);
  return (
    <div className={classes['page']}>
      <h1 className="ts-visually-hidden">{t('SQL')}</h1>
      <TabBar onNew={() => addTab(tab?.dbId ?? first)} />
      {tab === null ? (
        <div className={classes['nothing']}>
          <EmptyState
            title={t('No tab is open.')}
            action={
              <Button variant="primary" icon={<IconPlus size={16} stroke={1.5} />} onClick={() => addTab(first)}>
                {t('New query')}
              </Button>
            }
          />
        </div>
      ) : (
        <SqlWorkspace tab={tab} />
      )}
    </div>
  );
}

function addTab(dbId: number | null): void {
  const tab = tabOf(useTabs.getState(), { id: crypto.randomUUID(), maxRow: limits.maxRows, dbId }, Date.now());
  actOnTabs({ type: 'add', tab });
}
