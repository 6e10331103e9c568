import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useEffect } from 'react';
import { me } from '../../api/me.ts';
import { LeaveDialog as Question } from '../../ui/overlays/LeaveDialog.tsx';
import { questionOf } from '../../ui/overlays/use-leave-guard.ts';
import { forgetChanges } from './forget-changes.ts';
import { useExplore } from './explore-store.ts';
import { useLeaveBlocker } from './use-leave-blocker.ts';

/** Asked when a link leads away from unsaved work. */
export function LeaveDialog() {
  const userId = useQuery(me).data?.id ?? null;
  const blocker = useLeaveBlocker();
  // Whoever leaves is here still while the next page comes: nothing of the chart is written any more.
  const isOpen = blocker.state !== 'unblocked';
  const dispatch = useExplore((state) => state.dispatch);
  useEffect(() => dispatch({ type: 'leave_asked', isOpen }), [dispatch, isOpen]);
  const question = questionOf(blocker, () => {
    forgetChanges(useExplore.getState(), userId);
  });
  return <Question guard={{ question }}>{t('Your changes to this chart are not saved and will be lost.')}</Question>;
}
