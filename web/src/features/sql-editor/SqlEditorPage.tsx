import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useEffect, useRef } from 'react';
import { editorDatabases } from '../../api/catalog.ts';
import { me } from '../../api/me.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useDocumentTitle } from '../../ui/layout/Page.tsx';
import { EditorSkeleton } from './EditorSkeleton.tsx';
import { useOpening } from './openings/use-opening.ts';
import { SqlWorkspace } from './SqlWorkspace.tsx';
import classes from './SqlEditor.module.css';
import { openNewTab } from './tabs/new-tab.ts';
import { PANEL_ID } from './tabs/panel-id.ts';
import { TabBar } from './tabs/TabBar.tsx';
import { activeTab } from './tabs/tabs.ts';
import { beginTabs, editTab, useTabs } from './tabs/tabs-store.ts';
import { useEditorKeys } from './use-editor-keys.ts';

/** `/sqllab/`: the tabs of a user, each with its text, its database and what came of it. */
export function SqlEditorPage() {
  const userId = useQuery(me).data?.id;
  const tab = useTabs(activeTab);
  const databases = useQuery(editorDatabases);
  const first = databases.isPending ? undefined : (databases.data?.[0]?.id ?? null);
  useDocumentTitle(tab?.name ?? t('SQL'));
  useEffect(() => {
    if (userId !== undefined) beginTabs(userId);
  }, [userId]);
  const isSettled = useTabs((state) => state.isReady && (state.tabs.length > 0 || state.isSettled));
  const isOpening = useOpening(isSettled, first);
  useFirstTab(isSettled && !isOpening, first);
  return (
    <div className={classes['page']}>
      <h1 className="ts-visually-hidden">{t('SQL')}</h1>
      <TabBar />
      <div
        id={PANEL_ID}
        className={classes['panel']}
        {...(tab ? { role: 'tabpanel', 'aria-label': tab.name || t('Untitled query') } : {})}
      >
        {tab !== null && (
          <SqlWorkspace key={tab.id} tab={tab} database={databases.data?.find(({ id }) => id === tab.dbId) ?? null} />
        )}
        {tab === null && (isSettled && !isOpening ? <NoTab /> : <EditorSkeleton />)}
      </div>
    </div>
  );
}

/**
 * Who has no tab begins with one; who closes the last one is not given another. A tab without a database gets the first
 * that there is.
 */
function useFirstTab(isSettled: boolean, database: number | null | undefined): void {
  const begun = useRef(false);
  const bare = useTabs(({ tabs }) => tabs.find(({ dbId }) => dbId === null)?.id ?? null);
  useEffect(() => {
    if (begun.current || !isSettled || database === undefined) return;
    begun.current = true;
    if (useTabs.getState().tabs.length === 0) openNewTab({ dbId: database });
  }, [isSettled, database]);
  useEffect(() => {
    if (isSettled && bare !== null && database != null) editTab(bare, { dbId: database });
  }, [isSettled, bare, database]);
}

function NoTab() {
  useEditorKeys(null, false);
  return (
    <div className={classes['nothing']}>
      <EmptyState
        title={t('No query is open.')}
        action={
          <Button variant="primary" icon={<IconPlus size={16} stroke={1.5} />} onClick={() => openNewTab()}>
            {t('New query')}
          </Button>
        }
      />
    </div>
  );
}
