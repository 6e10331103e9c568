import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useMemo, useState } from 'react';
import { formatSql } from '../../api/sql-lab.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { writeText } from './editing/write-text.ts';
import { startRun, stopRun } from './runs/runs-store.ts';
import { saveAgain } from './saving/save-query.ts';
import { useTabs } from './tabs/tabs-store.ts';
import type { EditorTab } from './tabs/tabs.ts';
import type { EditorActions, EditorDialog } from './toolbar/editor-actions.ts';
import { scriptOf } from './toolbar/selection.ts';

/** What can be done with a tab, and which dialog is open over it. */
export function useEditorActions(
  tabId: string,
  onStart: () => void,
): { readonly actions: EditorActions; readonly dialog: EditorDialog | null; readonly close: () => void } {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const actions = useMemo((): EditorActions => {
    // Asked of the store, not of the last picture: a key may come before it is drawn.
    const tabNow = () => useTabs.getState().tabs.find(({ id }) => id === tabId);
    return {
      run: (part, way = {}) => {
        const tab = tabNow();
        if (!tab || tab.sql.trim() === '') return;
        if (tab.dbId === null) return void toast.warning(t('Choose a database first.'));
        startRun(tab, part ?? scriptOf(tab), { isAsync: false, ...way });
        onStart();
      },
      stop: () => void stopRun(tabId),
      save: () => {
        const tab = tabNow();
        if (tab) void save(client, tab, setDialog);
      },
      format: () => {
        const tab = tabNow();
        if (tab) void format(tab);
      },
      open: setDialog,
    };
  }, [client, tabId, onStart]);
  return { actions, dialog, close: () => setDialog(null) };
}

/** As what it was saved as, where that is the user's to change; else under a name of its own. */
async function save(client: QueryClient, tab: EditorTab, open: (dialog: EditorDialog) => void): Promise<void> {
  const { savedQueryId: id } = tab;
  if (id === null) return open('save');
  const saved = await saveAgain(client, tab, id);
  if (saved.kind === 'not_mine' || saved.kind === 'gone') open('save_as');
  if (saved.kind === 'conflict') open({ conflict: saved.theirs });
}

/** The text as it was stays among the versions. */
async function format(tab: EditorTab): Promise<void> {
  try {
    const sql = await formatSql(tab.sql, tab.dbId);
    const now = useTabs.getState().tabs.find(({ id }) => id === tab.id);
    // What was typed meanwhile is not written over.
    if (now?.sql === tab.sql) writeText(tab, sql);
  } catch (error) {
    toast.danger(describeError(error).title);
  }
}
