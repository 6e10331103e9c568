import { useQueryClient } from '@tanstack/react-query';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { t } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { isUnsaved } from '../dashboard-store.ts';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import { learnCharts } from '../learn-charts.ts';
import classes from './DraftNotice.module.css';
import { dropNew, foundNew, keepNew } from './lasting-new.ts';

/** A new dashboard that was never saved and whose tab is gone: it goes on here, or it goes. */
export function NewDraftNotice({ userId }: { readonly userId: number }) {
  const client = useQueryClient();
  const store = useDashboardStore();
  const [now] = useState(() => Date.now());
  const [found, setFound] = useState(() => foundNew(userId, now));
  // Who has begun another one is asked when they come again.
  const hasBegun = useDashboard(isUnsaved);
  useKeptNew(userId);
  if (found === null || hasBegun) return null;
  const { tab, at, draft } = found;
  const goOn = () => {
    store.getState().dispatch({ type: 'draft_restored', draft });
    void learnCharts(client, chartIdsOf(draft.document.layout));
    dropNew(userId, tab);
    setFound(null);
  };
  const discard = () => {
    dropNew(userId, tab);
    setFound(foundNew(userId, now));
  };
  return (
    <section className={classes['notice']} aria-label={t('Unsaved changes')}>
      <p>
        {t('"%(title)s" was never saved; it was made %(when)s.', {
          title: draft.document.title,
          when: relativeTime(at, now),
        })}
      </p>
      <Button size="small" variant="primary" onClick={goOn}>
        {t('Go on editing')}
      </Button>
      <Button size="small" onClick={discard}>
        {t('Discard it')}
      </Button>
    </section>
  );
}

/** What is made here outlives the tab until it is saved or given up. */
function useKeptNew(userId: number): void {
  const store = useDashboardStore();
  useEffect(() => {
    const keep = () => {
      const state = store.getState();
      if (state.id !== null || !state.editMode) return;
      const { history, stored, version } = state;
      const draft = isUnsaved(state) ? { document: history.present, base: stored, version } : null;
      keepNew(userId, draft, Date.now());
    };
    keep();
    return store.subscribe((state, before) => {
      if (state.history.present !== before.history.present || state.saved !== before.saved) keep();
    });
  }, [store, userId]);
}
