import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UNTITLED } from '@tessera/core/dashboard/document';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { ROOT_ID } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useLayoutEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { me } from '../../api/me.ts';
import { ColorScopeProvider } from '../../chart/ColorScopeProvider.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { useDocumentTitle } from '../../ui/layout/Page.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { questionOf } from '../../ui/overlays/use-leave-guard.ts';
import { keepDraft, readDraft } from './dashboard-draft.ts';
import { DashboardDataProvider } from './dashboard-data.tsx';
import { NewDashboardHeader } from './NewDashboardHeader.tsx';
import { DashboardProvider, useDashboard, useDashboardStore } from './DashboardProvider.tsx';
import { DashboardSkeleton } from './DashboardPage.tsx';
import { endNew } from './drafts/lasting-new.ts';
import { NewDraftNotice } from './drafts/NewDraftNotice.tsx';
import { EditSession } from './edit/EditSession.tsx';
import { Palette } from './edit/Palette.tsx';
import { FilterProvider } from './filters/FilterProvider.tsx';
import { DashboardFrame } from './frame/DashboardFrame.tsx';
import { learnCharts } from './learn-charts.ts';
import { saveErrorText, storeNewDashboard } from './save.ts';
import { useDashboardColors } from './use-dashboard-colors.ts';
import { useStoredDraft } from './use-stored-draft.ts';
import { SAME_DASHBOARD, useUnsavedGuard } from './use-unsaved-guard.ts';
import { ChartBoard } from './view/chart-board.tsx';
import { ComponentView } from './view/ComponentView.tsx';

/** `/dashboard/new/`: an editor without a dashboard behind it. There is one from the first save on. */
export function NewDashboardPage() {
  return (
    <DashboardProvider>
      <NewDashboardLoader />
    </DashboardProvider>
  );
}

function NewDashboardLoader() {
  const store = useDashboardStore();
  const client = useQueryClient();
  const [isReady, setReady] = useState(false);
  useDocumentTitle(t('New dashboard'));
  useLayoutEffect(() => {
    const { dispatch } = store.getState();
    let isOpen = true;
    dispatch({ type: 'begun', title: UNTITLED });
    const draft = readDraft('new');
    if (draft !== null) {
      dispatch({ type: 'draft_restored', draft });
      toast.info(t('Your changes that were not saved are back.'));
    }
    void learnCharts(client, draft === null ? [] : chartIdsOf(draft.document.layout)).then(
      () => isOpen && setReady(true),
    );
    return () => {
      isOpen = false;
      dispatch({ type: 'closed' });
    };
  }, [store, client]);
  return isReady ? (
    <DashboardDataProvider dashboardKey={null}>
      <FilterProvider loaded={null}>
        <ChartBoard>
          <NewDashboard />
        </ChartBoard>
      </FilterProvider>
    </DashboardDataProvider>
  ) : (
    <DashboardSkeleton hidesTitle={false} />
  );
}

const options = { hidesTabs: false, hidesControls: false };

function NewDashboard() {
  const store = useDashboardStore();
  const client = useQueryClient();
  const navigate = useNavigate();
  const dispatch = useDashboard((state) => state.dispatch);
  const colors = useDashboardColors({ id: null, can_edit: true });
  const guard = useUnsavedGuard();
  const userId = useQuery(me).data?.id ?? null;
  const folder = Number(useSearchParams()[0].get('folder') ?? '');
  const save = async () => {
    if (store.getState().isSaving) return;
    try {
      const { id, isOpen } = await storeNewDashboard(store, Number.isInteger(folder) && folder > 0 ? folder : null);
      toast.success(t('This dashboard was saved successfully.'));
      void client.invalidateQueries({ queryKey: ['dashboard', 'list'] });
      // Who has left stays where they went.
      if (!isOpen) return;
      forget();
      await navigate(hrefOf('dashboard', { key: id }), { replace: true, state: SAME_DASHBOARD });
    } catch (error) {
      toast.danger(saveErrorText(error));
    }
  };
  const forget = () => {
    keepDraft('new', null);
    if (userId !== null) endNew(userId);
  };
  const giveUp = () => {
    forget();
    dispatch({ type: 'closed' });
  };
  useStoredDraft('new');

  return (
    <>
      <DashboardFrame
        header={<NewDashboardHeader onSave={() => void save()} onDiscard={() => void navigate(hrefOf('dashboards'))} />}
        palette={<Palette />}
        isEditing
      >
        {userId !== null && <NewDraftNotice userId={userId} />}
        <ColorScopeProvider scope={colors}>
          <ComponentView id={ROOT_ID} options={options} />
        </ColorScopeProvider>
      </DashboardFrame>
      <EditSession onSave={() => void save()} />
      <LeaveDialog guard={{ question: questionOf(guard, giveUp) }}>
        {t('This dashboard was never saved and will be lost.')}
      </LeaveDialog>
    </>
  );
}
