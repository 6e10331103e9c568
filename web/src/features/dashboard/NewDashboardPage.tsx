import { useQueryClient } from '@tanstack/react-query';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { ROOT_ID } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ColorScopeProvider } from '../../chart/ColorScopeProvider.tsx';
import { cx } from '../../ui/common/cx.ts';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { useDocumentTitle } from '../../ui/layout/Page.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { questionOf } from '../../ui/overlays/use-leave-guard.ts';
import classes from './Dashboard.module.css';
import { keepDraft, readDraft } from './dashboard-draft.ts';
import { useDashboard } from './dashboard-store.ts';
import { NewDashboardHeader } from './DashboardHeader.tsx';
import { DashboardSkeleton } from './DashboardPage.tsx';
import { Palette } from './edit/Palette.tsx';
import { useDropMonitor } from './edit/use-drag.ts';
import { useEditKeys } from './edit/use-edit-keys.ts';
import { learnCharts } from './learn-charts.ts';
import { saveErrorText, storeNewDashboard, UNTITLED } from './save.ts';
import { useDashboardColors } from './use-dashboard-colors.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { SAME_DASHBOARD, useUnsavedGuard } from './use-unsaved-guard.ts';
import { ChartBoard } from './view/chart-board.tsx';
import { ComponentView } from './view/ComponentView.tsx';

/** `/dashboard/new/`: an editor without a dashboard behind it. There is one from the first save on. */
export function NewDashboardPage() {
  const [isReady, setReady] = useState(false);
  useDocumentTitle(t('New dashboard'));
  useLayoutEffect(() => {
    const { dispatch } = useDashboard.getState();
    let isOpen = true;
    dispatch({ type: 'begun', title: UNTITLED });
    const draft = readDraft('new');
    if (draft !== null) {
      dispatch({ type: 'draft_restored', draft });
      toast.info(t('Your changes that were not saved are back.'));
    }
    void learnCharts(draft === null ? [] : chartIdsOf(draft.layout)).then(() => isOpen && setReady(true));
    return () => {
      isOpen = false;
      dispatch({ type: 'closed' });
    };
  }, []);
  return isReady ? (
    <ChartBoard>
      <NewDashboard />
    </ChartBoard>
  ) : (
    <DashboardSkeleton hidesTitle={false} />
  );
}

const options = { hidesTabs: false, hidesControls: false };

function NewDashboard() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const dispatch = useDashboard((state) => state.dispatch);
  const colors = useDashboardColors({ id: null, can_edit: true });
  const guard = useUnsavedGuard();
  const save = async () => {
    if (useDashboard.getState().isSaving) return;
    try {
      const { id, isOpen } = await storeNewDashboard();
      toast.success(t('This dashboard was saved successfully.'));
      void client.invalidateQueries({ queryKey: ['dashboard', 'list'] });
      // Who has left stays where they went.
      if (!isOpen) return;
      keepDraft('new', null);
      await navigate(`/tessera/dashboard/${id}/`, { replace: true, state: SAME_DASHBOARD });
    } catch (error) {
      toast.danger(saveErrorText(error));
    }
  };
  const giveUp = () => {
    keepDraft('new', null);
    dispatch({ type: 'closed' });
  };
  useDropMonitor(true);
  useEditKeys(true, () => void save());
  useKeptDraft('new');

  return (
    <div className={cx(classes['page'], classes['editing'])}>
      <NewDashboardHeader onSave={() => void save()} onDiscard={() => void navigate('/dashboard/list/')} />
      <div className={classes['body']}>
        <div className={classes['canvas']}>
          <ColorScopeProvider scope={colors}>
            <ComponentView id={ROOT_ID} options={options} />
          </ColorScopeProvider>
        </div>
        <Palette />
      </div>
      <LeaveDialog guard={{ question: questionOf(guard, giveUp) }}>
        {t('This dashboard was never saved and will be lost.')}
      </LeaveDialog>
    </div>
  );
}
