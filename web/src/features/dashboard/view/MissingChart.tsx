import { useQuery } from '@tanstack/react-query';
import { upperFirst, componentName } from '@tessera/core/dashboard/words';
import { deleteComponent } from '@tessera/core/layout/drop';
import type { LayoutComponent } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { commentsOn } from '../../../api/comments.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import { applyLayout, presentLayout } from '../edit/apply-change.ts';
import cardStyles from './Card.module.css';

type MissingChartProps = { readonly component: LayoutComponent };

/** The layout names a chart that is gone, or that this user may not see: who may edit mends it, others hide it. */
export function MissingChart({ component }: MissingChartProps) {
  const [isHidden, setHidden] = useState(false);
  const canEdit = useDashboard((state) => state.canEdit);
  const name = component.meta.sliceName ?? null;
  if (isHidden) return null;
  const ways = canEdit ? (
    <Mend component={component} />
  ) : (
    <Leave component={component} onHide={() => setHidden(true)} />
  );
  return (
    <article className={cardStyles['card']} aria-label={name ?? t('Missing chart')}>
      <EmptyState
        small
        drawing="none"
        title={
          name === null
            ? t('This chart is not shared with you, or was deleted.')
            : t('"%(name)s" was deleted, or is not shared with you.', { name })
        }
        action={ways}
      />
    </article>
  );
}

/** Both ways lead into the editor: nothing is changed for others before it is saved. */
function Mend({ component }: MissingChartProps) {
  const store = useDashboardStore();
  const editMode = useDashboard((state) => state.editMode);
  const { dispatch } = store.getState();
  const remove = () => {
    dispatch({ type: 'edit_mode_set', on: true });
    applyLayout(store, deleteComponent(presentLayout(store), component.id));
    toast.info(t('%(name)s was removed. Undo brings it back.', { name: upperFirst(componentName(component)) }));
  };
  const replace = () => {
    dispatch({ type: 'edit_mode_set', on: true });
    dispatch({ type: 'selected', ids: new Set([component.id]) });
  };
  return (
    <>
      <Button size="small" onClick={remove}>
        {t('Remove it')}
      </Button>
      {!editMode && (
        <Button size="small" variant="quiet" onClick={replace}>
          {t('Put another in its place')}
        </Button>
      )}
    </>
  );
}

/** Readers cannot tell which of both it is: its owner can. */
function Leave({ component, onHide }: MissingChartProps & { readonly onHide: () => void }) {
  const dashboardId = useDashboard((state) => state.id);
  const dispatch = useDashboard((state) => state.dispatch);
  const canComment = useQuery({ ...commentsOn(dashboardId ?? 0), enabled: false }).data !== undefined;
  const ask = () => {
    const point = component.meta.sliceName ?? t('Missing chart');
    dispatch({ type: 'commenting_set', commenting: { chartId: null, commentId: null, point } });
  };
  return (
    <>
      {canComment && (
        <Button size="small" onClick={ask}>
          {t('Ask the owner')}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={onHide}>
        {t('Hide it here')}
      </Button>
    </>
  );
}
